/* Measures all variants of a kernel: checks, then timings in shuffled order, then the stream. */
#include "kernel_group.h"
#include "events.h"
#include "hal/alloc.h"
#include "hal/timer.h"
#include "kernel_cold.h"
#include "kernel_kept.h"
#include "kernel_send.h"
#include "kernel_sizes.h"
#include "measure.h"
#include "parallel_run.h"
#include "reference.h"

enum {
    WARM_LAPS = 16,
    LONGER_TOGETHER = 4, /* timings of several contexts, as barriers take their time, too */
    SHARE = 8,           /* of the budget: what one size may take before it is left out */
    FEWEST_PASSES = 3,
    FEWEST_TICKS = 5,
    FEWEST_SHORT = 12,
    AGREE_PART = 100,    /* the two lowest timings are that near each other: enough is known */
    MOST_LAPS = 1 << 21, /* of a call that takes no time on the clock that there is */
    ALIGN = 64,
    CHECKED_BYTES = 1 << 20, /* of arrays that are folded where little time is to be spent */
    SETS_BYTES = 64 << 20,   /* of arrays for one timing in cold caches, where half is not less */
    WALK_PART = 4,           /* of the memory, to be walked where the port cannot flush */
    SILENT_SECONDS = 30,     /* until a note is due: a board that sends nothing may be dead */
};

/* What all of it needs while a group is measured. */
struct session {
    struct probe_run *run;
    const struct kernel_group *group;
    struct kernel_series *series;
    unsigned n_series;
    struct kernel_point *points; /* of all series, and so many */
    unsigned n_points, passes;
    unsigned *order;
    uint64_t (*events)[KERNEL_PASSES]; /* of all points and empty runs; NULL: none is counted */
    uint64_t reference_ops;
    struct flush flush; /* for states other than warm */
    bool can_flush;
    uint64_t last_ticks, spent_ticks; /* on a clock that may wrap */
    uint64_t told_ticks;              /* of those spent, when the last note was sent */
};

/* Passes of points whose lap is shorter than a timing: these take little time, and what disturbs
 * such short timings takes many to see through. */
static unsigned short_passes_of(const struct session *s)
{
    unsigned passes = 2 * s->passes + s->passes / 2;

    return passes < KERNEL_PASSES ? passes : KERNEL_PASSES;
}

static unsigned passes_of(const struct plan *plan)
{
    static const unsigned by_effort[] = { 5, 10, KERNEL_PASSES };

    return by_effort[plan->effort];
}

/* Adds up the time that has passed; returns how much of the budget PARTS-th has been spent. */
static uint64_t spent(struct session *s)
{
    uint64_t now = hal_timer_now_ticks(), ticks = measure_between_ticks(s->last_ticks, now);

    if (ticks != MEASURE_NONE)
        s->spent_ticks += ticks;
    s->last_ticks = now;
    return s->spent_ticks;
}

/* Sends a note where nothing was sent for long. Not while something is timed. */
static void tell_alive(struct session *s)
{
    const char *const note[] = { s->run->name, " ", s->group->kernels[0]->name,
                                 ": sizes are being timed", 0 };

    if (hal_timer_hz() == 0 || spent(s) - s->told_ticks < SILENT_SECONDS * hal_timer_hz())
        return;
    s->told_ticks = s->spent_ticks;
    probe_note(s->run->out, note);
    if (s->run->out->send && s->run->out->send(s->run->out->ctx) != 0)
        s->run->out->err = -1;
}

/* ---- which series and points there are ---- */

/* The Ith number of contexts for KERNEL; 0: there are no more. */
static unsigned contexts_at(const struct plan *plan, const struct kernel *kernel, bool sweep,
                            unsigned i)
{
    unsigned all = hal_thread_contexts() < PARALLEL_MOST ? hal_thread_contexts() : PARALLEL_MOST;
    unsigned n = 0;

    if (plan->kernel_contexts[0] > 0 && !kernel->range && kernel->space != KERNEL_INDEPENDENT)
        n = i == 0 && plan->kernel_contexts[0] == 1; /* all would do the same, in the same arrays */
    else if (plan->kernel_contexts[0] > 0)
        n = i < OPTION_VALUES ? (unsigned)plan->kernel_contexts[i] : 0;
    else if (kernel->n_contexts > 0)
        n = i < kernel->n_contexts ? (kernel->contexts[i] == 0 ? all : kernel->contexts[i]) : 0;
    else if (i == 0)
        return 1;
    else if (kernel->range && i < 9 && (1u << (i - 1)) < all)
        n = !sweep || 1u << i > all ? all : 1u << i;
    if (!sweep && i > 1 && plan->kernel_contexts[0] == 0 && kernel->n_contexts == 0)
        n = 0;
    return n > all ? 0 : n;
}

/* Number of sizes into N: those that are timed first, from *CHECKED on those that are checked. */
static unsigned sizes_of(const struct session *s, uint64_t *n, unsigned *checked)
{
    const struct plan *plan = s->run->plan;
    const struct kernel *first = s->group->kernels[0];
    unsigned count = 0;

    while (count < PLAN_CACHES && plan->kernel_n[count] > 0) {
        n[count] = plan->kernel_n[count];
        count++;
    }
    if (count == 0 && s->group->database)
        count = kernel_sizes_database(plan, first, s->group->most_bytes, n);
    else if (count == 0)
        count = kernel_sizes(plan, first, s->group->sweep, s->group->most_bytes, n);
    *checked = count;
    for (unsigned i = 0; i < first->n_expected && i < KERNEL_EXPECTED; i++)
        n[count++] = first->expected[i].n;
    return count;
}

static bool is_plain(const struct kernel_series *series)
{
    return series->contexts == 1 && series->state == KERNEL_WARM;
}

static void add_series(struct session *s, const struct kernel_series *new, const uint64_t *n,
                       unsigned n_sizes, unsigned checked)
{
    struct kernel_series *series = &s->series[s->n_series++];

    *series = *new;
    series->points = &s->points[s->n_points];
    for (unsigned i = 0; i < n_sizes; i++)
        series->points[series->n_points++] = (struct kernel_point){
            .n = n[i],
            .checked_only = i >= checked,
            .absent = i != checked / 2 && s->group->database && !is_plain(new),
        };
    s->n_points += series->n_points;
}

static bool wants_cold(const struct kernel_group *group)
{
    return (group->states & ~(1u << KERNEL_WARM)) != 0;
}

/* Adds NEW in each state that it can have; returns how many. */
static unsigned add_states(struct session *s, struct kernel_series new, const uint64_t *n,
                           unsigned n_sizes, unsigned checked)
{
    unsigned added = 0;

    for (unsigned state = 0; state < KERNEL_STATES; state++) {
        if ((s->group->states >> state & 1) == 0 ||
            (state != KERNEL_WARM && new.contexts > 1 && s->group->database))
            continue;
        new.state = (enum kernel_state)state;
        new.flush = state == KERNEL_WARM ? 0 : flush_name(&s->flush);
        added++;
        if (s->series)
            add_series(s, &new, n, n_sizes, checked);
    }
    return added;
}

/* Adds the series of KERNEL; counts them alone where there is no memory for them yet. */
static unsigned add_all_of(struct session *s, const struct kernel *kernel, const uint64_t *n,
                           unsigned n_sizes, unsigned checked)
{
    unsigned contexts, added = 0;

    for (unsigned i = 0; (contexts = contexts_at(s->run->plan, kernel, s->group->sweep, i)) > 0;
         i++)
        for (unsigned own = 0; own < 2; own++) {
            bool unified = kernel->space != KERNEL_INDEPENDENT;
            struct kernel_series new = {
                .kernel = kernel, .contexts = contexts, .own = own > 0, .model = s->group->model
            };

            /* Cyclic kernels run in arrays of their own, too, to be compared with. */
            if (own ? (unified && kernel->space != KERNEL_CYCLIC) || (unified && contexts == 1)
                    : !unified)
                continue;
            added += add_states(s, new, n, n_sizes, checked);
        }
    return added;
}

static unsigned add_all(struct session *s, const uint64_t *n, unsigned n_sizes, unsigned checked)
{
    unsigned added = 0;

    for (unsigned k = 0; k < s->group->n; k++)
        added += add_all_of(s, s->group->kernels[k], n, n_sizes, checked);
    return added;
}

/* Gives each point and each empty run room for what is counted. */
static void share_events(struct session *s)
{
    for (unsigned i = 0; i < s->n_points + s->n_series && events_count() > 0; i++) {
        struct kernel_point *point =
            i < s->n_points ? &s->points[i] : &s->series[i - s->n_points].overhead;

        point->events = s->events + (size_t)i * events_count();
    }
}

/* Gets memory for what is noted of the series, as N sizes each. RECORD_END_OK, or why not. */
static enum record_end make_session(struct session *s, struct hal_block *block)
{
    uint64_t n[KERNEL_SIZES + KERNEL_EXPECTED];
    unsigned checked, n_sizes = sizes_of(s, n, &checked);
    unsigned n_series = add_all(s, n, n_sizes, checked);
    size_t series_bytes = n_series * sizeof *s->series;
    size_t points_bytes = (size_t)n_series * n_sizes * sizeof *s->points;
    size_t events_bytes = (size_t)n_series * (n_sizes + 1) * events_count() * sizeof *s->events;

    series_bytes += ALIGN - series_bytes % ALIGN;
    if (n_series == 0)
        return RECORD_END_NOTHING;
    if (n_sizes == 0 || hal_alloc(block,
                                  series_bytes + points_bytes + events_bytes +
                                      n_series * n_sizes * sizeof *s->order,
                                  ALIGN, HAL_PAGES_BASE) != 0)
        return RECORD_END_NO_MEMORY;
    char *at = block->start;

    s->series = (struct kernel_series *)(void *)at;
    s->points = (struct kernel_point *)(void *)(at + series_bytes);
    s->events = (uint64_t(*)[KERNEL_PASSES])(void *)(at + series_bytes + points_bytes);
    s->order = (unsigned *)(void *)(at + series_bytes + points_bytes + events_bytes);
    (void)add_all(s, n, n_sizes, checked);
    share_events(s);
    return RECORD_END_OK;
}

/* ---- memory ---- */

/* BYTES, or more where sets of arrays are to be had. */
static size_t with_sets(const struct session *s, uint64_t bytes)
{
    uint64_t most = s->group->most_bytes / 2;

    if (!wants_cold(s->group))
        return (size_t)bytes;
    most = most < SETS_BYTES ? most : SETS_BYTES;
    return (size_t)(bytes > most ? bytes : most);
}

/* Gets as much as the largest size of any series takes, within the group's limit; where contexts
 * cannot have arrays of their own, those of one. */
static int get_memory(struct session *s)
{
    uint64_t bytes = 0, own_bytes = 0;
    unsigned most_contexts = 1;

    for (unsigned i = 0; i < s->n_series; i++)
        for (unsigned k = 0; k < s->series[i].n_points; k++) {
            const struct kernel_series *series = &s->series[i];
            uint64_t each = series->kernel->bytes(series->points[k].n);
            unsigned n = series->own ? series->contexts : 1;

            if (each > s->group->most_bytes / n)
                continue;
            bytes = each > bytes ? each : bytes;
            if (n > 1 && each > own_bytes)
                own_bytes = each;
            most_contexts = n > most_contexts ? n : most_contexts;
        }
    if (bytes == 0)
        return -1;
    size_t own_sets = own_bytes > 0 ? with_sets(s, own_bytes) : 0;
    if (kernel_memory_get(with_sets(s, bytes), own_sets, most_contexts) == 0 ||
        kernel_memory_get((size_t)bytes, (size_t)own_bytes, most_contexts) == 0)
        return 0;
    return own_bytes > 0 ? kernel_memory_get((size_t)bytes, 0, 1) : -1;
}

/* ---- the first visit: check, traffic, laps ---- */

static struct kernel_job job_of(const struct kernel_series *series, uint64_t n)
{
    return (struct kernel_job){ series->kernel, n, series->contexts, series->own };
}

static uint64_t sample_ticks(const struct session *s, const struct kernel_series *series)
{
    return s->run->plan->sample_ticks * (series->contexts > 1 ? LONGER_TOGETHER : 1);
}

/* Laps that take long enough, at least 1; 0: the clock went back, or does not advance. */
static uint64_t enough_laps(const struct session *s, const struct kernel_series *series, uint64_t n)
{
    const struct kernel_job job = job_of(series, n);
    uint64_t laps = 1, enough = sample_ticks(s, series);

    while (laps < MOST_LAPS) {
        uint64_t ticks = kernel_ticks(&job, 0, laps, false);

        if (ticks == MEASURE_NONE)
            return 0;
        if (ticks >= enough)
            return laps;
        laps = ticks < enough / 8 ? laps * 8 : laps * enough / ticks + laps / 4 + 1;
    }
    return kernel_ticks(&job, 0, MOST_LAPS, false) >= enough ? MOST_LAPS : 0;
}

/* Sets of arrays that one timing in cold caches has, so that it is long enough; 0: cannot be. */
static uint64_t enough_sets(const struct session *s, const struct kernel_series *series, uint64_t n)
{
    const struct kernel_job job = job_of(series, n);
    uint64_t sets = 1, enough = sample_ticks(s, series);
    uint64_t most = series->state == KERNEL_DATA ? 1 : kernel_cold_sets(&job);

    for (;;) {
        uint64_t ticks = kernel_cold_ticks(&job, series->state, &s->flush, sets, 0);

        if (ticks == MEASURE_NONE)
            return 0;
        if (ticks >= enough || sets >= most)
            return ticks >= enough ? sets : 0;
        sets = ticks < enough / 8 ? sets * 8 : sets * enough / ticks + sets / 4 + 1;
        sets = sets < most ? sets : most;
    }
}

static uint64_t accesses(const struct kernel *kernel, uint64_t n)
{
    uint64_t loads, stores;

    if (!kernel->count)
        return kernel->bytes(n);
    loads = kernel->count(KERNEL_LOADS, n);
    stores = kernel->count(KERNEL_STORES, n);
    return loads > KERNEL_TOO_MANY - stores ? KERNEL_TOO_MANY : loads + stores;
}

/* Ticks that a lap at N may take, by that of POINT, a smaller size. */
static uint64_t foreseen_ticks(const struct kernel *kernel, const struct kernel_point *point,
                               uint64_t n)
{
    uint64_t before = accesses(kernel, point->n), now = accesses(kernel, n);
    uint64_t times = before > 0 ? now / before + (now % before > 0) : 1;

    return point->lap_ticks > UINT64_MAX / times ? UINT64_MAX : point->lap_ticks * times;
}

/* Why POINT cannot be measured; RECORD_END_OK: it can. BEFORE: a measured one, or NULL. */
static enum record_end obstacle(const struct session *s, const struct kernel_series *series,
                                const struct kernel_point *point, const struct kernel_point *before)
{
    const struct kernel_job job = job_of(series, point->n);
    uint64_t budget = s->group->budget_ticks;

    if (!kernel_takes(series->kernel, point->n))
        return RECORD_END_NOTHING;
    if (!kernel_fits(&job) || accesses(series->kernel, point->n) == KERNEL_TOO_MANY)
        return RECORD_END_NO_MEMORY;
    if (series->state != KERNEL_WARM && !s->can_flush)
        return RECORD_END_NO_MEMORY;
    if ((series->state == KERNEL_DATA || series->state == KERNEL_COLD) && !s->flush.code)
        return RECORD_END_NO_INSTRUCTION;
    if (budget > 0 && before && point->n > before->n &&
        foreseen_ticks(series->kernel, before, point->n) > budget / SHARE / FEWEST_PASSES)
        return RECORD_END_NO_TIME;
    return RECORD_END_OK;
}

/* Fills the arrays of POINT and runs once in them; folds what became of them, but where
 * that would take longer than all timings. False when so many contexts were not to be had. */
static bool run_first(const struct session *s, const struct kernel_series *series,
                      struct kernel_point *point)
{
    const struct kernel_job job = job_of(series, point->n);

    if (s->run->plan->effort == EFFORT_QUICK && series->kernel->bytes(point->n) > CHECKED_BYTES)
        return kernel_ticks(&job, 0, 1, true) != MEASURE_NONE;
    return kernel_check(&job, &point->check);
}

static void first_cold_visit(struct session *s, const struct kernel_series *series,
                             struct kernel_point *point)
{
    const struct kernel_job job = job_of(series, point->n);

    for (unsigned pass = 0; pass < hal_traffic_passes(); pass++) {
        hal_traffic_begin(pass);
        point->lap_ticks = kernel_cold_ticks(&job, series->state, &s->flush, 1, point->moved);
    }
    if (point->lap_ticks == MEASURE_NONE) {
        point->left_out = RECORD_END_CLOCK_BACK;
        return;
    }
    point->laps = enough_sets(s, series, point->n);
    if (point->laps == 0)
        point->left_out = RECORD_END_CLOCK_TOO_COARSE;
}

static void first_visit(struct session *s, const struct kernel_series *series,
                        struct kernel_point *point, const struct kernel_point *before)
{
    const struct kernel_job job = job_of(series, point->n);

    if (point->absent)
        return;
    point->left_out = obstacle(s, series, point, before);
    if (point->left_out != RECORD_END_OK)
        return;
    if (!run_first(s, series, point)) {
        point->left_out = RECORD_END_ALONE;
        return;
    }
    if (point->checked_only)
        return;
    if (series->state != KERNEL_WARM) {
        first_cold_visit(s, series, point);
        return;
    }
    point->lap_ticks = kernel_traffic(&job, point->moved);
    point->laps = point->lap_ticks >= sample_ticks(s, series) && point->lap_ticks != MEASURE_NONE
                      ? 1
                      : enough_laps(s, series, point->n);
    if (point->laps == 0 || point->lap_ticks == MEASURE_NONE)
        point->left_out = RECORD_END_CLOCK_BACK;
}

/* The largest size below number K of SERIES that can be measured; NULL: none. */
static const struct kernel_point *measured_before(const struct kernel_series *series, unsigned k)
{
    while (k-- > 0)
        if (series->points[k].left_out == RECORD_END_OK && series->points[k].lap_ticks > 0)
            return &series->points[k];
    return 0;
}

/* Returns true when first visits have taken their part of the budget; timings need the rest. */
static bool no_more_sizes(struct session *s)
{
    uint64_t budget = s->group->budget_ticks;

    return budget > 0 && spent(s) > budget / 2;
}

/* Size after size, each of all series, so that all have the same ones; each shows what the next one
 * may take. */
static void visit_first(struct session *s)
{
    for (unsigned i = 0; i < s->n_series; i++)
        s->series[i].overhead.laps = enough_laps(s, &s->series[i], 0);
    /* Neither memory nor contexts that are late count against the sizes. */
    (void)spent(s);
    s->spent_ticks = 0;
    for (unsigned k = 0; k < s->series[0].n_points; k++) {
        tell_alive(s);
        bool late = k > 0 && !s->series[0].points[k].checked_only && no_more_sizes(s);

        for (unsigned i = 0; i < s->n_series; i++) {
            struct kernel_series *series = &s->series[i];

            if (late)
                series->points[k].left_out = RECORD_END_NO_TIME;
            else
                first_visit(s, series, &series->points[k], measured_before(series, k));
        }
    }
}

/* ---- timings ---- */

/* Exchanges N numbers at A with those at B. */
static void exchange(unsigned *a, unsigned *b, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned kept = a[i];

        a[i] = b[i];
        b[i] = kept;
    }
}

/* Shuffles N_PIECES pieces of PIECE numbers each. */
static void shuffle_pieces(struct session *s, unsigned *at, unsigned n_pieces, unsigned piece)
{
    for (unsigned i = n_pieces; i-- > 1;) {
        unsigned j = (unsigned)(probe_random(s->run) >> 33) % (i + 1);

        if (j != i)
            exchange(at + i * piece, at + j * piece, piece);
    }
}

/* Sizes in any order, in each of them all series in any order: the arrays of a size are filled
 * once, and orders that are compared run one soon after the other. */
static void shuffle(struct session *s)
{
    unsigned n_sizes = s->series[0].n_points;

    for (unsigned k = 0; k < n_sizes; k++)
        for (unsigned i = 0; i < s->n_series; i++)
            s->order[k * s->n_series + i] = i * n_sizes + k;
    shuffle_pieces(s, s->order, n_sizes, s->n_series);
    for (unsigned k = 0; k < n_sizes; k++)
        shuffle_pieces(s, s->order + k * s->n_series, s->n_series, 1);
}

static struct kernel_series *series_of(struct session *s, const struct kernel_point *point)
{
    unsigned i = 0;

    while (point >= s->series[i].points + s->series[i].n_points)
        i++;
    return &s->series[i];
}

static bool is_short(const struct kernel_series *series, const struct kernel_point *point)
{
    return series->state == KERNEL_WARM && point->laps > 1;
}

/* Number of POINT's timings that are at most WITHIN ticks above the lowest, LEAST. */
static unsigned count_near(const struct kernel_point *point, uint64_t least, uint64_t within)
{
    unsigned n = 0;

    for (unsigned i = 0; i < point->n_ticks; i++)
        n += point->ticks[i] - least <= within;
    return n;
}

/* Returns true when enough is known of POINT: its two lowest timings agree. A neighbour on the same
 * core slows all timings of a while alike, so that short ones, which take little, are timed at more
 * times until three agree, but where nothing disturbs them. */
static bool agreed(const struct kernel_series *series, const struct kernel_point *point)
{
    uint64_t least, next;

    measure_lowest_two(point->ticks, point->n_ticks, &least, &next);
    if (point->n_ticks < FEWEST_TICKS)
        return false;
    if (!is_short(series, point))
        return next - least <= least / AGREE_PART;
    return count_near(point, least, 0) >= FEWEST_TICKS - 1 ||
           (point->n_ticks >= FEWEST_SHORT && count_near(point, least, least / AGREE_PART) > 2);
}

/* Notes what the events of the timing that POINT gets next were. */
static void note_events(const struct kernel_job *job, struct kernel_point *point)
{
    uint64_t counts[HAL_EVENTS];

    events_sum(job->contexts, counts);
    for (unsigned i = 0; i < events_count(); i++)
        point->events[i][point->n_ticks] = counts[i];
}

static void time_point(struct session *s, const struct kernel_series *series,
                       struct kernel_point *point)
{
    const struct kernel_job job = job_of(series, point->n);
    uint64_t warm = point->laps < WARM_LAPS ? point->laps : WARM_LAPS;
    uint64_t reference = reference_ticks(s->reference_ops);
    uint64_t ticks = series->state == KERNEL_WARM || point->n == 0
                         ? kernel_ticks(&job, warm, point->laps, true)
                         : kernel_cold_ticks(&job, series->state, &s->flush, point->laps, 0);

    if (ticks == MEASURE_NONE || ticks == 0 || reference == MEASURE_NONE)
        return;
    note_events(&job, point);
    point->reference_ticks[point->n_ticks] = reference;
    point->ticks[point->n_ticks++] = ticks;
}

/* Returns true when POINT, which is timed at all, needs no further timing. */
static bool is_through(const struct kernel_series *series, const struct kernel_point *point)
{
    return point->left_out != RECORD_END_OK || point->checked_only || point->absent ||
           point->n_ticks == KERNEL_PASSES || agreed(series, point);
}

/* One more timing of each short point, but no more of them by PASS than leaves some for later. */
static void time_short(struct session *s, unsigned pass)
{
    unsigned most = (pass + 1) * KERNEL_PASSES / s->passes;

    for (unsigned i = 0; i < s->n_points; i++) {
        struct kernel_point *point = &s->points[s->order[i]];
        struct kernel_series *series = series_of(s, point);

        if (is_short(series, point) && point->n_ticks < most && !is_through(series, point))
            time_point(s, series, point);
    }
}

/* One timing of each point that needs one, and after each size whose laps are long one of all short
 * points. Passes after the first end with the time, but for the fewest timings of points whose laps
 * are short: these take little of it. */
static void time_all(struct session *s, unsigned pass)
{
    uint64_t budget = s->group->budget_ticks;
    bool was_long = false;

    shuffle(s);
    for (unsigned i = 0; i < s->n_points; i++) {
        struct kernel_point *point = &s->points[s->order[i]];
        struct kernel_series *series = series_of(s, point);
        bool late = budget > 0 && spent(s) > budget, is_quick = point->laps > 1;

        tell_alive(s);
        if (!is_through(series, point) &&
            !(late && pass > 0 && (!is_quick || pass >= FEWEST_TICKS)) &&
            (pass < s->passes || is_quick)) {
            time_point(s, series, point);
            was_long |= !is_short(series, point);
        }
        if (was_long && (i + 1) % s->n_series == 0 && !late) {
            time_short(s, pass);
            was_long = false;
            probe_between();
        }
    }
    for (unsigned i = 0; i < s->n_series; i++)
        if (!is_through(&s->series[i], &s->series[i].overhead) && s->series[i].overhead.laps > 0)
            time_point(s, &s->series[i], &s->series[i].overhead);
}

static void measure(struct session *s)
{
    s->reference_ops =
        measure_enough_ops(s->run->plan, reference_kernel(REFERENCE_ADD), REFERENCE_LAP, 0);
    visit_first(s);
    for (unsigned pass = 0; pass < short_passes_of(s) && s->reference_ops > 0; pass++) {
        time_all(s, pass);
        probe_between();
    }
}

static void measure_and_send(struct session *s)
{
    if (get_memory(s) == 0)
        measure(s);
    else
        for (unsigned i = 0; i < s->n_points; i++)
            s->points[i].left_out = RECORD_END_NO_MEMORY;
    kernel_send_expected(s->run, s->group->kernels[0]);
    for (unsigned i = 0; i < s->n_series; i++)
        kernel_send(s->run, &s->series[i], s->reference_ops);
    if (s->group->sweep && s->reference_ops > 0)
        kernel_kept_offer(s->run, s->series, s->n_series, s->reference_ops);
}

enum record_end kernel_group_run(struct probe_run *run, const struct kernel_group *group)
{
    struct session s = { .run = run, .group = group, .passes = passes_of(run->plan) };
    struct hal_block block = { 0 };

    s.last_ticks = hal_timer_now_ticks();
    if (wants_cold(group))
        s.can_flush =
            flush_begin(&s.flush, run->plan, (size_t)(group->most_bytes / WALK_PART)) == 0;
    enum record_end end = make_session(&s, &block);
    if (end == RECORD_END_OK)
        measure_and_send(&s);
    kernel_memory_give_back();
    hal_free(&block);
    flush_end(&s.flush);
    return end;
}
