// Files in memory. Swift's Glibc module has no memfd_create(2), which is an extension of Linux.
#pragma once

/// The descriptor of a new file that has no name and lies in memory, for reading and writing; programs that are started
/// do not get it. -1 with errno where there is none: ENOSYS where the system has no such files.
int memory_file_open(void);
