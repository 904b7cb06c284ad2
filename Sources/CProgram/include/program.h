// Runs other programs without a shell. In C, because environ(7) cannot be reached safely from Swift, and the types of
// posix_spawn(3) differ between systems.
#pragma once

/// Runs a program and waits for its end.
///
/// `words` is the program's name, which is searched in PATH, followed by its arguments. Each is followed by a NUL, and
/// an additional NUL ends the list; none may be empty. The program reads /dev/null, writes its output to the descriptor
/// `output`, and its messages go to /dev/null. Its environment is that of this process, changed by `variables`, a list
/// of the same form: `NAME=value` sets a variable, `NAME` alone removes it.
///
/// Returns the exit code, or -1 if the program could not be started or was ended by a signal.
int program_run(const char *words, const char *variables, int output);
