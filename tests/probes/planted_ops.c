/* Kernels that only set the clock of the fake port forward. */
#include "planted_ops.h"
#include "fake.h"
#include "lib/live_kernel.h"
#include "lib/op_kernel.h"
#include "lib/peak_kernel.h"
#include "lib/unit_kernel.h"

struct planted_op planted_ops[PLANTED_OPS];

static void operate(enum planted_set set, unsigned streams, uint64_t laps)
{
    const struct planted_op *op = &planted_ops[set];
    uint64_t apart = streams * op->interval_ticks;
    uint64_t step = apart > op->latency_ticks ? apart : op->latency_ticks;

    fake.timer.now_ticks += laps * (op->loop_ticks + (ops_steps(streams) - ops_entry) * step);
}

/* As far from the next as a real one. */
#define KERNEL(name, set, streams)                                                                 \
    static __attribute__((aligned(256), noinline)) void name##_##streams(uint64_t laps)            \
    {                                                                                              \
        operate(set, streams, laps);                                                               \
    }
#define KERNELS(name, set)                                                                         \
    KERNEL(name, set, 1)                                                                           \
    KERNEL(name, set, 2)                                                                           \
    KERNEL(name, set, 3)                                                                           \
    KERNEL(name, set, 4)                                                                           \
    KERNEL(name, set, 5)                                                                           \
    KERNEL(name, set, 6)                                                                           \
    KERNEL(name, set, 8)                                                                           \
    KERNEL(name, set, 10)                                                                          \
    KERNEL(name, set, 12)                                                                          \
    KERNEL(name, set, 20)                                                                          \
    static ops_kernel *const ops_##name[OPS_KERNELS] = { name##_1,  name##_2, name##_3, name##_4,  \
                                                         name##_5,  name##_6, name##_8, name##_10, \
                                                         name##_12, name##_20 };

KERNELS(add, PLANTED_ADD)
KERNELS(mul, PLANTED_MUL)
KERNELS(div, PLANTED_DIV)

const struct op_set ops_table[] = {
    { "add", "i32", 1, 0, ops_add, false },
    { "mul", "f64", 1, 0, ops_mul, false },
    { "div", "i32", 1, "add", ops_div, false },
    { "div", "f64", 1, 0, 0, false },
    { 0, 0, 0, 0, 0, false },
};

uint64_t planted_live_ticks;

enum { PLANTED_ADDS = 48 };

static void live(unsigned variables, uint64_t laps)
{
    uint64_t each = variables > PLANTED_HELD ? 2 * planted_live_ticks : planted_live_ticks;

    fake.timer.now_ticks += laps * PLANTED_ADDS * each;
}

#define LIVE(variables)                                                                            \
    static void live_##variables(uint64_t laps)                                                    \
    {                                                                                              \
        live(variables, laps);                                                                     \
    }
LIVE(3)
LIVE(4)
LIVE(5)
LIVE(6)
LIVE(7)
LIVE(8)
LIVE(9)
LIVE(10)
LIVE(132)

static const struct live_row live_rows[PLANTED_LIVES] = {
    { 3, PLANTED_ADDS, live_3 }, { 4, PLANTED_ADDS, live_4 },   { 5, PLANTED_ADDS, live_5 },
    { 6, PLANTED_ADDS, live_6 }, { 7, PLANTED_ADDS, live_7 },   { 8, PLANTED_ADDS, live_8 },
    { 9, PLANTED_ADDS, live_9 }, { 10, PLANTED_ADDS, live_10 }, { 132, PLANTED_ADDS, live_132 },
};

/* The loop on 4 variables was not counted. */
static const struct live_refs live_refs[] = { { 3, 0 }, { 5, 0 },  { 6, 0 },     { 7, 0 }, { 8, 6 },
                                              { 9, 9 }, { 10, 9 }, { 132, 255 }, { 0, 0 } };

const struct live_set live_table[] = {
    { "i32", live_rows, live_refs, PLANTED_LIVES },
    { 0, 0, 0, 0 },
};

struct live_time live_times[PLANTED_LIVES + 1];

/* ---- mixes ---- */

static void mix(enum planted_set set, unsigned depth, unsigned unroll, uint64_t laps)
{
    const struct planted_op *op = &planted_ops[set];
    uint64_t apart = depth * op->interval_ticks;
    uint64_t step = apart > op->latency_ticks ? apart : op->latency_ticks;

    fake.timer.now_ticks += laps * (op->loop_ticks + unroll * step);
}

#define MIX(name, set, depth, unroll)                                                              \
    static void name##_##depth(uint64_t laps)                                                      \
    {                                                                                              \
        mix(set, depth, unroll, laps);                                                             \
    }

MIX(peak_add, PLANTED_ADD, 2, 12)
MIX(peak_add, PLANTED_ADD, 4, 6)
MIX(peak_fma, PLANTED_MUL, 2, 12)
MIX(peak_fma, PLANTED_MUL, 4, 6)
MIX(peak_fma, PLANTED_MUL, 8, 3)

static const struct peak_kernel add_kernels[] = { { peak_add_2, 2, 12, 24 },
                                                  { peak_add_4, 4, 6, 24 },
                                                  { 0, 0, 0, 0 } },
                                fma_kernels[] = { { peak_fma_2, 2, 12, 24 },
                                                  { peak_fma_4, 4, 6, 24 },
                                                  { peak_fma_8, 8, 3, 24 },
                                                  { 0, 0, 0, 0 } };

const struct peak_set peak_table[] = {
    { "i32", "add", add_kernels },
    { "v128f32", "fma", fma_kernels },
    { 0, 0, 0 },
};

/* ---- two operations in one loop ---- */

/* A lap of two halves with OPS operations of the first kind each and OTHERS of the second, which
 * have one unit. */
static void pair(unsigned ops, unsigned others, uint64_t laps)
{
    const struct planted_op *first = &planted_ops[PLANTED_ADD], *second = &planted_ops[PLANTED_MUL];
    uint64_t half = ops * first->interval_ticks + others * second->interval_ticks;

    fake.timer.now_ticks += laps * (first->loop_ticks + (ops_entry == 0 ? 2 : 1) * half);
}

static void unit_add(uint64_t laps)
{
    pair(24, 0, laps);
}

static void unit_mul(uint64_t laps)
{
    pair(0, 24, laps);
}

static void unit_both(uint64_t laps)
{
    pair(24, 12, laps);
}

#define NO_LOOP                                                                                    \
    {                                                                                              \
        0, 0, 0, 0, 0, 0                                                                           \
    }

static const struct unit_pair unit_adds[] = {
    { "add", "i32", 0, 0, { { unit_add, 48, 0, 1, 4, 0 }, NO_LOOP, NO_LOOP } },
    { "add", "i32", "mul", "f64", { { unit_both, 48, 24, 1, 4, 4 }, NO_LOOP, NO_LOOP } },
    { 0, 0, 0, 0, { NO_LOOP, NO_LOOP, NO_LOOP } },
};
static const struct unit_pair unit_muls[] = {
    { "mul", "f64", 0, 0, { { unit_mul, 48, 0, 1, 4, 0 }, NO_LOOP, NO_LOOP } },
    { 0, 0, 0, 0, { NO_LOOP, NO_LOOP, NO_LOOP } },
};

const struct unit_pair *const unit_table[] = { unit_adds, unit_muls, 0 };
