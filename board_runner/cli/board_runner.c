/* The program: command line, help, commands, and the folders of boards and images. */
#include "board/key.h"
#include "board/lines.h"
#include "capture/exit_status.h"
#include "commands.h"
#include "plan.h"
#include "record/similar_names.h"
#include "request.h"
#include "say.h"
#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- folders of boards and images ---- */

/* Texts that a request points to until the program ends. */
static struct {
    char *program_dir, *source_dir, *targets_dir, *images_dir, *analyze;
} found;

static char *find_program_dir(void)
{
    char program[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program);

    while (n > 0 && program[n - 1] != '/')
        n--;
    return n > 1 ? format_text("%.*s", (int)n - 1, program) : format_text(".");
}

/* Returns DIR/NAME without detours through "..", for the caller to free; NULL: no memory. */
static char *resolve(const char *dir, const char *name)
{
    char *path = *name == '/' ? format_text("%s", name) : format_text("%s/%s", dir, name);
    char *real = path != NULL ? realpath(path, NULL) : NULL;

    if (real == NULL)
        return path;
    free(path);
    return real;
}

/* Takes a line of board_runner.where: its folder is used while none before it has targets/. */
static int take_source(void *ctx, const struct board_line *line)
{
    (void)ctx;
    if (strcmp(line->key, "source") != 0)
        return board_lines_refuse(line->path, line->line,
                                  "unknown key (there is: source): ", line->key);
    if (found.targets_dir != NULL && access(found.targets_dir, F_OK) == 0)
        return 0;
    free(found.source_dir);
    free(found.targets_dir);
    found.source_dir = resolve(found.program_dir, line->value);
    if (found.source_dir == NULL)
        return board_lines_refuse(line->path, line->line, strerror(ENOMEM), "");
    found.targets_dir = format_text("%s/targets", found.source_dir);
    return 0;
}

static int find_source(const char *where)
{
    if (board_lines_read(where, false, take_source, NULL) != 0)
        return -1;
    if (found.source_dir == NULL)
        return board_lines_refuse(where, 1, "ends without `source`, the source tree", "");
    found.images_dir = format_text("%s/build", found.source_dir);
    return 0;
}

static void find_installed(void)
{
    found.targets_dir = resolve(found.program_dir, "../share/pontoon/targets");
    found.images_dir = format_text("build");
}

static int find_folders(const char *where)
{
    if (found.program_dir != NULL && where != NULL) {
        if (access(where, F_OK) != 0)
            find_installed();
        else if (find_source(where) != 0)
            return -1;
    }
    if (found.targets_dir != NULL && found.images_dir != NULL)
        return 0;
    complain("%s", strerror(ENOMEM));
    return -1;
}

/* Fills the folders of boards and images in *REQUEST; the texts last as long as the program.
 *
 * A build writes board_runner.where next to the program: lines `source = DIR`, absolute or from the
 * program's folder. The first DIR that has targets/ is the source tree; the image of TARGET is
 * next to the program, those of other boards are in build/ of the source tree. Without that file,
 * the program is taken to be installed: boards are in ../share/pontoon/targets from it.
 *
 * TARGET is the board that the build of this program is for. Returns 0, or -1 after a message. */
static int folders_find(struct request *request, const char *target)
{
    found.program_dir = find_program_dir();
    char *where =
        format_text("%s/board_runner.where", found.program_dir != NULL ? found.program_dir : ".");
    int err = find_folders(where);

    free(where);
    found.analyze = format_text("%s/analyze", found.program_dir != NULL ? found.program_dir : ".");
    request->analyze_beside = found.analyze;
    request->places.targets_dir = found.targets_dir;
    request->images = (struct image_places){ .source_dir = found.source_dir,
                                             .image_dir = found.program_dir,
                                             .images_dir = found.images_dir,
                                             .target = target };
    return err;
}

/* ---- the command line ---- */

const char *argp_program_version = "board_runner (pontoon) " RUNNER_VERSION;

static const char args_doc[] = "list\ncheck BOARD [-- PROBE_OPTION...]\n"
                               "run BOARD [IMAGE] [-- PROBE_OPTION...]\n"
                               "run --output-dir=DIR (--all | BOARD...) [-- PROBE_OPTION...]\n"
                               "tune BOARD -o LOG [-- PROBE_OPTION...]\n"
                               "capture PORT\nlava BOARD\nlabgrid BOARD\n"
                               "slurm BOARD --output-dir=DIR [-- PROBE_OPTION...]";

static const char doc[] =
    "Gets a probe image onto a board, starts it and keeps every byte that it sends.\v"
    "BOARD is a folder under targets/ whose board.txt says how the board is reached, or a section "
    "of the file that --boards names; IMAGE is a path with a / in it. PORT is a device, or "
    "VENDOR:PRODUCT[:SERIAL] of a port on USB. Words after -- go to the probes: --quick, "
    "--thorough, --only NAME,..., key=value. Ctrl-C stops, and keeps the log.\n\n"
    "list prints how each board is reached and what is missing for it, check what run would do. "
    "tune runs a board, then again with the ways to build kernels that `analyze --export tuning` "
    "proposes for it; after a failure the first run stays valid in LOG. "
    "lava and labgrid write a description of the board for these schedulers, slurm a job that "
    "measures one node of a cluster.\n\n"
    "A log begins with the first sentence that comes: until then LOG stays as it is, and what "
    "comes is "
    "in LOG.new. The log that was there becomes LOG.previous.\n\n"
    "Exit status: 0 the log is complete; 2 wrong usage, or a board file that cannot be used; 3 the "
    "image could not be loaded or started, or something is missing for it; 4 the board fell "
    "silent; 5 the stream is damaged or incomplete; 6 the board reported a fault, or its program "
    "did; 7 the log could not be written, or another process writes it; 8 the log is complete, but "
    "what further rounds would "
    "add could not be found out; 130 interrupted. After a further round that failed the status is "
    "that round's, and earlier rounds stay valid. Except "
    "after 7, the log has every byte "
    "that came. With several boards, the status is that of the first whose log is not complete.";

enum {
    KEY_TARGETS = 256,
    KEY_BOARDS,
    KEY_IMAGE,
    KEY_SILENCE,
    KEY_OUTPUT_DIR,
    KEY_ALL,
    KEY_PLAIN,
    KEY_PORT,
    KEY_BAUD,
    KEY_PARITY,
    KEY_FLOW,
    KEY_ROUNDS,
    KEY_ANALYZE,
    KEY_PLAN,
    KEY_FORCE,
    LONGEST_SILENCE_S = 1000000
};

static const struct argp_option options[] = {
    { "output", 'o', "LOG", 0, "Write the stream to LOG (default: standard output)", 0 },
    { "append", 'a', NULL, 0, "Add to the log rather than begin it anew", 0 },
    { "output-dir", KEY_OUTPUT_DIR, "DIR", 0,
      "Write the stream to DIR/BOARD.HOST.log, HOST being the machine that the image or, for a "
      "board on a line, board_runner runs on",
      0 },
    { "all", KEY_ALL, NULL, 0,
      "All boards: those of the --boards file, or without it those of targets/", 0 },
    { "targets", KEY_TARGETS, "DIR", 0,
      "Look for boards in DIR (default: targets/ of the sources; for an installed board_runner, "
      "share/pontoon/targets)",
      0 },
    { "boards", KEY_BOARDS, "FILE", 0,
      "Boards of this desk: sections [BOARD] with keys of board.txt, which replace the board's own",
      0 },
    { "image", KEY_IMAGE, "FILE", 0, "Start FILE (default: what the build made for BOARD)", 0 },
    { "port", KEY_PORT, "PORT", 0, "The serial line, instead of that of the board file", 0 },
    { "baud", KEY_BAUD, "N", 0, "Its speed (default: the board's; capture: 115200)", 0 },
    { "parity", KEY_PARITY, "WORD", 0, "none, odd or even", 0 },
    { "flow", KEY_FLOW, "WORD", 0, "Flow control: none, rtscts or xonxoff", 0 },
    { "silence", KEY_SILENCE, "SECONDS", 0,
      "Stop a board that sends nothing for so long (default: the board's, or 120; capture: 0; 0: "
      "wait for ever)",
      0 },
    { "rounds", KEY_ROUNDS, "N", 0,
      "Run the board up to N times: again where `analyze --suggest` names a run that would settle "
      "what the log leaves open, while that settles something (default: 2 with -o or --output-dir, "
      "without --only, where the board starts by itself within 5 s; else 1)",
      0 },
    { "analyze", KEY_ANALYZE, "PROGRAM", 0,
      "Ask PROGRAM which run to add (default: analyze in the folder of this program)", 0 },
    { "plan", KEY_PLAN, "FILE", 0,
      "tune: try the candidates of FILE, written by `analyze --export tuning`, instead of those "
      "for the log's own",
      0 },
    { "force", KEY_FORCE, NULL, 0, "tune: try a plan of another board, too", 0 },
    { NULL, 'h', NULL, 0, "Give this help list", -1 },
    { "quiet", 'q', NULL, 0, "Show no progress, only failures", 0 },
    { "plain", KEY_PLAIN, NULL, 0, "Show progress line by line even on a terminal", 0 },
    { 0 },
};

static int run_boards(const struct request *q)
{
    bool many = q->all || q->n_words > 1;

    return many ? fleet_run(q, "/proc/self/exe") : rounds_run(q, q->words[0]);
}

static const struct verb {
    const char *name;
    size_t least, most; /* words */
    const char *wants;  /* said when a word is missing */
    int (*run)(const struct request *q);
} verbs[] = {
    { "list", 0, 0, "", list_boards },
    { "check", 1, 1, "which board? `board_runner list` names them", list_check },
    { "run", 1, SIZE_MAX, "which board? `board_runner list` names them", run_boards },
    { "tune", 1, 1, "which board? `board_runner list` names them", tune_board },
    { "capture", 1, 1, "which serial line?", run_capture },
    { "lava", 1, 1, "which board?", jobs_lava },
    { "labgrid", 1, 1, "which board?", jobs_labgrid },
    { "slurm", 1, 1, "which board?", jobs_slurm },
};

static const struct verb *verb_of(const char *name)
{
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    return NULL;
}

/* Ends the program with a message about the command line. */
static void refuse(const struct argp_state *state, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void refuse(const struct argp_state *state, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    complain_list(format, args);
    va_end(args);
    argp_state_help(state, stderr, ARGP_HELP_STD_ERR);
}

#define COMMANDS "the commands are: list, check, run, tune, capture, lava, labgrid, slurm"

static void refuse_command(const struct argp_state *state, const char *word)
{
    struct similar_names near = { .typed = word };
    char question[128];

    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        similar_names_add(&near, verbs[i].name, NULL);
    bool asks = similar_names_question(&near, "", question, sizeof question);
    refuse(state, "%s: unknown command; %s%s" COMMANDS, word, question, asks ? " " : "");
}

/* Takes a command, a board, or the board's image, which has a slash in it. */
static void take_word(struct request *q, struct argp_state *state, char *word)
{
    if (q->verb == NULL) {
        if (verb_of(word) == NULL)
            refuse_command(state, word);
        q->verb = word;
        return;
    }
    if (strchr(word, '=') != NULL && strchr(word, '/') == NULL)
        refuse(state, "%s: options for the probes come after --: board_runner %s ... -- %s", word,
               q->verb, word);
    if (strcmp(q->verb, "run") == 0 && q->n_words > 0 && strchr(word, '/') != NULL &&
        q->image == NULL)
        q->image = word;
    else if (q->n_words >= verb_of(q->verb)->most)
        refuse(state, "%s: unexpected word; options for the probes come after --", word);
    else
        q->words[q->n_words++] = word;
}

static void check_tune(const struct request *q, struct argp_state *state)
{
    bool tunes = strcmp(q->verb, "tune") == 0;

    if (tunes && q->log == NULL)
        refuse(state, "tune needs a file that both runs go to: --output=LOG");
    if (!tunes && (q->plan != NULL || q->force))
        refuse(state, "--plan and --force are for `tune`");
}

static void check_words(const struct request *q, struct argp_state *state)
{
    if (q->verb == NULL)
        refuse(state, "no command; " COMMANDS);
    const struct verb *verb = verb_of(q->verb);
    if (q->n_words < verb->least && !q->all)
        refuse(state, "%s: %s", q->verb, verb->wants);
    if (q->all && (strcmp(q->verb, "run") != 0 || q->n_words > 0))
        refuse(state, "--all is for `run` without board names");
    bool many = q->all || q->n_words > 1;
    if (many && q->output_dir == NULL)
        refuse(state, "several boards need --output-dir=DIR, for a log each");
    if (q->rounds > 1 && q->output_dir == NULL && q->log == NULL)
        refuse(state, "--rounds=%u needs a file that all rounds go to: --output=LOG", q->rounds);
    if (q->rounds > 0 && strcmp(q->verb, "run") != 0)
        refuse(state, "--rounds is for `run`");
    check_tune(q, state);
    if (q->options[0] != NULL && (verb->run == list_boards || verb->run == run_capture))
        refuse(state, "%s: starts no probes: nothing takes the options after --", q->verb);
    if (q->output_dir != NULL && q->log != NULL)
        refuse(state, "--output and --output-dir exclude each other");
    if (many && (q->port != NULL || q->baud != NULL || q->parity != NULL || q->flow != NULL))
        refuse(state, "--port, --baud, --parity and --flow are for one board; --boards=FILE "
                      "gives each board its own");
}

/* Returns ARG, a number of seconds, in ms; ends the program when it is none. */
static int64_t silence_ms(struct argp_state *state, const char *arg)
{
    long s = 0;

    if (!number_read(arg, 0, LONGEST_SILENCE_S, &s))
        refuse(state, "--silence=%s: expected a number of seconds from 0 to %d", arg,
               LONGEST_SILENCE_S);
    return (int64_t)s * 1000;
}

/* Returns ARG, a number of rounds; ends the program when it is none. */
static unsigned rounds(struct argp_state *state, const char *arg)
{
    long n = 0;

    if (!number_read(arg, 1, ROUNDS_MOST, &n))
        refuse(state, "--rounds=%s: expected a number from 1 to %d", arg, ROUNDS_MOST);
    return (unsigned)n;
}

/* Returns ARG when board.txt could have it under KEY; otherwise ends the program. */
static const char *checked_value(struct argp_state *state, enum board_key key, const char *arg)
{
    char why[BOARD_WHY_BYTES];

    if (!board_keys[key].fits(arg, why))
        refuse(state, "--%s=%s: %s", board_keys[key].name, arg, why);
    return arg;
}

static error_t parse_line(struct request *q, int key, char *arg, struct argp_state *state)
{
    switch (key) {
    case KEY_PORT:
        q->port = arg;
        return 0;
    case KEY_BAUD:
        q->baud = checked_value(state, BOARD_BAUD, arg);
        return 0;
    case KEY_PARITY:
        q->parity = checked_value(state, BOARD_PARITY, arg);
        return 0;
    case KEY_FLOW:
        q->flow = checked_value(state, BOARD_FLOW, arg);
        return 0;
    case KEY_ROUNDS:
        q->rounds = rounds(state, arg);
        return 0;
    case KEY_ANALYZE:
        q->analyze = arg;
        return 0;
    case KEY_PLAN:
        q->plan = arg;
        return 0;
    case KEY_FORCE:
        q->force = true;
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

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct request *q = state->input;

    switch (key) {
    case 'h':
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
        return 0;
    case 'o':
        q->log = strcmp(arg, "-") == 0 ? NULL : arg;
        return 0;
    case 'a':
        q->append = true;
        return 0;
    case 'q':
        q->quiet = true;
        return 0;
    case KEY_PLAIN:
        q->plain = true;
        return 0;
    case KEY_ALL:
        q->all = true;
        return 0;
    case KEY_OUTPUT_DIR:
        q->output_dir = arg;
        return 0;
    case KEY_TARGETS:
        q->places.targets_dir = arg;
        return 0;
    case KEY_BOARDS:
        q->places.boards = arg;
        return 0;
    case KEY_IMAGE:
        q->image = arg;
        return 0;
    default:
        return parse_line(q, key, arg, state);
    }
}

/* ---- options that are none ---- */

/* Returns the first option whose name begins with the N letters of NAME, as getopt_long() takes it;
 * NULL where there is none. */
static const struct argp_option *option_named(const char *name, size_t n)
{
    static const struct argp_option of_argp[] = {
        { "help", '?', NULL, 0, NULL, 0 },
        { "usage", 1, NULL, 0, NULL, 0 },
        { "version", 'V', NULL, 0, NULL, 0 },
    };

    for (const struct argp_option *o = options; o->key != 0; o++)
        if (o->name != NULL && strncmp(o->name, name, n) == 0)
            return o;
    for (size_t i = 0; i < sizeof of_argp / sizeof of_argp[0]; i++)
        if (strncmp(of_argp[i].name, name, n) == 0)
            return &of_argp[i];
    return NULL;
}

/* Returns the option of one letter; NULL where there is none. */
static const struct argp_option *option_of(char letter)
{
    if (strchr("?V", letter) != NULL)
        return option_named(letter == 'V' ? "version" : "help", 4);
    for (const struct argp_option *o = options; o->key != 0; o++)
        if (o->key == letter)
            return o;
    return NULL;
}

/* Says that NAME, N letters, is no option of this program. */
static void say_unknown(const char *name, size_t n)
{
    char typed[SIMILAR_NAMES_BYTES], question[128];
    struct similar_names near = { .typed = typed };

    (void)snprintf(typed, sizeof typed, "%.*s", (int)n, name);
    for (const struct argp_option *o = options; o->key != 0; o++)
        if (o->name != NULL)
            similar_names_add(&near, o->name, NULL);
    bool asks = similar_names_question(&near, "--", question, sizeof question);
    complain("unrecognized option '--%.*s'; %s%soptions for the probes come after --, as in "
             "board_runner run BOARD -o LOG -- --quick",
             (int)n, name, question, asks ? " " : "");
}

/* Returns how many of the words at ARGV are an option of this program with its value, 1 for a word
 * that is none; 0 after a message for an option that does not exist. */
static int check_word(char **argv)
{
    const char *word = argv[0];

    if (word[0] != '-' || word[1] == '\0')
        return 1;
    if (word[1] == '-') {
        size_t n = strcspn(word + 2, "=");
        const struct argp_option *o = option_named(word + 2, n);

        if (o == NULL)
            say_unknown(word + 2, n);
        return o == NULL ? 0 : 1 + (o->arg != NULL && word[2 + n] == '\0');
    }
    for (const char *letter = word + 1; *letter != '\0'; letter++) {
        const struct argp_option *o = option_of(*letter);

        if (o == NULL)
            complain("unrecognized option '-%c'; -h lists the options", *letter);
        if (o == NULL || o->arg != NULL)
            return o == NULL ? 0 : 1 + (letter[1] == '\0');
    }
    return 1;
}

/* Returns false after a message where one of the N words is no option of this program: argp would
 * not say where options of the probes belong. */
static bool check_options(int n, char **argv)
{
    for (int i = 1, words; i < n; i += words) {
        words = check_word(argv + i);
        if (words == 0)
            return false;
    }
    return true;
}

/* Returns the number of words before the first --, which are board_runner's own. */
static int own_words(int argc, char **argv)
{
    int n = 0;

    while (n < argc && strcmp(argv[n], "--") != 0)
        n++;
    return n;
}

/* Reads the command line; the C library shows its words, too, when it refuses one. */
static void parse_words(const struct argp *argp, int argc, char **argv, struct request *q)
{
    FILE *plain = stderr, *shown = say_stream();

    stderr = shown != NULL ? shown : plain;
    argp_parse(argp, argc, argv, 0, NULL, q);
    stderr = plain;
    if (shown != NULL)
        (void)fclose(shown);
}

static bool has_command; /* else the program ends with --help, --usage or --version */

/* Those are argp's, which asks nobody whether they could be written. */
static void check_help(void)
{
    if (!has_command && output_flush(0) != 0)
        _exit(EXIT_LOG_LOST);
}

int main(int argc, char **argv)
{
    static const struct argp argp = { options, parse_option, args_doc, doc, NULL, NULL, NULL };
    struct request q = { .silence_ms = -1 };
    int n = own_words(argc, argv);

    (void)signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of its write */
    q.options = n < argc ? argv + n + 1 : argv + argc;
    if (!check_options(n, argv) || folders_find(&q, RUNNER_BUILD_TARGET) != 0)
        return EXIT_USAGE;
    q.words = calloc((size_t)argc + 1, sizeof *q.words);
    if (q.words == NULL) {
        complain("%s", strerror(errno));
        return EXIT_NOT_STARTED;
    }
    argp_err_exit_status = EXIT_USAGE;
    (void)atexit(check_help);
    parse_words(&argp, n, argv, &q);
    has_command = true;
    int status = verb_of(q.verb)->run(&q);
    free(q.words);
    return status;
}
