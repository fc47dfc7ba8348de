/* Bandwidth of every level and of memory: for each operation the best of several numbers of streams
 * and unrollings ("Applying the Roofline Model", chapter 5), on one context and then, with the best
 * one, on 2, 4 ... all at once.
 *
 * One series for each level and operation, keys level (1 ...; after the last cache: memory), kind
 * (0 read, 1 write, 2 copy, 3 triad, 4 non-temporal write) and word, bytes moved at once.
 * x = contexts:bytes:streams:unroll with the working set of each context, ops = bytes that all of
 * them moved while the first did its work; these differ from timing to timing.
 * Contexts are taken in their order, each with memory that it touched first.
 *
 * The same series with again=1, of one context and caches alone: the best variants, timed between
 * the probes that come after. */
#include "hal/thread.h"
#include "kept.h"
#include "lib/background_load.h"
#include "lib/estimate.h"
#include "lib/far_memory.h"
#include "lib/stream.h"
#include "run/probe.h"
#include <stdbool.h>

enum {
    MOST_ROUNDS = 12,
    IN_A_ROW = 2,
    CHUNKS = 16,       /* of a timing, as fine as others are counted */
    FEWEST_SHARES = 8, /* of a cache: what so many contexts have one of is the processor's own */
};

static struct stream streams[BACKGROUND_MOST];
static struct hal_block blocks[BACKGROUND_MOST];

/* The operation and level that are measured, and the variant that is best for them. */
struct target {
    struct probe_run *run;
    unsigned level, n; /* contexts that there is memory for */
    enum stream_op op;
    size_t first_bytes, far_bytes; /* of context 0 alone, of each of several */
    size_t piece_bytes, offset;    /* of it, what one timing in memory goes through */
    unsigned variant;              /* found by search(), as the next two */
    size_t step_bytes;
    uint64_t steps, ticks; /* so many steps took so long on one context */
};

static unsigned rounds(const struct plan *plan)
{
    static const unsigned by_effort[] = { 3, 6, MOST_ROUNDS };

    return by_effort[plan->effort];
}

/* Bytes for each of M contexts that are in LEVEL, whether they share it or not, and as far as they
 * can be in none above. */
static size_t working_set(const struct target *t, unsigned m)
{
    const struct plan *plan = t->run->plan;

    if (t->level >= plan->n_caches)
        return m == 1 ? t->first_bytes : t->far_bytes;
    size_t above = t->level > 0 ? plan->cache_bytes[t->level - 1] : 0;
    size_t all = plan->cache_bytes[t->level];
    size_t share = all / (m < FEWEST_SHARES ? m : FEWEST_SHARES);
    size_t bytes = t->level == 0 ? share / 4 * 3 : above + (all - above) / 2;

    if (m > 1 && t->level > 0)
        bytes = share > above + above / 2 ? above + (share - above) / 2 : above + above / 4;
    bytes = bytes < t->far_bytes ? bytes : t->far_bytes;
    return bytes - bytes % 64;
}

static void use(unsigned i, size_t bytes)
{
    streams[i].base = blocks[i].start;
    if (streams[i].bytes != bytes)
        streams[i].at = 0;
    streams[i].bytes = bytes;
}

static bool in_memory(const struct target *t)
{
    return t->level >= t->run->plan->n_caches;
}

/* The next piece of memory for context 0: all kernels go through one piece after the other, so that
 * what one of them brought into a cache has left it when its turn comes again. */
static void use_next(struct target *t)
{
    if (t->offset + t->piece_bytes > t->first_bytes)
        t->offset = 0;
    streams[0].base = (char *)blocks[0].start + t->offset;
    streams[0].bytes = t->piece_bytes;
    streams[0].at = 0;
    t->offset += t->piece_bytes;
}

/* Sets piece_bytes so that going through one takes long enough, as far as there is memory. */
static void choose_piece(struct target *t)
{
    static const size_t least_bytes[] = { (size_t)1 << 19, (size_t)1 << 22, (size_t)1 << 23 };
    const struct measure_kernel kernel = { stream_run, &streams[0] };

    t->piece_bytes = least_bytes[t->run->plan->effort];
    for (; t->piece_bytes <= t->first_bytes / 4; t->piece_bytes *= 2) {
        use_next(t);
        if (stream_set(&streams[0], t->op, 0) == 0)
            return;
        uint64_t ticks = measure_ticks(&kernel, streams[0].steps);
        if (ticks != MEASURE_NONE && ticks >= t->run->plan->sample_ticks)
            return;
    }
    t->piece_bytes = t->first_bytes / 4;
}

/* Makes VARIANT ready for one timing on context 0; bytes of a step, 0: there is no such kernel. */
static size_t set(struct target *t, unsigned variant)
{
    if (in_memory(t))
        use_next(t);
    return stream_set(&streams[0], t->op, variant);
}

/* Steps for one timing on context 0; 0: none. */
static uint64_t steps_enough(const struct target *t)
{
    const struct measure_kernel kernel = { stream_run, &streams[0] };

    if (in_memory(t))
        return streams[0].steps;
    return measure_enough_ops(t->run->plan, &kernel, 16, 0);
}

static void send(const struct target *t, unsigned m, unsigned variant, uint64_t bytes,
                 const uint64_t *ticks, unsigned n_ticks)
{
    const uint64_t x[] = { m, working_set(t, m), stream_count(variant), stream_unroll(variant) };

    if (n_ticks > 0)
        probe_sample(t->run, x, 4, bytes, ticks, n_ticks);
}

/* Keeps VARIANT as the best where BYTES in TICKS are more than the best so far. */
static void keep_best(struct target *t, unsigned variant, size_t step_bytes, uint64_t steps,
                      uint64_t ticks)
{
    /* The products stay below 2^64: a timing is short of 2^32 ticks and of 2^31 bytes. */
    if (t->steps > 0 && steps * step_bytes * t->ticks <= t->steps * t->step_bytes * ticks)
        return;
    t->variant = variant;
    t->step_bytes = step_bytes;
    t->steps = steps;
    t->ticks = ticks;
}

/* All variants on one context, one after the other. */
static void search(struct target *t)
{
    const struct measure_kernel kernel = { stream_run, &streams[0] };
    uint64_t ticks[STREAM_VARIANTS][MOST_ROUNDS], steps[STREAM_VARIANTS];
    unsigned n_ticks[STREAM_VARIANTS] = { 0 };
    size_t step_bytes[STREAM_VARIANTS];
    uint64_t least, next;

    use(0, working_set(t, 1));
    if (in_memory(t))
        choose_piece(t);
    for (unsigned v = 0; v < STREAM_VARIANTS; v++) {
        step_bytes[v] = set(t, v);
        if (step_bytes[v] > 0 && v == 0 && !in_memory(t))
            stream_run(&streams[0], streams[0].steps);
        steps[v] = step_bytes[v] > 0 ? steps_enough(t) : 0;
    }
    for (unsigned r = 0; r < rounds(t->run->plan); r++)
        for (unsigned v = 0; v < STREAM_VARIANTS; v++) {
            if (steps[v] == 0 || set(t, v) == 0)
                continue;
            uint64_t took = measure_ticks(&kernel, steps[v]);
            if (took == MEASURE_NONE || took == 0)
                continue;
            ticks[v][n_ticks[v]++] = took;
            keep_best(t, v, step_bytes[v], steps[v], took);
        }
    for (unsigned v = 0; v < STREAM_VARIANTS; v++)
        if (steps[v] > 0 && n_ticks[v] > 0) {
            send(t, 1, v, steps[v] * step_bytes[v], ticks[v], n_ticks[v]);
            measure_lowest_two(ticks[v], n_ticks[v], &least, &next);
            kept_offer(t->level, t->op, working_set(t, 1),
                       &(struct kept_variant){ v, step_bytes[v], steps[v], least });
        }
}

static size_t last_cache(const struct plan *plan)
{
    return plan->n_caches > 0 ? plan->cache_bytes[plan->n_caches - 1] : 0;
}

/* M contexts at once: what all of them moved while context 0 moved its part. */
static void on_several(const struct target *t, unsigned m)
{
    const struct measure_kernel kernel = { stream_run, &streams[0] };
    static const unsigned longer[] = { 4, 20, 40 }; /* than the shortest timing */
    struct background_timing at[IN_A_ROW];
    size_t bytes = working_set(t, m);

    if (in_memory(t) && m * bytes <= 2 * last_cache(t->run->plan))
        return; /* a cache that all share would hold it */
    for (unsigned i = 0; i < m; i++) {
        use(i, bytes);
        if (stream_set(&streams[i], t->op, t->variant) == 0)
            return;
    }
    uint64_t lap_steps = in_memory(t) ? 0 : streams[0].steps;
    stream_run(&streams[0], lap_steps);
    uint64_t steps =
        longer[t->run->plan->effort] * t->run->plan->sample_ticks * t->steps / t->ticks + CHUNKS;
    /* Started anew each time: a system that has other work may keep a context from us for long. */
    for (unsigned r = 0; r < rounds(t->run->plan); r++) {
        unsigned n =
            background_measure(&kernel, steps, streams, m - 1, lap_steps,
                               (struct background_pace){ steps / CHUNKS, 0 }, at, IN_A_ROW);

        for (unsigned i = 0; i < n; i++)
            send(t, m, t->variant, (at[i].steps + steps) * t->step_bytes, &at[i].ticks, 1);
    }
}

static void run_target(struct target *t)
{
    const struct probe_key keys[] = {
        { "level", t->level + 1 }, { "kind", t->op }, { "word", stream_word_bytes() }, { 0, 0 }
    };

    probe_series(t->run, t->run->name, keys);
    if (!stream_has(t->op)) {
        probe_done(t->run, t->run->name, RECORD_END_NO_INSTRUCTION);
        return;
    }
    search(t);
    for (unsigned m = 2; t->steps > 0 && t->n > 1 && m / 2 < t->n; m *= 2)
        on_several(t, m < t->n ? m : t->n);
    probe_done(t->run, t->run->name, t->run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static unsigned contexts(void)
{
    unsigned n = hal_thread_contexts();

    return n < BACKGROUND_MOST ? n : BACKGROUND_MOST;
}

static unsigned points(const struct plan *plan)
{
    unsigned several = 0;

    for (unsigned m = 2; m / 2 < contexts() && contexts() > 1; m *= 2)
        several += IN_A_ROW * rounds(plan);
    return (plan->n_caches > 0 ? plan->n_caches + 1 : 3) * STREAM_OPS *
               (STREAM_VARIANTS + several) +
           kept_points(plan);
}

/* Memory for as many contexts as there is enough of, half of it for the first alone. */
static unsigned get_memory(const struct plan *plan, struct target *t)
{
    for (unsigned n = contexts(); n > 0; n /= 2) {
        unsigned got = 0;

        t->first_bytes = far_bytes(plan, 1, 0) / (n > 1 ? 2 : 1);
        t->far_bytes = far_bytes(plan, n, 0) / 2;
        t->far_bytes -= t->far_bytes % 4096;
        if (t->far_bytes > t->first_bytes)
            t->first_bytes = t->far_bytes;
        while (got < n && t->far_bytes > 0 &&
               far_alloc(&blocks[got], got, got == 0 ? t->first_bytes : t->far_bytes) == 0)
            got++;
        if (got > 0)
            return got;
    }
    return 0;
}

static enum record_end run(struct probe_run *run)
{
    struct target memory = { .run = run };
    unsigned n = memory.n = get_memory(run->plan, &memory);

    if (n == 0)
        return RECORD_END_NO_MEMORY;
    kept_prepare(run->plan);
    for (unsigned level = 0; level <= run->plan->n_caches; level++)
        for (unsigned op = 0; op < STREAM_OPS && run->out->err == 0; op++) {
            struct target t = memory;

            t.level = level;
            t.op = (enum stream_op)op;
            run_target(&t);
            memory.offset = t.offset;
        }
    while (n > 0)
        hal_free(&blocks[--n]);
    return RECORD_END_OK;
}

static const struct probe_option *const options[] = { &estimate_capacity, 0 };

static const struct probe_extra extra = {
    .again = kept_again,
    .send_again = kept_send,
};

const struct probe probe_bandwidth = {
    .rank = 63,
    .about = "bandwidth of each cache level and of memory, of one and of several contexts",
    .options = options,
    .extra = &extra,
    .points = points,
    .run = run,
};
