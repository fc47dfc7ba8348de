/* The tables of operations and of live ranges over the fake port: kernels that do nothing but set
 * the clock forward, by as much as a processor that is known would take. */
#ifndef PLANTED_OPS_H
#define PLANTED_OPS_H

#include <stdint.h>

enum planted_set { PLANTED_ADD, PLANTED_MUL, PLANTED_DIV, PLANTED_OPS };

/* Of a step, in ticks: from one to the next of a stream, from stream to stream; and of a lap. */
struct planted_op {
    uint64_t latency_ticks, interval_ticks, loop_ticks;
};

/* add.i32, mul.f64 and div.i32, which carries an addition; div.f64 is listed as missing. */
extern struct planted_op planted_ops[PLANTED_OPS];

/* The cost of an addition on up to PLANTED_HELD live variables; on more it is twice as much. */
enum { PLANTED_HELD = 7, PLANTED_LIVES = 9 };
extern uint64_t planted_live_ticks;

#endif
