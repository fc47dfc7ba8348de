/* The one simulated board of a process, and its loads and stores. */
#ifndef SIM_BOARD_H
#define SIM_BOARD_H

#include "machine.h"
#include "model.h"
#include "threads.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The one simulated board of a process: the machine that the environment names, its model, and the
 * arena whose accesses the model sees. */

struct sim_board {
    struct sim_machine machine;
    struct sim_model *model; /* of the context that runs */
    struct sim_model *first; /* of context 0, which has the pages */
    uintptr_t arena;         /* first byte: address minus this is what the model is fed */
    size_t arena_bytes;      /* 0 until the board is there, so that no access is seen before */
    uintptr_t regions;       /* first byte of the regions, one after the other */
    size_t regions_bytes;    /* 0: the machine has none */
};

/* Name of the environment variable with the path of the machine file. */
#define SIM_MACHINE_VARIABLE "PONTOON_MACHINE"

/* The board, made on the first call. Without a machine file that can be read, or without memory,
 * says why and ends the program with status 2. */
struct sim_board *sim_board(void);

/* The same without making it, for the callbacks of instrumented code. */
extern struct sim_board sim_board_now;

/* The later of two times, below 2^63. Without a comparison, which would be charged as the probe's
 * own where this is inlined (runtime_compute.c). */
static inline uint64_t sim_later(uint64_t a, uint64_t b)
{
    return a + ((b - a) & (((b - a) >> 63) - 1));
}

/* Returns when the result of OP on TYPE is there, 1/16 cycles, whose operands are there at
 * OPERANDS. It asks the model's scoreboard. */
uint64_t sim_operate(enum sim_op_name op, enum sim_type_name type, uint64_t operands);

/* Returns when A * X + Y is there, 1/16 cycles, whose operands are there at these times: fused
 * where the machine has such an operation on TYPE. */
uint64_t sim_multiply_add(enum sim_type_name type, uint64_t a, uint64_t x, uint64_t y);

/* Returns when the sum is there, 1/16 cycles, of variables TO and FROM of the LIVE on TYPE that a
 * loop keeps alive, which are there at these times. */
uint64_t sim_add_live(enum sim_type_name type, unsigned live, unsigned to, uint64_t to_16ths,
                      unsigned from, uint64_t from_16ths);

/* One load or store at ADDRESS, if the model sees it. */
/* The rest of an access that is not in the arena: to a region (region_access.c), or unseen. */
void sim_region_load(const volatile void *address, size_t n_bytes);
void sim_region_store(const volatile void *address, size_t n_bytes);

static inline bool sim_board_is_region(const volatile void *address)
{
    return (uintptr_t)address - sim_board_now.regions < sim_board_now.regions_bytes;
}

/* One load or store of N_BYTES at ADDRESS, if the model sees it. */
static inline void sim_board_load(const volatile void *address, size_t n_bytes)
{
    uintptr_t at = (uintptr_t)address - sim_board_now.arena;

    if (at < sim_board_now.arena_bytes) {
        sim_model_load(sim_board_now.model, at);
        sim_threads_point(sim_board_now.model);
    } else if (sim_board_is_region(address)) {
        sim_region_load(address, n_bytes);
    } else {
        sim_threads_unseen();
    }
}

static inline void sim_board_store(const volatile void *address, size_t n_bytes)
{
    uintptr_t at = (uintptr_t)address - sim_board_now.arena;

    if (at < sim_board_now.arena_bytes) {
        sim_model_store(sim_board_now.model, at);
        sim_threads_point(sim_board_now.model);
    } else if (sim_board_is_region(address)) {
        sim_region_store(address, n_bytes);
    } else {
        sim_threads_unseen();
    }
}

#endif
