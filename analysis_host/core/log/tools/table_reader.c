/* Finds the tables of other tools in a log.
 *
 * Tables may stand anywhere in a log. A table begins with its tool's head, which may have a prefix
 * (time stamps, quoting), and goes on as long as rows come, behind a prefix of the same shape or
 * none, whose sizes grow. Blank lines and kernel messages may stand between them; a few lines
 * of anything else do not end it, but may have been rows and are named. */
#include "table_reader.h"
#include "log/store.h"
#include "table_line.h"
#include "table_series.h"
#include "table_text.h"
#include "table_tool.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_BYTES = 1024, /* longer lines are no row of any table */
    MOST_GAP = 8,      /* lines of other text inside a table */
    MOST_TABLES = 256, /* bounds on memory, far beyond any real log */
    MOST_POINTS = 4096,
    MOST_BAD = 16, /* bad rows of one table that are named */
};

static const struct table_tool *const tools[] = {
    &table_lat_mem_rd,
    &table_ramlat,
    &table_tinymembench,
};

struct table_reader {
    char text[LINE_BYTES];
    size_t n_text;
    char body[LINE_BYTES]; /* of it, what stands behind the prefix of the open table */
    const char *broken;    /* why nothing of this line is used, or NULL */
    uint64_t line;
    bool no_memory;

    struct log log; /* series and problems found so far */

    /* The table that is open; TOOL is NULL when none is. */
    const struct table_tool *tool;
    struct table_head head;
    struct table_prefix prefix;
    uint64_t last_bytes; /* size of its last row */
    unsigned n_rows;
    unsigned char decimals[MOST_POINTS]; /* of the latency of each row */
    unsigned gap; /* lines since that row; beyond MOST_GAP, rows come too late */
    unsigned n_bad;
    struct suspect {
        uint64_t line;
        const char *why; /* it is no row; NULL: text, which need not be one, */
        bool like_row;   /* but may be what damage made of one */
    } suspect[MOST_GAP]; /* lines in the gap: bad rows, if the table goes on */
    unsigned n_suspect,
        n_adjoining; /* the first ones, with nothing between them and the last row */
    uint64_t n_headless, headless_line; /* rows that belong to a table without head */
    bool told_many;

    /* From the last "Executing ... on cpu0 (Cortex-A9)". */
    char cpu[16], name[64];
};

struct table_reader *table_reader_new(void)
{
    return calloc(1, sizeof(struct table_reader));
}

void table_reader_free(struct table_reader *r)
{
    if (r == NULL)
        return;
    log_free(&r->log);
    free(r);
}

static struct log_series *open_series(struct table_reader *r)
{
    return &r->log.run.series[r->log.run.n_series - 1];
}

static void bad_row(struct table_reader *r, uint64_t line, const char *why)
{
    struct log_series *s = open_series(r);

    if (r->n_bad < MOST_BAD)
        log_problem(&r->log, line, "1 point of cache_size", "%s: %s", r->tool->name, why);
    r->n_bad++;
    s->points_lost++;
    s->damaged = true;
}

/* ---- a table begins and ends ---- */

/* Names what stands right after the last row where it may have been another one. */
static void tell_adjoining(struct table_reader *r)
{
    bool has_rows = open_series(r)->n_samples > 0;

    for (unsigned i = 0; i < r->n_adjoining && has_rows; i++)
        if (r->suspect[i].why != NULL)
            bad_row(r, r->suspect[i].line, r->suspect[i].why);
        else if (i == 0 && r->suspect[i].like_row)
            log_problem(&r->log, r->suspect[i].line, "not known",
                        "%s: text right after the last row, in the place of another one",
                        r->tool->name);
    r->n_suspect = r->n_adjoining = 0;
}

static void tell_lost(struct table_reader *r, const struct log_series *s)
{
    if (r->n_bad > MOST_BAD)
        log_problem(&r->log, s->last_line, "those points of cache_size", "%s: %u more bad rows",
                    r->tool->name, r->n_bad - MOST_BAD);
    if (r->n_headless > 0)
        log_problem(&r->log, r->headless_line, "not known",
                    "%s: %llu row%s without the head of a table, from here on", r->tool->name,
                    (unsigned long long)r->n_headless, r->n_headless == 1 ? "" : "s");
}

/* ---- rows that the whole table shows to be wrong ---- */

enum {
    FEWEST_ALIKE = 4,  /* rows that show how many decimals there are */
    CLEARLY_PS = 1000, /* more than the noise of a tool that prints tenths of a nanosecond */
};

/* Drops the row at LINE, which was kept. */
static void drop_row(struct table_reader *r, uint64_t line, const char *why)
{
    table_series_drop_line(&r->log.run, line);
    bad_row(r, line, why);
}

/* The next sample from I on, of the open table, that one chain walked: its index. */
static size_t next_row(const struct log_series *s, size_t i)
{
    while (i < s->n_samples && s->samples[i].n_x != 1)
        i++;
    return i;
}

/* How many decimals three quarters of the latencies have or more; -1: there is no such number. */
static int usual_decimals(const struct table_reader *r)
{
    unsigned n_of[UCHAR_MAX + 1] = { 0 };

    for (unsigned i = 0; i < r->n_rows; i++)
        n_of[r->decimals[i]]++;
    for (int d = 0; d <= UCHAR_MAX; d++)
        if (n_of[d] >= FEWEST_ALIKE && 4 * n_of[d] >= 3 * r->n_rows)
            return d;
    return -1;
}

/* A number that lost a digit still is one. */
static void drop_shortened(struct table_reader *r)
{
    struct log_series *s = open_series(r);
    int usual = r->tool->fixed ? usual_decimals(r) : -1;
    unsigned row = 0;

    for (size_t i = next_row(s, 0); i < s->n_samples && usual >= 0; row++)
        if (r->decimals[row] == usual)
            i = next_row(s, i + 1);
        else
            drop_row(r, s->samples[i].line,
                     "this latency has fewer decimals than the others: digits were lost, and the "
                     "row is not used");
}

/* Returns true when the increment of 0 at I cannot be: two smaller sizes were clearly slower, or
 * the one before, and the next size is no faster than that. */
static bool is_false_zero(const struct log_series *s, size_t i)
{
    size_t n = 0, next = next_row(s, i + 1);
    uint64_t before = 0;

    for (size_t k = next_row(s, 0); k < i; k = next_row(s, k + 1)) {
        before = s->samples[k].ticks[0];
        n += before >= CLEARLY_PS;
    }
    return n >= 2 ||
           (before >= CLEARLY_PS && next < s->n_samples && s->samples[next].ticks[0] >= before);
}

static void drop_zeros(struct table_reader *r)
{
    struct log_series *s = open_series(r);
    size_t i = next_row(s, 0);

    while (i < s->n_samples && r->tool->increment)
        if (s->samples[i].ticks[0] == 0 && is_false_zero(s, i))
            drop_row(r, s->samples[i].line,
                     "0 ns, as in the first level, at a size that is slower than that");
        else
            i = next_row(s, i + 1);
}

static void close_table(struct table_reader *r)
{
    if (r->tool == NULL)
        return;
    struct log_series *s = open_series(r);
    tell_adjoining(r);
    drop_shortened(r);
    drop_zeros(r);
    tell_lost(r, s);
    s->points_announced = s->n_samples + s->points_lost;
    if (s->n_samples == 0 && *r->prefix.shape != '\0') {
        table_series_drop(&r->log.run, r->log.run.n_series - 1); /* words in other text */
    } else if (s->n_samples == 0) {
        log_problem(&r->log, s->first_line, "1 table", "%s: a table without a row", r->tool->name);
        table_series_drop(&r->log.run, r->log.run.n_series - 1);
    }
    r->tool = NULL;
}

static bool many_tables(struct table_reader *r)
{
    if (r->log.run.n_series < MOST_TABLES)
        return false;
    if (!r->told_many)
        log_problem(&r->log, r->line, "", "more than %d tables: the first %d are kept", MOST_TABLES,
                    MOST_TABLES);
    r->told_many = true;
    return true;
}

static void open_table(struct table_reader *r, const struct table_tool *tool,
                       const struct table_head *head, const struct table_prefix *prefix)
{
    close_table(r);
    if (many_tables(r))
        return;
    bool ok = table_series_add(&r->log.run, tool, head, r->line);
    if (ok && *r->cpu != '\0')
        ok = table_series_key(open_series(r), "cpu", r->cpu);
    if (ok && *r->name != '\0')
        ok = table_series_key(open_series(r), "name", r->name);
    r->no_memory |= !ok;
    r->tool = ok ? tool : NULL;
    r->head = *head;
    r->prefix = *prefix;
    r->last_bytes = 0;
    r->n_rows = 0;
    r->gap = 0;
    r->n_bad = 0;
    r->n_suspect = r->n_adjoining = 0;
    r->n_headless = 0;
}

/* Returns true when TOOL's table begins with the words at AT. */
static bool take_head_at(struct table_reader *r, const struct table_tool *tool, const char *at)
{
    struct table_head head = { 0 };
    struct table_prefix prefix;

    if (!table_prefix_of(&prefix, r->text, at))
        return false;
    if (prefix.quote != 0 && at > r->text && at[-1] == '\\')
        at--;
    table_prefix_text(&prefix, r->body, at);
    if (!tool->head(r->body, &head))
        return false;
    open_table(r, tool, &head, &prefix);
    return true;
}

static bool take_head(struct table_reader *r)
{
    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++)
        for (const char *at = strstr(r->text, tools[i]->mark); at != NULL;
             at = strstr(at + 1, tools[i]->mark))
            if (take_head_at(r, tools[i], at))
                return true;
    return false;
}

/* ---- what stands around tables ---- */

/* "Executing ramlat on cpu0 (Cortex-A9), results in ns:" */
static bool take_heading(struct table_reader *r)
{
    const char *begin = strstr(r->text, "Executing ");
    const char *at = begin != NULL ? strstr(begin, " on cpu") : NULL;

    if (at == NULL)
        return false;
    at += strlen(" on cpu");
    close_table(r);
    r->name[0] = '\0';
    size_t n = strspn(at, "0123456789");
    size_t kept = n < sizeof r->cpu ? n : sizeof r->cpu - 1;
    memcpy(r->cpu, at, kept);
    r->cpu[kept] = '\0';
    if (strncmp(at + n, " (", 2) != 0)
        return true;
    at += n + 2;
    n = strcspn(at, ")");
    kept = n < sizeof r->name ? n : sizeof r->name - 1;
    memcpy(r->name, at, kept);
    r->name[kept] = '\0';
    return true;
}

static bool looks_numeric(const char *line)
{
    const char *p = table_text_skip_blanks(line);

    p += *p == '-' || *p == '+' || *p == '.';
    return (*p >= '0' && *p <= '9') || strncmp(p, "nan", 3) == 0 || strncmp(p, "inf", 3) == 0;
}

/* "[   12.5] usb 1-1: reset", perhaps with its level before: "<6>[" */
static bool is_kernel_message(const char *line)
{
    line += *line == '<' ? strcspn(line, ">") + 1 : 0;
    if (*line != '[')
        return false;
    line++;
    line += strspn(line, " 0123456789");
    return *line == '.' && line[1 + strspn(line + 1, "0123456789")] == ']';
}

/* Why the line, which is no row, may have been one; NULL where it need not. */
static const char *why_suspect(const struct table_reader *r)
{
    if (r->broken != NULL)
        return r->broken;
    return looks_numeric(r->body) ? "a line inside the table that is no row" : NULL;
}

/* Returns true when most of LINE is of numbers. */
static bool is_like_row(const char *line)
{
    size_t n = 0, of_numbers = 0, digits = 0;

    for (; *line != '\0'; line++) {
        n += *line != ' ' && *line != '\t';
        digits += *line >= '0' && *line <= '9';
        of_numbers += (*line >= '0' && *line <= '9') || strchr(".,:/", *line) != NULL;
    }
    return digits > 0 && 2 * of_numbers >= n;
}

/* A line in the open table that is no row. */
static void take_other(struct table_reader *r)
{
    bool blank = r->broken == NULL && *table_text_skip_blanks(r->body) == '\0';
    bool adjoins = r->gap == r->n_adjoining;

    if (r->gap <= MOST_GAP)
        r->gap++;
    if (r->gap > MOST_GAP) {
        tell_adjoining(r);
        return;
    }
    if (blank || (r->broken == NULL && is_kernel_message(r->body)))
        return;
    r->suspect[r->n_suspect++] =
        (struct suspect){ r->line, why_suspect(r), r->broken != NULL || is_like_row(r->body) };
    r->n_adjoining += adjoins;
}

/* ---- rows ---- */

static void keep_row(struct table_reader *r, const struct table_point *point)
{
    for (unsigned i = 0; i < r->n_suspect; i++)
        bad_row(r, r->suspect[i].line,
                r->suspect[i].why != NULL ? r->suspect[i].why
                                          : "a line inside the table that is no row");
    r->n_suspect = r->n_adjoining = 0;
    r->gap = 0;
    r->last_bytes = point->bytes;
    if (r->n_rows < MOST_POINTS)
        r->decimals[r->n_rows++] =
            (unsigned char)(point->decimals < UCHAR_MAX ? point->decimals : UCHAR_MAX);
    if (open_series(r)->n_samples >= MOST_POINTS) {
        log_problem(&r->log, r->line, "", "%s: more than %d points: the first ones are kept",
                    r->tool->name, MOST_POINTS);
        close_table(r);
    } else if (!table_series_point(&r->log.run, point, r->line)) {
        r->no_memory = true;
    }
}

/* A whole row whose size does not grow. After other text it belongs to something else. */
static void take_smaller(struct table_reader *r)
{
    if (r->gap == 0) {
        bad_row(r, r->line, "the size does not grow");
        return;
    }
    if (r->n_headless++ == 0)
        r->headless_line = r->line;
    take_other(r);
}

/* A line too far from the last row. */
static void take_late(struct table_reader *r, enum table_row answer, bool grows)
{
    if (answer == TABLE_ROW && grows)
        bad_row(r, r->line, "a row after too many lines of other text");
    else if (answer == TABLE_ROW && r->n_headless++ == 0)
        r->headless_line = r->line;
}

/* Reads a row from the text at FROM, behind PREFIX, which becomes the line's body. */
static enum table_row read_row(struct table_reader *r, const struct table_prefix *prefix,
                               const char *from, bool cut, struct table_point *point,
                               const char **why)
{
    *point = (struct table_point){ 0 };
    table_prefix_text(prefix, r->body, from);
    table_line_numbers(r->body);
    return r->tool->row(r->body, &r->head, cut, point, why);
}

/* Reads a row behind the prefix of the table's head, else without one: a page's first line alone
 * may have had it. */
static enum table_row find_row(struct table_reader *r, bool cut, struct table_point *point,
                               const char **why)
{
    static const struct table_prefix none = { .quote = 0 };
    const char *from[] = { table_prefix_by_fields(&r->prefix, r->text), r->text,
                           table_prefix_by_shape(&r->prefix, r->text) };
    enum { BY_FIELDS, WHOLE, BY_SHAPE, WAYS };
    enum table_row answer = TABLE_NO_ROW;

    if (from[BY_SHAPE] == NULL)
        from[BY_SHAPE] = from[WHOLE];
    for (int i = WAYS - 1; i >= 0; i--)
        if (from[i] != NULL) {
            answer = read_row(r, i == BY_SHAPE && from[i] != r->text ? &r->prefix : &none, from[i],
                              cut, point, why);
            if (answer == TABLE_ROW || *r->prefix.shape == '\0')
                return answer;
        }
    return read_row(r, from[BY_SHAPE] != r->text ? &r->prefix : &none, from[BY_SHAPE], cut, point,
                    why);
}

static void take_row(struct table_reader *r, bool cut)
{
    struct table_point point;
    const char *why = "";
    enum table_row answer = find_row(r, cut, &point, &why);

    if (answer == TABLE_ROW && point.latency_ps == 0 && !r->tool->increment) {
        answer = TABLE_BAD_ROW;
        why = "a load cannot take no time";
    }
    if (r->gap > MOST_GAP)
        take_late(r, answer, point.bytes > r->last_bytes);
    else if (answer == TABLE_ROW && point.bytes <= r->last_bytes)
        take_smaller(r);
    else if (answer == TABLE_ROW)
        keep_row(r, &point);
    else if (answer == TABLE_BAD_ROW)
        bad_row(r, r->line, why);
    else if (cut && r->gap == 0 && looks_numeric(r->body))
        bad_row(r, r->line, "the log ends inside this row");
    else
        take_other(r);
}

/* CUT: the log ended inside the line. */
static void take_line(struct table_reader *r, bool cut)
{
    r->line++;
    while (r->n_text > 0 && r->text[r->n_text - 1] == '\r')
        r->n_text--;
    r->text[r->n_text] = '\0';
    bool told = r->no_memory || (r->broken == NULL && take_heading(r));
    if (r->broken == NULL)
        table_line_clean(r->text);
    told = told || (r->broken == NULL && take_head(r));
    if (!told && r->tool != NULL && r->broken != NULL)
        take_other(r);
    else if (!told && r->tool != NULL)
        take_row(r, cut);
    r->n_text = 0;
    r->broken = NULL;
}

static const char too_long[] = "a line of more than 1023 bytes"; /* LINE_BYTES - 1 */

static void take_byte(struct table_reader *r, char c)
{
    if (c == '\0')
        r->broken = "a line with a zero byte";
    else if (r->n_text + 1 < sizeof r->text)
        r->text[r->n_text++] = c;
    else
        r->broken = too_long;
}

void table_reader_feed(struct table_reader *r, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (bytes[i] == '\n')
            take_line(r, false);
        else
            take_byte(r, bytes[i]);
}

/* By line; nearly so they are already. */
static void sort_problems(struct log *log)
{
    for (size_t i = 1; i < log->n_problems; i++) {
        struct log_problem p = log->problems[i];
        size_t to = i;
        for (; to > 0 && log->problems[to - 1].line > p.line; to--)
            log->problems[to] = log->problems[to - 1];
        log->problems[to] = p;
    }
}

/* Moves what was found to LOG, after the problems that it has already. */
static void move_found(struct table_reader *r, struct log *log)
{
    for (size_t i = 0; i < r->log.n_problems; i++)
        log_problem(log, r->log.problems[i].line, r->log.problems[i].cost, "%s",
                    r->log.problems[i].what);
    log->run = r->log.run;
    r->log.run = (struct log_run){ 0 };
}

bool table_reader_end(struct table_reader *r, struct log *log)
{
    if (r->n_text > 0 || r->broken != NULL)
        take_line(r, true);
    close_table(r);
    if (r->log.run.n_series > 0 && !table_series_order(&r->log.run))
        r->no_memory = true;
    if (r->log.run.n_series > 0 && !table_series_run_keys(&r->log.run))
        r->no_memory = true;
    if (r->no_memory)
        log_problem(&r->log, r->line, "what follows", "out of memory");
    sort_problems(&r->log);
    move_found(r, log);
    if (log->run.n_series == 0)
        return false;
    log->run.complete = true;
    log->run.first_line = log->run.series[0].first_line;
    log->run.last_line = r->line;
    log->has_run = true;
    log->n_runs = 1;
    log->chosen = 1;
    const char *source = log_key_text(log->run.keys, log->run.n_keys, "source");
    log->kind = strdup(source != NULL ? source : "table");
    return true;
}
