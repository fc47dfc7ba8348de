/* Figures of the roofline: ceilings, and kernels below them and over their sizes. */
#include "series/kernels.h"
#include "draw.h"
#include "figure.h"
#include "result/element.h"
#include "result/nodes.h"
#include "result/query.h"
#include "series/point.h"
#include "series/roof.h"
#include "specs.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- kernels ---- */

/* More series than these cannot be told apart; the report in JSON has all. */
enum { MOST_SERIES = 12, MOST_NUMBERS = 16 };
/* Roofs of a level that differ by no more than this share are one line. */
#define ROOFS_AGREE 0.03

/* Numbers of contexts that a page shows one at a time. */
struct numbers {
    unsigned of[MOST_NUMBERS]; /* ascending, the first is 1 */
    unsigned n;
};

/* A series of kernels, its share of the roof, whether the run was asked for its kernel by name, and
 * whether no other variant of that, in the same state on as many contexts, is nearer to its own. */
struct ranked {
    const struct kernel_run *run;
    double share;
    size_t place; /* in the log */
    bool is_named, is_nearest;
};

static int by_share(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    if (x->share != y->share)
        return x->share > y->share ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* One context first, then what was asked for by name, and of each kernel the variant nearest to its
 * roof. */
static int by_place(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    if (x->run->contexts != y->run->contexts)
        return x->run->contexts < y->run->contexts ? -1 : 1;
    if (x->is_named != y->is_named)
        return x->is_named ? -1 : 1;
    if (x->is_nearest != y->is_nearest)
        return x->is_nearest ? -1 : 1;
    return by_share(a, b);
}

static bool is_same_kernel(const struct kernel_run *a, const struct kernel_run *b)
{
    return a->contexts == b->contexts && strcmp(a->state, b->state) == 0 &&
           kernel_is_same(a->name, b->name);
}

static double share_of(const struct results *results, const struct kernel_run *r)
{
    return result_measured(results,
                           id_kernel(KERNEL_ROOF, r->name, r->variant, r->state, r->contexts));
}

/* Bytes of P across the border to memory: counted, or replayed, or those of the text. */
static double bytes_of(const struct kernel_run *r, const struct kernel_point *p)
{
    double counted = kernel_counted_bytes(r, p);
    double replayed = p->replayed != NULL ? replay_bytes(p->replayed) : 0;

    return counted > 0 ? counted : replayed > 0 ? replayed : kernel_compulsory_bytes(r, p);
}

static bool is_drawable(const struct kernel_point *p)
{
    return p->timings > 0 && p->counted && p->ticks > 0 && p->least > 0 && kernel_work(p) > 0;
}

static bool is_any_drawable(const struct kernel_run *r)
{
    for (size_t i = 0; i < r->n_points; i++)
        if (is_drawable(&r->point[i]))
            return true;
    return false;
}

/* Makes L one of those that are shown for so many contexts. */
static void choose_number(struct figure_line *l, unsigned contexts)
{
    if (contexts > 1)
        snprintf(l->choice, sizeof l->choice, "%u threads", contexts);
    else
        snprintf(l->choice, sizeof l->choice, "1 thread");
}

enum { NAME_BYTES = 96 };

static void name_of(char name[NAME_BYTES], const struct kernel_run *r)
{
    char state[24] = "", contexts[24] = "";

    if (!kernels_warm(r))
        snprintf(state, sizeof state, ", %.16s", r->state);
    if (r->contexts > 1)
        snprintf(contexts, sizeof contexts, ", on %u", r->contexts);
    snprintf(name, NAME_BYTES, "%.20s %.16s%s%s", r->name, r->variant, state, contexts);
}

/* A new line for R without a group: another board's kernels are not the same curve. */
static struct figure_line *line_of(struct figure_build *b, const struct kernel_run *r)
{
    char name[NAME_BYTES];

    name_of(name, r);
    struct figure_line *l = figure_new_line(b, r->series, name);
    if (l != NULL) {
        l->group[0] = '\0';
        l->measured = true;
        choose_number(l, r->contexts);
    }
    return l;
}

/* Adds P of R, its speed by its timings, at X. */
static struct figure_point *add_speed(struct figure_build *b, struct figure_line *l,
                                      const struct kernel_run *r, const struct kernel_point *p,
                                      double x)
{
    double work = kernel_work(p) * r->run_cycle;
    struct figure_point *to = figure_add_point(b, l, x, work / p->ticks);

    if (to == NULL)
        return NULL;
    to->low = work / p->most;
    to->lower = work / p->upper;
    to->upper = work / p->lower;
    to->high = work / p->least;
    to->n = p->timings;
    to->marked = kernel_overhead(r, p) > KERNEL_MARKED;
    return to;
}

static void under_roof(struct figure_build *b, const struct kernel_run *r)
{
    struct figure_line *l = is_any_drawable(r) ? line_of(b, r) : NULL;

    for (size_t i = 0; i < r->n_points && l != NULL; i++) {
        const struct kernel_point *p = &r->point[i];
        struct figure_point *to =
            is_drawable(p) ? add_speed(b, l, r, p, kernel_work(p) / bytes_of(r, p)) : NULL;

        if (to == NULL)
            continue;
        to->x2 = (double)p->n;
        if (p->replayed != NULL && p->replayed->low > 0 && kernel_counted_bytes(r, p) == 0) {
            to->x_low = kernel_work(p) / p->replayed->high;
            to->x_high = kernel_work(p) / p->replayed->low;
        }
    }
}

static void over_sizes(struct figure_build *b, const struct kernel_run *r)
{
    struct figure_line *l = is_any_drawable(r) ? line_of(b, r) : NULL;

    for (size_t i = 0; i < r->n_points && l != NULL; i++)
        if (is_drawable(&r->point[i]))
            add_speed(b, l, r, &r->point[i], (double)r->point[i].n);
}

static void intensity_over_sizes(struct figure_build *b, const struct kernel_run *r)
{
    struct figure_line *l = is_any_drawable(r) ? line_of(b, r) : NULL;

    for (size_t i = 0; i < r->n_points && l != NULL; i++) {
        const struct kernel_point *p = &r->point[i];

        if (p->counted && kernel_work(p) > 0 && p->n > 0 && p->timings > 0)
            figure_add_point(b, l, (double)p->n, kernel_work(p) / bytes_of(r, p));
    }
}

/* Counted bytes of P by those that must move; 0: not counted. */
static double ratio_of(const struct kernel_run *r, const struct kernel_point *p)
{
    double least = kernel_compulsory_bytes(r, p);

    return p->counted && least > 0 ? kernel_counted_bytes(r, p) / least : 0;
}

static bool has_ratio(const struct kernel_run *r)
{
    bool cold = strncmp(r->state, "cold", 4) == 0 || strncmp(r->state, "code", 4) == 0;

    for (size_t i = 0; cold && i < r->n_points; i++)
        if (ratio_of(r, &r->point[i]) > 0)
            return true;
    return false;
}

/* Of cold kernels, whose lines all come and go, where the port counted them. */
static void ratio_over_sizes(struct figure_build *b, const struct kernel_run *r)
{
    struct figure_line *l = has_ratio(r) ? line_of(b, r) : NULL;

    for (size_t i = 0; i < r->n_points && l != NULL; i++) {
        double ratio = ratio_of(r, &r->point[i]);

        if (ratio > 0)
            figure_add_point(b, l, (double)r->point[i].n, ratio);
    }
}

/* Returns true when the figure has enough series on as many contexts as R. */
static bool has_enough(const struct figure_build *b, const struct kernel_run *r)
{
    struct figure_line like = { .n_points = 0 };
    size_t n = 0;

    choose_number(&like, r->contexts);
    for (size_t i = 0; i < b->figure->n_lines; i++)
        n += b->figure->line[i].measured && b->figure->line[i].n_points > 0 &&
             strcmp(b->figure->line[i].choice, like.choice) == 0;
    return n >= MOST_SERIES;
}

/* Puts the N series at RANKED in the order in which they are drawn. */
static void rank(struct ranked *ranked, size_t n)
{
    qsort(ranked, n, sizeof *ranked, by_share);
    for (size_t i = 0; i < n; i++) {
        ranked[i].is_nearest = true;
        for (size_t k = 0; k < i && ranked[i].is_nearest; k++)
            ranked[i].is_nearest = !is_same_kernel(ranked[k].run, ranked[i].run);
    }
    qsort(ranked, n, sizeof *ranked, by_place);
}

/* True when NAME, or NAME.VARIANT, is a word of LIST, joined by ','. */
static bool is_listed(const char *name, const char *list)
{
    size_t length = strlen(name);

    for (const char *at = list; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && (at[length] == '\0' || strchr(",.", at[length])))
            return true;
    }
    return false;
}

/* What is given on the command line of the probes comes before what runs without names; probe
 * pattern takes names of kernels, too. A region is what somebody marked. */
static bool is_named(const struct log_run *run, const struct kernel_run *r)
{
    const char *kernels = log_key_text(run->keys, run->n_keys, "given.kernel");
    const char *patterns = log_key_text(run->keys, run->n_keys, "given.pattern");

    if (strcmp(r->series->probe, "pattern") == 0 && patterns != NULL)
        return true;
    return strcmp(r->series->probe, "region") == 0 ||
           (kernels != NULL && is_listed(r->name, kernels));
}

/* True when one of the N series at RANKED is the same kernel as R, timed by another probe. */
static bool is_ranked(const struct ranked *ranked, size_t n, const struct kernel_run *r)
{
    for (size_t i = 0; i < n; i++)
        if (is_same_kernel(ranked[i].run, r) && strcmp(ranked[i].run->variant, r->variant) == 0 &&
            strcmp(ranked[i].run->series->probe, r->series->probe) != 0)
            return true;
    return false;
}

/* Adds the series of PROBE to the N at *RANKED; *ALL holds them. -1 when memory is short. */
static int add_ranked(struct figure_build *b, const char *probe, struct kernels *all,
                      struct ranked **ranked, size_t *n)
{
    int err = kernels_read(all, b->run, probe, METHOD_ROBUST);

    struct ranked *more = realloc(*ranked, (*n + all->n + 1) * sizeof *more);
    if (more == NULL)
        return -1;
    kernels_replay(all, b->results->replay);
    for (size_t i = 0; i < all->n; i++)
        if (!is_ranked(more, *n, &all->run[i]))
            more[(*n)++] = (struct ranked){ .run = &all->run[i],
                                            .share = share_of(b->results, &all->run[i]),
                                            .is_named = is_named(b->run, &all->run[i]) };
    *ranked = more;
    return err;
}

/* Counts R, for which there is no room in the figure, and names it there while names fit. */
static void leave_out(struct figure *f, const struct kernel_run *r)
{
    char name[NAME_BYTES];
    size_t used = strlen(f->left_out);

    name_of(name, r);
    if (used + strlen(name) + 3 < sizeof f->left_out)
        snprintf(f->left_out + used, sizeof f->left_out - used, "%s%s", used > 0 ? "; " : "", name);
    f->n_left_out++;
}

/* Calls DRAW for series of all probes, one of each kernel first, until the figure has enough; the
 * others that HAS something to draw of are left out. */
static void each_kernel(struct figure_build *b, bool (*has)(const struct kernel_run *),
                        void (*draw)(struct figure_build *, const struct kernel_run *))
{
    struct kernels all[KERNEL_PROBES] = { { 0 } };
    struct ranked *ranked = NULL;
    size_t n = 0;

    for (unsigned i = 0; i < KERNEL_PROBES && point_cycle(b->run) > 0; i++)
        b->all->no_memory |= add_ranked(b, kernel_probes[i], &all[i], &ranked, &n) != 0;
    if (n > 0)
        rank(ranked, n);
    for (size_t i = 0; i < n; i++)
        if (!has_enough(b, ranked[i].run))
            draw(b, ranked[i].run);
        else if (has(ranked[i].run))
            leave_out(b->figure, ranked[i].run);
    free(ranked);
    for (unsigned i = 0; i < KERNEL_PROBES; i++)
        kernels_free(&all[i]);
}

static void draw_speeds(struct figure_build *b)
{
    each_kernel(b, is_any_drawable, over_sizes);
}

static void draw_intensities(struct figure_build *b)
{
    each_kernel(b, is_any_drawable, intensity_over_sizes);
}

/* Where the port counted none, there is nothing to draw on a logarithmic axis. */
static bool is_walked(const struct kernel_point *p)
{
    return p->walks_counted && p->walks > 0;
}

static bool has_walks(const struct kernel_run *r)
{
    for (size_t i = 0; i < r->n_points; i++)
        if (is_walked(&r->point[i]))
            return true;
    return false;
}

static void walks_over_sizes(struct figure_build *b, const struct kernel_run *r)
{
    struct figure_line *l = has_walks(r) ? line_of(b, r) : NULL;

    for (size_t i = 0; i < r->n_points && l != NULL; i++)
        if (is_walked(&r->point[i]))
            figure_add_point(b, l, (double)r->point[i].n, (double)r->point[i].walks);
}

static void draw_walks(struct figure_build *b)
{
    each_kernel(b, has_walks, walks_over_sizes);
}

static void draw_ratios(struct figure_build *b)
{
    each_kernel(b, has_ratio, ratio_over_sizes);
}

/* ---- roofline ---- */

static bool is_ceiling(const struct result *r)
{
    struct element e;

    return r->name.quantity == PEAK_RATE && r->kind == RESULT_NUMBER &&
           element_read(r->name.type, &e) && e.is_float;
}

/* What the ceilings of a figure are of. */
struct roofs {
    struct figure_build *build;
    const struct log_series *series;
    unsigned contexts;
    double peak;    /* the highest, FLOP/cycle */
    double fastest; /* what the fastest level brings, bytes per cycle */
};

/* R's rate on so many contexts. */
static double height_of(const struct roofs *f, const struct result *r)
{
    return roof_peak(f->build->results, f->contexts, r->name.op, r->name.type);
}

/* The highest ceiling of arithmetic, FLOP/cycle; 0: none is known. */
static double highest(const struct roofs *f)
{
    const struct results *results = f->build->results;
    double most = 0;

    for (size_t i = 0; i < results->n; i++)
        if (is_ceiling(&results->at[i]))
            most = fmax(most, height_of(f, &results->at[i]));
    return most;
}

/* Another board's ceilings are laid over those of one context alone. */
static struct figure_line *roof_line(const struct roofs *f, const char *name)
{
    struct figure_line *l = figure_new_line(f->build, f->series, name);

    if (l != NULL)
        choose_number(l, f->contexts);
    if (l != NULL && f->contexts > 1)
        l->group[0] = '\0';
    return l;
}

/* Adds the ceiling R from where the fastest level meets it, up to 64 flop a byte. */
static void add_ceiling(const struct roofs *f, const struct result *r)
{
    double height = height_of(f, r);
    char name[80];

    snprintf(name, sizeof name, "%s %s", r->name.type, r->name.op);
    struct figure_line *l = roof_line(f, name);

    if (l != NULL && f->contexts == 1)
        l->gflop_per_s = r->gflop_per_s;
    for (double x = height / f->fastest; x < 64 && l != NULL; x = fmin(64, 2 * x))
        figure_add_point(f->build, l, x, height);
    if (l != NULL)
        figure_add_point(f->build, l, 64, height);
}

/* The bits of the widest vectors that have a ceiling; 1: there are none. */
static unsigned widest_vectors(const struct results *results)
{
    unsigned most = 1;
    struct element e;

    for (size_t i = 0; i < results->n; i++)
        if (is_ceiling(&results->at[i]) && element_read(results->at[i].name.type, &e) &&
            e.lanes > 1 && e.lanes * e.bits > most)
            most = e.lanes * e.bits;
    return most;
}

/* Whether no mix on R's type does more, nor does an earlier one as much. */
static bool is_best_of_type(const struct roofs *f, const struct result *r)
{
    const struct results *results = f->build->results;

    for (size_t i = 0; i < results->n; i++) {
        const struct result *other = &results->at[i];

        if (is_ceiling(other) && strcmp(other->name.type, r->name.type) == 0 &&
            (height_of(f, other) > height_of(f, r) ||
             (other < r && height_of(f, other) >= height_of(f, r))))
            return false;
    }
    return true;
}

/* Whether R, a ceiling, is drawn: each mix that an ordinary loop has of the widest vectors (WIDEST
 * bits; 1: of scalars, as there are none), and the best mix of each narrower width, of scalars and
 * of the x87.
 */
static bool is_wanted(const struct roofs *f, const struct result *r, unsigned widest)
{
    static const char *const mixes[] = { "fma", "balanced", "add" };
    bool wanted = height_of(f, r) >= f->peak;
    struct element e;

    if (!element_read(r->name.type, &e))
        return false;
    if (widest > 1 ? e.lanes * e.bits != widest : e.bits > 64)
        return is_best_of_type(f, r);
    for (size_t m = 0; m < sizeof mixes / sizeof mixes[0]; m++)
        wanted |= strcmp(r->name.op, mixes[m]) == 0;
    return wanted;
}

static void add_ceilings(const struct roofs *f)
{
    const struct results *results = f->build->results;
    unsigned widest = widest_vectors(results);

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];

        if (is_ceiling(r) && strcmp(r->probe, "peaks") == 0 && is_wanted(f, r, widest) &&
            height_of(f, r) / f->fastest < 64)
            add_ceiling(f, r);
    }
}

static bool has_nodes(const struct results *results)
{
    return result_measured(results, id_of(NUMA_NODES)) > 1;
}

/* Adds the roof NAME of RATE bytes a cycle, the highest peak at most, from 1/64 to 64 flop a byte.
 * The line, NULL without memory. */
static struct figure_line *add_slope(const struct roofs *f, const char *name, double rate)
{
    double ridge = f->peak / rate;
    struct figure_line *l = roof_line(f, name);

    for (int k = -24; k <= 24 && l != NULL; k++) {
        double intensity = pow(2, k / 4.0);
        figure_add_point(f->build, l, intensity, fmin(f->peak, rate * intensity));
        if (ridge > intensity && ridge < pow(2, (k + 1) / 4.0))
            figure_add_point(f->build, l, ridge, f->peak);
    }
    return l;
}

/* Adds the roof of LEVEL where operation OP moves RATE bytes a cycle. */
static void add_roof(const struct roofs *f, unsigned level, const char *op, double rate)
{
    char of[20] = "DRAM", name[48];

    if (level != MEMORY_LEVEL)
        snprintf(of, sizeof of, "L%u", level);
    snprintf(name, sizeof name, "%s %s", of, op);
    struct figure_line *l = add_slope(f, name, rate);
    if (l != NULL && strcmp(op, "read") != 0)
        l->group[0] = '\0'; /* another board may move most by another operation */
}

/* ---- NUMA nodes ---- */

/* Pairs of nodes by what a thread of the first reads from the second, bytes a cycle, descending. */
struct node_pairs {
    const struct result *at[NODES_TOUCHERS * NODES_TOUCHERS];
    size_t n;
};

static int by_rate(const void *a, const void *b)
{
    const struct result *const *p = a, *const *q = b;

    if ((*p)->value != (*q)->value)
        return (*p)->value > (*q)->value ? -1 : 1;
    return strcmp((*p)->name.op, (*q)->name.op);
}

static struct node_pairs node_pairs_of(const struct results *results)
{
    struct node_pairs all = { .n = 0 };

    for (size_t i = 0; i < results->n && all.n < sizeof all.at / sizeof all.at[0]; i++) {
        const struct result *r = &results->at[i];

        if (r->name.quantity == NUMA_NODE_BANDWIDTH && result_is_number(r) && r->value > 0)
            all.at[all.n++] = r;
    }
    qsort(all.at, all.n, sizeof all.at[0], by_rate);
    return all;
}

/* Returns the end of the pairs from AT on whose rates are at most SHARE below that of AT. */
static size_t end_of_alike(const struct node_pairs *all, size_t at, double share)
{
    size_t end = at;

    while (end < all->n && all->at[end]->value * (1 + share) >= all->at[at]->value)
        end++;
    return end;
}

static size_t groups_of(const struct node_pairs *all, double share)
{
    size_t groups = 0;

    for (size_t i = 0; i < all->n; i = end_of_alike(all, i, share))
        groups++;
    return groups;
}

/* "DRAM node 0-0, 1-1 read"; "... and 10 more" where there is no room. */
static void name_pairs(char *to, size_t size, const struct node_pairs *all, size_t at, size_t end)
{
    enum { REST = sizeof " and 256 more read" };
    size_t used = (size_t)snprintf(to, size, "DRAM node");

    for (size_t i = at; i < end; i++) {
        if (used + strlen(all->at[i]->name.op) + 2 + REST > size) {
            used += (size_t)snprintf(to + used, size - used, " and %zu more", end - i);
            break;
        }
        used += (size_t)snprintf(to + used, size - used, "%s%s", i > at ? ", " : " ",
                                 all->at[i]->name.op);
    }
    snprintf(to + used, size - used, " read");
}

/* Adds a roof for each pair of NUMA nodes; pairs whose roofs are alike share one. */
static void add_node_roofs(const struct roofs *f, const struct node_pairs *all)
{
    enum { MOST_ROOFS = 6 };
    double share = ROOFS_AGREE;
    char name[48];

    while (groups_of(all, share) > MOST_ROOFS)
        share *= 1.25;
    for (size_t i = 0, end; i < all->n; i = end) {
        end = end_of_alike(all, i, share);
        name_pairs(name, sizeof name, all, i, end);
        struct figure_line *l = add_slope(f, name, all->at[i]->value);
        if (l != NULL)
            l->group[0] = '\0'; /* another board's nodes have other numbers */
    }
}

/* Adds roofs of memory that bound some kernels only: of lines read at random places, and where
 * there are several NUMA nodes, of reads from each to each, or in logs that do not have that, from
 * the own node and from another. All of one context. */
static void add_special_roofs(const struct roofs *f)
{
    const struct results *results = f->build->results;
    const struct node_pairs pairs = node_pairs_of(results);
    bool sides = has_nodes(results) && pairs.n == 0;
    const struct {
        const char *name;
        struct result_id id;
        bool drawn;
    } roofs[] = {
        { "DRAM random read", id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "random"), true },
        { "DRAM local node read", id_of(NUMA_LOCAL_BANDWIDTH), sides },
        { "DRAM remote node read", id_of(NUMA_REMOTE_BANDWIDTH), sides },
    };

    for (size_t i = 0; i < sizeof roofs / sizeof roofs[0] && f->contexts == 1; i++) {
        double rate = result_measured(results, roofs[i].id);

        if (roofs[i].drawn && rate > 0)
            (void)add_slope(f, roofs[i].name, rate);
    }
    if (f->contexts == 1)
        add_node_roofs(f, &pairs);
}

/* Adds the two roofs of LEVEL between which kernels are that it limits: of reads, and of the
 * operation that moves most, lines that stores bring in counted. No kernel's bytes come faster. */
static void add_level(struct roofs *f, unsigned level)
{
    const struct results *results = f->build->results;
    const char *op = "read";
    double reads = roof_rate(results, f->contexts, level, op);
    double most = roof_fastest(results, f->contexts, level, &op);

    if (reads > 0)
        add_roof(f, level, "read", reads);
    if (most > reads * (1 + ROOFS_AGREE))
        add_roof(f, level, op, most);
    f->fastest = fmax(f->fastest, most);
}

/* Adds the roofs and ceilings of one number of contexts. */
static void add_roofs(struct roofs *f)
{
    const struct results *results = f->build->results;

    f->peak = highest(f);
    for (size_t i = 0; i < results->n && f->peak > 0; i++) {
        const struct result *r = &results->at[i];

        if (r->name.quantity == BANDWIDTH_ALONE && strcmp(r->name.op, "read") == 0 &&
            r->kind == RESULT_NUMBER)
            add_level(f, r->name.level);
    }
    if (f->fastest > 0) {
        add_special_roofs(f);
        add_ceilings(f);
    }
}

static void add_number(struct numbers *all, unsigned contexts)
{
    unsigned at = all->n;

    for (unsigned i = 0; i < all->n; i++)
        if (all->of[i] == contexts)
            return;
    if (all->n == MOST_NUMBERS)
        return;
    for (; at > 0 && all->of[at - 1] > contexts; at--)
        all->of[at] = all->of[at - 1];
    all->of[at] = contexts;
    all->n++;
}

/* Those that bandwidths or kernels were answered for. */
static struct numbers numbers_of(const struct results *results)
{
    struct numbers all = { { 1 }, 1 };

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];
        bool moves = r->name.quantity == BANDWIDTH_TOGETHER && strcmp(r->name.op, "read") == 0;

        if ((moves || r->name.quantity == KERNEL_BEST) && r->kind == RESULT_NUMBER &&
            r->name.contexts > 1)
            add_number(&all, r->name.contexts);
    }
    return all;
}

static void draw_roofline(struct figure_build *b)
{
    struct numbers numbers = numbers_of(b->results);
    size_t at = 0;
    const struct log_series *s = figure_series(b, &at);
    struct roofs f = { .build = b, .series = s };

    for (unsigned i = 0; i < numbers.n && s != NULL; i++) {
        f.contexts = numbers.of[i];
        f.fastest = 0;
        add_roofs(&f);
    }
    if (s != NULL && f.peak > 0) {
        figure_mark_x(b, id_type(ROOFLINE_RIDGE, "f32"), "ridge f32");
        figure_mark_x(b, id_type(ROOFLINE_RIDGE, "f64"), "ridge f64");
        for (size_t i = 0; i < b->figure->n_marks; i++) /* wide ranges would hide the lines */
            b->figure->mark[i].low = b->figure->mark[i].high = b->figure->mark[i].at;
        each_kernel(b, is_any_drawable, under_roof);
    }
}

const struct figure_spec figure_kernels[] = {
    { .name = "roofline",
      .title = "Roofline: rate over arithmetic intensity",
      .about =
          "Highest rate at each arithmetic intensity: the bandwidth of each level up to the "
          "peak rate. Each level has a line for reads and one for the operation that moves the "
          "most bytes; random reads of DRAM and reads from each NUMA node to each (0-1: a thread "
          "of node 0, memory of node 1) have lines, too. "
          "At the ridge the DRAM bandwidth and the peak meet. Each kernel has a "
          "point a size; points above the DRAM line have their arrays in a cache.",
      .probe = "bandwidth",
      .kind = FIGURE_SCATTER,
      .x_label = "arithmetic intensity, FLOP/B",
      .x_unit = "count",
      .y_label = "rate",
      .y_unit = "FLOP/cycle",
      .log_x = true,
      .log_y = true,
      .picks = true,
      .draw = draw_roofline },
    { .name = "speed",
      .title = "Kernels: rate over size",
      .about =
          "Rate of each kernel at each size, with the quartiles of its timings. It falls where "
          "the arrays are larger than a cache.",
      .probe = "pattern",
      .or_probe = "kernels",
      .kind = FIGURE_SCATTER,
      .x_label = "n",
      .x_unit = "count",
      .y_label = "rate",
      .y_unit = "FLOP/cycle",
      .log_x = true,
      .log_y = true,
      .alone = true,
      .picks = true,
      .draw = draw_speeds },
    { .name = "threads",
      .title = "Kernels: speed-up over threads",
      .about =
          "Time of each kernel on one thread divided by its time on so many that share the work: a "
          "stretch each (static), or dealt in turn (farm). Ideal: as many times as fast as there "
          "are threads.",
      .probe = "kernels",
      .or_probe = "pattern",
      .kind = FIGURE_CURVE,
      .x_label = "threads",
      .x_unit = "count",
      .y_label = "speed-up over one thread",
      .y_unit = "ratio",
      .alone = true,
      .draw = figure_draw_threads },
    { .name = "intensity",
      .title = "Kernels: arithmetic intensity over size",
      .about = "Operations a byte of DRAM traffic: counted, or simulated, or the least that the "
               "kernel has to move. It falls where arrays are fetched again.",
      .probe = "pattern",
      .or_probe = "kernels",
      .kind = FIGURE_SCATTER,
      .x_label = "n",
      .x_unit = "count",
      .y_label = "intensity",
      .y_unit = "FLOP/B",
      .log_x = true,
      .log_y = true,
      .alone = true,
      .picks = true,
      .draw = draw_intensities },
    { .name = "traffic",
      .title = "Kernels: traffic over the least traffic",
      .about =
          "Bytes that were counted while kernels ran with cold caches, divided by the bytes of "
          "the lines that they touch. 1 is the least.",
      .probe = "pattern",
      .or_probe = "kernels",
      .kind = FIGURE_SCATTER,
      .x_label = "n",
      .x_unit = "count",
      .y_label = "times the least traffic",
      .y_unit = "ratio",
      .log_x = true,
      .log_y = true,
      .alone = true,
      .picks = true,
      .draw = draw_ratios },
    { .name = "walks",
      .title = "Kernels: TLB misses over size",
      .about = "Page walks that were counted in one run of a kernel. They rise where a kernel uses "
               "more pages at once than the TLB has entries. A size without page walks has no "
               "point.",
      .probe = "pattern",
      .or_probe = "kernels",
      .kind = FIGURE_SCATTER,
      .x_label = "n",
      .x_unit = "count",
      .y_label = "page walks",
      .y_unit = "count",
      .log_x = true,
      .log_y = true,
      .alone = true,
      .picks = true,
      .draw = draw_walks },
};

const size_t figure_kernels_count = sizeof figure_kernels / sizeof figure_kernels[0];
