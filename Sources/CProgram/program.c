#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/// The strings of `block`, with those of `more` behind them; NULL without memory.
static char **list(const char *block, char *const more[]) {
  size_t count = 1;
  for (const char *word = block; *word; word += strlen(word) + 1) count++;
  for (size_t i = 0; more && more[i]; i++) count++;
  char **words = calloc(count, sizeof *words);
  if (!words) return NULL;
  size_t index = 0;
  for (const char *word = block; *word; word += strlen(word) + 1) words[index++] = (char *)word;
  for (size_t i = 0; more && more[i]; i++) words[index++] = more[i];
  return words;
}

/// Starts the program `words[0]`; 0 where it runs.
static int start(char *const words[], char *const environment[], int output, pid_t *process) {
  posix_spawn_file_actions_t files;
  if (posix_spawn_file_actions_init(&files)) return -1;
  int failed = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0) ||
               posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO) ||
               posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0) ||
               posix_spawnp(process, words[0], &files, NULL, words, environment);
  posix_spawn_file_actions_destroy(&files);
  return failed ? -1 : 0;
}

int program_run(const char *words, const char *variables, int output) {
  char **arguments = list(words, NULL), **environment = list(variables, environ);
  pid_t process = 0;
  int failed = !arguments || !environment || start(arguments, environment, output, &process);
  free(arguments);
  free(environment);
  if (failed) return -1;
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
