#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __APPLE__
#include <TargetConditionals.h>
#endif

extern char **environ;

static size_t count_of(const char *block) {
  size_t count = 0;
  for (const char *word = block; *word; word += strlen(word) + 1) count++;
  return count;
}

/// The strings of `block` as an array; NULL if there is no memory.
static char **list(const char *block) {
  char **words = calloc(count_of(block) + 1, sizeof *words);
  size_t count = 0;
  for (const char *word = block; words && *word; word += strlen(word) + 1) words[count++] = (char *)word;
  return words;
}

/// Whether `block` sets or removes `variable`.
static int is_named(const char *variable, const char *block) {
  for (const char *word = block; *word; word += strlen(word) + 1) {
    size_t length = strcspn(word, "=");
    if (!strncmp(word, variable, length) && variable[length] == '=') return 1;
  }
  return 0;
}

/// The environment of this process, changed by `block`; NULL if there is no memory.
static char **changed_environment(const char *block) {
  size_t inherited = 0, count = 0;
  while (environ[inherited]) inherited++;
  char **variables = calloc(count_of(block) + inherited + 1, sizeof *variables);
  if (!variables) return NULL;
  for (const char *word = block; *word; word += strlen(word) + 1) {
    if (strchr(word, '=')) variables[count++] = (char *)word;
  }
  for (size_t i = 0; i < inherited; i++) {
    if (!is_named(environ[i], block)) variables[count++] = environ[i];
  }
  return variables;
}

#if defined(__APPLE__) && (TARGET_OS_TV || TARGET_OS_WATCH)

/// On these systems, programs cannot start other programs.
static int start(char *const words[], char *const environment[], int output, pid_t *process) { return -1; }

#else

/// Starts the program `words[0]`. Returns 0 on success.
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

#endif

int program_run(const char *words, const char *variables, int output) {
  char **arguments = list(words), **environment = changed_environment(variables);
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
