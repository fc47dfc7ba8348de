/* The program analyze: reads a log, infers answers from it and reports them. */
#include "analysis/analysis.h"
#include "audit/audit.h"
#include "fleet/html/overlay.h"
#include "fleet/report/compare.h"
#include "fleets.h"
#include "like/like.h"
#include "log/read.h"
#include "log/rounds.h"
#include "log/store.h"
#include "options.h"
#include "outputs.h"
#include "record/visible.h"
#include "report/format/wrap.h"
#include "report/output/visible.h"
#include "report/text/problems.h"
#include "result/pattern_texts.h"
#include "result/replay.h"
#include "result/result.h"
#include "result/verdict.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_MESSAGES = 20 };

/* An open descriptor, or -1 after a message. */
static int check_input(int fd, const char *file)
{
    struct stat about;

    if (fd < 0 || fstat(fd, &about) != 0) {
        options_refuse(EXIT_USAGE, file, strerror(errno));
        return -1;
    }
    if (S_ISDIR(about.st_mode)) {
        options_refuse(EXIT_USAGE, file, "is a directory; a log is expected");
        return -1;
    }
    return fd;
}

/* Who typed the program's name alone waits for a report. */
static void say_terminal(void)
{
    output_say(stderr, "reading a log from the terminal", "Ctrl-D ends it");
    fputs("Usage: analyze [OPTION...] [FILE]; analyze --help lists all options\n", stderr);
}

static int open_input(const struct request *q)
{
    if (q->name == NULL && isatty(STDIN_FILENO))
        say_terminal();
    return check_input(q->name == NULL ? STDIN_FILENO : open(q->name, O_RDONLY | O_CLOEXEC),
                       q->file);
}

/* What the log holds instead. */
static int say_unknown(const char *file, const struct log *log)
{
    char first[VISIBLE_BYTES * LOG_FIRST_BYTES + 1];

    visible_text(first, sizeof first, log->first, log->n_first);
    output_say(stderr, file,
               "no sentence of the record stream ($PT,...) and no table of lat_mem_rd, ramlat, "
               "tinymembench, core-to-core-latency, c2clat or mctop in %llu line%s%s%s",
               (unsigned long long)log->lines, log->lines == 1 ? "" : "s",
               log->n_first > 0 ? "; first line: " : "", first);
    report_problems(stderr, file, log, &(struct results){ 0 }, MOST_MESSAGES);
    return EXIT_NOTHING;
}

static int say_no_run(const struct request *q, const struct log *log)
{
    output_say(stderr, q->file, "--run=%u: the log holds %u run%s", q->run, log->n_runs,
               log->n_runs == 1 ? "" : "s");
    return EXIT_USAGE;
}

/* True when the log was read well enough to go on; else the exit status is in *STATUS. */
static bool is_readable(const struct request *q, enum log_status got, struct log *log, int *status)
{
    switch (got) {
    case LOG_OK:
        return true;
    case LOG_EMPTY:
        *status = options_refuse(EXIT_NOTHING, q->file, "is empty: no log has arrived");
        return false;
    case LOG_UNKNOWN:
        *status = say_unknown(q->file, log);
        return false;
    case LOG_NO_RUN:
        *status = say_no_run(q, log);
        return false;
    case LOG_PACKED:
        output_say(stderr, q->file,
                   "is packed, and this build of analyze unpacks gzip alone: %s %s | analyze",
                   log->unpack_by, q->name != NULL ? q->name : "FILE");
        *status = EXIT_USAGE;
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
        output_say(stderr, q->file, "--series=%u: tables of other tools in this log: %zu", q->table,
                   foreign ? run->n_series : 0);
        return false;
    }
    if (q->table == 0 && run->n_series == 2)
        log_problem(log, run->series[0].first_line, "",
                    "2 tables: the one that begins here is read, --series=2 reads the other");
    else if (q->table == 0 && run->n_series > 2)
        log_problem(log, run->series[0].first_line, "",
                    "%zu tables: the one that begins here is read, --series=2 to %zu reads another",
                    run->n_series, run->n_series);
    log_keep_series(run, wanted - 1);
    return true;
}

static int report(const struct request *q, const struct log *log, const struct results *results)
{
    bool changed = false;
    int status = outputs_write(q, log, results, &changed);

    report_problems(stderr, q->file, log, results, MOST_MESSAGES);
    if (status != 0)
        return status;
    if (!verdict_answered(results))
        return options_refuse(EXIT_NOTHING, q->file, "nothing in this log could be analysed");
    bool refused = q->exports.strict && verdict_contradicts(results);
    return changed || refused || verdict_damaged(log, results) ? EXIT_DAMAGED : EXIT_ANSWERED;
}

/* Reads the log of the sister board that --like names into *LOG and its answers into *RESULTS, and
 * says what is wrong with it. Returns 0, EXIT_DAMAGED where answers may be, too, or another exit
 * status after a message. */
static int read_sister(const struct request *q, struct log *log, struct results *results)
{
    const struct request its = { .file = q->sister, .name = q->sister };
    int status = EXIT_USAGE, fd = open_input(&its);

    if (fd < 0 || !is_readable(&its, log_read(log, fd, 0), log, &status) ||
        !choose_table(log, &its))
        return status;
    const char *lost = infer_all(&log->run, q->method, results);
    if (lost != NULL)
        return options_refuse(EXIT_NOTHING, q->sister, lost);
    report_problems(stderr, q->sister, log, results, MOST_MESSAGES);
    return verdict_damaged(log, results) ? EXIT_DAMAGED : 0;
}

/* The same, with what is off or slow where it was asked for. */
static int report_audited(const struct request *q, const struct log *log, struct results *results)
{
    static struct audit audit;
    static struct audit_claims claims;
    struct log other = { 0 };
    struct results its = { 0 };
    char why[AUDIT_WHY];
    int read = q->sister != NULL ? read_sister(q, &other, &its) : 0, status = read;

    if (q->claims != NULL && audit_claims_of_file(&claims, q->claims, why) != 0) {
        status = options_refuse(EXIT_USAGE, "--claims", why);
    } else if (audit_claims_of_board(
                   &claims, log_key_text(log->run.keys, log->run.n_keys, "target"), why) != 0) {
        status = options_refuse(EXIT_USAGE, "--audit", why);
    } else if (read == 0 || read == EXIT_DAMAGED) {
        audit_claims_of_log(&claims, &log->run);
        audit_find(&audit, &log->run, results, &claims, q->sister != NULL ? &its : NULL);
        results->audit = &audit;
        status = report(q, log, results);
        status = status != 0 ? status : read;
        results->audit = NULL;
    }
    results_free(&its);
    log_free(&other);
    return status;
}

/* The same, with the documented core that the answers resemble where it was asked for. */
static int report_like(const struct request *q, const struct log *log, struct results *results)
{
    struct likeness *like = q->like ? like_find(&log->run, results) : NULL;

    if (q->like && like == NULL)
        return options_refuse(EXIT_OUTPUT, q->file, "out of memory");
    results->like = like;
    int status = q->audit ? report_audited(q, log, results) : report(q, log, results);
    results->like = NULL;
    like_free(like);
    return status;
}

/* Says which patterns of the log the file of patterns has another text of. */
static void compare_specs(struct log *log, const struct pattern_texts *texts, const char *file)
{
    const char *last = "";

    for (size_t i = log_find_series(&log->run, "pattern", 0); i < log->run.n_series;
         i = log_find_series(&log->run, "pattern", i + 1)) {
        const struct log_series *s = &log->run.series[i];
        const char *name = log_key_text(s->keys, s->n_keys, "name");
        const char *spec = log_key_text(s->keys, s->n_keys, "spec");
        const struct pattern_text *text = name != NULL ? pattern_texts_find(texts, name) : NULL;

        if (text == NULL || spec == NULL || strcmp(spec, text->spec) == 0 ||
            strcmp(name, last) == 0)
            continue;
        log_problem(log, s->first_line, "",
                    "pattern %s: %s has another text of it (spec %s, here %s), which is not shown",
                    name, file, text->spec, spec);
        last = name;
    }
}

/* Reads the file of patterns where one was given; false after a message. */
static bool add_patterns(const struct request *q, struct log *log, struct results *results)
{
    char why[200];

    if (q->patterns == NULL)
        return true;
    results->patterns = pattern_texts_read(q->patterns, why, sizeof why);
    if (results->patterns == NULL) {
        options_refuse(EXIT_USAGE, q->patterns, why);
        return false;
    }
    compare_specs(log, results->patterns, q->patterns);
    return true;
}

/* ---- logs of the simulated board ---- */

/* Kernels of LOG that FILE has nothing of, or of another text, become problems. */
static void compare_replay(struct log *log, const struct replay *replay, const char *file)
{
    const char *last = "";
    size_t found = 0;

    for (size_t i = 0; i < log->run.n_series; i++) {
        const struct log_series *s = &log->run.series[i];
        const char *name = log_key_text(s->keys, s->n_keys, "name");
        const char *other = name != NULL ? replay_other_spec(replay, s) : NULL;

        for (size_t k = 0; k < s->n_samples; k++)
            found += replay_find(replay, s, s->samples[k].x[0]) != NULL;
        if (other == NULL || strcmp(name, last) == 0)
            continue;
        log_problem(log, s->first_line, "", "kernel %s: %s has another text of it (spec %s)", name,
                    file, other);
        last = name;
    }
    if (found == 0)
        log_problem(log, 0, "replayed traffic",
                    "%s has no kernel of this log at the same n, in the same state", file);
}

/* Adds the lines of FILE, a log of the simulated board. False after a message. */
static bool add_traffic(struct replay *replay, const char *file)
{
    const struct request one = { .file = file, .name = file };
    struct log log = { 0 };
    int status, fd = open_input(&one);
    bool right = fd >= 0 && is_readable(&one, log_read(&log, fd, 0), &log, &status);
    const char *hal = right ? log_key_text(log.run.keys, log.run.n_keys, "hal") : NULL;

    if (right && (hal == NULL || strcmp(hal, "sim") != 0)) {
        options_refuse(EXIT_USAGE, file,
                       "is no log of the simulated board (its RUN lacks hal=sim)");
        right = false;
    }
    if (right && replay_add(replay, &log.run) != 0) {
        options_refuse(EXIT_OUTPUT, file, "out of memory");
        right = false;
    }
    log_free(&log);
    return right;
}

/* Reads the logs of the simulated board where some were given; false after a message. */
static bool add_replay(const struct request *q, struct log *log, struct results *results)
{
    struct replay *replay = q->n_traffic > 0 ? calloc(1, sizeof *replay) : NULL;

    results->replay = replay;
    for (size_t i = 0; i < q->n_traffic; i++)
        if (replay == NULL || !add_traffic(replay, q->traffic[i]))
            return false;
    if (q->n_traffic > 0)
        compare_replay(log, replay, q->traffic[0]);
    return true;
}

/* Tells the damage of the other log, too: answers may rest on it. */
static void take_problems(struct log *log, const struct log *other, const char *file)
{
    for (size_t i = 0; i < other->n_problems; i++)
        if (*other->problems[i].cost != '\0')
            log_problem(log, 0, other->problems[i].cost, "%s:%llu: %s", file,
                        (unsigned long long)other->problems[i].line, other->problems[i].what);
}

/* Adds what the log of --with has and LOG lacks; false after a message. */
static bool add_log(const struct request *q, struct log *log)
{
    char why[LOG_ROUNDS_WHY];
    struct log other = { 0 };
    int status;

    if (q->with == NULL)
        return true;
    int fd = check_input(open(q->with, O_RDONLY | O_CLOEXEC), q->with);
    if (fd < 0)
        return false;
    struct request its = { .file = q->with, .name = q->with };
    bool added = is_readable(&its, log_read(&other, fd, 0), &other, &status);
    if (added && !log_rounds_take(&log->run, &other.run, LOG_TAKE_LACKING, why)) {
        output_say(stderr, q->with, "cannot be added to %s: %s", q->file, why);
        added = false;
    }
    if (added)
        take_problems(log, &other, q->with);
    log_free(&other);
    return added;
}

static int analyze(const struct request *q, int fd)
{
    struct results results = { 0 };
    struct log log = { 0 };
    int status = EXIT_USAGE;

    enum log_status got = log_read(&log, fd, q->run);
    log.name = q->name;
    if (is_readable(q, got, &log, &status) && choose_table(&log, q) && add_log(q, &log) &&
        add_patterns(q, &log, &results) && add_replay(q, &log, &results)) {
        const char *lost = infer_all(&log.run, q->method, &results);
        status = lost == NULL ? report_like(q, &log, &results)
                              : options_refuse(EXIT_NOTHING, ANALYSIS_LOST, lost);
    }
    results_free(&results);
    log_free(&log);
    return status;
}

/* The option that takes one log, or NULL. */
static const char *wants_log(const struct request *q)
{
    return q->html != NULL    ? "--html"
           : q->plots != NULL ? "--plots"
           : q->exports.n > 0 ? "--export"
                              : NULL;
}

static int compare_reports(const struct request *q)
{
    const char *other = wants_log(q);

    if (other != NULL)
        return options_refuse(EXIT_USAGE, q->name,
                              "is a report, which has no samples for --html, "
                              "--plots and --export");
    return outputs_compare_reports(q);
}

/* The boards of the folder that --compare names. */
static int compare_boards(const struct request *q)
{
    const char *other = wants_log(q);

    if (q->name != NULL)
        return options_refuse(EXIT_USAGE, q->name, "a FILE is not compared with a folder");
    if (other != NULL)
        return options_refuse(EXIT_USAGE, other, "is for one board, --compare=DIR for several");
    return outputs_compare_boards(q);
}

/* Lines are as wide as the terminal that they go to. */
static void fit_terminal(void)
{
    struct winsize size;

    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        format_set_columns(size.ws_col);
}

int main(int argc, char **argv)
{
    struct request q = { .method = METHOD_ROBUST };

    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of write(), as a full disk */
    output_guard_errors();
    output_guard_end();
    options_read(&q, argc, argv);
    fit_terminal();
    if (!outputs_are_apart(&q))
        return EXIT_USAGE;
    if (q.explain != NULL && q.name == NULL && !q.standard_input)
        return outputs_explain(&q);
    if (q.explain != NULL && compare_is_report(q.name))
        return options_refuse(EXIT_USAGE, q.name,
                              "is a report, which has no samples: --explain reads a log");
    if (q.fleet)
        return fleets_write(&q);
    if (q.fits != NULL)
        return fleets_fit(&q);
    if (q.overlay)
        return overlay_write(q.html, q.files, q.n_files, q.method, stderr);
    if (q.compare != NULL && compare_is_folder(q.compare))
        return compare_boards(&q);
    if (q.compare != NULL && compare_is_report(q.name))
        return compare_reports(&q);
    int fd = open_input(&q);
    return fd < 0 ? EXIT_USAGE : analyze(&q, fd);
}
