// Files in memory. Swift's Glibc module has no memfd_create(2), which is an extension of Linux.
#pragma once

/// The descriptor of a new nameless file in memory, for reading and writing; child programs do not inherit it. -1 with
/// errno on failure: ENOSYS if the system has no such files.
int memory_file_open(void);
