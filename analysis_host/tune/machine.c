/* What the cost of a kernel depends on, from answers: read once, checked, and then plain numbers.
 */
#include "machine.h"
#include "result/element.h"
#include "result/os_reported.h"
#include "result/query.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Less sure than this, or bounds so many times apart: a size is in doubt. */
#define SURE  0.6
#define APART 3
/* A wider vector is taken where its peak by time is at least this share of the highest. */
#define AS_FAST    0.9
#define OVERLAPPED 2 /* misses side by side, above which they hide each other */

enum { USUAL_PAGE = 4096, MOST_EDGE = 256 };

/* ---- answers within sense ---- */

/* Reads an answer into *VALUE and leaves it alone where there is none. False, with its id in WHY,
 * where it is no number from LOW to HIGH. */
static bool read_answer(double *value, const struct results *results, struct result_id id,
                        double low, double high, char why[TUNE_TEXT])
{
    const struct result *r = result_find(results, id);

    if (r == NULL || !result_is_number(r))
        return true;
    double found = result_nominal(results, id);
    if (found >= low && found <= high) {
        *value = found;
        return true;
    }
    snprintf(why, TUNE_TEXT, "%s is %g, which is beyond sense (%g to %g)", id.text, found, low,
             high);
    return false;
}

/* ---- caches ---- */

/* Pages whose frames do not follow each other: bytes from which lines fall into sets by chance. */
static double scattered_from(const struct log_run *run)
{
    size_t at = log_find_series(run, "cache_size", 0);
    const struct log_series *s = at < run->n_series ? &run->series[at] : NULL;

    if (s == NULL || log_key_number(s->keys, s->n_keys, "contiguous", 1) == 1)
        return INFINITY;
    return (double)log_key_number(s->keys, s->n_keys, "page", USUAL_PAGE);
}

static void read_bounds(struct tune_level *l, const struct result *size)
{
    bool within = size->has_bounds && size->low > 0 && size->high >= l->bytes;

    l->low = within ? fmin(size->low, l->bytes) : l->bytes;
    l->high = within ? size->high : l->bytes;
    l->in_doubt = size->confidence < SURE || l->high > APART * l->low;
}

/* The size of cache LEVEL, beyond the first, is unknown: what stands for it is in doubt. Kernels
 * are made of what was measured: what the system reports does not count. */
static void expect_size(struct tune_level *l, const struct results *results, unsigned level,
                        double before)
{
    l->bytes = cache_size_instead(results, NULL, level, before, &l->instead);
    l->low = l->bytes / 2;
    l->high = l->bytes * 2;
    l->in_doubt = true;
}

/* Reads cache LEVEL, from 1. *KNOWN: the first has a size and a latency; every other level has what
 * stands for its size. */
static bool read_cache(struct tune_machine *m, const struct results *results, unsigned level,
                       bool *known, char why[TUNE_TEXT])
{
    struct tune_level *l = &m->level[level - 1];

    *l = (struct tune_level){ .line = level > 1 ? m->level[level - 2].line : 0 };
    if (!read_answer(&l->bytes, results, id_at(CACHE_SIZE, level), 64, 1e12, why) ||
        !read_answer(&l->line, results, id_at(CACHE_LINE, level), 4, 65536, why) ||
        !read_answer(&l->latency, results, id_at(CACHE_LATENCY, level), 0.01, 1e6, why) ||
        !read_answer(&l->ways, results, id_at(CACHE_WAYS, level), 1, 1e9, why) ||
        !read_answer(&l->read, results, id_moving(BANDWIDTH_ALONE, level, "read"), 1e-6, 1e6, why))
        return false;
    *known = level > 1 || (l->bytes > 0 && l->latency > 0);
    if (l->bytes > 0)
        read_bounds(l, result_find(results, id_at(CACHE_SIZE, level)));
    else if (*known)
        expect_size(l, results, level, m->level[level - 2].bytes);
    return true;
}

static bool read_memory(struct tune_machine *m, const struct results *results, char why[TUNE_TEXT])
{
    struct tune_level *l = &m->level[m->levels];

    *l = (struct tune_level){ .line = m->levels > 0 ? m->level[m->levels - 1].line : 0 };
    return read_answer(&l->latency, results, id_of(MEMORY_LATENCY), 0.01, 1e6, why) &&
           read_answer(&l->read, results, id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read"), 1e-6,
                       1e6, why);
}

/* Lines that no probe told are 64 bytes; a level without latency is as far as the one before. */
static void fill_gaps(struct tune_machine *m)
{
    for (unsigned i = 0; i <= m->levels; i++) {
        struct tune_level *l = &m->level[i];
        if (!(l->line > 0))
            l->line = 64;
        if (!(l->latency > 0))
            l->latency = i > 0 ? m->level[i - 1].latency : 1;
    }
}

/* Misses of LEVEL, from 0, side by side: of it, or of the next one of which that was measured; 1:
 * of none. */
static double side_by_side(const struct tune_machine *m, const struct results *results,
                           unsigned level)
{
    double n = 0;

    for (; level < m->levels && n <= 0; level++)
        n = result_measured(results, id_at(CACHE_MLP, level + 1));
    return fmax(1, n > 0 ? n : result_measured(results, id_of(MEMORY_MLP)));
}

static void read_bandwidths(struct tune_machine *m, const struct results *results)
{
    m->has_read = true;
    m->overlapped =
        m->levels > 0 && side_by_side(m, results, m->levels > 1 ? 1 : m->levels) > OVERLAPPED;
    for (unsigned i = 0; i <= m->levels; i++) {
        struct tune_level *l = &m->level[i];
        if (l->read > 0)
            continue;
        m->has_read = false;
        l->read = l->line * side_by_side(m, results, i) / l->latency;
        if (i > 0)
            l->read = fmin(l->read, m->level[i - 1].read);
    }
}

static bool read_caches(struct tune_machine *m, const struct results *results,
                        const struct log_run *run, char why[TUNE_TEXT])
{
    double all = (double)cache_levels(results), from = scattered_from(run);
    bool known = true;

    for (unsigned level = 1; level <= all && level <= TUNE_LEVELS && known; level++) {
        if (!read_cache(m, results, level, &known, why))
            return false;
        if (!known)
            break;
        m->level[level - 1].scattered = level > 1 && m->level[level - 1].bytes > from;
        m->levels = level;
    }
    if (all > 0 && m->levels == 0)
        snprintf(why, TUNE_TEXT, "%.60s or %.60s is not known", id_at(CACHE_SIZE, 1).text,
                 id_at(CACHE_LATENCY, 1).text);
    return all == 0 || m->levels > 0;
}

/* ---- translation ---- */

static bool read_tlb(struct tune_machine *m, const struct results *results, unsigned level,
                     char why[TUNE_TEXT])
{
    struct tune_tlb *t = &m->tlb[level - 1];

    *t = (struct tune_tlb){ 0 };
    return read_answer(&t->entries, results, id_at(TLB_ENTRIES, level), 1, 1e7, why) &&
           read_answer(&t->ways, results, id_at(TLB_WAYS, level), 1, 1e7, why) &&
           read_answer(&t->penalty, results, id_at(TLB_PENALTY, level), 0, 1e6, why);
}

static bool read_translation(struct tune_machine *m, const struct results *results,
                             char why[TUNE_TEXT])
{
    const struct result *large = result_find(results, id_of(HUGE_PAGE_TLB_REACH));

    m->page = USUAL_PAGE;
    m->large_pages = large != NULL && strcmp(large->text, "gained") == 0;
    if (!read_answer(&m->page, results, id_of(TLB_PAGE), 256, 1e10, why) ||
        !read_answer(&m->walk, results, id_of(TLB_WALK), 0, 1e6, why))
        return false;
    for (unsigned level = 1; level <= TUNE_TLBS; level++) {
        if (!read_tlb(m, results, level, why))
            return false;
        if (!(m->tlb[level - 1].entries > 0))
            break;
        m->tlbs = level;
    }
    return true;
}

bool tune_machine_read(struct tune_machine *m, const struct results *results,
                       const struct log_run *run, char why[TUNE_TEXT])
{
    double levels = 0;

    *m = (struct tune_machine){ 0 };
    if (!read_answer(&levels, results, id_of(CACHE_LEVELS), 0, 16, why) ||
        !read_caches(m, results, run, why) || !read_memory(m, results, why) ||
        !read_translation(m, results, why))
        return false;
    fill_gaps(m);
    read_bandwidths(m, results);
    return true;
}

struct tune_machine tune_machine_at(const struct tune_machine *m, enum tune_end end)
{
    struct tune_machine at = *m;

    for (unsigned i = 0; i < m->levels && end != TUNE_MEASURED; i++)
        if (m->level[i].in_doubt)
            at.level[i].bytes = at.level[i].low =
                end == TUNE_LOW ? m->level[i].low : m->level[i].high;
    return at;
}

bool tune_machine_in_doubt(const struct tune_machine *m)
{
    for (unsigned i = 0; i < m->levels; i++)
        if (m->level[i].in_doubt)
            return true;
    return false;
}

/* ---- arithmetic ---- */

/* What multiply-adds of TYPE run at, elements a cycle; 0: not known. */
static double rate_of(const struct results *results, const char *type, bool *fused)
{
    const struct result *exists = result_find(results, id_op(OP_EXISTS, "fma", type));

    *fused = !result_is_number(exists) || exists->value > 0;
    double rate = result_measured(results, id_peak(*fused ? "fma" : "balanced", type, 1));
    if (!(rate > 0))
        rate = result_measured(results, id_peak("balanced", type, 1));
    return rate / 2;
}

/* The core clock while vectors of TYPE compute, by the clock without them; 1 where no probe says
 * so. A clock that rises is noise. */
static double clock_under(const struct results *results, const char *type)
{
    double ratio = result_measured(results, id_type(CPU_FREQUENCY_UNDER, type));

    return ratio > 0 ? fmin(1, ratio) : 1;
}

/* The rate of TYPE by time: elements in a cycle of the clock without vectors. */
static double rate_by_time(const struct results *results, const char *type)
{
    bool fused;

    return rate_of(results, type, &fused) * clock_under(results, type);
}

/* Takes type NAME's into *A if it is as fast as BEST by time or nearly, and its vectors are wider.
 */
static void take_vector(struct tune_arithmetic *a, const struct results *results,
                        const struct result_id *name, double best)
{
    struct element e;
    bool fused;

    if (!element_read(name->type, &e) || !e.is_float || e.bits != a->bytes * 8)
        return;
    double rate = rate_of(results, name->type, &fused);
    if (rate_by_time(results, name->type) < AS_FAST * best || e.lanes <= a->lanes)
        return;
    a->lanes = e.lanes;
    a->clock = clock_under(results, name->type);
    a->fused = fused;
    a->interval = e.lanes / rate;
    snprintf(a->vector, sizeof a->vector, "%s", name->type);
}

/* Highest rate by time of vectors or scalars of A's elements. */
static double highest_rate(const struct tune_arithmetic *a, const struct results *results)
{
    double best = 0;

    for (size_t i = 0; i < results->n; i++) {
        const struct result_id *name = &results->at[i].name;
        struct element e;
        if (name->quantity == PEAK_RATE && element_read(name->type, &e) && e.is_float &&
            e.bits == a->bytes * 8)
            best = fmax(best, rate_by_time(results, name->type));
    }
    return best;
}

/* The width by time, not by cycles: wide vectors may lower the clock. */
static bool choose_vector(struct tune_arithmetic *a, const struct results *results,
                          char why[TUNE_TEXT])
{
    double best = highest_rate(a, results);

    for (size_t i = 0; i < results->n && best > 0; i++)
        if (results->at[i].name.quantity == PEAK_RATE)
            take_vector(a, results, &results->at[i].name, best);
    if (a->lanes > 0)
        return true;
    snprintf(why, TUNE_TEXT, "no peak of multiply-adds of %s is known (probes ops and peaks)",
             a->type);
    return false;
}

static bool read_latency(struct tune_arithmetic *a, const struct results *results,
                         char why[TUNE_TEXT])
{
    const char *op = a->fused ? "fma" : "add";

    a->latency = 1;
    return read_answer(&a->latency, results, id_op(OP_LATENCY, op, a->vector), 0.01, 1e5, why);
}

/* Between loads of vectors: what the first level was seen to give, and no faster than single
 * loads are. */
static bool read_loads(struct tune_arithmetic *a, const struct results *results,
                       char why[TUNE_TEXT])
{
    const char *word = a->bytes == 8 ? "i64" : "i32";
    double single = 0, first = 0, latency = 0;

    if (!read_answer(&single, results, id_op(OP_RTHROUGHPUT, "load", word), 0.001, 1e5, why) ||
        !read_answer(&first, results, id_moving(BANDWIDTH_ALONE, 1, "read"), 1e-6, 1e6, why) ||
        !read_answer(&latency, results, id_at(CACHE_LATENCY, 1), 0.01, 1e6, why))
        return false;
    if (result_measured(results, id_at(CACHE_MLP, 1)) == 1)
        single = latency; /* one after the other, whatever an operation alone takes */
    a->load = fmax(single, first > 0 ? a->lanes * a->bytes / first : 0);
    return true;
}

/* Registers of vectors: those of a type of the same width count the same. */
static bool read_registers(struct tune_arithmetic *a, const struct results *results,
                           char why[TUNE_TEXT])
{
    const char *const types[] = { "f64", "f32", "i64", "i32" };
    char name[ID_WORD];

    a->registers = 0;
    for (unsigned i = 0; i < 4 && a->lanes > 1 && a->registers == 0; i++) {
        unsigned bits = a->lanes * a->bytes * 8;
        snprintf(name, sizeof name, "v%u%s", bits, types[i]);
        if (!read_answer(&a->registers, results, id_type(REGISTERS, name), 2, 512, why))
            return false;
    }
    if (a->registers == 0 &&
        !read_answer(&a->registers, results, id_type(REGISTERS, a->type), 2, 512, why))
        return false;
    if (a->registers == 0)
        a->registers = 16;
    return true;
}

unsigned tune_tiles_read(const char *text, struct tune_tile *tile)
{
    unsigned n = 0;

    while (n < TUNE_TILES) {
        char *end;
        unsigned long rows = strtoul(text, &end, 10);
        if (end == text || *end != 'x' || rows < 1 || rows > MOST_EDGE)
            return 0;
        const char *second = end + 1;
        unsigned long columns = strtoul(second, &end, 10);
        if (end == second || columns < 1 || columns > MOST_EDGE || (*end != '\0' && *end != '/'))
            return 0;
        tile[n++] = (struct tune_tile){ (unsigned)rows, (unsigned)columns };
        if (*end == '\0')
            return n;
        text = end + 1;
    }
    return 0;
}

/* True when vectors of LANES of A's elements were timed: then choose_vector() has weighed them. */
static bool is_timed(const struct tune_arithmetic *a, const struct results *results, uint64_t lanes)
{
    char type[ID_WORD];
    bool fused;

    snprintf(type, sizeof type, "v%u%s", (unsigned)lanes * a->bytes * 8, a->type);
    return rate_of(results, type, &fused) > 0;
}

/* What the image says that its compiler keeps in registers, in vectors of its own width. Where
 * these are wider than the fastest by time, its tiles are of no use. */
static bool read_tiles(struct tune_arithmetic *a, const struct results *results,
                       const struct log_run *run, char why[TUNE_TEXT])
{
    char key[24];

    snprintf(key, sizeof key, "tiles.%s", a->type);
    const char *text = log_key_text(run->keys, run->n_keys, key);
    if (text == NULL)
        return true;
    a->tiles = tune_tiles_read(text, a->tile);
    if (a->tiles == 0) {
        snprintf(why, TUNE_TEXT, "RUN's %s is no list of tiles", key);
        return false;
    }
    snprintf(key, sizeof key, "lanes.%s", a->type);
    uint64_t lanes = log_key_number(run->keys, run->n_keys, key, a->lanes);
    if (lanes > a->lanes && lanes <= 64 && is_timed(a, results, lanes)) {
        a->wider_image = true;
        a->tiles = 0;
    } else if (lanes >= 1 && lanes <= 64 && lanes != a->lanes) {
        a->interval *= (double)lanes / a->lanes;
        a->load *= fmax(1, (double)lanes / a->lanes);
        a->lanes = (unsigned)lanes;
    }
    return true;
}

bool tune_arithmetic_read(struct tune_arithmetic *a, const char *type,
                          const struct results *results, const struct log_run *run,
                          char why[TUNE_TEXT])
{
    *a = (struct tune_arithmetic){ .bytes = strcmp(type, "f32") == 0 ? 4 : 8 };
    snprintf(a->type, sizeof a->type, "%s", type);
    return choose_vector(a, results, why) && read_latency(a, results, why) &&
           read_loads(a, results, why) && read_registers(a, results, why) &&
           read_tiles(a, results, run, why);
}
