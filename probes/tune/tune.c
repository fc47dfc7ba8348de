/* Times ways to multiply matrices beside each other: tiles of the image with blocks from outside.
 *
 * A series a candidate (keys kernel, type, n, tile, kc, mc; clock=thread where times are
 * nanoseconds of the thread): x = round, ops = multiply-adds; E at x = 0 holds a fold of the
 * product. Rounds go through all candidates, so that what disturbs one disturbs its neighbours. */
#include "candidates.h"
#include "hal/alloc.h"
#include "hal/timer.h"
#include "lib/measure.h"
#include "product.h"

enum {
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
    .lacking = "not [gemm.TYPE:]ROWSxCOLUMNS:KC:MC, for example:",
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
    .about = "products to time, in place of all tiles",
    .wanted = "[gemm.TYPE:]ROWSxCOLUMNS:KC:MC, as in tune=gemm.f64:8x6:256:96",
    .n_values = OPTION_VALUES,
    .words = &candidates,
};

static const struct probe_option tune_side = {
    .key = "tune.n",
    .value = "SIZE",
    .about = "side of the matrices, in place of 20 ms",
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

static struct timed {
    struct tune_candidate candidate;
    enum record_end end;
    uint64_t fold, took[MOST_ROUNDS];
    unsigned rounds;
} timed[TUNE_CANDIDATES];

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

static unsigned rounds_of(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? 3 : plan->effort == EFFORT_THOROUGH ? MOST_ROUNDS : 9;
}

/* The first candidate that the image can run, or NULL. */
static const struct tune_candidate *first_of(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (timed[i].candidate.kernel)
            return &timed[i].candidate;
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

/* The side of a product of which one takes about 20 ms by C, 5 ms where --quick; a multiple of 48
 * twice, four times ... 0: memory is short. */
static size_t choose_side(const struct plan *plan, const struct tune_candidate *c, bool by_thread)
{
    uint64_t enough = units_of(by_thread, plan->effort == EFFORT_QUICK ? 200 : 50);
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

/* Every candidate has to be right before any is timed. */
static void check_all(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        timed[i].end = !timed[i].candidate.kernel              ? RECORD_END_NO_TILE
                       : product_is_right(&timed[i].candidate) ? RECORD_END_OK
                                                               : RECORD_END_WRONG;
}

static void time_one(struct timed *t, size_t side, bool by_thread)
{
    uint64_t took;

    if (t->end != RECORD_END_OK)
        return;
    if (t->rounds == 0) { /* what is cold at first is no part of it */
        product_fill(t->candidate.type, side);
        (void)product_time(&t->candidate, side, by_thread);
        t->fold = product_fold(t->candidate.type, side);
    }
    product_fill(t->candidate.type, side);
    took = product_time(&t->candidate, side, by_thread);
    if (took != MEASURE_NONE && t->rounds < MOST_ROUNDS)
        t->took[t->rounds++] = took;
}

/* Products of one type that differ from the first of it are wrong. */
static void compare_folds(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < i; k++)
            if (timed[k].end == RECORD_END_OK && timed[i].end == RECORD_END_OK &&
                probe_same_text(timed[k].candidate.type, timed[i].candidate.type) &&
                timed[k].fold != timed[i].fold)
                timed[i].end = RECORD_END_WRONG;
}

static void time_all(const struct plan *plan, unsigned n, size_t side, bool by_thread)
{
    for (unsigned round = 0; round < rounds_of(plan); round++)
        for (unsigned i = 0; i < n; i++)
            time_one(&timed[i], side, by_thread);
    compare_folds(n);
    for (unsigned i = 0; i < n; i++)
        if (timed[i].end == RECORD_END_OK && timed[i].rounds == 0)
            timed[i].end = RECORD_END_CLOCK_BACK;
}

/* ---- sending ---- */

static void send(struct probe_run *run, const struct timed *t, size_t side, bool by_thread)
{
    const struct tune_candidate *c = &t->candidate;
    char n[TUNE_WORD], kc[TUNE_WORD], mc[TUNE_WORD];
    uint64_t halves[] = { t->fold >> 32, t->fold & UINT32_MAX };

    (void)append_number(n, 0, (unsigned)side);
    (void)append_number(kc, 0, c->kc);
    (void)append_number(mc, 0, c->mc);
    probe_series_words(run, run->name,
                       (const struct probe_word[]){ { "kernel", "gemm" },
                                                    { "type", c->type },
                                                    { "n", n },
                                                    { "tile", c->tile },
                                                    { "kc", kc },
                                                    { "mc", mc },
                                                    { "clock", by_thread ? "thread" : 0 },
                                                    { 0, 0 } });
    for (uint64_t round = 1; t->end == RECORD_END_OK && round <= t->rounds; round++)
        probe_sample(run, &round, 1, (uint64_t)side * side * side, &t->took[round - 1], 1);
    if (t->end == RECORD_END_OK)
        probe_event_wide(run, 0, halves, 2);
    probe_done(run, run->name, t->end);
}

/* ---- probe ---- */

static unsigned gather(const struct plan *plan)
{
    static struct tune_candidate at[TUNE_CANDIDATES];
    unsigned n = tune_candidates(at, plan->tune, plan);

    for (unsigned i = 0; i < n; i++)
        timed[i] = (struct timed){ .candidate = at[i] };
    return n;
}

static int get_memory_of_all(unsigned n, size_t side)
{
    static struct tune_candidate at[TUNE_CANDIDATES];

    for (unsigned i = 0; i < n; i++)
        at[i] = timed[i].candidate;
    return product_memory_get(at, n, side);
}

static enum record_end run(struct probe_run *run)
{
    bool by_thread = has_thread_clock();
    unsigned n = gather(run->plan);
    const struct tune_candidate *first = first_of(n);
    size_t side = run->plan->tune_side;

    if (n == 0)
        return RECORD_END_NOTHING;
    if (side == 0)
        side = first ? choose_side(run->plan, first, by_thread) : USUAL_SIDE;
    if (side == 0 || get_memory_of_all(n, side) != 0)
        return RECORD_END_NO_MEMORY;
    check_all(n);
    time_all(run->plan, n, side, by_thread);
    product_memory_give_back();
    for (unsigned i = 0; i < n; i++)
        send(run, &timed[i], side, by_thread);
    return RECORD_END_OK;
}

static unsigned points(const struct plan *plan)
{
    return gather(plan) * (rounds_of(plan) + 1);
}

const struct probe probe_tune = {
    .rank = 92,
    .about = "ways to multiply matrices, beside each other",
    .optional = true,
    .options = options,
    .facts = facts,
    .points = points,
    .run = run,
};
