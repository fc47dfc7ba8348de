/* The program patterns: checks patterns, explains them, and writes them as C. */
#include "commands.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#ifndef PONTOON_VERSION
#define PONTOON_VERSION "unknown"
#endif

static const char help[] =
    "usage: patterns check FILE...\n"
    "       patterns explain [--format text|json] [line=BYTES] FILE... [n=N...]\n"
    "       patterns c OUT.c [line=BYTES] [floats=f64|f32] FILE[:VARIANT,...]...\n"
    "       patterns table OUT.c FILE[:VARIANT,...]...\n"
    "       patterns json OUT.json [line=BYTES] [floats=f64|f32] FILE...\n"
    "\n"
    "Reads descriptions of kernels (NAME.pattern, docs/guide/kernels.md).\n"
    "\n"
    "  check      proves that subscripts stay in their arrays and that each variant\n"
    "             keeps the meaning of the text; tells every fault\n"
    "  explain    prints each variant's relation and loops, and what one run does,\n"
    "             as formulas of the size and at each size N\n"
    "  c          writes the variants as C, for probe pattern\n"
    "  table      writes the table of these variants\n"
    "  json       writes what explain tells, and the texts, for analyze --patterns\n"
    "\n"
    "  --format text|json  what explain writes (default: text)\n"
    "  line=BYTES          of a line of the caches, a power of two (default: 64)\n"
    "  floats=f64|f32      f32: all f64 become f32, for processors without f64\n"
    "  n=N                 a size; may be given several times\n"
    "  NAME:LET=N,...      the constant LET of the pattern NAME is N; several: one\n"
    "                      variant for each\n"
    "  --help              print this and exit\n"
    "  --version           print the version and exit\n"
    "\n"
    "Exit status: 0 no fault; 2 faults, or wrong usage, or a file that cannot be\n"
    "read; 4 the output could not be written.\n";

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

/* Numbers joined by ',', each once. */
static bool read_sweep(char *text, struct let_given *let)
{
    uint64_t number;

    for (char *at = text, *comma; at != NULL; at = comma) {
        comma = strchr(at, ',');
        if (comma != NULL)
            *comma++ = '\0';
        bool good = let->n < MOST_SWEEP && read_number(at, INT32_MAX, &number);
        for (unsigned i = 0; good && i < let->n; i++)
            good = let->numbers[i] != (int64_t)number;
        if (comma != NULL)
            comma[-1] = ',';
        if (!good)
            return false;
        let->numbers[let->n++] = (int64_t)number;
    }
    return true;
}

/* NAME:LET=N,... */
static int take_given(struct request *q, char *word)
{
    char *colon = strchr(word, ':'), *equals = strchr(word, '=');
    struct given_word *given = &q->given[q->n_given];

    if (q->n_given == MOST_GIVEN)
        return wrong_usage(word, "too many of them");
    *given = (struct given_word){ .pattern = word, .let = { .name = colon + 1 } };
    if (!read_sweep(equals + 1, &given->let))
        return wrong_usage(word, "up to 16 different whole numbers below 2^31, joined by ',', are "
                                 "expected after '='");
    *colon = *equals = '\0';
    q->n_given++;
    return 0;
}

static bool is_given(const char *word)
{
    const char *colon = strchr(word, ':'), *equals = strchr(word, '=');

    return colon != NULL && equals != NULL && colon < equals && strchr(word, '/') == NULL;
}

static int take_line(struct request *q, const char *word)
{
    uint64_t bytes;

    if (!read_number(strchr(word, '=') + 1, 1 << 16, &bytes) || bytes < 8 ||
        (bytes & (bytes - 1)) != 0)
        return wrong_usage(word, "a power of two from 8 to 65536 is expected");
    q->line_bytes = (unsigned)bytes;
    return 0;
}

static int take_floats(struct request *q, const char *word)
{
    q->narrow = strcmp(word, "floats=f32") == 0;
    if (!q->narrow && strcmp(word, "floats=f64") != 0)
        return wrong_usage(word, "f64 or f32 is expected");
    return 0;
}

/* NAME=N, a size. */
static int take_size(struct request *q, char *word)
{
    char *equals = strchr(word, '=');
    uint64_t at;

    if (q->n_sizes == MOST_SIZES)
        return wrong_usage(word, "too many of them");
    if (!read_number(equals + 1, INT64_MAX, &at))
        return wrong_usage(word, "a whole number below 2^63 is expected after '='");
    *equals = '\0';
    q->sizes[q->n_sizes++] = (struct size_word){ word, at };
    return 0;
}

/* FILE or FILE:VARIANT,... */
static int take_file(struct request *q, char *word)
{
    static const char ending[] = ".pattern:";
    char *list = strstr(word, ending);

    if (q->n_files == MOST_FILES)
        return wrong_usage(word, "too many files");
    if (list != NULL) {
        list += sizeof ending - 2;
        *list++ = '\0';
    }
    q->lists[q->n_files] = list;
    q->files[q->n_files++] = word;
    return 0;
}

static int take_format(struct request *q, const char *format)
{
    if (format == NULL || (strcmp(format, "json") != 0 && strcmp(format, "text") != 0))
        return wrong_usage("--format", "text or json is expected");
    q->json = strcmp(format, "json") == 0;
    return 0;
}

static int take_word(struct request *q, char *word)
{
    bool pair = strchr(word, '=') != NULL && strchr(word, '/') == NULL;

    if (strncmp(word, "--format=", 9) == 0)
        return take_format(q, word + 9);
    if (word[0] == '-')
        return wrong_usage(word, "no such option");
    if (pair && is_given(word))
        return take_given(q, word);
    if (pair && strncmp(word, "line=", 5) == 0)
        return take_line(q, word);
    if (pair && strncmp(word, "floats=", 7) == 0)
        return take_floats(q, word);
    return pair ? take_size(q, word) : take_file(q, word);
}

static const struct command {
    const char *name;
    bool writes; /* its first word is the file to be written */
    int (*run)(struct request *);
} commands[] = {
    { "check", false, command_check }, { "explain", false, command_explain },
    { "c", true, command_c },          { "table", true, command_table },
    { "json", true, command_json },
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const struct command *find_command(const char *name)
{
    for (unsigned i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static int take_words(struct request *q, const struct command *c, int argc, char **argv)
{
    for (int i = 2; i < argc; i++) {
        int status = 0;
        if (strcmp(argv[i], "--format") == 0)
            status = take_format(q, i + 1 < argc ? argv[++i] : NULL);
        else if (c->writes && q->out == NULL && argv[i][0] != '-')
            q->out = argv[i];
        else
            status = take_word(q, argv[i]);
        if (status != 0)
            return status;
    }
    return 0;
}

/* --help and --version, wherever they stand. */
static bool print_and_exit(int argc, char **argv, int *status)
{
    for (int i = 1; i < argc; i++) {
        bool version = strcmp(argv[i], "--version") == 0;
        if (version || strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(version ? "patterns (pontoon) " PONTOON_VERSION "\n" : help, stdout);
            *status = fflush(stdout) == 0 ? 0 : 4;
            if (*status != 0)
                perror("patterns: standard output");
            return true;
        }
    }
    return false;
}

int main(int argc, char **argv)
{
    static struct request request = { .line_bytes = 64 };
    int status;

    if (print_and_exit(argc, argv, &status))
        return status;
    if (argc < 2) {
        fputs(help, stderr);
        return 2;
    }
    const struct command *c = find_command(argv[1]);
    if (c == NULL)
        return wrong_usage(argv[1], "no such command");
    /* Builds wait longer, as they may be on slow machines. */
    request.seconds = c->writes ? 120 : 8;
    status = take_words(&request, c, argc, argv);
    if (status != 0)
        return status;
    if (request.n_files == 0 && strcmp(c->name, "table") != 0 && strcmp(c->name, "json") != 0)
        return wrong_usage(c->name, "which FILE?");
    if (c->writes && request.out == NULL)
        return wrong_usage(c->name, "which file is to be written?");
    (void)signal(SIGPIPE, c->writes ? SIG_IGN : SIG_DFL); /* a reader that goes is told */
    return c->run(&request);
}
