/* Times ways to build kernels against each other: tiles of the image with blocks from outside, and
 * its other kernels with parameters from outside.
 *
 * A series a candidate (keys kernel, type, n, tile; kc, mc of a product, block of others;
 * clock=thread where times are nanoseconds of the thread): x = round, ops = multiply-adds or
 * elements (other.h); E at x = 0 holds a fold of the result. Products come first, then a kernel and
 * type after the other. Rounds go through all candidates of it, so that what disturbs one disturbs
 * its neighbours. */
#include "candidates.h"
#include "hal/alloc.h"
#include "hal/timer.h"
#include "lib/measure.h"
#include "other.h"
#include "product.h"

enum {
    MOST_AT_ONCE = 12,
    MOST_ROUNDS = 15,
    LEAST_SIDE = 48,
    USUAL_SIDE = 96,
    MOST_SIDE = 1152,
    THREAD_HZ = 1000000000
};

/* ---- words ---- */

enum { LONGEST_LIST = 60 };

static size_t append(char *to, size_t n, const char *text)
{
    while (*text && n + 1 < LONGEST_LIST)
        to[n++] = *text++;
    to[n] = '\0';
    return n;
}

static size_t append_number(char *to, size_t n, unsigned value)
{
    char digits[TUNE_WORD];
    unsigned at = sizeof digits - 1;

    digits[at] = '\0';
    do
        digits[--at] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    return append(to, n, digits + at);
}

/* ---- keys ---- */

/* Tile I of the image with some blocks; valid until the next call. */
static const char *word_at(const void *of, unsigned i)
{
    static char word[LONGEST_LIST];
    size_t n = 0;

    (void)of;
    if (i >= tile_table_count)
        return 0;
    n = append(word, n, "gemm.");
    n = append(word, n, tile_table[i]->type);
    n = append(word, n, ":");
    n = append_number(word, n, tile_table[i]->rows);
    n = append(word, n, "x");
    n = append_number(word, n, tile_table[i]->columns);
    (void)append(word, n, ":256:240");
    return word;
}

static bool is_candidate(const void *of, const char *text, size_t n)
{
    (void)of;
    return tune_is_candidate(text, n);
}

static void take_list(struct plan *plan, const char *text)
{
    plan->tune = text;
}

static const struct probe_words candidates = {
    .at = word_at,
    .has = is_candidate,
    .lacking = "not [KERNEL.TYPE:]TILE[:NUMBERS], for example:",
    .take = take_list,
};

static void take_side(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)n;
    plan->tune_side = (size_t)values[0];
}

static const struct probe_option tune_list = {
    .key = "tune",
    .value = "WORD,...",
    .about = "kernels to time, instead of products by all tiles",
    .wanted = "[KERNEL.TYPE:]TILE[:NUMBERS], as in tune=8x6:256:96",
    .n_values = OPTION_VALUES,
    .words = &candidates,
};

static const struct probe_option tune_side = {
    .key = "tune.n",
    .value = "SIZE",
    .about = "side of the matrices, instead of a time of 20 ms",
    .wanted = "a number from 8 to 4096, as in tune.n=240",
    .least = 8,
    .most = 4096,
    .n_values = 1,
    .take = take_side,
};

static const struct probe_option *const options[] = { &tune_list, &tune_side, 0 };

/* ---- RUN ---- */

/* Tiles of TYPE into TO, joined by '/'. Returns their lanes; 0: the image has none. */
static unsigned list_tiles(char *to, const char *type)
{
    unsigned lanes = 0;
    size_t n = 0;

    to[0] = '\0';
    for (unsigned i = 0; i < tile_table_count; i++) {
        const struct tile_kernel *t = tile_table[i];
        if (!probe_same_text(t->type, type) || !probe_same_text(t->kernel, "gemm"))
            continue;
        n = append(to, n, n > 0 ? "/" : "");
        n = append_number(to, n, t->rows);
        n = append(to, n, "x");
        n = append_number(to, n, t->columns);
        lanes = t->lanes;
    }
    return lanes;
}

static const struct probe_word *facts(void)
{
    static char tiles[2][LONGEST_LIST], lanes[2][TUNE_WORD];
    static struct probe_word words[5];
    static const char *const types[] = { "f64", "f32" };
    static const char *const keys[] = { "tiles.f64", "lanes.f64", "tiles.f32", "lanes.f32" };
    unsigned n = 0;

    for (unsigned i = 0; i < 2; i++) {
        unsigned width = list_tiles(tiles[i], types[i]);
        if (width == 0)
            continue;
        (void)append_number(lanes[i], 0, width);
        words[n++] = (struct probe_word){ keys[2 * i], tiles[i] };
        words[n++] = (struct probe_word){ keys[2 * i + 1], lanes[i] };
    }
    words[n] = (struct probe_word){ 0, 0 };
    return words;
}

/* ---- timing ---- */

/* The candidates that are timed by turns. */
static struct timed {
    struct tune_candidate candidate;
    enum record_end end;
    uint64_t fold, took[MOST_ROUNDS];
    unsigned rounds;
} timed[MOST_AT_ONCE];

/* A kind of kernel: products of any type, or another kernel of one type. */
struct work {
    bool is_product, by_thread;
    size_t side;  /* of a product */
    uint64_t ops; /* of a timing */
};

/* True where the system counts this thread's time and its clock advances: a busy machine's other
 * programs are not in it. */
static bool has_thread_clock(void)
{
    return hal_timer_thread_ns() != 0;
}

/* Units of what product_time() returns in LESS of a second; 0: not known. */
static uint64_t units_of(bool by_thread, uint64_t less)
{
    return (by_thread ? THREAD_HZ : hal_timer_hz()) / less;
}

/* What a timing should take, 20 ms or 5; 0: not known. */
static uint64_t enough_of(const struct plan *plan, bool by_thread)
{
    return units_of(by_thread, plan->effort == EFFORT_QUICK ? 200 : 50);
}

static unsigned rounds_of(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? 3 : plan->effort == EFFORT_THOROUGH ? MOST_ROUNDS : 9;
}

static bool is_here(const struct tune_candidate *c)
{
    return c->tile || c->kernel;
}

/* The first of N candidates that the image can run, or NULL. */
static const struct tune_candidate *first_of(const struct tune_candidate *at, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (is_here(&at[i]))
            return &at[i];
    return 0;
}

/* Matrices of which three and a workspace fit into what a probe may hold. */
static size_t most_side(void)
{
    size_t side = MOST_SIDE;

    while (side > LEAST_SIDE && side * side * sizeof(double) > hal_alloc_limit_bytes() / 5)
        side -= LEAST_SIDE;
    return side;
}

static int get_memory(const struct tune_candidate *at, unsigned n, size_t side)
{
    int got = product_memory_get(at, n, side);

    if (got == 0)
        product_fill(at->type, side);
    return got;
}

/* The side of a product of which one takes about ENOUGH by C; a multiple of 48 twice, four times
 * ... 0: memory is short. */
static size_t choose_side(uint64_t enough, const struct tune_candidate *c, bool by_thread)
{
    size_t most = most_side(), side = LEAST_SIDE;

    if (enough == 0)
        return USUAL_SIDE < most ? USUAL_SIDE : most;
    while (side < most) {
        if (get_memory(c, 1, side) != 0)
            return 0;
        uint64_t took = product_time(c, side, by_thread);
        product_memory_give_back();
        if (took == MEASURE_NONE || took >= enough / 4)
            break;
        side = took < enough / 32 ? 2 * side : side + LEAST_SIDE;
    }
    return side < most ? side : most;
}

/* What a candidate leaves, from a known beginning. */
static uint64_t fold_of(const struct work *w, const struct tune_candidate *c)
{
    if (!w->is_product)
        return tuned_kernel_timing->fold(c);
    product_fill(c->type, w->side);
    (void)product_time(c, w->side, w->by_thread);
    return product_fold(c->type, w->side);
}

static uint64_t time_of(const struct work *w, const struct tune_candidate *c)
{
    if (!w->is_product)
        return tuned_kernel_timing->time(c, w->by_thread);
    product_fill(c->type, w->side);
    return product_time(c, w->side, w->by_thread);
}

static void time_one(const struct work *w, struct timed *t)
{
    uint64_t took;

    if (t->end != RECORD_END_OK)
        return;
    if (t->rounds == 0) /* what is cold at first is no part of it */
        t->fold = fold_of(w, &t->candidate);
    took = time_of(w, &t->candidate);
    if (took != MEASURE_NONE && t->rounds < MOST_ROUNDS)
        t->took[t->rounds++] = took;
}

/* Results of one type that differ from the first of it are wrong. */
static void compare_folds(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < i; k++)
            if (timed[k].end == RECORD_END_OK && timed[i].end == RECORD_END_OK &&
                probe_same_text(timed[k].candidate.type, timed[i].candidate.type) &&
                timed[k].fold != timed[i].fold)
                timed[i].end = RECORD_END_WRONG;
}

static void time_all(const struct plan *plan, const struct work *w, unsigned n)
{
    for (unsigned round = 0; round < rounds_of(plan); round++)
        for (unsigned i = 0; i < n; i++)
            time_one(w, &timed[i]);
    compare_folds(n);
    for (unsigned i = 0; i < n; i++)
        if (timed[i].end == RECORD_END_OK && timed[i].rounds == 0)
            timed[i].end = RECORD_END_CLOCK_BACK;
}

/* ---- sending ---- */

static const char *number_or_none(char word[TUNE_WORD], unsigned value)
{
    (void)append_number(word, 0, value);
    return value > 0 ? word : 0;
}

static void send(struct probe_run *run, const struct timed *t, const struct work *w)
{
    const struct tune_candidate *c = &t->candidate;
    char side[TUNE_WORD], tile[TUNE_WORD], first[TUNE_WORD], second[TUNE_WORD];
    uint64_t halves[] = { t->fold >> 32, t->fold & UINT32_MAX };

    (void)append_number(side, 0, (unsigned)w->side);
    tune_tile_name(c, tile);
    const struct probe_word words[] = { { "kernel", c->name },
                                        { "type", c->type },
                                        { "n", side },
                                        { "tile", tile },
                                        { w->is_product ? "kc" : "block",
                                          number_or_none(first, c->first) },
                                        { "mc", number_or_none(second, c->second) },
                                        { "clock", w->by_thread ? "thread" : 0 },
                                        { 0, 0 } };
    probe_series_words(run, run->name, words);
    for (uint64_t round = 1; t->end == RECORD_END_OK && round <= t->rounds; round++)
        probe_sample(run, &round, 1, w->ops, &t->took[round - 1], 1);
    if (t->end == RECORD_END_OK)
        probe_event_wide(run, 0, halves, 2);
    probe_done(run, run->name, t->end);
}

/* ---- probe ---- */

/* Every candidate that the image has must be right before any is timed. */
static void check(struct timed *t)
{
    if (!is_here(&t->candidate))
        t->end = RECORD_END_NO_TILE;
    else if (t->candidate.kernel)
        t->end = tuned_kernel_timing->check(&t->candidate);
    else
        t->end = product_is_right(&t->candidate) ? RECORD_END_OK : RECORD_END_WRONG;
}

/* Gets memory for W of the N candidates AT, of which the image has FIRST. 0, or -1: it is short. */
static int prepare_product(struct work *w, const struct plan *plan, const struct tune_candidate *at,
                           unsigned n, const struct tune_candidate *first)
{
    w->side = plan->tune_side;
    if (w->side == 0)
        w->side =
            first ? choose_side(enough_of(plan, w->by_thread), first, w->by_thread) : USUAL_SIDE;
    w->ops = (uint64_t)w->side * w->side * w->side;
    return w->side == 0 ? -1 : product_memory_get(at, n, w->side);
}

static int prepare_other(struct work *w, const struct plan *plan,
                         const struct tune_candidate *first)
{
    if (!first)
        return 0;
    if (tuned_kernel_timing->begin(first, plan->tune_side, enough_of(plan, w->by_thread),
                                   w->by_thread) != 0)
        return -1;
    w->ops = tuned_kernel_timing->work();
    w->side = tuned_kernel_timing->side();
    return 0;
}

/* Checks others before memory is held for their timings, and products in that of theirs. */
static int prepare(struct work *w, const struct plan *plan, const struct tune_candidate *at,
                   unsigned n)
{
    const struct tune_candidate *first = first_of(at, n);
    int got = 0;

    if (w->is_product)
        got = prepare_product(w, plan, at, n, first);
    for (unsigned i = 0; i < n && got == 0; i++)
        check(&timed[i]);
    return w->is_product || got != 0 ? got : prepare_other(w, plan, first);
}

static void give_back(const struct work *w)
{
    if (w->is_product)
        product_memory_give_back();
    else if (tuned_kernel_timing)
        tuned_kernel_timing->end();
}

/* Times N candidates of one kind and sends them. */
static void run_kind(struct probe_run *run, const struct tune_candidate *at, unsigned n)
{
    struct work w = { .is_product = tune_is_product(at), .by_thread = has_thread_clock() };

    for (unsigned i = 0; i < n; i++)
        timed[i] = (struct timed){ .candidate = at[i], .end = RECORD_END_NO_MEMORY };
    if (prepare(&w, run->plan, at, n) == 0) {
        time_all(run->plan, &w, n);
        give_back(&w);
    }
    for (unsigned i = 0; i < n; i++)
        send(run, &timed[i], &w);
}

/* How many of N candidates are of the first's kind. */
static unsigned of_a_kind(const struct tune_candidate *at, unsigned n)
{
    unsigned i = 1;

    while (i < n && i < MOST_AT_ONCE && probe_same_text(at[i].name, at->name) &&
           (tune_is_product(at) || probe_same_text(at[i].type, at->type)))
        i++;
    return i;
}

static enum record_end run(struct probe_run *run)
{
    static struct tune_candidate at[TUNE_CANDIDATES];
    unsigned n = tune_candidates(at, run->plan->tune, run->plan);

    for (unsigned i = 0, kind; i < n; i += kind) {
        kind = of_a_kind(&at[i], n - i);
        run_kind(run, &at[i], kind);
    }
    return n == 0 ? RECORD_END_NOTHING : RECORD_END_OK;
}

static unsigned points(const struct plan *plan)
{
    static struct tune_candidate at[TUNE_CANDIDATES];

    return tune_candidates(at, plan->tune, plan) * (rounds_of(plan) + 1);
}

static const struct probe_extra extra = {
    .facts = facts,
};

const struct probe probe_tune = {
    .rank = 92,
    .about = "ways to build kernels, compared with each other",
    .optional = true,
    .options = options,
    .extra = &extra,
    .points = points,
    .run = run,
};
