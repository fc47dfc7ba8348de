#include "board_file.h"
#include "capture.h"
#include "command.h"
#include "complain.h"
#include "interrupts.h"
#include "link_process.h"
#include "verdict.h"
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct request {
    const char *verb, *board;
    const char *targets_dir;
    const char *image; /* NULL: the board's own */
    const char *log;   /* NULL: standard output */
    int64_t silence_ms;
    bool quiet;
    char *const *options; /* for the probes; ends with NULL */
};

const char *argp_program_version = "board_runner (pontoon) " RUNNER_VERSION;

static const char args_doc[] = "list\nrun BOARD [-- PROBE_OPTION...]";

static const char doc[] =
    "Starts a board's probe image and keeps every byte that it sends.\v"
    "BOARD is a folder under targets/ whose board.txt says how its image is started. What stands "
    "after -- goes to the probes: --quick, --thorough, --only NAME,..., key=value. Ctrl-C stops "
    "the "
    "board and keeps the log.\n\n"
    "Exit status: 0 the log is complete; 2 wrong usage, or a board file that cannot be used; 3 the "
    "image could not be started; 4 the board fell silent; 5 the stream is damaged or incomplete; 6 "
    "the board reported a fault, or its program did; 7 the log could not be written; 130 "
    "interrupted. In every case what came is in the log.";

enum { KEY_TARGETS = 256, KEY_IMAGE, KEY_SILENCE, LONGEST_SILENCE_S = 1000000 };

static const struct argp_option options[] = {
    { "output", 'o', "LOG", 0, "Write the stream to LOG (default: standard output)", 0 },
    { "targets", KEY_TARGETS, "DIR", 0,
      "Look for boards in DIR (default: targets/ of the source tree)", 0 },
    { "image", KEY_IMAGE, "FILE", 0, "Start FILE (default: what the build made for BOARD)", 0 },
    { "silence", KEY_SILENCE, "SECONDS", 0,
      "Stop a board that sends nothing for so long (default: 120; 0: wait for ever)", 0 },
    { "quiet", 'q', NULL, 0, "Show no progress, only what went wrong", 0 },
    { 0 },
};

static int64_t silence_ms(struct argp_state *state, const char *arg)
{
    long s = 0;
    const char *p = arg;

    for (; *p >= '0' && *p <= '9' && s <= LONGEST_SILENCE_S; p++)
        s = 10 * s + (*p - '0');
    if (*p != '\0' || p == arg || s > LONGEST_SILENCE_S)
        argp_error(state, "--silence=%s: a number of seconds from 0 to %d is expected", arg,
                   LONGEST_SILENCE_S);
    return (int64_t)s * 1000;
}

static void take_verb(struct request *q, struct argp_state *state, const char *word)
{
    if (strcmp(word, "list") != 0 && strcmp(word, "run") != 0)
        argp_error(state, "%s: no such command; there are: list, run BOARD", word);
    q->verb = word;
}

static void take_word(struct request *q, struct argp_state *state, const char *word)
{
    if (q->verb == NULL)
        take_verb(q, state, word);
    else if (strcmp(q->verb, "run") == 0 && q->board == NULL)
        q->board = word;
    else
        argp_error(state, "%s: not expected here; options for the probes stand after --", word);
}

static void check_words(const struct request *q, struct argp_state *state)
{
    if (q->verb == NULL)
        argp_error(state, "what to do? There are: list, run BOARD");
    else if (strcmp(q->verb, "run") == 0 && q->board == NULL)
        argp_error(state, "run: which board? `board_runner list` names them");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct request *q = state->input;

    switch (key) {
    case 'o':
        q->log = strcmp(arg, "-") == 0 ? NULL : arg;
        return 0;
    case 'q':
        q->quiet = true;
        return 0;
    case KEY_TARGETS:
        q->targets_dir = arg;
        return 0;
    case KEY_IMAGE:
        q->image = arg;
        return 0;
    case KEY_SILENCE:
        q->silence_ms = silence_ms(state, arg);
        return 0;
    case ARGP_KEY_ARG:
        take_word(q, state, arg);
        return 0;
    case ARGP_KEY_END:
        check_words(q, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The image that the build made for BOARD: here, or in a build folder of the board's name. */
static char *built_image(const char *board)
{
    size_t n = sizeof RUNNER_BUILD_DIR + sizeof RUNNER_BUILDS_DIR + strlen(board) + 16;
    char *path = malloc(n);

    if (path == NULL)
        return NULL;
    if (strcmp(board, RUNNER_BUILD_TARGET) == 0)
        (void)snprintf(path, n, "%s/probes", RUNNER_BUILD_DIR);
    else
        (void)snprintf(path, n, "%s/%s/probes", RUNNER_BUILDS_DIR, board);
    return path;
}

static int no_image(const struct request *q, const char *image)
{
    complain("%s: %s", image, strerror(errno));
    if (q->image != NULL)
        return EXIT_NOT_STARTED;
    if (strcmp(q->board, RUNNER_BUILD_TARGET) == 0)
        (void)fprintf(stderr, "  to build it: cmake --build %s --target probes\n",
                      RUNNER_BUILD_DIR);
    else
        (void)fprintf(stderr,
                      "  to build it: cmake -G Ninja -S %s -B %s/%s -DPONTOON_TARGET=%s\n"
                      "               cmake --build %s/%s --target probes\n",
                      RUNNER_SOURCE_DIR, RUNNER_BUILDS_DIR, q->board, q->board, RUNNER_BUILDS_DIR,
                      q->board);
    return EXIT_NOT_STARTED;
}

/* LINK is started and LOG is open. */
static int capture(const struct request *q, struct link *link, struct log_file *log)
{
    static struct capture c;

    log_file_begin(log);
    c.link = link;
    c.log = log;
    c.board = q->board;
    c.how = progress_how(q->quiet, log->fd);
    c.silence_ms = q->silence_ms;
    enum capture_end end = capture_run(&c);
    (void)log_file_close(log);
    int status = verdict(&c, end, q->quiet);
    link->kind->close(link);
    return status;
}

static int start(const struct request *q, char *const *words)
{
    struct log_file log;
    struct link link;

    if (log_file_open(&log, q->log) != 0) {
        complain("%s: %s", log.name, strerror(log.err));
        return EXIT_LOG_LOST;
    }
    int err = interrupts_start() == 0 ? link_process_start(&link, words) : errno;
    if (err == 0)
        return capture(q, &link, &log);
    complain("%s: %s: could not be started: %s", q->board, words[0], strerror(err));
    (void)log_file_close(&log);
    return EXIT_NOT_STARTED;
}

static int run_image(const struct request *q, const struct board_file *board, const char *image)
{
    char **words;

    if (access(image, F_OK) != 0)
        return no_image(q, image);
    enum command_fault fault = command_split(&words, board->run, image, q->options);
    if (fault != COMMAND_OK) {
        complain("%s:%u: run: %s", board->path, board->run_line, command_fault_text(fault));
        return EXIT_USAGE;
    }
    int status = start(q, words);
    command_free(words);
    return status;
}

static int run(const struct request *q)
{
    struct board_file board;
    int status = EXIT_USAGE;

    if (board_file_read(&board, q->targets_dir, q->board) == 0) {
        char *image = q->image != NULL ? strdup(q->image) : built_image(q->board);

        status = EXIT_NOT_STARTED;
        if (image != NULL)
            status = run_image(q, &board, image);
        else
            complain("%s", strerror(errno));
        free(image);
    }
    board_file_free(&board);
    return status;
}

static int list(const struct request *q)
{
    int err = board_file_list(stdout, q->targets_dir);

    if (fflush(stdout) != 0) {
        complain("standard output: %s", strerror(errno));
        return EXIT_LOG_LOST;
    }
    return err == 0 ? EXIT_COMPLETE : EXIT_USAGE;
}

/* Words up to the first -- are board_runner's own. */
static int own_words(int argc, char **argv)
{
    int n = 0;

    while (n < argc && strcmp(argv[n], "--") != 0)
        n++;
    return n;
}

int main(int argc, char **argv)
{
    static const struct argp argp = { options, parse, args_doc, doc, NULL, NULL, NULL };
    struct request q = { .targets_dir = RUNNER_TARGETS_DIR, .silence_ms = 120000 };
    int n = own_words(argc, argv);

    q.options = n < argc ? argv + n + 1 : argv + argc;
    argp_err_exit_status = EXIT_USAGE;
    argp_parse(&argp, n, argv, 0, NULL, &q);
    return strcmp(q.verb, "list") == 0 ? list(&q) : run(&q);
}
