/* Reads tables of core-to-core latencies that other tools print. */
#include "matrix_reader.h"
#include "log/store.h"
#include "table_text.h"
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    MOST_CONTEXTS = 1024,
    LINE_BYTES = 64 * 1024, /* 1024 cells of a CSV with 17 digits have 20 KiB */
    MOST_BAD = 8,           /* cells and lines that are named */
};

/* A line of cache takes at most so long to any context: a second, in ns or cycles. */
static const double longest = 1e9;

enum form { UNKNOWN, CSV, C2CLAT, C2CLAT_PLOT, MCTOP, ENDED };

static const char *const sources[] = { "", "core-to-core-latency", "c2clat", "c2clat", "mctop" };
static const char *const again[] = { "", "print it again with `core-to-core-latency --csv`",
                                     "print it again with `c2clat`",
                                     "print it again with `c2clat -p`",
                                     "take the whole .mct file of mctop" };

struct matrix_reader {
    char *text; /* LINE_BYTES */
    size_t n_text;
    const char *broken; /* why nothing of this line is used, or NULL */
    uint64_t line, first_line, last_line;
    enum form form, begun;       /* ENDED: text after the table; what it was */
    bool any_text;               /* a line that is not blank was seen */
    size_t n, rows;              /* contexts, and lines of the matrix so far */
    double *cost;                /* n * n, row by row; NAN: no cell or none that is used */
    unsigned cpu[MOST_CONTEXTS]; /* c2clat: the number that each column has */
    unsigned n_bad;
    bool no_memory;
    struct log log; /* problems found so far */
};

struct matrix_reader *matrix_reader_new(void)
{
    struct matrix_reader *r = calloc(1, sizeof *r);

    if (r != NULL)
        r->text = malloc(LINE_BYTES);
    if (r != NULL && r->text == NULL) {
        free(r);
        r = NULL;
    }
    return r;
}

void matrix_reader_free(struct matrix_reader *r)
{
    if (r == NULL)
        return;
    free(r->text);
    free(r->cost);
    log_free(&r->log);
    free(r);
}

/* Names what is not used. */
static void bad(struct matrix_reader *r, const char *cost, const char *what)
{
    if (++r->n_bad <= MOST_BAD)
        log_problem(&r->log, r->line, cost, "%s: %s; %s", sources[r->begun], what, again[r->begun]);
}

/* ---- cells ---- */

/* Reads the cell of N letters at AT, which may be blank (NAN). On false *WHY says what is wrong. */
static bool read_cell(const char *at, size_t n, double *value, const char **why)
{
    char text[64], *end;
    const char *p = text;
    struct table_text_decimal d;

    *value = NAN;
    while (n > 0 && strchr(" \t\"", *at) != NULL) {
        at++;
        n--;
    }
    while (n > 0 && strchr(" \t\"", at[n - 1]) != NULL)
        n--;
    if (n == 0)
        return true;
    *why = "a cell is not a number";
    if (n >= sizeof text)
        return false;
    memcpy(text, at, n);
    text[n] = '\0';
    if (*text == '-')
        *why = "a latency is negative";
    if (strncasecmp(text, "nan", 3) == 0)
        *why = "a latency is NaN";
    /* Longer numbers than table_text_decimal() takes are printed, too: 41.59956939999999999. */
    bool decimal = table_text_decimal(&p, &d) && *p == '\0';
    if (!decimal && strspn(text, "0123456789.eE+-") != n)
        return false;
    *value = strtod(text, &end); /* the locale is C's, and the letters are those of a number */
    if (*end != '\0' || *text == '-') {
        *value = NAN;
        return false;
    }
    *why = "a latency is above 1e9";
    if (*value <= longest)
        return true;
    *value = NAN;
    return false;
}

/* Sets the latency from context A to B. */
static void set_cell(struct matrix_reader *r, size_t a, size_t b, double value)
{
    if (a == b || isnan(value))
        return;
    if (value == 0)
        bad(r, "1 pair of core_to_core", "a latency of 0 between two hardware threads");
    else
        r->cost[a * r->n + b] = value;
}

static bool begin(struct matrix_reader *r, enum form form, size_t n)
{
    r->begun = r->form = form;
    r->first_line = r->line;
    if (n < 2 || n > MOST_CONTEXTS) {
        bad(r, "1 table",
            n < 2 ? "a table of one hardware thread has no pair"
                  : "a table of more than 1024 hardware threads");
        r->form = ENDED;
        return false;
    }
    r->n = n;
    r->cost = malloc(n * n * sizeof *r->cost);
    r->no_memory |= r->cost == NULL;
    for (size_t i = 0; r->cost != NULL && i < n * n; i++)
        r->cost[i] = NAN;
    if (r->cost == NULL)
        r->form = ENDED;
    return r->cost != NULL;
}

/* The cells of a line, separated by SEPARATOR (0: by blanks). */
static size_t count_cells(const char *text, char separator)
{
    size_t n = 0;

    if (separator == 0) {
        for (const char *p = table_text_skip_blanks(text); *p != '\0'; n++)
            p = table_text_skip_blanks(p + strcspn(p, " \t"));
        return n;
    }
    for (n = 1; *text != '\0'; text++)
        n += *text == separator;
    return n;
}

/* Reads the cells at TEXT as line number r->rows of the matrix. */
static void take_cells(struct matrix_reader *r, const char *text, char separator)
{
    const char blanks[] = " \t", one[] = { separator, '\0' }, *why = "";
    size_t row = r->rows++, n = count_cells(text, separator);

    if (row >= r->n) {
        bad(r, "the line", "more lines than columns: the table is not square");
        return;
    }
    r->last_line = r->line;
    if (n != r->n) {
        char what[120];

        snprintf(what, sizeof what, "this line has %zu cells and the first one %zu", n, r->n);
        bad(r, "1 line of core_to_core", what);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        double value;

        text = separator == 0 ? table_text_skip_blanks(text) : text;
        size_t letters = strcspn(text, separator == 0 ? blanks : one);
        if (read_cell(text, letters, &value, &why))
            set_cell(r, row, i, value);
        else if (i != row)
            bad(r, "1 pair of core_to_core", why);
        text += letters + (text[letters] != '\0');
    }
}

/* ---- which table it is ---- */

/* "CPU    0    1    2": each CPU's number is a column. */
static bool take_c2clat_head(struct matrix_reader *r)
{
    const char *p = table_text_skip_blanks(r->text);
    size_t n = 0;
    uint64_t cpu;

    if (!table_text_word(&p, "CPU") || (*p != ' ' && *p != '\t'))
        return false;
    for (p = table_text_skip_blanks(p); *p != '\0'; p = table_text_skip_blanks(p)) {
        if (!table_text_integer(&p, &cpu) || (*p != '\0' && *p != ' ' && *p != '\t'))
            return false;
        if (n < MOST_CONTEXTS)
            r->cpu[n] = (unsigned)cpu;
        n++;
    }
    if (n > 0)
        (void)begin(r, C2CLAT, n);
    return n > 0;
}

static bool take_plot_head(struct matrix_reader *r)
{
    if (strcmp(r->text, "$data << EOD") != 0)
        return false;
    r->begun = r->form = C2CLAT_PLOT;
    r->first_line = r->line;
    return true;
}

/* "#lpdpc4 #HWCs 8 #Nodes 1 SMT 1". */
static bool take_mctop_head(struct matrix_reader *r)
{
    const char *p = strstr(r->text, " #HWCs ");
    uint64_t n;

    if (*r->text != '#' || p == NULL)
        return false;
    p += strlen(" #HWCs ");
    if (!table_text_integer(&p, &n) || strncmp(p, " #Nodes ", 8) != 0)
        return false;
    (void)begin(r, MCTOP, n > MOST_CONTEXTS ? MOST_CONTEXTS + 1 : (size_t)n);
    return true;
}

/* The first line of a log that is a CSV of a matrix: the pair of the first context with itself is
 * blank or 0, and what follows are blanks or numbers. */
static bool take_csv_head(struct matrix_reader *r)
{
    static const char cells[] = "0123456789.eE+-,; \t\"nNaAiIfF";
    char separator = strchr(r->text, ';') != NULL ? ';' : ',';
    const char one[] = { separator, '\0' }, *why;
    double first;

    if (r->any_text || strchr(r->text, separator) == NULL ||
        strspn(r->text, cells) != strlen(r->text) ||
        !read_cell(r->text, strcspn(r->text, one), &first, &why) || !(isnan(first) || first == 0))
        return false;
    return begin(r, CSV, count_cells(r->text, separator));
}

/* ---- lines ---- */

static void take_csv_line(struct matrix_reader *r)
{
    char separator = strchr(r->text, ';') != NULL ? ';' : ',';

    if (separator == ';') /* then commas are decimal points */
        for (char *p = strchr(r->text, ','); p != NULL; p = strchr(p, ','))
            *p = '.';
    take_cells(r, r->text, separator);
}

/* "   1   26    0   26". */
static void take_c2clat_line(struct matrix_reader *r)
{
    const char *p = table_text_skip_blanks(r->text);
    uint64_t cpu;

    if (r->rows == r->n && !isdigit((unsigned char)*p)) {
        r->form = ENDED;
        return;
    }
    if (!table_text_integer(&p, &cpu) || (r->rows < r->n && cpu != r->cpu[r->rows])) {
        bad(r, "1 line of core_to_core", "this line does not begin with the CPU of its column");
        r->rows++;
        return;
    }
    take_cells(r, p, 0);
}

static void take_plot_line(struct matrix_reader *r)
{
    if (strcmp(r->text, "EOD") == 0)
        r->form = ENDED;
    else if (r->n > 0 || begin(r, C2CLAT_PLOT, count_cells(r->text, 0)))
        take_cells(r, r->text, 0);
}

/* "0    1    88": from, to, cycles. */
static void take_mctop_line(struct matrix_reader *r)
{
    const char *p = table_text_skip_blanks(r->text), *why = "a line is no pair of hardware threads";
    uint64_t pair[2];
    double value;

    if (*p == '#') { /* latencies and bandwidths of memory follow */
        r->form = ENDED;
        return;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (!table_text_integer(&p, &pair[i]) || pair[i] >= r->n) {
            bad(r, "1 pair of core_to_core", why);
            return;
        }
        p = table_text_skip_blanks(p);
    }
    r->last_line = r->line;
    if (*p == '\0' || !read_cell(p, strlen(p), &value, &why))
        bad(r, "1 pair of core_to_core", *p == '\0' ? "a latency is missing" : why);
    else
        set_cell(r, pair[0], pair[1], value);
}

static void take_line(struct matrix_reader *r)
{
    r->line++;
    while (r->n_text > 0 && strchr(" \t\r", r->text[r->n_text - 1]) != NULL)
        r->n_text--;
    r->text[r->n_text] = '\0';
    if (r->broken != NULL) {
        if (r->form != UNKNOWN && r->form != ENDED) {
            bad(r, "1 line of core_to_core", r->broken);
            r->rows++;
        }
    } else if (r->n_text > 0) {
        bool head =
            r->form == UNKNOWN && (take_c2clat_head(r) || take_plot_head(r) || take_mctop_head(r));

        if (!head && r->form == UNKNOWN)
            (void)take_csv_head(r);
        if (r->form == CSV)
            take_csv_line(r);
        else if (!head && r->form == C2CLAT)
            take_c2clat_line(r);
        else if (!head && r->form == C2CLAT_PLOT)
            take_plot_line(r);
        else if (!head && r->form == MCTOP)
            take_mctop_line(r);
    }
    r->any_text |= r->n_text > 0 || r->broken != NULL;
    r->n_text = 0;
    r->broken = NULL;
}

void matrix_reader_feed(struct matrix_reader *r, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (bytes[i] == '\n')
            take_line(r);
        else if (bytes[i] == '\0')
            r->broken = "a line with a zero byte";
        else if (r->n_text + 1 < LINE_BYTES)
            r->text[r->n_text++] = bytes[i];
        else
            r->broken = "a line of more than 65535 bytes";
}

/* ---- the end ---- */

/* Names lines that are missing at the end, and pairs that no line has. */
static void name_missing(struct matrix_reader *r, size_t n_pairs)
{
    size_t all = r->n * (r->n - 1) / 2;
    char what[120], cost[80];

    if (n_pairs == all)
        return;
    snprintf(cost, sizeof cost, "%zu of %zu pairs of core_to_core", all - n_pairs, all);
    if (r->begun != MCTOP && r->rows < r->n)
        snprintf(what, sizeof what, "the table ends after %zu of %zu lines", r->rows, r->n);
    else
        snprintf(what, sizeof what, "%zu of %zu pairs have a latency", n_pairs, all);
    r->n_bad = r->n_bad < MOST_BAD ? r->n_bad : MOST_BAD - 1; /* name this one in any case */
    bad(r, cost, what);
}

/* Makes a sample of each pair; returns how many. */
static size_t add_samples(struct matrix_reader *r, struct log_run *run, struct log_series *s)
{
    size_t n_pairs = 0;

    for (size_t a = 0; a < r->n && !r->no_memory; a++)
        for (size_t b = a + 1; b < r->n && !r->no_memory; b++) {
            double x = r->cost[a * r->n + b], y = r->cost[b * r->n + a];
            double both = isnan(x) ? y : isnan(y) ? x : (x + y) / 2;
            struct log_sample p = { .x = { a, b }, .n_x = 2, .ops = 1, .line = r->first_line };
            uint64_t ticks = isnan(both) ? 0 : (uint64_t)llround(fmax(1, 1000 * both));

            if (ticks == 0)
                continue;
            n_pairs++;
            r->no_memory |= !log_store_sample(run, s, &p) ||
                            !log_store_ticks(run, &s->samples[s->n_samples - 1], &ticks, 1);
        }
    s->points_announced = s->n_samples;
    return n_pairs;
}

static bool add_run_keys(const struct matrix_reader *r, struct log_run *run)
{
    char cores[24];

    snprintf(cores, sizeof cores, "%zu", r->n);
    return log_store_key(&run->keys, &run->n_keys, "source", sources[r->begun]) &&
           log_store_key(&run->keys, &run->n_keys, "cores", cores) &&
           (r->begun == MCTOP ||
            log_store_key(&run->keys, &run->n_keys, "tick_hz", "1000000000000"));
}

/* Fills RUN. Returns false when the table has no pair or memory is short. */
static bool make_run(struct matrix_reader *r, struct log_run *run)
{
    run->series = log_store_grown(NULL, 0, 1, sizeof *run->series);
    if (run->series == NULL) {
        r->no_memory = true;
        return false;
    }
    struct log_series *s = &run->series[run->n_series++];
    *s = (struct log_series){ .probe = strdup("core_to_core"),
                              .status = strdup("ok"),
                              .first_line = r->first_line,
                              .last_line = r->last_line };
    r->no_memory |= s->probe == NULL || s->status == NULL || !add_run_keys(r, run);
    size_t n_pairs = add_samples(r, run, s);
    if (r->no_memory)
        return false;
    name_missing(r, n_pairs);
    run->complete = true;
    run->first_line = r->first_line;
    run->last_line = r->line;
    return n_pairs > 0;
}

bool matrix_reader_end(struct matrix_reader *r, struct log *log)
{
    struct log_run run = { 0 };

    if (r->n_text > 0 || r->broken != NULL)
        take_line(r);
    bool made = r->n > 0 && r->cost != NULL && make_run(r, &run);
    if (r->begun == C2CLAT_PLOT && r->n == 0)
        bad(r, "1 table", "a table without a line");
    if (r->n_bad > MOST_BAD)
        log_problem(&r->log, r->line, "those cells", "%s: %u more such problems", sources[r->begun],
                    r->n_bad - MOST_BAD);
    if (r->no_memory)
        log_problem(&r->log, r->line, "what follows", "out of memory");
    for (size_t i = 0; i < r->log.n_problems; i++)
        log_problem(log, r->log.problems[i].line, r->log.problems[i].cost, "%s",
                    r->log.problems[i].what);
    if (!made) {
        log_run_free(&run);
        return false;
    }
    log_run_free(&log->run); /* empty, of tables without rows */
    log->run = run;
    log->has_run = true;
    log->n_runs = 1;
    log->chosen = 1;
    log->kind = strdup(sources[r->begun]);
    return true;
}
