/* Kernels that only set the clock of the fake port forward. */
#include "planted_ops.h"
#include "fake.h"
#include "lib/live_kernel.h"
#include "lib/op_kernel.h"
#include "lib/peak_kernel.h"

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

static void live(unsigned variables, uint64_t laps)
{
    uint64_t each = variables > PLANTED_HELD ? 2 * planted_live_ticks : planted_live_ticks;

    fake.timer.now_ticks += laps * live_ops(variables) * each;
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
LIVE(11)
LIVE(12)
LIVE(13)
LIVE(14)
LIVE(15)
LIVE(16)
LIVE(17)
LIVE(18)
LIVE(19)
LIVE(20)
LIVE(21)
LIVE(22)
LIVE(23)
LIVE(24)
LIVE(25)
LIVE(26)
LIVE(27)
LIVE(28)
LIVE(29)
LIVE(30)
LIVE(31)
LIVE(32)
LIVE(33)
LIVE(34)
LIVE(40)
LIVE(48)
LIVE(64)
LIVE(132)

static live_kernel *const live_kernels[LIVE_KERNELS] = {
    live_3,  live_4,  live_5,  live_6,  live_7,  live_8,  live_9,  live_10, live_11,
    live_12, live_13, live_14, live_15, live_16, live_17, live_18, live_19, live_20,
    live_21, live_22, live_23, live_24, live_25, live_26, live_27, live_28, live_29,
    live_30, live_31, live_32, live_33, live_34, live_40, live_48, live_64, live_132,
};

/* Of each loop one more than it uses the stack: from PLANTED_HELD + 1 variables on once. */
static const unsigned char live_refs[LIVE_KERNELS] = {
    [0 ... PLANTED_HELD - LIVE_LEAST] = 1,
    [PLANTED_HELD - LIVE_LEAST + 1 ... LIVE_KERNELS - 1] = 2,
};

const struct live_set live_table[] = {
    { "i32", live_kernels, live_refs },
    { 0, 0, 0 },
};

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
