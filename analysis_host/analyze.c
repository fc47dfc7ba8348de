#include "analysis/analysis.h"
#include "log/problem.h"
#include "log/read.h"
#include "report/compare/compare.h"
#include "report/export/orders.h"
#include "report/figure/plots.h"
#include "report/html/html.h"
#include "report/html/overlay/overlay.h"
#include "report/json/json.h"
#include "report/text/colour.h"
#include "report/text/problems.h"
#include "report/text/text.h"
#include "result/result.h"
#include "result/verdict.h"
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Exit statuses; DAMAGED is also for answers that contradict each other. */
enum {
    EXIT_ANSWERED = 0,
    EXIT_DAMAGED = 1,
    EXIT_USAGE = 2,
    EXIT_NOTHING = 3,
    EXIT_OUTPUT = 4,
};

enum { MOST_MESSAGES = 20 };

struct request {
    const char *file; /* for messages; NAME when it is not standard input */
    const char *name; /* NULL: standard input */
    bool json, verbose;
    enum { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } colour;
    enum method method;
    unsigned run, table; /* from 1; 0: not asked for */
    struct exports exports;
    const char *compare;      /* a report, or a folder; NULL: not asked for */
    const char *html, *plots; /* a file, a folder; NULL: not asked for */
    bool overlay, format;     /* asked for, whatever it is */
    char **files;             /* of --overlay */
    size_t n_files;
};

const char *argp_program_version = "analyze (pontoon) " PONTOON_VERSION;

static const char args[] = "[FILE]\n--overlay --html=FILE FILE|DIR...";

static const char doc[] =
    "Infers what hardware a log was measured on: caches, latencies, frequency and what else its "
    "probes "
    "show. FILE is a record stream as probe images write it, or any log that holds a latency table "
    "of "
    "lat_mem_rd, ramlat or tinymembench; plain or gzip. Without FILE, or with -, it is standard "
    "input.\v"
    "Exit status: 0 answered; 1 answered, but the log was damaged, results contradict each "
    "other, they changed, or one of several boards cannot be read; "
    "2 wrong usage, or FILE cannot be read; 3 nothing that can be analysed, or an export lacks a "
    "value "
    "that it needs; 4 the report or an export could not be written.";

/* Keys beyond a char have no short form. */
enum {
    KEY_FORMAT = 256,
    KEY_COLOR,
    KEY_COMPARE,
    KEY_EXPORT,
    KEY_HTML,
    KEY_OVERLAY,
    KEY_PLOTS,
    KEY_METHOD,
    KEY_RUN,
    KEY_SERIES,
    KEY_VERBOSE = 'v'
};

static const struct argp_option options[] = {
    { "format", KEY_FORMAT, "text|json", 0, "What to write (default: text)", 0 },
    { "color", KEY_COLOR, "auto|always|never", 0,
      "Colour the text report (default: auto, on a terminal unless NO_COLOR is set or TERM is "
      "dumb)",
      0 },
    { "compare", KEY_COMPARE, "OLD.json|DIR", 0,
      "In place of the report: what changed since the report OLD.json beyond the bounds; or, "
      "without "
      "FILE, the reports and logs in the folder DIR side by side",
      0 },
    { "export", KEY_EXPORT, "KIND[=FILE]", 0,
      "Write the answers as KIND (list names them) to FILE, may be given several times; without "
      "FILE "
      "to standard output, in place of the report",
      0 },
    { "html", KEY_HTML, "FILE", 0,
      "Write a page to FILE, besides the report: figures, tables, evidence; it needs no network",
      0 },
    { "overlay", KEY_OVERLAY, NULL, 0,
      "With --html, in place of the report: draw up to 8 boards in one page, from logs (figures "
      "and answers) and reports in JSON (answers only), or from those in one folder",
      0 },
    { "plots", KEY_PLOTS, "DIR", 0,
      "Write scripts and tables for gnuplot to DIR, and pictures where gnuplot is installed", 0 },
    { "method", KEY_METHOD, "robust|paper", 0,
      "Rules to infer with: this project's, or the published ones alone (default: robust)", 0 },
    { "run", KEY_RUN, "N", 0, "Read run N of the log, from 1 (default: the last whole one)", 0 },
    { "series", KEY_SERIES, "N", 0,
      "Read table N where another tool's log holds several, from 1 (default: 1)", 0 },
    { "verbose", KEY_VERBOSE, NULL, 0, "Add the rule, samples and bounds behind each answer", 0 },
    { 0 },
};

/* ARG must be one of two WORDS; returns which. */
static bool second_word(struct argp_state *state, const char *option, const char *arg,
                        const char *const words[2])
{
    bool second = strcmp(arg, words[1]) == 0;

    if (!second && strcmp(arg, words[0]) != 0)
        argp_error(state, "--%s=%s: there are %s and %s", option, arg, words[0], words[1]);
    return second;
}

static void choose_colour(struct argp_state *state, struct request *q, const char *arg)
{
    static const char *const words[] = { "auto", "always", "never" };
    unsigned i = 0;

    while (i < sizeof words / sizeof words[0] && strcmp(arg, words[i]) != 0)
        i++;
    if (i == sizeof words / sizeof words[0])
        argp_error(state, "--color=%s: there are auto, always and never", arg);
    q->colour = i == 1 ? COLOUR_ALWAYS : i == 2 ? COLOUR_NEVER : COLOUR_AUTO;
}

static unsigned ordinal(struct argp_state *state, const char *option, const char *arg)
{
    unsigned n = 0;
    const char *p = arg;

    for (; *p >= '0' && *p <= '9' && n < 100000000; p++)
        n = 10 * n + (unsigned)(*p - '0');
    if (*p != '\0' || n == 0)
        argp_error(state, "--%s=%s: a number from 1 is expected", option, arg);
    return n;
}

static void order_export(struct argp_state *state, struct exports *exports, const char *arg)
{
    if (strcmp(arg, "list") == 0) {
        exports_list(stdout);
        exit(EXIT_ANSWERED);
    }
    const char *wrong = exports_order(exports, arg);
    if (wrong != NULL)
        argp_error(state, "--export=%s: %s", arg, wrong);
}

/* A page of several boards is all that is written, and needs a name. */
static void check_overlay(struct argp_state *state, const struct request *q)
{
    const char *other = q->compare != NULL ? "compare"
                        : q->exports.n > 0 ? "export"
                        : q->plots != NULL ? "plots"
                        : q->format        ? "format"
                        : q->verbose       ? "verbose"
                        : q->run != 0      ? "run"
                        : q->table != 0    ? "series"
                                           : NULL;

    if (other != NULL)
        argp_error(state, "--overlay writes one page of several boards: there is no --%s with it",
                   other);
    if (q->html == NULL)
        argp_error(state, "--overlay draws a page: --html=FILE says where to");
    if (q->n_files == 0)
        argp_error(state, "--overlay: which logs and reports? Files, or one folder");
    for (size_t i = 0; i < q->n_files; i++)
        if (strcmp(q->files[i], "-") == 0)
            argp_error(state, "--overlay reads files, not standard input");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    static const char *const formats[2] = { "text", "json" };
    static const char *const methods[2] = { "robust", "paper" };
    struct request *q = state->input;

    switch (key) {
    case KEY_FORMAT:
        q->json = second_word(state, "format", arg, formats);
        q->format = true;
        return 0;
    case KEY_COLOR:
        choose_colour(state, q, arg);
        return 0;
    case KEY_COMPARE:
        q->compare = arg;
        return 0;
    case KEY_EXPORT:
        order_export(state, &q->exports, arg);
        return 0;
    case KEY_HTML:
        q->html = arg;
        return 0;
    case KEY_OVERLAY:
        q->overlay = true;
        return 0;
    case KEY_PLOTS:
        q->plots = arg;
        return 0;
    case KEY_METHOD:
        q->method = second_word(state, "method", arg, methods) ? METHOD_PAPER : METHOD_ROBUST;
        return 0;
    case KEY_RUN:
        q->run = ordinal(state, "run", arg);
        return 0;
    case KEY_SERIES:
        q->table = ordinal(state, "series", arg);
        return 0;
    case KEY_VERBOSE:
        q->verbose = true;
        return 0;
    case ARGP_KEY_ARGS:
        q->files = state->argv + state->next;
        q->n_files = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_ARG:
        if (q->overlay)
            return ARGP_ERR_UNKNOWN; /* all of them come at once then */
        if (state->arg_num > 0)
            argp_error(state, "%s: one FILE at a time", arg);
        if (strcmp(arg, "-") != 0)
            q->file = q->name = arg;
        return 0;
    case ARGP_KEY_END:
        if (q->overlay)
            check_overlay(state, q);
        if (q->compare != NULL && (q->json || exports_to_output(&q->exports)))
            argp_error(state,
                       "--compare writes to standard output, in place of every other report");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int refuse(int status, const char *file, const char *why)
{
    fprintf(stderr, "analyze: %s: %s\n", file, why);
    return status;
}

/* An open descriptor, or -1 after a message. */
static int open_input(const struct request *q)
{
    int fd = q->name == NULL ? STDIN_FILENO : open(q->name, O_RDONLY | O_CLOEXEC);
    struct stat about;

    if (fd < 0 || fstat(fd, &about) != 0) {
        refuse(EXIT_USAGE, q->file, strerror(errno));
        return -1;
    }
    if (S_ISDIR(about.st_mode)) {
        refuse(EXIT_USAGE, q->file, "is a directory; a log is expected");
        return -1;
    }
    return fd;
}

static int unknown(const char *file, const struct log *log)
{
    fprintf(stderr,
            "analyze: %s: no sentence of the record stream ($PT,...) and no table of lat_mem_rd, "
            "ramlat or tinymembench in %llu line%s\n",
            file, (unsigned long long)log->lines, log->lines == 1 ? "" : "s");
    report_problems(stderr, file, log, &(struct results){ 0 }, MOST_MESSAGES);
    return EXIT_NOTHING;
}

static int no_run(const struct request *q, const struct log *log)
{
    fprintf(stderr, "analyze: %s: --run=%u: the log holds %u run%s\n", q->file, q->run, log->n_runs,
            log->n_runs == 1 ? "" : "s");
    return EXIT_USAGE;
}

/* Whether the log was read well enough to go on; else the exit status is in *STATUS. */
static bool readable(const struct request *q, enum log_status got, struct log *log, int *status)
{
    switch (got) {
    case LOG_OK:
        return true;
    case LOG_EMPTY:
        *status = refuse(EXIT_NOTHING, q->file, "is empty: no log has arrived");
        return false;
    case LOG_UNKNOWN:
        *status = unknown(q->file, log);
        return false;
    case LOG_NO_RUN:
        *status = no_run(q, log);
        return false;
    case LOG_NO_MEMORY:
        log_problem(log, 0, "what follows", "out of memory after line %llu",
                    (unsigned long long)log->lines);
        break;
    case LOG_READ:
        log_problem(log, 0, "what follows", "cannot be read beyond line %llu: %s",
                    (unsigned long long)log->lines, log->broken);
        break;
    }
    if (!log->has_run) {
        report_problems(stderr, q->file, log, &(struct results){ 0 }, MOST_MESSAGES);
        *status = got == LOG_READ ? EXIT_USAGE : EXIT_NOTHING;
    }
    return log->has_run;
}

/* Another tool's log may hold a table for each core or stride. Keeps the wanted one; false, after a
 * message, when there is no such table. */
static bool choose_table(struct log *log, const struct request *q)
{
    struct log_run *run = &log->run;
    bool foreign = log_key_text(run->keys, run->n_keys, "source") != NULL;
    size_t wanted = q->table != 0 ? q->table : 1;

    if (!foreign && q->table == 0)
        return true;
    if (!foreign || wanted > run->n_series) {
        fprintf(stderr, "analyze: %s: --series=%u: tables of other tools in this log: %zu\n",
                q->file, q->table, foreign ? run->n_series : 0);
        return false;
    }
    if (q->table == 0 && run->n_series > 1)
        log_problem(log, run->series[1].first_line, "",
                    "one of %zu tables; the first is used, --series=2 to %zu reads another",
                    run->n_series, run->n_series);
    log_keep_series(run, wanted - 1);
    return true;
}

/* Writes TEXT to standard output. Returns 0 or the exit status; a reader that left (EPIPE) wants no
 * message. */
static int put_output(const char *text, size_t n)
{
    while (n > 0) {
        ssize_t done = write(STDOUT_FILENO, text, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return errno == EPIPE ? EXIT_OUTPUT
                                  : refuse(EXIT_OUTPUT, "standard output", strerror(errno));
        text += done;
        n -= (size_t)done;
    }
    if (close(STDOUT_FILENO) != 0)
        return refuse(EXIT_OUTPUT, "standard output", strerror(errno));
    return 0;
}

/* Sets *CHANGED when the answers differ from those of the report that was asked for. */
static int compare(const struct request *q, const struct log *log, const struct results *results,
                   FILE *out, bool *changed)
{
    struct compared old = { 0 };
    int failed = compare_read_file(&old, NULL, q->compare, q->method, stderr);

    if (failed == 0)
        *changed = compare_changes(out, &old, log, results) > 0;
    compared_free(&old);
    return failed;
}

/* Whether the report is a text for somebody who wants colours. */
static bool wants_colour(const struct request *q)
{
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");

    if (q->json || q->compare != NULL || q->colour != COLOUR_AUTO)
        return !q->json && q->compare == NULL && q->colour == COLOUR_ALWAYS;
    return (none == NULL || *none == '\0') && term != NULL && strcmp(term, "dumb") != 0 &&
           isatty(STDOUT_FILENO);
}

/* Puts colours into the N bytes of *TEXT, which it replaces; -1 when memory is short. */
static int colour(char **text, size_t *n)
{
    char *coloured = NULL;
    FILE *out = open_memstream(&coloured, n);

    if (out == NULL)
        return -1;
    report_colour(out, *text);
    int err = fclose(out);
    free(*text);
    *text = coloured;
    return err;
}

/* The whole report is made before a byte of it is written. */
static int write_report(const struct request *q, const struct log *log,
                        const struct results *results, bool *changed)
{
    int compared = 0;
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    int err = -1;

    if (out != NULL && q->compare != NULL)
        err = compared = compare(q, log, results, out, changed);
    else if (out != NULL)
        err = q->json ? report_json(out, log, results) : report_text(out, log, results, q->verbose);
    if (out != NULL)
        err |= fclose(out);
    if (err == 0 && wants_colour(q))
        err = colour(&text, &n);
    if (compared != 0) {
        free(text);
        return EXIT_USAGE;
    }
    int status = err == 0 && !results->no_memory
                     ? put_output(text, n)
                     : refuse(EXIT_OUTPUT, q->file, "out of memory: no report was made");
    free(text);
    return status;
}

/* The page and the plots that were asked for. 0, or the exit status. */
static int write_figures(const struct request *q, const struct log *log,
                         const struct results *results)
{
    int err = q->html != NULL ? report_page(q->html, log, results, stderr) : 0;

    if (q->plots != NULL)
        err |= report_plots(q->plots, log, results, stderr);
    return err == 0 ? 0 : EXIT_OUTPUT;
}

/* The report, unless an export takes its place, pages, plots and exports. */
static int write_all(const struct request *q, const struct log *log, const struct results *results,
                     bool *changed)
{
    static const int statuses[] = {
        [EXPORTS_WRITTEN] = 0, [EXPORTS_REFUSED] = EXIT_NOTHING, [EXPORTS_FAILED] = EXIT_OUTPUT
    };
    int status = exports_to_output(&q->exports) ? 0 : write_report(q, log, results, changed);
    int figures = write_figures(q, log, results);
    int exported = statuses[exports_write(&q->exports, log, results, q->file, put_output, stderr)];

    return status != 0 ? status : figures != 0 ? figures : exported;
}

static int report(const struct request *q, const struct log *log, const struct results *results)
{
    bool changed = false;
    int status = write_all(q, log, results, &changed);

    report_problems(stderr, q->file, log, results, MOST_MESSAGES);
    if (status != 0)
        return status;
    if (!verdict_answered(results))
        return refuse(EXIT_NOTHING, q->file, "nothing in this log could be analysed");
    return changed || verdict_contradicts(results) || verdict_damaged(log, results) ? EXIT_DAMAGED
                                                                                    : EXIT_ANSWERED;
}

static int analyze(const struct request *q, int fd)
{
    struct results results = { 0 };
    struct log log = { 0 };
    int status = EXIT_USAGE;

    if (readable(q, log_read(&log, fd, q->run), &log, &status)) {
        if (choose_table(&log, q)) {
            infer_all(&log.run, q->method, &results);
            status = report(q, &log, &results);
        }
    }
    results_free(&results);
    log_free(&log);
    return status;
}

static int compare_boards(const struct request *q)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    int status = out == NULL ? -1 : compare_folder(out, q->compare, q->method, stderr);

    if (out != NULL && fclose(out) != 0)
        status = -1;
    int written = status < 0 ? refuse(EXIT_OUTPUT, q->compare, "out of memory: no report was made")
                             : put_output(text, n);
    free(text);
    return written != 0 ? written : status;
}

int main(int argc, char **argv)
{
    static const struct argp argp = { options, parse, args, doc, NULL, NULL, NULL };
    struct request q = { .file = "standard input", .method = METHOD_ROBUST };

    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of write(), as a full disk */
    argp_err_exit_status = EXIT_USAGE;
    argp_parse(&argp, argc, argv, 0, NULL, &q);
    if (q.overlay)
        return overlay_write(q.html, q.files, q.n_files, q.method, stderr);
    if (q.compare != NULL && compare_is_folder(q.compare)) {
        if (q.name != NULL)
            return refuse(EXIT_USAGE, q.name, "a FILE is not compared with a folder");
        return compare_boards(&q);
    }
    int fd = open_input(&q);
    return fd < 0 ? EXIT_USAGE : analyze(&q, fd);
}
