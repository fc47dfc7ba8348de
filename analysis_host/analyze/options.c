/* The command line of analyze. */
#define _GNU_SOURCE /* strptime(), timegm() */
#include "options.h"
#include "record/similar_names.h"
#include "report/output/arguments.h"
#include "report/output/visible.h"
#include "tune/sizes.h"
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *argp_program_version = "analyze (pontoon) " PONTOON_VERSION;

static const char args[] = "[FILE]\n--overlay --html=FILE FILE|DIR...\n--fleet DIR...";

static const char doc[] =
    "Infers what hardware a log was measured on: caches, latencies, frequency and what else its "
    "probes show. FILE is a record stream as probe images write it, or any log that holds a "
    "latency table of lat_mem_rd, ramlat or tinymembench, or the core-to-core latencies of "
    "core-to-core-latency (CSV), c2clat or mctop (.mct); plain or packed. Without FILE, or with -, "
    "it is standard input.\v"
    "Exit status: 0 answered, with doubts perhaps; 1 answered, but the log was damaged, answers "
    "changed (--compare), answers contradict each other (--strict), or one of several boards "
    "cannot be read or differs from its kind; 2 wrong usage, or FILE cannot be read; 3 nothing "
    "that can be analysed, or an export lacks a value that it needs; 4 the report or an export "
    "could not be written.";

/* Keys beyond a char have no short form. */
enum {
    KEY_FIRST = 256,
    KEY_FORMAT = KEY_FIRST,
    KEY_AUDIT,
    KEY_BOARD,
    KEY_BY,
    KEY_CLAIMS,
    KEY_COLOR,
    KEY_COMPARE,
    KEY_DB,
    KEY_EXPLAIN,
    KEY_EXPORT,
    KEY_EXPORT_DB,
    KEY_FITS,
    KEY_FLEET,
    KEY_FOUND,
    KEY_FROM,
    KEY_HTML,
    KEY_LIKE,
    KEY_OVERLAY,
    KEY_PATTERNS,
    KEY_PLOTS,
    KEY_SIZES,
    KEY_STRICT,
    KEY_METHOD,
    KEY_RUN,
    KEY_SERIES,
    KEY_TO,
    KEY_TRAFFIC,
    KEY_VALIDATION,
    KEY_SUGGEST,
    KEY_WANTED,
    KEY_WITH,
    KEY_END_LONG,
    KEY_VERBOSE = 'v'
};

/* Groups of the help, the most used first. */
enum { READING = 1, REPORT, OUTPUTS, COMPARING, FLEETS, KERNELS, STANDARD = -1 };

static const struct argp_option options[] = {
    { NULL, 0, NULL, 0, "Reading:", READING },
    { "run", KEY_RUN, "N", 0,
      "Read run N of the log, from 1 (default: the last whole one, with its rounds)", READING },
    { "with", KEY_WITH, "LOG", 0,
      "Add series of LOG, of the same board, where its probes have none in FILE", READING },
    { "method", KEY_METHOD, "robust|paper", 0,
      "Rules to infer with: this project's, or the published ones alone (default: robust)",
      READING },
    { "series", KEY_SERIES, "N", 0,
      "Read table N where another tool's log holds several, from 1 (default: 1, which shows most)",
      READING },
    { "strict", KEY_STRICT, NULL, 0,
      "Doubts count: status 1 where answers contradict each other, and an export refuses where a "
      "value that it needs is not known",
      READING },

    { NULL, 0, NULL, 0, "Report:", REPORT },
    { "verbose", KEY_VERBOSE, NULL, 0,
      "Add all tables, and range, confidence and rule of each answer", REPORT },
    { "format", KEY_FORMAT, "text|json", 0, "What to write (default: text)", REPORT },
    { "explain", KEY_EXPLAIN, "ID", 0,
      "In place of the report: what the answer ID means, how it is obtained and what makes it "
      "wrong or unknown; with FILE, also what FILE has of it. ID may be the beginning of an id "
      "(tlb, cache.3) or words (rob, \"page fault\", L1i); list names all",
      REPORT },
    { "like", KEY_LIKE, "LOG", OPTION_ARG_OPTIONAL,
      "Add which documented core the answers resemble, and what differs: a comparison that no "
      "answer rests on; with --audit, compare with LOG, of a sister board",
      REPORT },
    { "audit", KEY_AUDIT, NULL, 0,
      "In place of the report: what is off or slower on this board than it need be, the greatest "
      "loss first, with the two numbers that show it and the register or option to look at; -v "
      "names the checks that could not be made",
      REPORT },
    { "claims", KEY_CLAIMS, "FILE", 0,
      "With --audit: also read what FILE states of the board, in lines such as cpu.fpu = yes",
      REPORT },
    { "color", KEY_COLOR, "auto|always|never", 0,
      "Colour the text report (default: auto, on a terminal unless NO_COLOR is set or TERM is "
      "dumb)",
      REPORT },

    { NULL, 0, NULL, 0, "Other outputs:", OUTPUTS },
    { "html", KEY_HTML, "FILE", 0,
      "Write a page to FILE, besides the report: figures, tables, evidence; it needs no network",
      OUTPUTS },
    { "export", KEY_EXPORT, "KIND[=FILE]", 0,
      "Write the answers as KIND (list names them) to FILE, may be given several times; without "
      "FILE to standard output, in place of the report",
      OUTPUTS },
    { "plots", KEY_PLOTS, "DIR", 0,
      "Write scripts and tables for gnuplot to DIR, and pictures where gnuplot is installed",
      OUTPUTS },
    { "suggest", KEY_SUGGEST, NULL, 0,
      "In place of the report: which runs of the probes would settle what is unknown or doubtful, "
      "as JSON; `board_runner run --rounds` runs them",
      OUTPUTS },
    { "found", KEY_FOUND, "PROBE", OPTION_ARG_OPTIONAL,
      "In place of the report: a line for each probe, or for PROBE, with what it found", OUTPUTS },
    { "wanted", KEY_WANTED, NULL, OPTION_HIDDEN, "The same, of schema pontoon.wanted/1", OUTPUTS },
    { "sizes", KEY_SIZES, "N,MxNxK,...", 0,
      "With --export=kernels=DIR: also products of these constant sizes", OUTPUTS },

    { NULL, 0, NULL, 0, "Comparing:", COMPARING },
    { "compare", KEY_COMPARE, "OLD.json|DIR", 0,
      "In place of the report: what changed since the report OLD.json by more than two runs of "
      "one machine differ, largest first; or, without FILE, the reports and logs in the folder DIR "
      "side by side",
      COMPARING },
    { "overlay", KEY_OVERLAY, NULL, 0,
      "With --html, in place of the report: draw up to 8 boards in one page, from logs (figures "
      "and answers) and reports in JSON (answers only), or from those in one folder",
      COMPARING },

    { NULL, 0, NULL, 0, "Fleets:", FLEETS },
    { "fleet", KEY_FLEET, NULL, 0,
      "In place of the report: which boards differ from their kind, in what, since when; from "
      "logs and reports in the folders DIR, several runs a board",
      FLEETS },
    { "board", KEY_BOARD, "NAME", 0, "With --fleet: one board's runs, and what changed when",
      FLEETS },
    { "by", KEY_BY, "KEY", 0,
      "With --fleet: boards whose setting KEY differs are of different kinds, too", FLEETS },
    { "db", KEY_DB, "FILE", 0,
      "With --fleet: store what is new in the database FILE, and report on all that is in it",
      FLEETS },
    { "export-db", KEY_EXPORT_DB, "FILE", 0,
      "With --db: write the runs from DAY to DAY to a new database, in place of the report",
      FLEETS },
    { "from", KEY_FROM, "DAY", 0, "With --db: runs since the day YYYY-MM-DD, UTC", FLEETS },
    { "to", KEY_TO, "DAY", 0, "With --db: runs until that day, which counts", FLEETS },
    { "fits", KEY_FITS, "KINDS.json", 0,
      "In place of the report: is the board of FILE like its kind? KINDS.json is a report of a "
      "fleet; status 0 yes, 1 no, 3 it is of no kind there",
      FLEETS },

    { NULL, 0, NULL, 0, "Kernels:", KERNELS },
    { "patterns", KEY_PATTERNS, "PATTERNS.json", 0,
      "Add texts, orders and loops of patterns, which the build wrote next to the image", KERNELS },
    { "validation", KEY_VALIDATION, NULL, 0,
      "In place of the report: lines that cold kernels moved against what they must move, how far "
      "timings are apart, and times on several contexts by those on one",
      KERNELS },
    { "traffic", KEY_TRAFFIC, "SIMLOG", 0,
      "Add what kernels move on the simulated board, from its log of the same kernels at the same "
      "n; several such logs give bounds",
      KERNELS },
    ARGUMENTS_HELP,
    { 0 },
};

/* What was typed as part of one line of a message. */
struct shown {
    char text[256];
};
#define SHOWN(arg) output_visible_cell((struct shown){ "" }.text, sizeof(struct shown), arg)

/* ARG must be one of the N WORDS; returns which. */
static unsigned word_of(struct argp_state *state, const char *option, const char *arg,
                        const char *const *words, unsigned n)
{
    struct similar_names near = { .typed = arg };
    char list[120] = "", question[100];
    size_t used = 0;

    for (unsigned i = 0; i < n; i++) {
        if (strcmp(arg, words[i]) == 0)
            return i;
        similar_names_add(&near, words[i], NULL);
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                                 i == 0       ? ""
                                 : i + 1 == n ? " and "
                                              : ", ",
                                 words[i]);
    }
    bool asks = similar_names_question(&near, "", question, sizeof question);
    argp_error(state, "--%s=%s: there are %s%s%s", option, SHOWN(arg), list, asks ? "; " : "",
               question);
    return 0;
}

static void take_color(struct argp_state *state, struct request *q, char *arg)
{
    static const char *const words[] = { "auto", "always", "never" };
    unsigned i = word_of(state, "color", arg, words, 3);

    q->colour = i == 1 ? COLOUR_ALWAYS : i == 2 ? COLOUR_NEVER : COLOUR_AUTO;
}

static unsigned ordinal(struct argp_state *state, const char *option, const char *arg)
{
    unsigned n = 0;
    const char *p = arg;

    for (; *p >= '0' && *p <= '9' && n < 100000000; p++)
        n = 10 * n + (unsigned)(*p - '0');
    if (*p != '\0' || n == 0)
        argp_error(state, "--%s=%s: a number from 1 is expected", option, SHOWN(arg));
    return n;
}

static void take_export(struct argp_state *state, struct request *q, char *arg)
{
    if (strcmp(arg, "list") == 0) {
        export_kinds_list(stdout);
        exit(EXIT_ANSWERED);
    }
    const char *wrong = export_orders_add(&q->exports, arg);
    if (wrong != NULL)
        argp_error(state, "--export=%s: %s", SHOWN(arg), wrong);
}

static void take_sizes(struct argp_state *state, struct request *q, char *arg)
{
    struct tune_sizes sizes;
    const char *wrong = tune_sizes_read(&sizes, arg);

    if (wrong != NULL)
        argp_error(state, "--sizes=%s: %s", SHOWN(arg), wrong);
    q->exports.sizes = arg;
}

static void take_format(struct argp_state *state, struct request *q, char *arg)
{
    static const char *const words[2] = { "text", "json" };

    q->json = word_of(state, "format", arg, words, 2) == 1;
}

/* The first second of day ARG, which OPTION gave. */
static int64_t day(struct argp_state *state, const char *option, const char *arg)
{
    struct tm at = { 0 };
    const char *end = strlen(arg) == 10 ? strptime(arg, "%Y-%m-%d", &at) : NULL;

    if (end == NULL || *end != '\0')
        argp_error(state, "--%s=%s: a day is expected, as in 2026-11-22", option, SHOWN(arg));
    return (int64_t)timegm(&at);
}

static void take_from(struct argp_state *state, struct request *q, char *arg)
{
    q->from = day(state, "from", arg);
}

static void take_to(struct argp_state *state, struct request *q, char *arg)
{
    q->until = day(state, "to", arg) + 86400;
}

static void take_method(struct argp_state *state, struct request *q, char *arg)
{
    static const char *const words[2] = { "robust", "paper" };

    q->method = word_of(state, "method", arg, words, 2) == 1 ? METHOD_PAPER : METHOD_ROBUST;
}

static void take_run(struct argp_state *state, struct request *q, char *arg)
{
    q->run = ordinal(state, "run", arg);
}

static void take_series(struct argp_state *state, struct request *q, char *arg)
{
    q->table = ordinal(state, "series", arg);
}

static void take_like(struct argp_state *state, struct request *q, char *arg)
{
    (void)state;
    q->like |= arg == NULL;
    q->sister = arg != NULL ? arg : q->sister;
}

static void take_found(struct argp_state *state, struct request *q, char *arg)
{
    (void)state;
    q->found = true;
    q->probe = arg;
}

static void take_traffic(struct argp_state *state, struct request *q, char *arg)
{
    if (q->n_traffic == MOST_TRAFFIC)
        argp_error(state, "--traffic=%s: at most %d logs", SHOWN(arg), MOST_TRAFFIC);
    q->traffic[q->n_traffic++] = arg;
}

/* All FILEs at once, where there may be several: --overlay or --fleet came before them. */
static error_t take_files(struct argp_state *state, struct request *q)
{
    q->files = state->argv + state->next;
    q->n_files = (size_t)(state->argc - state->next);
    return 0;
}

static error_t take_file(struct argp_state *state, struct request *q, const char *arg)
{
    if (q->overlay || q->fleet)
        return ARGP_ERR_UNKNOWN; /* all of them come at once then */
    if (state->arg_num > 0)
        argp_error(state, "%s: one FILE at a time", SHOWN(arg));
    if (strcmp(arg, "-") != 0)
        q->file = q->name = arg;
    else
        q->standard_input = true;
    return 0;
}

/* What is read: the request, and which options were given. */
struct reading {
    struct request *q;
    bool given[KEY_END_LONG]; /* by key */
};

static const char *name_of(int key)
{
    const struct argp_option *o = options;

    while (o->key != key || o->name == NULL)
        o++;
    return o->name;
}

/* Refuses the first of OTHERS, which ends in 0, that was given: WHY it has no place there. */
static void refuse_others(struct argp_state *state, const struct reading *r, const int *others,
                          const char *why)
{
    for (; *others != 0; others++)
        if (r->given[*others])
            argp_error(state, "%s: there is no --%s with it", why, name_of(*others));
}

static bool any_given(const struct reading *r, const int *keys)
{
    while (*keys != 0 && !r->given[*keys])
        keys++;
    return *keys != 0;
}

/* A page of several boards is all that is written, and needs a name. */
static void check_overlay(struct argp_state *state, const struct reading *r)
{
    static const int others[] = { KEY_COMPARE, KEY_EXPORT, KEY_PLOTS,  KEY_FORMAT,
                                  KEY_VERBOSE, KEY_RUN,    KEY_SERIES, KEY_TRAFFIC,
                                  KEY_SUGGEST, KEY_WANTED, KEY_WITH,   0 };
    const struct request *q = r->q;

    refuse_others(state, r, others, "--overlay writes one page of several boards");
    if (q->html == NULL)
        argp_error(state, "--overlay draws a page: --html=FILE says where to");
    if (q->n_files == 0)
        argp_error(state, "--overlay: which logs and reports? Files, or one folder");
    for (size_t i = 0; i < q->n_files; i++)
        if (strcmp(q->files[i], "-") == 0)
            argp_error(state, "--overlay reads files, not standard input");
}

/* Options that choose from a database. */
static const int of_db[] = { KEY_EXPORT_DB, KEY_FROM, KEY_TO, 0 };

/* A fleet is all that is read and reported. */
static void check_fleet(struct argp_state *state, const struct reading *r)
{
    static const int others[] = { KEY_COMPARE, KEY_OVERLAY, KEY_PLOTS,  KEY_PATTERNS,
                                  KEY_VERBOSE, KEY_RUN,     KEY_SERIES, KEY_TRAFFIC,
                                  KEY_SUGGEST, KEY_WANTED,  KEY_WITH,   0 };
    const struct request *q = r->q;

    refuse_others(state, r, others, "--fleet reports on all boards");
    for (size_t i = 0; i < q->exports.n; i++)
        if (strcmp(q->exports.at[i].kind->name, "openmetrics") != 0)
            argp_error(state, "--export=%s is for one board; --fleet has openmetrics",
                       q->exports.at[i].kind->name);
    if (q->n_files == 0 && q->db == NULL)
        argp_error(state, "--fleet: which logs and reports? Folders or files");
    if (q->db == NULL && any_given(r, of_db))
        argp_error(state, "--export-db, --from and --to are for --db");
    if (q->board != NULL && q->json)
        argp_error(state, "--board is a text; --format=json has all boards");
}

/* One object is all that is written. */
static void check_suggest(struct argp_state *state, const struct reading *r)
{
    static const int others[] = { KEY_COMPARE, KEY_EXPORT,  KEY_PLOTS,      KEY_HTML,
                                  KEY_FORMAT,  KEY_VERBOSE, KEY_VALIDATION, 0 };

    refuse_others(state, r, others, "--suggest writes JSON in place of every report");
}

/* A text of its own, in place of every other. */
static void check_explain(struct argp_state *state, const struct reading *r)
{
    static const int others[] = { KEY_COMPARE,
                                  KEY_EXPORT,
                                  KEY_PLOTS,
                                  KEY_HTML,
                                  KEY_FORMAT,
                                  KEY_VERBOSE,
                                  KEY_VALIDATION,
                                  KEY_OVERLAY,
                                  KEY_FLEET,
                                  KEY_FITS,
                                  KEY_WANTED,
                                  KEY_SUGGEST,
                                  0 };

    refuse_others(state, r, others, "--explain writes a text in place of every report");
}

/* It is a part of the report of one log. */
static void check_like(struct argp_state *state, const struct reading *r)
{
    static const int others[] = { KEY_COMPARE, KEY_EXPLAIN,    KEY_FITS,    KEY_FLEET,  KEY_FOUND,
                                  KEY_OVERLAY, KEY_VALIDATION, KEY_SUGGEST, KEY_WANTED, 0 };

    refuse_others(state, r, others, "--like adds to the report of one log");
}

/* Findings are all that is written, as text or JSON, and on the page. */
static void check_audit(struct argp_state *state, const struct reading *r)
{
    static const int others[] = { KEY_COMPARE, KEY_EXPLAIN,    KEY_FITS,    KEY_FLEET,  KEY_FOUND,
                                  KEY_OVERLAY, KEY_VALIDATION, KEY_SUGGEST, KEY_WANTED, 0 };

    refuse_others(state, r, others, "--audit writes its findings in place of every report");
    if (r->q->like)
        argp_error(state, "--audit compares with the log of a sister board: --like=LOG");
}

/* A few lines are all that is written. */
static void check_found(struct argp_state *state, const struct reading *r)
{
    static const int others[] = { KEY_COMPARE, KEY_EXPORT,     KEY_PLOTS,   KEY_HTML, KEY_FORMAT,
                                  KEY_VERBOSE, KEY_VALIDATION, KEY_SUGGEST, 0 };

    refuse_others(state, r, others, "--found writes its lines in place of every report");
}

/* One file against kinds: that is all that is read and reported. */
static void check_fits(struct argp_state *state, const struct reading *r)
{
    static const int others[] = { KEY_COMPARE, KEY_OVERLAY, KEY_FLEET, KEY_EXPORT,
                                  KEY_HTML,    KEY_PLOTS,   0 };

    if (r->q->name == NULL)
        argp_error(state, "--fits: which log or report? It reads a file, not standard input");
    if (r->q->json || any_given(r, others))
        argp_error(state, "--fits writes a text, in place of every other report");
}

/* Sizes are for one kind of export. */
static void check_sizes(struct argp_state *state, const struct request *q)
{
    for (size_t i = 0; i < q->exports.n; i++)
        if (strcmp(q->exports.at[i].kind->name, "kernels") == 0)
            return;
    argp_error(state, "--sizes is for --export=kernels=DIR");
}

static error_t check_request(struct argp_state *state, const struct reading *r)
{
    static const int of_fleet[] = { KEY_BOARD, KEY_BY, KEY_DB, KEY_EXPORT_DB, KEY_FROM, KEY_TO, 0 };
    const struct request *q = r->q;

    if (q->fleet)
        check_fleet(state, r);
    else if (any_given(r, of_fleet))
        argp_error(state, "--board, --by, --db, --export-db, --from and --to are for --fleet");
    if (q->fits != NULL)
        check_fits(state, r);
    if (q->overlay)
        check_overlay(state, r);
    if (q->suggest || q->wanted)
        check_suggest(state, r);
    if (q->explain != NULL)
        check_explain(state, r);
    if (q->found)
        check_found(state, r);
    if (q->audit)
        check_audit(state, r);
    else if (q->sister != NULL || q->claims != NULL)
        argp_error(state, "--%s is for --audit", q->claims != NULL ? "claims=FILE" : "like=LOG");
    if (q->like)
        check_like(state, r);
    if (q->exports.sizes != NULL)
        check_sizes(state, q);
    if (q->compare != NULL && (q->json || export_orders_to_output(&q->exports)))
        argp_error(state, "--compare writes to standard output, in place of every other report");
    if (q->validation && (q->json || q->compare != NULL || q->overlay || q->fleet ||
                          export_orders_to_output(&q->exports)))
        argp_error(state, "--validation writes tables, in place of every other report");
    return 0;
}

/* Options that are a text or a switch: where it goes in the request. */
#define PLACE(field) offsetof(struct request, field)

static const struct {
    int key;
    size_t place;
} texts[] = {
    { KEY_BOARD, PLACE(board) },     { KEY_BY, PLACE(by) },
    { KEY_CLAIMS, PLACE(claims) },
    { KEY_COMPARE, PLACE(compare) }, { KEY_DB, PLACE(db) },
    { KEY_EXPLAIN, PLACE(explain) }, { KEY_EXPORT_DB, PLACE(part) },
    { KEY_FITS, PLACE(fits) },       { KEY_HTML, PLACE(html) },
    { KEY_PATTERNS, PLACE(patterns) }, { KEY_PLOTS, PLACE(plots) },
    { KEY_WITH, PLACE(with) },
}, switches[] = {
    { KEY_AUDIT, PLACE(audit) },     { KEY_FLEET, PLACE(fleet) },
    { KEY_OVERLAY, PLACE(overlay) },
    { KEY_STRICT, PLACE(exports.strict) },
    { KEY_VALIDATION, PLACE(validation) },
    { KEY_VERBOSE, PLACE(verbose) }, { KEY_WANTED, PLACE(wanted) }, { KEY_SUGGEST, PLACE(suggest) },
};

typedef void take_option(struct argp_state *state, struct request *q, char *arg);

/* Options with words or numbers of their own. */
static const struct {
    int key;
    take_option *take;
} others[] = {
    { KEY_COLOR, take_color },   { KEY_EXPORT, take_export }, { KEY_FORMAT, take_format },
    { KEY_FOUND, take_found },   { KEY_FROM, take_from },     { KEY_LIKE, take_like },
    { KEY_METHOD, take_method }, { KEY_RUN, take_run },       { KEY_SERIES, take_series },
    { KEY_SIZES, take_sizes },   { KEY_TO, take_to },         { KEY_TRAFFIC, take_traffic },
};

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* Puts ARG where KEY's option goes. Returns false where there is no such option. */
static bool take_one(struct argp_state *state, struct request *q, int key, char *arg)
{
    for (size_t i = 0; i < LENGTH(texts); i++)
        if (texts[i].key == key) {
            *(const char **)((char *)q + texts[i].place) = arg;
            return true;
        }
    for (size_t i = 0; i < LENGTH(switches); i++)
        if (switches[i].key == key)
            return *(bool *)((char *)q + switches[i].place) = true;
    for (size_t i = 0; i < LENGTH(others); i++)
        if (others[i].key == key) {
            others[i].take(state, q, arg);
            return true;
        }
    return false;
}

static error_t take_key(int key, char *arg, struct argp_state *state)
{
    struct reading *r = state->input;

    arguments_check(state, options, key, arg);
    if (take_one(state, r->q, key, arg)) {
        r->given[key] = true;
        return 0;
    }
    switch (key) {
    case ARGP_KEY_ARGS:
        return take_files(state, r->q);
    case ARGP_KEY_ARG:
        return take_file(state, r->q, arg);
    case ARGP_KEY_END:
        r->q->json |= r->q->suggest || r->q->wanted;
        return check_request(state, r);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

void options_read(struct request *q, int argc, char **argv)
{
    static const struct argp argp = { options, take_key, args, doc, NULL, NULL, NULL };

    struct reading r = { .q = q };

    q->file = "standard input";
    q->from = INT64_MIN;
    q->until = INT64_MAX;
    argp_err_exit_status = EXIT_USAGE;
    argp_parse(&argp, argc, argv, 0, NULL, &r);
}

int options_refuse(int status, const char *file, const char *why)
{
    output_say(stderr, file, "%s", why);
    return status;
}
