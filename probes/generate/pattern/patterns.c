/* The program patterns: checks patterns, explains them, and writes them as C. */
#include "commands.h"
#include <stdlib.h>
#include <string.h>

#ifndef PONTOON_VERSION
#define PONTOON_VERSION "unknown"
#endif

static const char help[] =
    "usage: patterns check FILE...\n"
    "\n"
    "Reads descriptions of kernels (NAME.pattern; docs/patterns.md has the language).\n"
    "\n"
    "  check FILE...        proves that subscripts stay in their arrays and that each\n"
    "                       variant keeps the text's meaning; tells every fault\n"
    "\n"
    "  NAME:LET=N           the constant LET of the pattern NAME is N\n"
    "  --help               print this and exit\n"
    "  --version            print the version and exit\n"
    "\n"
    "Exit status: 0 no fault; 2 faults, or wrong usage, or a file that cannot be read;\n"
    "4 the output could not be written.\n";

static int wrong_usage(const char *word, const char *why)
{
    fprintf(stderr, "patterns: %s: %s; `patterns --help` tells the usage\n", word, why);
    return 2;
}

/* Reads the digits of a size or let; false where TEXT is none. */
static bool read_number(const char *text, uint64_t most, uint64_t *number)
{
    *number = 0;
    if (*text == '\0')
        return false;
    for (; *text >= '0' && *text <= '9'; text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        if (*number > (most - digit) / 10)
            return false;
        *number = 10 * *number + digit;
    }
    return *text == '\0';
}

/* NAME:LET=N */
static int take_given(struct request *q, char *word)
{
    char *colon = strchr(word, ':'), *equals = strchr(word, '=');
    uint64_t number;

    if (q->n_given == MOST_GIVEN)
        return wrong_usage(word, "too many of them");
    if (!read_number(equals + 1, INT32_MAX, &number))
        return wrong_usage(word, "a whole number below 2^31 is expected after '='");
    *colon = *equals = '\0';
    q->given[q->n_given++] =
        (struct given_word){ .pattern = word, .let = { colon + 1, (int64_t)number, false } };
    return 0;
}

static bool is_given(const char *word)
{
    const char *colon = strchr(word, ':'), *equals = strchr(word, '=');

    return colon != NULL && equals != NULL && colon < equals && strchr(word, '/') == NULL;
}

static int take_word(struct request *q, char *word)
{
    if (word[0] == '-')
        return wrong_usage(word, "no such option");
    if (is_given(word))
        return take_given(q, word);
    if (q->n_files == MOST_FILES)
        return wrong_usage(word, "too many files");
    q->files[q->n_files++] = word;
    return 0;
}

static const struct {
    const char *name;
    int (*run)(struct request *);
} commands[] = {
    { "check", command_check },
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int run_command(const char *name, struct request *q)
{
    for (unsigned i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return q->n_files > 0 ? commands[i].run(q) : wrong_usage(name, "which FILE?");
    return wrong_usage(name, "no such command");
}

int main(int argc, char **argv)
{
    static struct request request = { .line_bytes = 64 };

    for (int i = 1; i < argc; i++) {
        bool version = strcmp(argv[i], "--version") == 0;
        if (version || strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(version ? "patterns (pontoon) " PONTOON_VERSION "\n" : help, stdout);
            return fflush(stdout) == 0 ? 0 : 4;
        }
    }
    if (argc < 2) {
        fputs(help, stderr);
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        int status = take_word(&request, argv[i]);
        if (status != 0)
            return status;
    }
    return run_command(argv[1], &request);
}
