/* Values that know when they are ready, for hand-written timed loops (probes/lib/flow/flow.h). */
#ifndef FLOW_H
#define FLOW_H

#include "board.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uintptr_t value; /* of addresses; other numbers mean nothing */
    uint64_t ready_16ths;
} flow_word;
typedef struct {
    uint64_t ready_16ths;
} flow_fp;
typedef float flow_fp_cell;
enum { FLOW_HAS_FP = 1 };

static inline uint64_t flow_later(uint64_t a, uint64_t b)
{
    return sim_later(a, b);
}

static inline flow_word flow_word_of(uintptr_t value)
{
    return (flow_word){ value, 0 };
}

static inline flow_fp flow_fp_of(float value)
{
    (void)value;
    return (flow_fp){ 0 };
}

static inline uint64_t flow_operate(enum sim_op_name op, enum sim_type_name type, uint64_t operands)
{
    return sim_model_operate(sim_board_now.model, (unsigned)op * SIM_TYPES + (unsigned)type,
                             operands);
}

/* An operation without a unit of its own. */
static inline uint64_t flow_pass(uint64_t operands, uint64_t latency_16ths)
{
    return sim_model_start(sim_board_now.model, operands, latency_16ths);
}

static inline flow_word flow_add(flow_word a, flow_word b)
{
    return (flow_word){ a.value + b.value,
                        flow_operate(SIM_ADD, SIM_I64, flow_later(a.ready_16ths, b.ready_16ths)) };
}

static inline flow_word flow_and(flow_word a, flow_word b)
{
    return (flow_word){ a.value & b.value,
                        flow_operate(SIM_AND, SIM_I64, flow_later(a.ready_16ths, b.ready_16ths)) };
}

static inline flow_fp flow_fp_add(flow_fp a, flow_fp b)
{
    return (flow_fp){ flow_operate(SIM_ADD, SIM_F32, flow_later(a.ready_16ths, b.ready_16ths)) };
}

static inline flow_fp flow_fp_mul(flow_fp a, flow_fp b)
{
    return (flow_fp){ flow_operate(SIM_MUL, SIM_F32, flow_later(a.ready_16ths, b.ready_16ths)) };
}

static inline uint64_t flow_ready_load(uintptr_t address, uint64_t operands)
{
    return sim_model_start_load(sim_board_now.model, address - sim_board_now.arena, operands);
}

static inline flow_word flow_load(flow_word address)
{
    return (flow_word){ *(const uintptr_t *)address.value,
                        flow_ready_load(address.value, address.ready_16ths) };
}

/* A load of probes that count loads in flight. */
static inline flow_word flow_follow(flow_word address)
{
    return (flow_word){ *(const uintptr_t *)address.value,
                        sim_model_follow(sim_board_now.model, address.value - sim_board_now.arena,
                                         address.ready_16ths) };
}

/* The processor adds as it loads. */
static inline flow_word flow_follow_from(uintptr_t address, flow_word offset)
{
    return flow_follow((flow_word){ address + offset.value, offset.ready_16ths });
}

/* A store to *AT, and a load of what ADDRESS points to. */
static inline flow_word flow_load_after_store(volatile uintptr_t *at, flow_word address)
{
    const uintptr_t agree = 4095;
    bool alias =
        ((uintptr_t)at & agree) == (address.value & agree) && (uintptr_t)at != address.value;
    uint64_t latency = sim_board_now.machine.cache[0].latency_16ths;

    (void)flow_pass(0, SIM_16THS);
    if (address.value % sizeof(uintptr_t) != 0)
        latency += sim_board_now.machine.unaligned_16ths;
    return (flow_word){ *(const uintptr_t *)address.value,
                        flow_pass(address.ready_16ths,
                                  latency + (alias ? sim_board_now.machine.alias_16ths : 0)) };
}

static inline void flow_store(volatile uint32_t *at, flow_word value)
{
    (void)at;
    (void)flow_pass(value.ready_16ths, SIM_16THS);
}

/* Adds to what is in a line that was evicted: the next store waits for this one. */
static inline flow_word flow_store_evicted(volatile uint32_t *at, flow_word value)
{
    (void)at;
    return (flow_word){ value.value,
                        flow_pass(value.ready_16ths, sim_board_now.machine.refetch_16ths) };
}

/* What a function makes of VALUE: its call and return, and nothing else. */
static inline flow_word flow_called(flow_word value)
{
    return (flow_word){ value.value,
                        flow_pass(value.ready_16ths, sim_board_now.machine.returning_16ths) };
}

static inline flow_word flow_forward(volatile flow_word *at, volatile flow_word *from,
                                     flow_word value)
{
    (void)at;
    (void)from;
    return (flow_word){ value.value,
                        flow_pass(value.ready_16ths, sim_board_now.machine.forward_16ths) };
}

static inline flow_word flow_forward_stack(volatile flow_word *at, flow_word value)
{
    (void)at;
    return (flow_word){ value.value,
                        flow_pass(value.ready_16ths, sim_board_now.machine.forward_same_16ths) };
}

static inline flow_word flow_forward_part(volatile flow_word *at, flow_word value)
{
    (void)at;
    return (flow_word){ value.value,
                        flow_pass(value.ready_16ths, sim_board_now.machine.forward_part_16ths) };
}

static inline flow_fp flow_forward_fp(volatile flow_fp *at, volatile flow_fp *from, flow_fp value)
{
    (void)at;
    (void)from;
    return (flow_fp){ flow_pass(value.ready_16ths, sim_board_now.machine.forward_real_16ths) };
}

static inline flow_fp flow_to_fp(flow_word value)
{
    return (flow_fp){ flow_pass(value.ready_16ths, sim_board_now.machine.cross_16ths) };
}

static inline flow_word flow_to_word(flow_fp value)
{
    return (flow_word){ 0, flow_pass(value.ready_16ths, sim_board_now.machine.cross_16ths) };
}

static inline flow_word flow_load_word(const char *base, flow_word offset)
{
    (void)base;
    return (flow_word){ 0, flow_pass(offset.ready_16ths,
                                     sim_board_now.machine.cache[0].latency_16ths) };
}

static inline flow_fp flow_load_fp(const char *base, flow_word offset)
{
    (void)base;
    return (flow_fp){ flow_pass(offset.ready_16ths, sim_board_now.machine.cache[0].latency_16ths +
                                                        sim_board_now.machine.load_real_16ths) };
}

static inline void flow_touch_fp(const volatile flow_fp *at)
{
    (void)at;
    (void)flow_operate(SIM_LOAD, SIM_F32, 0);
}

static inline uintptr_t flow_value(flow_word word)
{
    return word.value;
}

static inline float flow_fp_value(flow_fp fp)
{
    (void)fp;
    return 0;
}

#define FLOW_FALL __attribute__((fallthrough));

#endif
