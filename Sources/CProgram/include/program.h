// Other programs, without a shell: environ(7) cannot be reached safely from Swift, and the types of posix_spawn(3) differ
// between systems.
#pragma once

/// Runs a program and waits for its end.
///
/// `words` is the program's name, which is looked for in PATH, and its arguments, each with a zero behind it; none is
/// empty, and a second zero ends them. The program reads /dev/null, writes to the descriptor `output`, and its messages
/// go to /dev/null. Its environment is ours, changed by `variables`, in the form of `words`: `NAME=value` sets one, `NAME`
/// alone takes it away.
///
/// Returns the exit code; -1 where the program could not be started or a signal ended it.
int program_run(const char *words, const char *variables, int output);
