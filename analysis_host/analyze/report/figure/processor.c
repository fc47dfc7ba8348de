/* Figures of registers, hardware threads, the time slice, code and branches. */
#include "draw.h"
#include "figure.h"
#include "report/format/groups.h"
#include "report/format/value.h"
#include "result/element.h"
#include "result/query.h"
#include "result/topology.h"
#include "series/kernels.h"
#include "series/point.h"
#include "specs.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 112, LINE_EMPTY = 3 };

/* ---- registers ---- */

static void draw_registers(struct figure_build *b)
{
    const struct log_series *s;

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL;) {
        const char *type = figure_key(s, "type");
        struct figure_timings t = figure_timings(b, s, b->cycle);

        if (figure_add_line(b, s, &t, "%s", type) != NULL)
            figure_mark_x(b, id_type(REGISTERS, type), type);
        free(t.at);
    }
}

/* Keeps of T, ascending in x, one timing an x: the rise of the medians to the next x. */
static void relative_rises(struct figure_timings *t)
{
    size_t n = 0;

    for (size_t i = 0, next; i < t->n; i = next) {
        for (next = i; next < t->n && t->at[next].x == t->at[i].x;)
            next++;
        if (next == t->n)
            break;
        struct figure_timings rest = { t->at + i, t->n - i };
        double here = figure_timings_median(&rest, t->at[i].x);
        double there = figure_timings_median(&rest, t->at[next].x);
        t->at[n++] = (struct figure_timing){ t->at[i].x, 0, there / here - 1, 1 };
    }
    t->n = n;
}

static void draw_rises(struct figure_build *b)
{
    const struct log_series *s;

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL;) {
        struct figure_timings t = figure_timings(b, s, b->cycle);

        relative_rises(&t);
        struct figure_line *l = figure_add_line(b, s, &t, "%s", figure_key(s, "type"));
        if (l != NULL)
            l->n_dots = 0;
        free(t.at);
    }
}

/* ---- contexts ---- */

/* True where the answer ID rests on another series of its probe than S. */
static bool rests_elsewhere(const struct figure_build *b, struct result_id id,
                            const struct log_series *s, bool is_other)
{
    const struct result *r = result_find(b->results, id);
    uint64_t line = r != NULL ? r->series_line : 0;

    return line != 0 ? s->first_line != line : is_other;
}

/* The least of T, ascending in x and y, of one thread; NaN: it was not timed. */
static double least_alone(const struct figure_timings *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].x == 1)
            return t->at[i].y;
    return NAN;
}

/* The answer rests on the least timing of each number of threads. */
static void through_least(struct figure_line *l)
{
    for (size_t i = 0; i < l->n_points; i++)
        l->point[i].lower = l->point[i].middle = l->point[i].low;
}

static void draw_contexts(struct figure_build *b)
{
    static const struct {
        const char *name;
        enum quantity quantity;
    } kinds[] = { { "int", CONTEXTS_INT },
                  { "float", CONTEXTS_FLOAT },
                  { "memory", CONTEXTS_MEMORY } };
    const struct log_series *s;

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL;) {
        uint64_t kind = log_key_number(s->keys, s->n_keys, "kind", 0);
        struct figure_timings t = figure_timings(b, s, 1);
        double alone = least_alone(&t);
        const char *name = kinds[kind < 3 ? kind : 0].name;

        if (kind < 3 && rests_elsewhere(b, id_of(kinds[kind].quantity), s,
                                        log_key_number(s->keys, s->n_keys, "pinned", 0) == 1)) {
            free(t.at);
            continue;
        }
        for (size_t i = 0; i < t.n; i++)
            t.at[i].y /= alone;
        struct figure_line *l =
            alone > 0 && kind < 3 ? figure_add_line(b, s, &t, "%s", name) : NULL;
        if (l != NULL) {
            through_least(l);
            figure_mark_x(b, id_of(kinds[kind].quantity), name);
        }
        free(t.at);
    }
}

/* Two contexts at once, relative to the slower of them alone. */
static void draw_smt(struct figure_build *b)
{
    size_t at = 0;
    const struct log_series *s = figure_series(b, &at);
    struct figure_timings t = { 0 };
    struct figure_line *l = NULL;

    if (s != NULL)
        t = figure_timings(b, s, 1);
    if (t.n > 0)
        l = figure_new_line(b, s, "pairs");
    for (size_t i = 0; i < t.n && l != NULL; i++) {
        double x = t.at[i].x, x2 = t.at[i].x2;
        if (i > 0 && t.at[i - 1].x == x && t.at[i - 1].x2 == x2)
            continue;
        struct figure_timings row = figure_timings_at(&t, x2), column = figure_timings_at(&t, x);
        double alone = fmax(figure_timings_median(&row, x2), figure_timings_median(&column, x));
        struct figure_point *p =
            alone > 0 ? figure_add_point(b, l, x, figure_timings_median(&row, x) / alone) : NULL;
        if (p != NULL)
            p->x2 = x2;
    }
    free(t.at);
}

/* The table of pairs in the order of the tree, each pair once. */
static void draw_core_to_core(struct figure_build *b)
{
    const struct topology *t = b->results->topology;
    size_t at = 0;
    const struct log_series *s = figure_series(b, &at);
    struct figure_line *l = t != NULL && s != NULL ? figure_new_line(b, s, "pairs") : NULL;

    for (size_t i = 0; l != NULL && i < t->n; i++)
        for (size_t k = i + 1; k < t->n; k++) {
            double cycles = t->cycles[t->order[i] * t->n + t->order[k]];
            struct figure_point *p =
                isnan(cycles) ? NULL : figure_add_point(b, l, t->order[i], cycles);
            if (p != NULL)
                p->x2 = t->order[k];
        }
}

/* ---- lines by state ---- */

static bool is_line_state(const struct log_sample *p)
{
    return p->n_x == 4 && p->n_ticks > 0 && p->ops > 0 && p->x[2] <= LINE_EMPTY;
}

/* The row of P: states one after the other, each by the bytes that the owner walked. */
static size_t row_of(const struct log_series *s, const struct log_sample *p)
{
    size_t row = 0;

    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *q = &s->samples[i];
        bool before = is_line_state(q) && q->x[1] == p->x[1] && q->x[2] != LINE_EMPTY &&
                      (q->x[2] < p->x[2] || (q->x[2] == p->x[2] && q->x[3] < p->x[3]));

        row += before ? 1 : 0;
    }
    return row;
}

static void name_row(struct figure_build *b, const struct log_sample *p, size_t row)
{
    static const char *const states[] = { "modified", "exclusive", "shared" };
    char walked[FORMAT_CELL];

    for (size_t i = 0; i < b->figure->n_marks; i++)
        if (b->figure->mark[i].at == (double)row)
            return;
    format_number(walked, (double)p->x[3], "B");
    if (p->x[3] > 0)
        figure_name_row(b, (double)row, "%s, %s walked", states[p->x[2]], walked);
    else
        figure_name_row(b, (double)row, "%s", states[p->x[2]]);
}

/* What a timing takes without loads, ticks a load. */
static double empty_ticks(const struct log_series *s)
{
    double least = INFINITY;

    for (size_t i = 0; i < s->n_samples; i++)
        if (is_line_state(&s->samples[i]) && s->samples[i].x[2] == LINE_EMPTY)
            least = fmin(least, point_least(&s->samples[i]));
    return isfinite(least) ? least : 0;
}

/* A column for each thread whose lines thread 0 loaded. */
static void draw_line_states(struct figure_build *b)
{
    size_t at = 0;
    const struct log_series *s = figure_series(b, &at);
    struct figure_line *l =
        s != NULL && log_series_number(s, "kind") == 0 ? figure_new_line(b, s, "states") : NULL;

    for (size_t i = 0; l != NULL && i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        if (!is_line_state(p) || p->x[2] == LINE_EMPTY)
            continue;
        size_t row = row_of(s, p);
        double y = (point_median(p) - empty_ticks(s)) / b->cycle;
        struct figure_point *to = figure_add_point(b, l, (double)p->x[1], y);

        if (to != NULL)
            to->x2 = (double)row;
        name_row(b, p, row);
    }
}

/* "0-3", "0-3 (4 groups)"; "between groups of 0-7" of a node that has groups. */
static void name_node(char to[NAME_BYTES], const struct topology *t, size_t at, size_t alike)
{
    bool parted = format_after_group(t, at) > at + 1;
    char who[40];

    format_members(who, sizeof who, t, &t->nodes[at]);
    if (alike > 1)
        snprintf(to, NAME_BYTES, "%s%s (%zu groups)", parted ? "between groups of " : "", who,
                 alike);
    else
        snprintf(to, NAME_BYTES, "%s%s", parted ? "between groups of " : "", who);
}

/* Adds to LINE what the N at RATES, which are sorted, say of blocks of BYTES. */
static void add_rates(struct figure_build *b, struct figure_line *line, double bytes,
                      const double *rates, size_t n)
{
    struct figure_point *p =
        n > 0 ? figure_add_point(b, line, bytes, stats_quantile(rates, n, 0.5)) : NULL;

    if (p == NULL)
        return;
    p->low = stats_quantile(rates, n, 0);
    p->lower = stats_quantile(rates, n, 0.25);
    p->upper = stats_quantile(rates, n, 0.75);
    p->high = stats_quantile(rates, n, 1);
    p->n = n;
}

/* A line for each group of the tree; of groups that are alike the first. */
static void draw_block_rates(struct figure_build *b)
{
    enum { MOST_LINES = 8 };
    const struct topology *t = b->results->topology;
    size_t at = 0;
    const struct log_series *s = figure_series(b, &at);
    double *rates = t != NULL && s != NULL ? calloc(t->n * t->n + 1, sizeof *rates) : NULL;
    char name[NAME_BYTES];

    for (size_t i = 0, alike; rates != NULL && i < t->n_nodes && b->figure->n_lines < MOST_LINES;) {
        alike = format_after_group(t, i) == i + 1 ? format_alike_groups(t, i) : 1;
        name_node(name, t, i, alike);
        struct figure_line *l = t->n_blocks > 0 ? figure_new_line(b, s, name) : NULL;
        for (size_t k = t->n_blocks; l != NULL && k-- > 0;)
            add_rates(b, l, t->block_bytes[k], rates,
                      topology_node_rates(t, &t->nodes[i], k, rates));
        i += alike;
    }
    free(rates);
    for (unsigned level = 1; b->figure->n_lines > 0 && level <= cache_levels(b->results); level++) {
        char label[16];

        snprintf(label, sizeof label, "L%u", level);
        figure_mark_x(b, id_at(CACHE_SIZE, level), label);
    }
}

/* ---- the scheduler ---- */

/* Gaps of all threads in seconds, ascending; to be freed. */
static double *gaps(const struct log_series *s, double hz, size_t *n)
{
    size_t room = 1;
    double *at;

    for (size_t i = 0; i < s->n_events; i++)
        room += s->events[i].n_values;
    at = calloc(room, sizeof *at);
    *n = 0;
    for (size_t i = 0; i < s->n_events && at != NULL; i++)
        for (size_t k = 0; k < s->events[i].n_values; k++)
            at[(*n)++] = (double)s->events[i].values[k] / hz;
    return at;
}

/* Bins of equal ratio, as gaps go over several powers of ten. */
static void add_bins(struct figure_build *b, const struct log_series *s, const double *gap,
                     size_t n)
{
    enum { BINS = 48 };
    double least = stats_quantile(gap, n, 0), most = stats_quantile(gap, n, 1) * 1.001;
    double ratio = pow(fmax(1.1, most / least), 1.0 / BINS);
    struct figure_line *l = least > 0 ? figure_new_line(b, s, "gaps") : NULL;

    for (size_t k = 0; k < BINS && l != NULL; k++) {
        double from = least * pow(ratio, (double)k), to = from * ratio;
        size_t count = 0;
        for (size_t i = 0; i < n; i++)
            count += gap[i] >= from && gap[i] < to;
        struct figure_point *p = count > 0 ? figure_add_point(b, l, from, (double)count) : NULL;
        if (p != NULL)
            p->x2 = to;
    }
}

static void draw_timeslice(struct figure_build *b)
{
    double hz = point_tick_hz(b->run);
    size_t at = 0, n = 0;
    const struct log_series *s;

    while ((s = figure_series(b, &at)) != NULL &&
           rests_elsewhere(b, id_of(OS_TIMESLICE), s,
                           log_key_number(s->keys, s->n_keys, "stretch", 0) == 1))
        ;
    double *gap = s != NULL && hz > 0 ? gaps(s, hz, &n) : NULL;

    if (gap != NULL && n > 0) {
        add_bins(b, s, gap, n);
        figure_mark_x(b, id_of(OS_TIMESLICE), "time slice");
    }
    free(gap);
}

/* ---- code and branches ---- */

static void draw_icache(struct figure_build *b)
{
    const struct log_series *s;

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL;) {
        struct figure_timings t = figure_timings(b, s, b->cycle);
        struct figure_timings once = figure_timings_at(&t, 1);
        struct figure_timings again = figure_timings_at(&t, 16);

        figure_add_line(b, s, &once, "once a lap");
        figure_add_line(b, s, &again, "16 times in a row");
        free(t.at);
    }
    if (b->figure->n_lines > 0)
        figure_mark_x(b, id_at(ICACHE_SIZE, 1), "L1i");
}

static void draw_branch(struct figure_build *b)
{
    const struct log_series *s;

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL;) {
        struct figure_timings t = figure_timings(b, s, b->cycle);

        if (log_key_number(s->keys, s->n_keys, "kind", 0) == 1 &&
            figure_add_line(b, s, &t, "a branch") != NULL)
            figure_mark_x(b, id_of(BRANCH_HISTORY), "history");
        free(t.at);
    }
}

/* ---- patterns ---- */

/* Timings of R with n in place of x, as bytes of all arrays and nanoseconds an element. */
static void draw_kernel(struct figure_build *b, const struct kernel_run *r, double tick_ns)
{
    struct figure_timings t = figure_timings(b, r->series, 1);
    size_t kept = 0, before = b->figure->n_lines;

    for (size_t i = 0; i < t.n; i++) {
        const struct kernel_point *p = t.at[i].x2 == 0 ? kernels_at(r, (uint64_t)t.at[i].x) : NULL;

        if (p == NULL || !p->counted || p->count[KERNEL_ELEMENTS] == 0)
            continue;
        t.at[kept++] =
            (struct figure_timing){ (double)p->count[KERNEL_BYTES], 0,
                                    t.at[i].y * tick_ns / (double)p->count[KERNEL_ELEMENTS],
                                    t.at[i].n };
    }
    t.n = kept;
    figure_timings_sort(&t);
    if (!kernels_warm(r) && r->contexts > 1)
        figure_add_line(b, r->series, &t, "%s %s, %s, %u %s", r->name, r->variant, r->state,
                        r->contexts, r->space);
    else if (!kernels_warm(r))
        figure_add_line(b, r->series, &t, "%s %s, %s", r->name, r->variant, r->state);
    else if (r->contexts == 1)
        figure_add_line(b, r->series, &t, "%s %s", r->name, r->variant);
    else
        figure_add_line(b, r->series, &t, "%s %s, %u %s", r->name, r->variant, r->contexts,
                        r->space);
    for (size_t i = before; i < b->figure->n_lines; i++)
        snprintf(b->figure->line[i].choice, sizeof b->figure->line[i].choice, "%.23s", r->name);
    free(t.at);
}

static void draw_patterns(struct figure_build *b)
{
    double hz = point_tick_hz(b->run);
    struct kernels all;

    if (kernels_read(&all, b->run, b->figure->spec->probe, METHOD_ROBUST) != 0)
        b->all->no_memory = true;
    for (size_t i = 0; i < all.n && hz > 0; i++)
        draw_kernel(b, &all.run[i], 1e9 / hz);
    kernels_free(&all);
    for (unsigned level = 1; b->figure->n_lines > 0 && level <= cache_levels(b->results); level++) {
        char label[16];

        snprintf(label, sizeof label, "L%u", level);
        figure_mark_x(b, id_at(CACHE_SIZE, level), label);
    }
}

/* Of a queue of the core. */
#define QUEUE_FIGURE(figure, heading)                                                              \
    {                                                                                              \
        .name = figure, .title = heading,                                                          \
        .about =                                                                                   \
            "Entries with which two cache misses ceased to overlap, as a share of the passes. "    \
            "Two "                                                                                 \
            "modes, one at half of the other: another thread was on the core in some passes.",     \
        .probe = "core_queues", .kind = FIGURE_HISTOGRAM, .x_label = "entries", .x_unit = "count", \
        .y_label = "share of the passes, %", .y_unit = "count", .draw = figure_draw_queue          \
    }

const struct figure_spec figure_processor[] = {
    { .name = "registers",
      .title = "Registers for C",
      .about =
          "A loop of additions over a growing number of variables. An addition costs more once "
          "the compiler spills variables to the stack.",
      .probe = "live_ranges",
      .kind = FIGURE_CURVE,
      .x_label = "live variables",
      .x_unit = "count",
      .y_label = "addition",
      .y_unit = "cycle",
      .draw = draw_registers },
    { .name = "rises",
      .title = "Registers for C: relative rise",
      .about = "Rise of the curve of registers from one number of variables to the next, as a "
               "share.",
      .probe = "live_ranges",
      .kind = FIGURE_CURVE,
      .x_label = "live variables",
      .x_unit = "count",
      .y_label = "relative rise",
      .y_unit = "ratio",
      .alone = true,
      .draw = draw_rises },
    { .name = "contexts",
      .title = "Hardware threads",
      .about =
          "Least time of several threads that do the same work at once, relative to the least "
          "time of one thread; the band reaches up to the upper quartile. From 1.5 on a thread "
          "waits for another.",
      .probe = "contexts",
      .kind = FIGURE_CURVE,
      .x_label = "threads",
      .x_unit = "count",
      .y_label = "time of all, relative to one",
      .y_unit = "ratio",
      .draw = draw_contexts },
    { .name = "timeslice",
      .title = "Time slice",
      .about =
          "How long a thread ran between two waits, with two threads a hardware thread. In logs "
          "that do not record it: how long the thread waited.",
      .probe = "timeslice",
      .kind = FIGURE_HISTOGRAM,
      .x_label = "time",
      .x_unit = "s",
      .y_label = "number of gaps",
      .y_unit = "count",
      .log_x = true,
      .draw = draw_timeslice },
    { .name = "smt",
      .title = "SMT",
      .about =
          "Time of two hardware threads that execute additions at once, relative to one alone. "
          "Two threads of one core slow each other down.",
      .probe = "smp_smt",
      .kind = FIGURE_MATRIX,
      .x_label = "hardware thread",
      .x_unit = "count",
      .y_label = "hardware thread",
      .y_unit = "ratio",
      .draw = draw_smt },
    QUEUE_FIGURE("queue_rob", "Reorder buffer (ROB) by passes"),
    QUEUE_FIGURE("queue_loads", "Load queue by passes"),
    QUEUE_FIGURE("queue_stores", "Store queue by passes"),
    { .name = "icache",
      .title = "Instruction cache (L1i)",
      .about =
          "Time a byte of straight code that is executed once a lap, and of code each part of "
          "which is executed 16 times in a row. The curves part where a lap is larger than the "
          "cache.",
      .probe = "icache",
      .kind = FIGURE_CURVE,
      .x_label = "code in a lap",
      .x_unit = "B",
      .y_label = "time a byte of code",
      .y_unit = "cycle",
      .log_x = true,
      .draw = draw_icache },
    { .name = "branch",
      .title = "Branch history",
      .about =
          "Time of a branch whose outcomes repeat after so many executions. It rises where the "
          "predictor cannot learn the pattern.",
      .probe = "branch",
      .kind = FIGURE_CURVE,
      .x_label = "length of the pattern",
      .x_unit = "count",
      .y_label = "time a branch",
      .y_unit = "cycle",
      .log_x = true,
      .draw = draw_branch },
    { .name = "patterns",
      .title = "Access patterns",
      .about =
          "Time an element of each variant of a kernel, over the bytes of all its arrays. A page "
          "shows one kernel at a time, a picture has a panel for each.",
      .probe = "pattern",
      .kind = FIGURE_CURVE,
      .x_label = "working set",
      .x_unit = "B",
      .y_label = "time an element",
      .y_unit = "ns",
      .log_x = true,
      .log_y = true,
      .draw = draw_patterns },
    { .name = "core_to_core",
      .title = "Core-to-core latency",
      .about =
          "Latency of a cache line from one hardware thread to another, one way, for each pair. "
          "Threads are in the order of the topology.",
      .probe = "core_to_core",
      .kind = FIGURE_MATRIX,
      .x_label = "hardware thread",
      .x_unit = "count",
      .y_label = "hardware thread",
      .y_unit = "cycle",
      .draw = draw_core_to_core },
    { .name = "core_to_core_states",
      .title = "Lines of other cores by state",
      .about =
          "Load-to-use latency of cache lines that another hardware thread wrote (modified), "
          "loaded "
          "alone (exclusive) or together with a third one (shared); it then walked so many bytes, "
          "which moves the lines to its next cache.",
      .probe = "coherence",
      .kind = FIGURE_MATRIX,
      .x_label = "hardware thread that has the lines",
      .x_unit = "count",
      .y_label = "state",
      .y_unit = "cycle",
      .draw = draw_line_states },
    { .name = "core_to_core_bandwidth",
      .title = "Core-to-core bandwidth",
      .about = "Two hardware threads take turns to increment every line of a block. Bandwidth one "
               "way by "
               "size of the block: the median over the pairs of each group, with the least, the "
               "quartiles "
               "and the most.",
      .probe = "core_to_core",
      .kind = FIGURE_CURVE,
      .x_label = "block",
      .x_unit = "B",
      .y_label = "bandwidth, one way",
      .y_unit = "B/cycle",
      .log_x = true,
      .log_y = true,
      .draw = draw_block_rates },
};
const size_t figure_processor_count = sizeof figure_processor / sizeof figure_processor[0];
