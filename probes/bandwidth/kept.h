/* The fastest variants of each level and operation, timed again between later probes. */
#ifndef BANDWIDTH_KEPT_H
#define BANDWIDTH_KEPT_H

#include "lib/stream.h"
#include "run/probe.h"

struct kept_variant {
    unsigned variant;
    size_t step_bytes;
    uint64_t steps, least; /* of one timing, and its ticks */
};

/* Gets memory for what is kept by PLAN; without any nothing is. */
void kept_prepare(const struct plan *plan);

/* Takes V up where it is one of the fastest of OP in LEVEL, whose working set has BYTES. */
void kept_offer(unsigned level, enum stream_op op, size_t bytes, const struct kept_variant *v);

/* As struct probe has them. */
void kept_again(struct probe_run *run);
void kept_send(struct probe_run *run);

/* Samples that kept_send() sends at most. */
unsigned kept_points(const struct plan *plan);

#endif
