/* The report of a fleet for people: kinds, and boards that are unlike theirs. */
#define _GNU_SOURCE /* asprintf() */
#include "fleet.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "report/output/visible.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_CHANGES = 6, MOST_WAYS = 4 };

/* ---- days, values and shares ---- */

void fleet_day(char to[16], int64_t when)
{
    time_t at = (time_t)when;
    struct tm day;

    if (gmtime_r(&at, &day) == NULL || strftime(to, 16, "%Y-%m-%d", &day) == 0)
        strcpy(to, "?");
}

void fleet_value(char *to, const struct fleet *f, size_t name, uint8_t kind, double value)
{
    if (kind == RESULT_NUMBER)
        format_number(to, value, f->names[name].unit);
    else if (kind == RESULT_NAME)
        snprintf(to, FORMAT_CELL, "%s", f->texts.at[(size_t)value]);
    else
        snprintf(to, FORMAT_CELL, "%s", kind == RESULT_NONE ? "none" : "not determined");
}

void fleet_share(char to[16], const struct fleet_finding *found)
{
    *to = '\0';
    if (found->kind == RESULT_NUMBER && found->usual_kind == RESULT_NUMBER && found->spread > 0)
        snprintf(to, 16, "%+.0f %%", fmin(100 * (found->value / found->usual - 1), 99999));
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

/* ---- names of many boards in few words ---- */

enum { MOST_DIGITS = 18 };

struct counted {
    size_t stem;   /* bytes before the number */
    size_t digits; /* 0: the name does not end in a number that may count */
    unsigned long long number;
};

static struct counted count_of(const char *name)
{
    size_t n = strlen(name), stem = n;

    while (stem > 0 && name[stem - 1] >= '0' && name[stem - 1] <= '9')
        stem--;
    if (stem == n || n - stem > MOST_DIGITS || stem == 0 || strpbrk(name, "[], \t") != NULL)
        return (struct counted){ n, 0, 0 };
    return (struct counted){ stem, n - stem, strtoull(name + stem, NULL, 10) };
}

static bool is_padded(const char *name, const struct counted *c)
{
    return c->digits > 1 && name[c->stem] == '0';
}

/* True when names A and B, which end in numbers, may stand in one pair of brackets. */
static bool share_brackets(const char *a, const struct counted *x, const char *b,
                           const struct counted *y)
{
    bool same_width = x->digits == y->digits;

    return x->digits > 0 && y->digits > 0 && x->stem == y->stem && strncmp(a, b, x->stem) == 0 &&
           (same_width || (!is_padded(a, x) && !is_padded(b, y)));
}

/* The first name beyond the range that begins with name I. */
static size_t range_end(const char *const *names, size_t n, size_t i)
{
    struct counted last = count_of(names[i]);
    size_t end = i + 1;

    for (; end < n; end++) {
        struct counted next = count_of(names[end]);
        if (!share_brackets(names[end - 1], &last, names[end], &next) ||
            next.number != last.number + 1)
            break;
        last = next;
    }
    return end;
}

/* The first name beyond those from I on that stand in one pair of brackets. */
static size_t group_end(const char *const *names, size_t n, size_t i)
{
    size_t end = range_end(names, n, i), bytes = 0;

    while (end < n && bytes < FLEET_HOSTLIST_BYTES) {
        struct counted last = count_of(names[end - 1]), next = count_of(names[end]);
        if (!share_brackets(names[end - 1], &last, names[end], &next))
            break;
        bytes += 2 * (next.digits + 1);
        end = range_end(names, n, end);
    }
    return end;
}

static void put_range(FILE *out, const char *const *names, size_t from, size_t end, size_t stem)
{
    fputs(names[from] + stem, out);
    if (end > from + 1)
        fprintf(out, "-%s", names[end - 1] + stem);
}

static void put_group(FILE *out, const char *const *names, size_t from, size_t end)
{
    struct counted first = count_of(names[from]);

    if (end == from + 1) {
        fputs(names[from], out);
        return;
    }
    fprintf(out, "%.*s[", (int)first.stem, names[from]);
    for (size_t i = from; i < end;) {
        size_t last = range_end(names, end, i);
        fputs(i > from ? "," : "", out);
        put_range(out, names, i, last, first.stem);
        i = last;
    }
    fputc(']', out);
}

void fleet_hostlist(FILE *out, const char *const *names, size_t n, const char *separator)
{
    for (size_t i = 0; i < n;) {
        size_t end = group_end(names, n, i);
        fputs(i > 0 ? separator : "", out);
        put_group(out, names, i, end);
        i = end;
    }
}

/* ---- lists of boards ---- */

/* Which boards: WANTED says so. */
typedef bool wanted_board(const struct fleet *f, size_t board, const void *of);

/* The names of all wanted boards folded, to be freed; NULL where memory is short. *N gets how many.
 */
static char *folded(const struct fleet *f, wanted_board *wanted, const void *of, size_t *n)
{
    const char **names = calloc(f->n_boards + 1, sizeof *names);
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = names != NULL ? open_memstream(&text, &bytes) : NULL;

    *n = 0;
    for (size_t i = 0; out != NULL && i < f->n_boards; i++)
        if (wanted(f, i, of))
            names[(*n)++] = fleet_board_name(f, i);
    if (out != NULL) {
        fleet_hostlist(out, names, *n, ", ");
        if (fclose(out) != 0) {
            free(text);
            text = NULL;
        }
    }
    free(names);
    return text;
}

static bool is_of_kind(const struct fleet *f, size_t board, const void *of)
{
    return f->boards[board].kind == *(const uint32_t *)of;
}

static bool has_verdict(const struct fleet *f, size_t board, enum fleet_verdict verdict)
{
    for (size_t i = 0; i < f->n_findings; i++)
        if (f->findings[i].board == board && f->findings[i].verdict == verdict)
            return true;
    return false;
}

static bool is_suspect(const struct fleet *f, size_t board, const void *of)
{
    (void)of;
    return has_verdict(f, board, FLEET_SUSPECT) && !has_verdict(f, board, FLEET_DIFFERENT);
}

/* ---- head and kinds ---- */

static size_t damaged_runs(const struct fleet *f)
{
    size_t n = 0;

    for (size_t i = 0; i < f->n_runs; i++)
        n += f->runs[i].damaged;
    return n;
}

static void put_head(FILE *out, const struct fleet *f)
{
    int64_t first = INT64_MAX, last = INT64_MIN;
    char from[16], to[16], more[200] = "";
    size_t damaged = damaged_runs(f);

    for (size_t i = 0; i < f->n_runs; i++) {
        first = f->runs[i].began < first ? f->runs[i].began : first;
        last = f->runs[i].began > last ? f->runs[i].began : last;
    }
    fleet_day(from, first);
    fleet_day(to, last);
    if (damaged > 0)
        snprintf(more, sizeof more, "; %zu damaged", damaged);
    if (f->twice > 0)
        snprintf(more + strlen(more), sizeof more - strlen(more), "; %zu came twice", f->twice);
    format_wrapf(out, "FLEET  ", "%zu board%s, %zu run%s, %s to %s; %zu kind%s%s", f->n_boards,
                 plural(f->n_boards), f->n_runs, plural(f->n_runs), from, to, f->n_kinds,
                 plural(f->n_kinds), more);
}

/* The usual value of QUANTITY at LEVEL in KIND, or "-". */
static void usual_cell(char *to, const struct fleet *f, const struct fleet_kind *kind,
                       enum quantity quantity, unsigned level)
{
    snprintf(to, FORMAT_CELL, "-");
    for (size_t i = 0; i < f->n_names; i++)
        if (f->names[i].id.quantity == quantity && f->names[i].id.level == level &&
            kind->usual[i].n_ways > 0)
            fleet_value(to, f, i, kind->usual[i].kind, kind->usual[i].way[0].value);
}

static int put_kind(FILE *out, const struct fleet *f, uint32_t kind)
{
    char cell[4][FORMAT_CELL], lead[80];
    size_t n;
    char *names = folded(f, is_of_kind, &kind, &n);

    if (names == NULL)
        return -1;
    for (unsigned level = 1; level <= 3; level++)
        usual_cell(cell[level - 1], f, &f->kinds[kind], CACHE_SIZE, level);
    usual_cell(cell[3], f, &f->kinds[kind], MEMORY_LATENCY, MEMORY_LEVEL);
    snprintf(lead, sizeof lead, "  %-4.8s %7zu %8.12s %8.12s %8.12s %7.12s  ", f->kinds[kind].name,
             f->kinds[kind].n, cell[0], cell[1], cell[2], cell[3]);
    fputs(lead, out);
    if (strlen(lead) + output_visible_bytes(names, strlen(names)) <= FORMAT_COLUMNS) {
        output_visible(out, names, strlen(names));
        fputc('\n', out);
    } else {
        fputc('\n', out);
        format_wrap_most(out, "         ", names, 4);
    }
    free(names);
    return 0;
}

static int put_kinds(FILE *out, const struct fleet *f)
{
    int failed = 0;

    if (f->n_kinds > 0)
        fputs("  KIND  BOARDS  L1 data       L2       L3  memory  NODES\n", out);
    for (uint32_t i = 0; i < f->n_kinds; i++)
        failed |= put_kind(out, f, i);
    return failed;
}

/* ---- DIFFERENT ---- */

static void put_changes(FILE *out, const struct fleet *f, const struct fleet_finding *found,
                        size_t follow)
{
    struct fleet_change change[MOST_CHANGES];
    size_t n = fleet_changes(f, found, change, MOST_CHANGES);
    char text[1000] = "";
    size_t used = 0;

    if (follow > 0)
        used = (size_t)snprintf(text, sizeof text, "%zu answer%s follow%s", follow, plural(follow),
                                follow == 1 ? "s" : "");
    for (size_t i = 0; i < n && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %s -> %s",
                                 i > 0      ? ", "
                                 : used > 0 ? "; changed then: "
                                            : "changed then: ",
                                 change[i].key, change[i].was != NULL ? change[i].was : "not said",
                                 change[i].is != NULL ? change[i].is : "not said");
    if (*text != '\0')
        format_wrap(out, "           ", text);
}

static void put_since(char *to, size_t size, const struct fleet *f,
                      const struct fleet_finding *found)
{
    const struct fleet_board *b = &f->boards[found->board];
    char day[16];

    fleet_day(day, f->runs[found->since].began);
    if (found->dated)
        snprintf(to, size, "since %s", day);
    else
        snprintf(to, size, "in all %zu runs", b->n);
}

/* "125 +- 2 c": one unit for both where they share it. */
static void put_usual(char *to, size_t size, const struct fleet *f,
                      const struct fleet_finding *found)
{
    char value[FORMAT_CELL], spread[FORMAT_CELL];

    fleet_value(value, f, found->name, found->usual_kind, found->usual);
    if (found->spread <= 0 || found->usual_kind != RESULT_NUMBER) {
        snprintf(to, size, "%s", value);
        return;
    }
    format_number(spread, found->usual * found->spread, f->names[found->name].unit);
    const char *a = strrchr(value, ' '), *b = strrchr(spread, ' ');
    bool same = a != NULL && b != NULL && strcmp(a, b) == 0;

    snprintf(to, size, "%.*s +- %s", same ? (int)(a - value) : (int)strlen(value), value, spread);
}

static size_t follow_it(const struct fleet *f, size_t cause)
{
    size_t n = 0;

    for (size_t i = cause + 1; i < f->n_findings; i++)
        n += f->findings[i].cause == cause;
    return n;
}

static void put_different(FILE *out, const struct fleet *f, size_t at)
{
    const struct fleet_finding *found = &f->findings[at];
    char value[FORMAT_CELL], usual[2 * FORMAT_CELL + 8], since[60], share[16], lead[40], name[14];
    char together[48] = "";

    fleet_value(value, f, found->name, found->kind, found->value);
    put_usual(usual, sizeof usual, f, found);
    put_since(since, sizeof since, f, found);
    fleet_share(share, found);
    snprintf(lead, sizeof lead, "  %-8s ",
             output_visible_cell(name, sizeof name, fleet_board_name(f, found->board)));
    if (found->together > 0)
        snprintf(together, sizeof together, ", by %zu answers together", found->together);
    format_wrapf(out, lead, "%s  %s, its kind %s%s%s%s, %s", f->names[found->name].id.text, value,
                 usual, *share != '\0' ? ", " : "", share, together, since);
    put_changes(out, f, found, follow_it(f, at));
    if (found->channels)
        format_wrap(out, "           ", "look at: " FLEET_LOOK_CHANNELS);
}

static void put_all_different(FILE *out, const struct fleet *f)
{
    bool first = true;

    for (size_t i = 0; i < f->n_findings; i++) {
        if (f->findings[i].verdict != FLEET_DIFFERENT || f->findings[i].cause != i)
            continue;
        if (first)
            fputs("DIFFERENT  3 of 3 runs, same side\n", out);
        first = false;
        put_different(out, f, i);
    }
}

/* ---- WRONG ---- */

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

void fleet_put_wrong(FILE *out, const struct fleet *f)
{
    for (size_t i = 0; i < f->n_wrong; i++) {
        const struct fleet_wrong *wrong = &f->wrong[i];
        const struct fleet_run *last = &f->runs[wrong->last];
        char lead[40], name[14], day[16];

        fleet_day(day, last->began);
        snprintf(lead, sizeof lead, "  %-8s ",
                 output_visible_cell(name, sizeof name, fleet_board_name(f, wrong->board)));
        fputs(i == 0 ? "WRONG RESULTS  of operations, on one board by itself\n" : "", out);
        format_wrapf(out, lead, "%s  in %zu of %zu runs, last %s: %s names operation and thread",
                     f->names[wrong->name].id.text, wrong->runs, f->boards[wrong->board].n, day,
                     file_name(f->texts.at[last->source]));
    }
}

/* ---- SUSPECT, TWO WAYS, ALONE ---- */

static int put_suspect(FILE *out, const struct fleet *f)
{
    size_t n;
    char *names = folded(f, is_suspect, NULL, &n), *text = NULL;

    if (names == NULL || (n > 0 && asprintf(&text, "measure again: %s", names) < 0))
        return -1;
    if (n > 0)
        format_wrap(out, "SUSPECT    ", text);
    free(names);
    free(text);
    return 0;
}

struct way_of {
    uint32_t kind;
    size_t name;
};

static bool is_of_second_way(const struct fleet *f, size_t board, const void *of)
{
    const struct way_of *way = of;

    return f->boards[board].kind == way->kind && fleet_is_of_way(f, board, way->name, 1);
}

static int put_way(FILE *out, const struct fleet *f, const struct way_of *way)
{
    const struct fleet_typical *u = &f->kinds[way->kind].usual[way->name];
    char first[FORMAT_CELL], second[FORMAT_CELL], *text = NULL;
    size_t n;
    char *names = folded(f, is_of_second_way, way, &n);

    fleet_value(first, f, way->name, u->kind, u->way[0].value);
    fleet_value(second, f, way->name, u->kind, u->way[1].value);
    if (names == NULL || asprintf(&text, "%s %s: %zu boards %s; %zu boards %s (%s)",
                                  f->kinds[way->kind].name, f->names[way->name].id.text,
                                  u->way[0].boards, first, u->way[1].boards, second, names) < 0)
        return free(names), -1;
    format_wrap_most(out, "TWO WAYS   ", text, 3);
    free(names);
    free(text);
    return 0;
}

static int put_ways(FILE *out, const struct fleet *f)
{
    int failed = 0;

    for (uint32_t k = 0; k < f->n_kinds; k++) {
        size_t n = 0;
        for (size_t i = 0; i < f->n_names; i++)
            if (f->kinds[k].usual[i].n_ways > 1 && n++ < MOST_WAYS)
                failed |= put_way(out, f, &(struct way_of){ k, i });
        if (n > MOST_WAYS)
            fprintf(out, "           %s: %zu answers more have two ways\n", f->kinds[k].name,
                    n - MOST_WAYS);
    }
    return failed;
}

/* Boards that are alone for the same reason as board OF, one of them. */
static bool is_alone_as(const struct fleet *f, size_t board, const void *of)
{
    const struct fleet_board *a = &f->boards[board], *b = &f->boards[*(const size_t *)of];

    if (a->kind != FLEET_NO_KIND || a->nearest != b->nearest)
        return false;
    return a->nearest == FLEET_NO_KIND ||
           (a->anchors == b->anchors && a->differ == b->differ && a->group == b->group);
}

static bool is_first_alone(const struct fleet *f, size_t board)
{
    for (size_t i = 0; i < board; i++)
        if (is_alone_as(f, i, &board))
            return false;
    return f->boards[board].kind == FLEET_NO_KIND;
}

/* "nearest A: 7 of 20 anchors differ; cc is 13, there 12". */
static void put_nearest(char *to, size_t size, const struct fleet *f, size_t board)
{
    const struct fleet_board *b = &f->boards[board];
    struct fleet_change change[MOST_CHANGES];

    if (b->nearest == FLEET_NO_KIND) {
        snprintf(to, size, "fewer than %d boards of a kind", FLEET_KIND_BOARDS);
        return;
    }
    size_t n = fleet_unlike_kind(f, board, b->nearest, change, MOST_CHANGES);
    size_t used = (size_t)snprintf(to, size, "nearest %s: %u of %u anchors differ",
                                   f->kinds[b->nearest].name, b->differ, b->anchors);
    for (size_t i = 0; i < n && used < size; i++)
        used += (size_t)snprintf(to + used, size - used, "; %s %s, there %s", change[i].key,
                                 change[i].is != NULL ? change[i].is : "not said",
                                 change[i].was != NULL ? change[i].was : "not said");
}

static int put_alone(FILE *out, const struct fleet *f)
{
    for (size_t i = 0; i < f->n_boards; i++) {
        char why[600], *text = NULL;
        size_t n;
        if (!is_first_alone(f, i))
            continue;
        char *names = folded(f, is_alone_as, &i, &n);
        put_nearest(why, sizeof why, f, i);
        if (names == NULL || asprintf(&text, "%s (%s)", names, why) < 0)
            return free(names), -1;
        format_wrap(out, "ALONE      ", text);
        free(names);
        free(text);
    }
    return 0;
}

/* ---- files, and what to do ---- */

static void put_files(FILE *out, const struct fleet *f)
{
    for (size_t i = 0; i < f->n_runs; i++)
        if (f->runs[i].damaged)
            format_wrapf(out, "DAMAGED    ", "%s: %zu whole answers count",
                         file_name(f->texts.at[f->runs[i].source]), f->runs[i].n_answers);
    for (size_t i = 0; i < f->n_unread; i++)
        format_wrapf(out, "NOT READ   ", "%s: %s", f->unread[i].file, f->unread[i].why);
}

/* True when a shell and Slurm take NAME as it is. */
static bool is_plain(const char *name)
{
    return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
           strlen(name);
}

/* One command, on two lines where it is wide. */
static void put_drain(FILE *out, const char *name, const char *id, const char *share)
{
    int n = snprintf(NULL, 0, "  scontrol update node=%s state=drain reason=\"pontoon: %s %s\"",
                     name, id, share);

    fprintf(out, "  scontrol update node=%s state=drain %sreason=\"pontoon: %s%s%s\"\n", name,
            n > FORMAT_COLUMNS ? "\\\n    " : "", id, *share != '\0' ? " " : "", share);
}

static bool is_drained_by_name(const struct fleet *f, uint32_t board)
{
    return is_plain(fleet_board_name(f, board)) &&
           fleet_setting(f, &f->runs[f->boards[board].first], "node") != NULL;
}

static bool has_wrong(const struct fleet *f, uint32_t board)
{
    for (size_t i = 0; i < f->n_wrong; i++)
        if (f->wrong[i].board == board)
            return true;
    return false;
}

/* Lines for a person to run: one a board, with its wrong results or else its first finding. */
static void put_drains(FILE *out, const struct fleet *f)
{
    static const char title[] = "TO DRAIN   under Slurm, once a person agrees:\n";
    uint32_t last = UINT32_MAX;
    bool first = true;

    for (size_t i = 0; i < f->n_wrong; i++) {
        if (f->wrong[i].board == last || !is_drained_by_name(f, f->wrong[i].board))
            continue;
        last = f->wrong[i].board;
        fputs(first ? title : "", out);
        put_drain(out, fleet_board_name(f, last), f->names[f->wrong[i].name].id.text, "");
        first = false;
    }
    last = UINT32_MAX;
    for (size_t i = 0; i < f->n_findings; i++) {
        const struct fleet_finding *found = &f->findings[i];
        char share[16];
        if (found->verdict != FLEET_DIFFERENT || found->board == last ||
            !is_drained_by_name(f, found->board) || has_wrong(f, found->board))
            continue;
        fleet_share(share, found);
        fputs(first ? title : "", out);
        put_drain(out, fleet_board_name(f, found->board), f->names[found->name].id.text, share);
        first = false;
        last = found->board;
    }
}

int report_fleet_text(FILE *out, const struct fleet *f)
{
    put_head(out, f);
    int failed = put_kinds(out, f);

    fleet_put_wrong(out, f);
    put_all_different(out, f);
    failed |= put_suspect(out, f);
    failed |= put_ways(out, f);
    failed |= put_alone(out, f);
    put_files(out, f);
    put_drains(out, f);
    return failed;
}
