/* Boards compared as text: changes from one report to the next, and boards side by side. */
#include "compare.h"
#include "report/format/flow.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "report/output/visible.h"
#include "report/text/items.h"
#include "result/calibrate.h"
#include "result/confidence.h"
#include "result/query.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How much two runs of one machine may differ in, and where that comes from. */
static const struct {
    double unseen;      /* ratio, as a logarithm, of a number whose kind was compared too seldom:
                         * what is usual of times without a range */
    double same_number; /* of one printed to three digits */
} limits = { .unseen = 0.1, .same_number = 0.005 };

/* What an answer and the one before it are to each other. */
enum change_kind {
    CHANGE_NONE,   /* they may be one */
    CHANGE_WAVERS, /* apart, but no farther than two runs of one machine are, or one is doubtful */
    CHANGE_LOST,   /* only one of the runs knows it */
    CHANGE_FOUND   /* apart, and two runs of one machine are not */
};

struct change {
    const struct result *was, *is; /* NULL: not measured */
    enum change_kind kind;
    double size; /* natural logarithm of the ratio; INFINITY for names */
};

static bool is_known(const struct result *r)
{
    return r != NULL && result_is_known(r);
}

static double low_bound(const struct result *r)
{
    return r->has_bounds ? fmin(r->low, r->value) : r->value;
}

static double high_bound(const struct result *r)
{
    return r->has_bounds ? fmax(r->high, r->value) : r->value;
}

/* How far X may be from what a report says of it: half a unit of the ninth digit there, unless it
 * is integral. */
static double rounding(double x)
{
    return x == floor(x) && fabs(x) <= 9007199254740992.0 ? 0 : fabs(x) * 6e-9;
}

/* True when all that A may be is more than SLACK below all that B may be. */
static bool is_below(const struct result *a, const struct result *b, double slack)
{
    double high = high_bound(a), low = low_bound(b);

    return high + rounding(high) + rounding(low) + slack < low;
}

bool compare_differ(const struct result *a, const struct result *b)
{
    if (!is_known(a) || !is_known(b))
        return is_known(a) != is_known(b);
    if (a->kind != b->kind)
        return true;
    if (a->kind == RESULT_NAME)
        return strcmp(a->text, b->text) != 0;
    double slack = a->has_bounds || b->has_bounds || !result_on_scale(a)
                       ? 0
                       : fmax(fabs(a->value), fabs(b->value)) / 10;
    return is_below(a, b, slack) || is_below(b, a, slack);
}

/* ---- what is a change ---- */

/* The natural logarithm of the ratio between the ranges of A and B, which have nothing in common;
 * INFINITY where one of them is no ratio. */
static double gap_of(const struct result *a, const struct result *b)
{
    const struct result *lower = a->value < b->value ? a : b, *upper = lower == a ? b : a;

    return low_bound(upper) > 0 && high_bound(lower) > 0 ? log(low_bound(upper) / high_bound(lower))
                                                         : INFINITY;
}

/* True where people read A and B, numbers of one unit, as the same. */
static bool reads_the_same(const struct result *a, const struct result *b)
{
    char was[FORMAT_CELL], is[FORMAT_CELL];
    double larger = fmax(fabs(a->value), fabs(b->value));

    if (!result_on_scale(a))
        return false;
    format_value(was, a);
    format_value(is, b);
    return fabs(a->value - b->value) <= limits.same_number * larger ||
           (strcmp(was, is) == 0 && larger >= 1);
}

/* True for what other answers of the same report give, which changes with them, and for what is of
 * the run and not of the machine. */
static bool is_derived(enum quantity q)
{
    return q == NEIGHBOUR_SHARE || q == OP_THROUGHPUT || q == OP_IN_FLIGHT || q == ROOFLINE_RIDGE ||
           q == PEAK_IMBALANCE;
}

/* True where R, NULL for none, is no answer that may be doubted. */
static bool is_sure(const struct result *r)
{
    return r == NULL || r->kind == RESULT_NONE || !confidence_is_low(r);
}

/* True where R says that the machine has no such thing. */
static bool is_none(const struct result *r)
{
    return r != NULL && r->kind == RESULT_NONE;
}

static bool are_numbers(const struct result *a, const struct result *b)
{
    return is_known(a) && is_known(b) && a->kind == RESULT_NUMBER && b->kind == a->kind;
}

static enum change_kind kind_of_change(const struct result *a, const struct result *b)
{
    char name[RESULT_KIND];
    bool numbers = are_numbers(a, b);

    if (is_none(a) && is_none(b))
        return CHANGE_NONE;
    if (!(is_known(a) || is_none(a)) || !(is_known(b) || is_none(b)))
        return is_known(a) || is_known(b) ? CHANGE_LOST : CHANGE_NONE;
    if (!compare_differ(a, b) || (numbers && reads_the_same(a, b)))
        return CHANGE_NONE;
    id_kind(name, sizeof name, &a->name);
    double reach = calibration_reach(&result_counted, name);
    if (!is_sure(a) || !is_sure(b)) /* a doubtful one may be any other */
        reach = INFINITY;
    if (isnan(reach))
        reach = numbers && result_on_scale(a) ? limits.unseen : 0;
    return isinf(reach) || (numbers && gap_of(a, b) <= reach) ? CHANGE_WAVERS : CHANGE_FOUND;
}

static struct change change_of(const struct result *a, const struct result *b)
{
    struct change c = { a, b, kind_of_change(a, b), INFINITY };
    bool numbers = are_numbers(a, b);

    if (numbers && a->value > 0 && b->value > 0)
        c.size = fabs(log(b->value / a->value));
    return c;
}

/* The changes between two reports; the caller frees them. */
struct changes {
    struct change *at;
    size_t n, asked;
    size_t of[CHANGE_FOUND + 1]; /* how many of each kind */
};

static void add_change(struct changes *c, const struct result *a, const struct result *b)
{
    const struct result *one = a != NULL ? a : b;
    struct change change = change_of(a, b);

    c->asked++;
    if (is_derived(one->name.quantity))
        return;
    c->of[change.kind]++;
    if (change.kind != CHANGE_NONE)
        c->at[c->n++] = change;
}

static int largest_first(const void *x, const void *y)
{
    const struct change *a = x, *b = y;

    if (a->kind != b->kind)
        return a->kind > b->kind ? -1 : 1;
    return a->size > b->size ? -1 : a->size < b->size;
}

/* False where memory is short. */
static bool find_changes(struct changes *c, const struct results *old, const struct results *now)
{
    *c = (struct changes){ .at = calloc(old->n + now->n + 1, sizeof *c->at) };
    if (c->at == NULL)
        return false;
    for (size_t i = 0; i < old->n; i++)
        add_change(c, &old->at[i], result_find(now, old->at[i].name));
    for (size_t i = 0; i < now->n; i++)
        if (result_find(old, now->at[i].name) == NULL)
            add_change(c, NULL, &now->at[i]);
    qsort(c->at, c->n, sizeof *c->at, largest_first);
    return true;
}

/* ---- what is written ---- */

enum { NAME = 28, CELL = 19, SHARE = 6, MOST_ROWS = 20, MOST_WAVERING = 4 };
/* A ratio, as a logarithm, from which on a doubtful change is shown: a tenth. */
#define WORTH_SHOWING 0.095

/* "~212 (202-224)". */
static void answer_cell(char to[CELL + 1], const struct result *r)
{
    char value[FORMAT_CELL], range[FORMAT_CELL], both[2 * FORMAT_CELL + 4];

    if (r == NULL || r->kind == RESULT_NONE) {
        snprintf(to, CELL + 1, r == NULL ? "not measured" : "none");
        return;
    }
    format_answer(value, r);
    snprintf(both, sizeof both, "%s", value);
    if (format_range(range, r) && strlen(value) + strlen(range) + 3 <= CELL)
        snprintf(both, sizeof both, "%s (%s)", value, range);
    (void)output_visible_cell(to, CELL + 1, both);
}

/* What the field calls an answer, or its id. */
static void name_cell(char *to, size_t size, const struct change *c, bool verbose)
{
    const struct result *r = c->was != NULL ? c->was : c->is;
    char term[120];

    text_term(term, sizeof term, &r->name);
    (void)output_visible_cell(to, size, verbose ? r->id : term);
}

/* "+45 %", "x12": of numbers. */
static void share_cell(char to[16], const struct change *c)
{
    *to = '\0';
    if (!isfinite(c->size))
        return;
    double ratio = c->is->value / c->was->value;
    if (ratio >= 10)
        snprintf(to, 16, "x%.3g", fmin(ratio, 9999));
    else
        snprintf(to, 16, "%+.0f %%", 100 * (ratio - 1));
}

static void put_row(FILE *out, const char *name, const char *was, const char *is, const char *share)
{
    struct format_flow f = { .n = 0 };

    if (format_columns() < FORMAT_COLUMNS) {
        format_flow_add(&f, "", "%s", name);
        format_flow_add(&f, "  ", "%s -> %s", was, is);
        format_flow_add(&f, "  ", "%s", share);
        format_flow_print(out, "  ", 4, &f);
    } else if (*share != '\0') {
        fprintf(out, "  %-*s %*s -> %-*s %*s\n", NAME, name, CELL, was, CELL, is, SHARE, share);
    } else {
        fprintf(out, "  %-*s %*s -> %s\n", NAME, name, CELL, was, is);
    }
}

static void put_change(FILE *out, const struct change *c, bool verbose)
{
    char was[CELL + 1], is[CELL + 1], name[NAME + 1], share[16];

    name_cell(name, sizeof name, c, verbose);
    answer_cell(was, c->was);
    answer_cell(is, c->is);
    share_cell(share, c);
    put_row(out, name, was, is, share);
}

/* Returns true when the report text WAS may stand for IS: where a log's text is no UTF-8, its bytes
 * beyond ASCII are '?' in a report; numbers have no leading zeros there. */
static bool is_same_text(const char *was, const char *is)
{
    const struct log_key a = { "", (char *)was }, b = { "", (char *)is };
    uint64_t n = log_key_number(&a, 1, "", UINT64_MAX);

    if (n != UINT64_MAX && n == log_key_number(&b, 1, "", UINT64_MAX))
        return true;
    for (; *was != '\0' && (*was == *is || (*was == '?' && (*is & 0x80) != 0)); was++)
        is++;
    return *was == *is;
}

/* The value of the key that a report calls KEY, or NULL. */
static const char *key_text(const struct log_run *run, const char *key)
{
    for (size_t i = 0; i < run->n_keys; i++)
        if (is_same_text(key, run->keys[i].key))
            return run->keys[i].value;
    return NULL;
}

/* True for keys that differ between any two runs, and say nothing of the machine. */
static bool is_of_run(const char *key)
{
    static const char *const keys[] = { "began", "boot", "tick_min", "cflags_crc", "kernels_crc" };
    bool is = strncmp(key, "took.", 5) == 0;

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        is |= strcmp(key, keys[i]) == 0;
    return is;
}

/* "same CPU", or "CPU A -> B"; nothing where one of the runs does not say. */
static void add_identity(struct format_flow *f, const struct compared *old,
                         const struct log_run *run, const char *key, const char *what)
{
    const char *was = log_key_text(old->keys, old->n_keys, key), *is = key_text(run, key);

    if (was == NULL || is == NULL)
        return;
    if (is_same_text(was, is))
        format_flow_add(f, ", ", "same %s", what);
    else
        format_flow_add(f, ", ", "%s %.60s -> %.60s", what, was, is);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

/* True where WAS and IS are two calibrations of one timer: a thousandth apart or less. */
static bool is_same_timer(const char *key, const char *was, const char *is)
{
    double a = strtod(was, NULL), b = strtod(is, NULL);

    return strcmp(key, "tick_hz") == 0 && a > 0 && fabs(a - b) <= a / 1000;
}

/* Which runs, and how they differ: no change of the machine, but perhaps the reason of one. */
static void put_head(FILE *out, const struct compared *old, const char *now,
                     const struct log_run *run)
{
    struct format_flow f = { .n = 0 }, keys = { .n = 0 };

    format_flow_add(&f, "", "%.100s -> %.100s", base_name(old->name), base_name(now));
    add_identity(&f, old, run, "model", "CPU");
    add_identity(&f, old, run, "node", "host");
    format_flow_print(out, "CHANGES  ", 2, &f);
    for (size_t i = 0; i < old->n_keys; i++) {
        const char *key = old->keys[i].key, *was = old->keys[i].value, *is = key_text(run, key);

        is = is != NULL ? is : strcmp(key, "effort") == 0 ? "default" : "not said";
        if (!is_of_run(key) && strcmp(key, "model") != 0 && strcmp(key, "node") != 0 &&
            !is_same_text(was, is) && !is_same_timer(key, was, is))
            format_flow_add(&keys, "; ", "%.40s %.60s -> %.60s", key, was, is);
    }
    for (size_t i = 0; i < run->n_keys; i++)
        if (strcmp(run->keys[i].key, "effort") == 0 &&
            log_key_text(old->keys, old->n_keys, "effort") == NULL)
            format_flow_add(&keys, "; ", "effort default -> %.20s", run->keys[i].value);
    format_flow_print(out, "  ", 4, &keys);
}

/* True where all that changed is the clock that times: its source is chosen by the system. */
static bool is_clock_alone(const struct changes *c)
{
    for (size_t i = 0; i < c->of[CHANGE_FOUND]; i++) {
        const struct result *r = c->at[i].was != NULL ? c->at[i].was : c->at[i].is;

        if (r->name.quantity != TIMER_STEP && r->name.quantity != TIMER_READ)
            return false;
    }
    return true;
}

/* What the changes say of the machine, in a sentence. */
static void put_verdict(FILE *out, const struct changes *c, bool verbose)
{
    enum { NAMED = 3 };
    char name[60];
    struct format_flow f = { .n = 0 };
    size_t found = c->of[CHANGE_FOUND];

    if (found == 0) {
        fprintf(out, "  Verdict: %s.\n",
                c->of[CHANGE_WAVERS] > 0 ? "a noisier run, not another machine"
                                         : "the same machine");
        return;
    }
    for (size_t i = 0; i < found && i < NAMED; i++) {
        name_cell(name, sizeof name, &c->at[i], verbose);
        format_flow_add(&f, ", ", "%s%s", name, i + 1 == found ? "." : "");
    }
    if (found > NAMED)
        format_flow_add(&f, " ", "and %zu more.", found - NAMED);
    format_flow_print(
        out,
        is_clock_alone(c) ? "  Verdict: another clock source: " : "  Verdict: another machine: ", 4,
        &f);
}

static bool is_emulated(const struct log_key *keys, size_t n)
{
    const struct log_run run = { .keys = (struct log_key *)(size_t)keys, .n_keys = n };

    return log_is_emulated(&run);
}

/* Times of an emulated board are none of hardware. */
static void say_emulated(FILE *out, const struct compared *old, const struct log_run *run)
{
    bool was = is_emulated(old->keys, old->n_keys), is = is_emulated(run->keys, run->n_keys);

    if (was != is)
        fprintf(out, "  %s board is emulated, the other is not: times cannot be compared\n",
                was ? "the old" : "the new");
}

/* The largest changes; and of those that are doubtful, a few that are large. */
static void put_rows(FILE *out, const struct changes *c, bool verbose)
{
    size_t most = verbose ? SIZE_MAX : MOST_ROWS, found = c->of[CHANGE_FOUND], wavering = 0;

    for (size_t i = 0; i < found && i < most; i++)
        put_change(out, &c->at[i], verbose);
    if (found > most)
        fprintf(out, "  ... and %zu smaller ones: -v\n", found - most);
    most = verbose ? SIZE_MAX : MOST_WAVERING;
    for (size_t i = 0; i < c->n && wavering < most; i++)
        if (c->at[i].kind == CHANGE_WAVERS && isfinite(c->at[i].size) &&
            c->at[i].size >= WORTH_SHOWING) {
            if (wavering++ == 0)
                fputs("  doubtful, or no more than between runs of one machine:\n", out);
            put_change(out, &c->at[i], verbose);
        }
}

size_t compare_changes(FILE *out, const struct compared *old, const char *name,
                       const struct log *log, const struct results *now, bool verbose)
{
    struct changes c;

    put_head(out, old, name, &log->run);
    say_emulated(out, old, &log->run);
    if (!find_changes(&c, &old->results, now)) {
        fputs("  out of memory: answers are not compared\n", out);
        return 1;
    }
    put_rows(out, &c, verbose);
    fprintf(out, "  %zu of %zu answers changed beyond their ranges\n", c.of[CHANGE_FOUND], c.asked);
    if (c.of[CHANGE_WAVERS] > 0)
        fprintf(out, "  %zu more differ as runs of one machine do, or are doubtful\n",
                c.of[CHANGE_WAVERS]);
    if (c.of[CHANGE_LOST] > 0)
        fprintf(out, "  %zu are known in one of the runs only\n", c.of[CHANGE_LOST]);
    put_verdict(out, &c, verbose);
    free(c.at);
    return c.of[CHANGE_FOUND];
}

/* ---- boards side by side ---- */

enum { ID = 24, COLUMN = 14 };

/* Boards that a line has room for. */
static size_t boards_of_line(void)
{
    return format_columns() >= ID + 2 * COLUMN ? (format_columns() - ID) / COLUMN : 1;
}

void compare_cell(char *to, const struct result *r)
{
    if (r == NULL || r->kind == RESULT_NONE)
        snprintf(to, FORMAT_CELL, "-");
    else if (r->kind == RESULT_NULL)
        snprintf(to, FORMAT_CELL, "?");
    else if (strcmp(r->unit, "table") == 0)
        snprintf(to, FORMAT_CELL, "%.0f rows", r->value);
    else
        format_value(to, r);
}

static void put_answers(FILE *out, const struct result_id *id, const struct compared *boards,
                        size_t n, const struct fleet_typical *u)
{
    char text[FORMAT_CELL], name[ID], cell[COLUMN - 1];

    fprintf(out, "%-*s", ID, output_visible_cell(name, sizeof name, id->text));
    for (size_t i = 0; i < n; i++) {
        const struct result *r = result_find(&boards[i].results, *id);
        compare_cell(text, r);
        fprintf(out, "%*s%c", COLUMN - 1, output_visible_cell(cell, sizeof cell, text),
                compare_far(u, r) ? '*' : ' ');
    }
    fputc('\n', out);
}

/* The name of a file without folder and endings, its last letters where it is long. */
static void put_title(FILE *out, const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;
    size_t n = strcspn(name, ".");

    while (output_visible_bytes(name, n) > COLUMN - 2) {
        size_t first = output_visible_letter(name, n);
        name += first;
        n -= first;
    }
    fprintf(out, "%*s", COLUMN - 1 - (int)output_visible_bytes(name, n), "");
    output_visible(out, name, n);
    fputc(' ', out);
}

void compare_table(FILE *out, const struct compared *boards, size_t n)
{
    for (size_t from = 0; from < n; from += boards_of_line()) {
        size_t shown = n - from < boards_of_line() ? n - from : boards_of_line();

        fprintf(out, "%-*s", ID, "ID");
        for (size_t i = 0; i < shown; i++)
            put_title(out, boards[from + i].name);
        fputc('\n', out);
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < boards[i].results.n; k++) {
                const struct result_id *id = &boards[i].results.at[k].name;
                struct fleet_typical usual;

                if (compare_has(boards, i, id))
                    continue;
                usual = compare_usual(boards, n, id);
                put_answers(out, id, boards + from, shown, &usual);
            }
        fputc('\n', out);
    }
    fputs("-: none, or not measured   ?: not determined   *: far from the other boards\n", out);
}

int compare_folder(FILE *out, const char *dir, enum method method, FILE *err)
{
    struct compared_boards boards = { 0 };
    size_t n = 0;
    char **files = compare_files(dir, &n, err);
    int status = 2;

    if (files == NULL)
        return 2;
    if (n > COMPARE_MOST) {
        output_say(err, dir,
                   "has %zu files; --compare shows %d boards side by side at most, and "
                   "--fleet says which of many differ",
                   n, COMPARE_MOST);
    } else {
        status = compare_read_boards(&boards, files, n, method, err);
        if (status >= 0 && boards.n > 0)
            compare_table(out, boards.at, boards.n);
    }
    compare_files_free(files, n);
    if (n <= COMPARE_MOST && status >= 0 && boards.n == 0) {
        output_say(err, dir, "holds no report and no log that can be read");
        status = 3;
    }
    compared_boards_free(&boards);
    return status;
}
