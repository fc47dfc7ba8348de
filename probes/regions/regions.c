/* What each memory costs that the board names: flash memory, SRAM, TCM, DRAM.
 *
 * A series for each memory and state of it. Keys: region, its name; kind; state, a way to run
 * without what speeds it up (left out: as the image runs); start and bytes, where it lies; writes
 * and runs, 1 where it may be written and where code runs; cached, 1 where caches hold parts of it;
 * cold, 1 where no cache held what was
 * touched; footprint, bytes that were touched. x = kind of access:
 *   0  ops = loads, each waiting for the one before, of pointers in random order
 *   1  ops = bytes loaded, 32 bits at a time, none waiting
 *   2  the same by the widest words
 *   3  ops = stores, each to another line, no two neighbours
 *   4  ops = bytes stored, 32 bits at a time
 *   5  the same by the widest words
 *   6  ops = jumps, each to another line, whose address two loads fetch before
 *   7  ops = loads as those, each waiting for the one before
 *   8  ops = bytes of code without a jump that was run */
#include "accesses.h"
#include "hal/alloc.h"
#include "lib/estimate.h"
#include "lib/measure.h"
#include "lib/pointer_chase.h"
#include "lib/stream.h"
#include "run/probe.h"

enum {
    LOAD_CHAIN,
    LOAD_WORDS,
    LOAD_WIDEST,
    STORE_APART,
    STORE_WORDS,
    STORE_WIDEST,
    JUMPS,
    JUMP_LOADS,
    STRAIGHT,
    KINDS,
    ROUNDS = 6,
    HOPS = 128,
    USUAL_BYTES = 65536,
    BEYOND = 4, /* a memory that caches hold parts of, in units of the last cache */
    LEAST_BEYOND = 2,
    SEGMENT_BYTES = 4096,
    STREAM_VARIANT = 1, /* one stream, unrolled */
};

/* A memory under way. */
struct place {
    struct probe_run *run;
    unsigned i;
    struct hal_region about;
    struct hal_block block; /* of it; all zero where it may not be written */
    size_t bytes;           /* touched */
    struct hal_hop *hop;    /* HOPS and the end's, in the memory that data usually are in */
};

static size_t last_cache(const struct plan *plan)
{
    return plan->n_caches > 0 ? plan->cache_bytes[plan->n_caches - 1] : 0;
}

/* Without a look at the caches nobody knows what they hold. */
static bool is_cold(const struct place *p)
{
    size_t last = last_cache(p->run->plan);

    return !p->about.cached || (last > 0 && p->bytes / LEAST_BEYOND >= last);
}

/* ---- one kind ---- */

static void send(const struct place *p, uint64_t kind, const struct measure_kernel *kernel,
                 uint64_t lap_ops, uint64_t ops_each)
{
    uint64_t ops = measure_enough_ops(p->run->plan, kernel, lap_ops, 0);
    uint64_t ticks[ROUNDS];
    unsigned n = ops > 0 ? measure_rounds(kernel, ops, ticks, ROUNDS) : 0;

    if (n > 0)
        probe_sample(p->run, &kind, 1, ops * ops_each, ticks, n);
}

static void load_chain(const struct place *p)
{
    struct ring ring = { 0 };
    size_t n = 0;

    ring.at = hal_region_ring(p->i, &n);
    if (p->block.start) {
        struct chase chase = { .base = p->block.start,
                               .slot_bytes = ACCESS_APART_BYTES,
                               .segment_bytes = SEGMENT_BYTES,
                               .seed = p->run->plan->seed };
        const struct measure_kernel kernel = { chase_walk, &chase };

        chase_init(&chase);
        send(p, LOAD_CHAIN, &kernel, chase_lay(&chase, p->bytes / ACCESS_APART_BYTES), 1);
    } else if (n > 0) {
        const struct measure_kernel kernel = { access_follow, &ring };

        send(p, LOAD_CHAIN, &kernel, n, 1);
    }
}

static void widest(const struct place *p, char *start, uint64_t kind, enum stream_op op)
{
    struct stream stream = { .base = start, .bytes = p->bytes };
    const struct measure_kernel kernel = { stream_run, &stream };
    size_t step = stream_set(&stream, op, STREAM_VARIANT);

    if (step > 0)
        send(p, kind, &kernel, p->bytes / step, step);
}

static void in_a_row(const struct place *p, char *start)
{
    struct accesses accesses = { .start = start, .laps = p->bytes / ACCESS_LAP_BYTES };
    const struct measure_kernel loads = { access_load_words, &accesses },
                                stores = { access_store_words, &accesses },
                                apart = { access_store_apart, &accesses };

    if (accesses.laps == 0)
        return;
    send(p, LOAD_WORDS, &loads, accesses.laps * ACCESS_LAP_BYTES, 1);
    widest(p, start, LOAD_WIDEST, STREAM_READ);
    if (!p->block.start)
        return;
    send(p, STORE_APART, &apart, accesses.laps * (ACCESS_LAP_BYTES / ACCESS_APART_BYTES), 1);
    send(p, STORE_WORDS, &stores, accesses.laps * ACCESS_LAP_BYTES, 1);
    widest(p, start, STORE_WIDEST, STREAM_WRITE);
}

/* ---- code ---- */

/* Joins the hops whose code was set to a ring in random order; the end's comes last. */
static void join(const struct place *p, const struct hal_region_code *code)
{
    struct hal_hop *hop = p->hop, *end = &hop[HOPS];

    for (unsigned i = code->n_hops; i-- > 1;) {
        unsigned other = (unsigned)(probe_random(p->run) % (i + 1));
        void (*kept)(struct hal_hop *) = hop[i].code;

        hop[i].code = hop[other].code;
        hop[other].code = kept;
    }
    for (unsigned i = 0; i < code->n_hops; i++)
        hop[i].next = i + 1 < code->n_hops ? &hop[i + 1] : end;
    *end = (struct hal_hop){ .next = hop, .code = code->end };
}

static void run_code(const struct place *p)
{
    struct hal_region_code code = { .hop = p->hop, .n_hops = HOPS };
    struct jumps jumps = { .first = p->hop };
    struct ring ring = { .at = p->hop };
    const struct measure_kernel walk = { access_jump, &jumps }, loads = { access_follow, &ring },
                                straight = { access_run, &code };

    if (hal_region_place(p->i, p->block.start ? &p->block : 0, &code) != 0)
        return;
    join(p, &code);
    jumps.n = code.n_hops;
    send(p, JUMPS, &walk, code.n_hops, 1);
    send(p, JUMP_LOADS, &loads, code.n_hops + 1, 1);
    if (code.n_straight > 0)
        send(p, STRAIGHT, &straight, (uint64_t)code.n_straight * code.straight_bytes, 1);
}

/* ---- one memory ---- */

static void begin_series(const struct place *p, const char *state)
{
    const struct probe_word words[] = { { "region", p->about.name },
                                        { "kind", p->about.kind },
                                        { "state", *state ? state : 0 },
                                        { 0, 0 } };
    const struct probe_key keys[] = {
        { "start", p->about.start },       { "bytes", p->about.size_bytes },
        { "writes", !p->about.read_only }, { "runs", !p->about.no_code },
        { "cached", p->about.cached },     { "cold", is_cold(p) },
        { "footprint", p->bytes },         { 0, 0 }
    };

    probe_series_both(p->run, p->run->name, words, keys);
}

static void in_state(const struct place *p, const char *state)
{
    begin_series(p, state);
    load_chain(p);
    if (p->bytes > 0)
        in_a_row(p, p->block.start ? p->block.start : (char *)(uintptr_t)p->about.at);
    run_code(p);
    probe_done(p->run, p->run->name,
               p->run->n_points > 0 ? RECORD_END_OK
               : p->bytes > 0       ? RECORD_END_CLOCK_BACK
                                    : RECORD_END_NO_MEMORY);
}

/* What may not be written is read from its start on. */
static void get_memory(struct place *p)
{
    size_t most = p->about.cached && last_cache(p->run->plan) * BEYOND > USUAL_BYTES
                      ? last_cache(p->run->plan) * BEYOND
                      : USUAL_BYTES;

    if (p->about.read_only)
        p->bytes = p->about.size_bytes < most ? (size_t)p->about.size_bytes : most;
    else if (hal_region_alloc(p->i, &p->block, most) == 0)
        p->bytes = p->block.size_bytes;
    p->bytes = p->bytes / ACCESS_LAP_BYTES * ACCESS_LAP_BYTES;
}

static void tell_no_code(const struct place *p)
{
    const char *const parts[] = { "region ", p->about.name,
                                  ": no code runs there: ", p->about.no_code, 0 };

    if (p->about.no_code)
        probe_note(p->run->out, parts);
}

static void one(struct probe_run *run, unsigned i, struct hal_hop *hop)
{
    struct place p = { .run = run, .i = i, .hop = hop };
    const char *state;

    hal_region(i, &p.about);
    tell_no_code(&p);
    get_memory(&p);
    for (unsigned s = 0; (state = hal_region_state(i, s)) != 0 && run->out->err == 0; s++) {
        hal_region_set(i, s);
        hal_region(i, &p.about); /* caches may be off now */
        in_state(&p, state);
    }
    hal_region_set(i, 0);
    hal_free(&p.block);
}

static unsigned points(const struct plan *plan)
{
    unsigned n = 0;

    (void)plan;
    for (unsigned i = 0; i < hal_regions() && hal_regions() > 1; i++)
        for (unsigned s = 0; hal_region_state(i, s) != 0; s++)
            n += KINDS;
    return n;
}

static enum record_end run(struct probe_run *run)
{
    struct hal_block hops;

    if (hal_regions() < 2)
        return RECORD_END_NOTHING;
    if (hal_alloc(&hops, (HOPS + 1) * sizeof(struct hal_hop), ACCESS_APART_BYTES, HAL_PAGES_BASE) !=
        0)
        return RECORD_END_NO_MEMORY;
    for (unsigned i = 0; i < hal_regions() && run->out->err == 0; i++)
        one(run, i, hops.start);
    hal_free(&hops);
    return RECORD_END_OK;
}

static const struct probe_option *const options[] = { &estimate_capacity, 0 };

const struct probe probe_regions = {
    .rank = 47,
    .about = "each memory that board.c names: loads, stores, instruction fetch",
    .options = options,
    .points = points,
    .run = run,
};
