// measured-run FILE: runs the commands of FILE one after the other and prints what they took together, as
// "wall-seconds user-seconds system-seconds peak-kilobytes".
//
// FILE has a command to a line, its arguments separated by tabs. A small program does this because a child's peak
// memory counts that of its parent at the time of fork: ours is about a megabyte.

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_ARGUMENTS = 4096 };

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void become(char **arguments) {
  int null = open("/dev/null", O_WRONLY);
  if (null < 0 || dup2(null, STDOUT_FILENO) < 0) _exit(126);
  execvp(arguments[0], arguments);
  _exit(127);
}

/// Runs the command in `line` and adds what it took to `total`, the larger peak to `peak`.
static void run(char *line, double *total_user, double *total_system, long *peak) {
  char *arguments[MAX_ARGUMENTS + 1];
  int count = 0;
  for (char *next = strtok(line, "\t\n"); next && count < MAX_ARGUMENTS; next = strtok(NULL, "\t\n")) {
    arguments[count++] = next;
  }
  arguments[count] = NULL;
  if (count == 0) return;
  pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) become(arguments);
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) != child) fail("wait4");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "%s: status %d\n", arguments[0], status);
    exit(1);
  }
  *total_user += seconds(usage.ru_utime);
  *total_system += seconds(usage.ru_stime);
  if (usage.ru_maxrss > *peak) *peak = usage.ru_maxrss;
}

int main(int count, char **arguments) {
  if (count != 2) {
    fputs("usage: measured-run FILE\n", stderr);
    return 64;
  }
  FILE *file = fopen(arguments[1], "r");
  if (!file) fail(arguments[1]);
  double user = 0, system = 0;
  long peak = 0;
  char *line = NULL;
  size_t capacity = 0;
  const double start = now();
  while (getline(&line, &capacity, file) > 0) run(line, &user, &system, &peak);
  const double wall = now() - start;
#ifdef __APPLE__
  peak /= 1024;
#endif
  printf("%.6f %.6f %.6f %ld\n", wall, user, system, peak);
  return 0;
}
