/* Whether operations compute what they should, on each context: results that nothing is timed of.
 *
 * One series for each operation on each type; keys op, type, n, seed. E: x = context, value = the
 * checksum of the N results that it got from operands that SEED makes (probes/record/RECORD.md).
 * The host computes the same results by itself. What has no instruction is a series without points:
 * keys op, type, or type alone where none has. */
#include "hal/alloc.h"
#include "hal/board_limits.h"
#include "hal/thread.h"
#include "lib/far_memory.h"
#include "run/probe.h"
#include "screen_result.h"
#include "sets.h"

enum {
    /* None is a multiple of 64: flips of the same bit would cancel in the checksum. */
    RESULTS = 1000,
    THOROUGH_RESULTS = 10000,
    SLOW_RESULTS = 100,
    MOST = HAL_LIMIT_CONTEXTS,
};

static const char *const words[SCREEN_OPS] = {
    [SCREEN_ADD] = "add",           [SCREEN_SUB] = "sub",           [SCREEN_MUL] = "mul",
    [SCREEN_DIV] = "div",           [SCREEN_MOD] = "mod",           [SCREEN_AND] = "and",
    [SCREEN_XOR] = "xor",           [SCREEN_SHL] = "shl",           [SCREEN_SHR] = "shr",
    [SCREEN_MIN] = "min",           [SCREEN_MAX] = "max",           [SCREEN_FMA] = "fma",
    [SCREEN_SQRT] = "sqrt",         [SCREEN_TO_I32] = "to_i32",     [SCREEN_TO_I64] = "to_i64",
    [SCREEN_FROM_I32] = "from_i32", [SCREEN_FROM_I64] = "from_i64", [SCREEN_TO_F32] = "to_f32",
    [SCREEN_FROM_F32] = "from_f32",
};

/* What one context computes. */
struct visit {
    uint64_t seed, *sums; /* of each set, in the order of visit_sets() */
    unsigned n;           /* results of each */
    bool moved;
};

static bool there[MOST]; /* the thread was on its context all the time */

/* ---- operands and results ---- */

/* Shifts and exclusive or alone (Marsaglia, 2003): a multiplier that is wrong changes no operand.
 */
static uint64_t next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void put(union screen_value *v, unsigned lane, unsigned bytes, uint64_t bits)
{
    if (bytes == 8)
        v->u64[lane] = bits;
    else if (bytes == 4)
        v->u32[lane] = (uint32_t)bits;
    else if (bytes == 2)
        v->u16[lane] = (uint16_t)bits;
    else
        v->u8[lane] = (uint8_t)bits;
}

static uint64_t get(const union screen_value *v, unsigned lane, unsigned bytes)
{
    return bytes == 8   ? v->u64[lane]
           : bytes == 4 ? v->u32[lane]
           : bytes == 2 ? v->u16[lane]
                        : v->u8[lane];
}

/* A float of BYTES with the sign and fraction of RANDOM, whose exponent is FIRST plus some of its
 * bits, EXPONENTS of them a mask. */
static uint64_t float_bits(uint64_t random, unsigned bytes, int first, unsigned exponents)
{
    const unsigned fraction = bytes == 8 ? 52 : 23;
    const unsigned exponent = (bytes == 8 ? 1023U : 127U) + (unsigned)first;

    return random >> 63 << (8 * bytes - 1) |
           (exponent + ((unsigned)(random >> 56) & exponents)) * ((uint64_t)1 << fraction) |
           (random & (((uint64_t)1 << fraction) - 1));
}

/* Bytes of an operand and of a result of OP on T. */
static unsigned operand_bytes(const struct screen_type *t, enum screen_op op)
{
    return op == SCREEN_FROM_I32 || op == SCREEN_FROM_F32 ? 4 : t->bytes;
}

static unsigned result_bytes(const struct screen_type *t, enum screen_op op)
{
    return op == SCREEN_TO_I32 || op == SCREEN_TO_F32 ? 4 : t->bytes;
}

/* Fills one lane of the operands. */
static void fill(const struct screen_type *t, enum screen_op op, unsigned lane, uint64_t *state,
                 union screen_value operand[3])
{
    const unsigned bytes = operand_bytes(t, op), bits = 8 * bytes;
    const bool integers = !t->is_float || op == SCREEN_FROM_I32 || op == SCREEN_FROM_I64;
    uint64_t random[3];

    for (unsigned i = 0; i < 3; i++)
        random[i] = next(state);
    if (op == SCREEN_MOD || (op == SCREEN_DIV && integers))
        random[1] = (random[1] & (UINT64_MAX >> (65 - bits))) >> (random[2] & (bits - 1)) | 1;
    for (unsigned i = 0; i < 3; i++) {
        if (op == SCREEN_TO_I32 || op == SCREEN_TO_I64)
            random[i] = float_bits(random[i], bytes, -1, op == SCREEN_TO_I32 ? 31 : 63);
        else if (!integers)
            random[i] = float_bits(random[i], bytes, -16, 31);
        put(&operand[i], lane, bytes, random[i]);
    }
}

/* The checksum of N results of OP on T. */
static uint64_t checksum(const struct screen_type *t, enum screen_op op, uint64_t seed, unsigned n)
{
    uint64_t state = seed ^ 0x9e3779b97f4a7c15u, sum = 0;
    const unsigned bytes = result_bytes(t, op);

    state = state ? state : 1;
    for (; n > 0; n--) {
        union screen_value operand[3], result;

        for (unsigned lane = 0; lane < t->lanes; lane++)
            fill(t, op, lane, &state, operand);
        t->run(op, &result, &operand[0], &operand[1], &operand[2]);
        for (unsigned lane = 0; lane < t->lanes; lane++)
            sum = (sum << 1 | sum >> 63) ^
                  SCREEN_RESULT(words[op], t->type, get(&result, lane, bytes), 8 * bytes);
    }
    return sum;
}

/* ---- all sets ---- */

typedef void set_fn(void *ctx, const struct screen_type *t, enum screen_op op, unsigned number);

/* Calls FN for each operation that has an instruction; how many there are. */
static unsigned visit_sets(set_fn *fn, void *ctx)
{
    const struct screen_type *const all[] = { screen_scalars, screen_vectors };
    unsigned n = 0;

    for (unsigned i = 0; i < 2; i++)
        for (const struct screen_type *t = all[i]; t->type; t++)
            for (unsigned op = 0; op < SCREEN_OPS; op++)
                if (t->ops >> op & 1)
                    fn(ctx, t, (enum screen_op)op, n++);
    return n;
}

static void count(void *ctx, const struct screen_type *t, enum screen_op op, unsigned number)
{
    (void)ctx, (void)t, (void)op, (void)number;
}

static void compute(void *ctx, const struct screen_type *t, enum screen_op op, unsigned number)
{
    struct visit *v = ctx;

    v->sums[number] = checksum(t, op, v->seed, v->n);
}

static void on_context(void *visit)
{
    struct visit *v = visit;

    (void)visit_sets(compute, v);
    v->moved = hal_thread_moved();
}

/* ---- sending ---- */

struct sending {
    struct probe_run *run;
    const uint64_t *sums; /* of each context in turn, */
    unsigned contexts, sets;
    unsigned n;
};

static void begin(struct probe_run *run, const char *op, const char *type, unsigned n)
{
    const struct probe_word texts[] = { { "op", op }, { "type", type }, { 0, 0 } };
    const struct probe_key numbers[] = { { "n", n }, { "seed", run->plan->seed }, { 0, 0 } };

    if (n > 0)
        probe_series_both(run, run->name, texts, numbers);
    else
        probe_series_words(run, run->name, texts);
}

static void send(void *ctx, const struct screen_type *t, enum screen_op op, unsigned number)
{
    const struct sending *s = ctx;

    begin(s->run, words[op], t->type, s->n);
    for (unsigned i = 0; i < s->contexts; i++) {
        if (there[i])
            probe_event_wide(s->run, i, &s->sums[i * s->sets + number], 1);
        else
            probe_skip(s->run, i, RECORD_END_PIN_REFUSED);
    }
    probe_done(s->run, s->run->name, RECORD_END_OK);
}

static void send_missing(struct probe_run *run, const struct screen_type *t)
{
    if (!t->run) {
        begin(run, 0, t->type, 0);
        probe_done(run, run->name, RECORD_END_NO_INSTRUCTION);
    }
    for (unsigned op = 0; op < SCREEN_OPS; op++)
        if (t->lacks >> op & 1) {
            begin(run, words[op], t->type, 0);
            probe_done(run, run->name, RECORD_END_NO_INSTRUCTION);
        }
}

static unsigned n_contexts(void)
{
    unsigned n = hal_thread_contexts();

    return n < MOST ? n : MOST;
}

static unsigned points(const struct plan *plan)
{
    (void)plan;
    return n_contexts() * visit_sets(count, 0);
}

static unsigned n_results(const struct plan *plan)
{
    if (plan->effort == EFFORT_THOROUGH)
        return THOROUGH_RESULTS;
    return plan->slow ? SLOW_RESULTS : RESULTS;
}

/* Has each context compute all sets, one context after the other. */
static void compute_all(const struct plan *plan, uint64_t *sums, unsigned sets)
{
    struct visit v = { .seed = plan->seed, .n = n_results(plan) };

    (void)hal_thread_pin(0);
    for (unsigned i = 0; i < n_contexts(); i++) {
        v.sums = &sums[i * sets];
        there[i] = far_on_context(i, on_context, &v) == 0 && !v.moved;
    }
}

static enum record_end run(struct probe_run *run)
{
    struct sending s = { .run = run,
                         .contexts = n_contexts(),
                         .sets = visit_sets(count, 0),
                         .n = n_results(run->plan) };
    const size_t bytes = (size_t)s.contexts * s.sets * sizeof(uint64_t);
    struct hal_block block;

    if (hal_alloc(&block, bytes, sizeof(uint64_t), HAL_PAGES_BASE) != 0)
        return RECORD_END_NO_MEMORY;
    compute_all(run->plan, block.start, s.sets);
    s.sums = block.start;
    (void)visit_sets(send, &s);
    for (const struct screen_type *t = screen_scalars; t->type; t++)
        send_missing(run, t);
    for (const struct screen_type *t = screen_vectors; t->type; t++)
        send_missing(run, t);
    hal_free(&block);
    return RECORD_END_OK;
}

const struct probe probe_screen = {
    .rank = 84,
    .slow = true,
    .about = "whether operations compute the right results on each hardware thread",
    .points = points,
    .run = run,
};
