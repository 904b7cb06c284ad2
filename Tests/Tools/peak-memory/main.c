// Runs a program and writes the most memory that it had resident, in bytes, into a file: peak-memory FILE PROGRAM WORDS...
// Exits as the program does. A process of its own is needed: what Linux counts for a program begins with the memory of
// the process that starts it, and this one has next to none.
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count < 3) return 64;
  pid_t child = fork();
  if (child == 0) {
    execvp(words[2], words + 2);
    _exit(127);
  }
  int status;
  if (child < 0 || waitpid(child, &status, 0) != child) return 70;
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  FILE *file = fopen(words[1], "w");
  if (!file) return 74;
#ifdef __APPLE__
  long unit = 1;
#else
  long unit = 1024;
#endif
  fprintf(file, "%ld", usage.ru_maxrss * unit);
  if (fclose(file)) return 74;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
