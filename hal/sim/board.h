/* The one simulated board of a process, and its loads and stores. */
#ifndef SIM_BOARD_H
#define SIM_BOARD_H

#include "machine.h"
#include "model.h"
#include "threads.h"
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
};

/* Name of the environment variable with the path of the machine file. */
#define SIM_MACHINE_VARIABLE "PONTOON_MACHINE"

/* The board, made on the first call. Without a machine file that can be read, or without memory,
 * says why and ends the program with status 2. */
struct sim_board *sim_board(void);

/* The same without making it, for the callbacks of instrumented code. */
extern struct sim_board sim_board_now;

/* One load or store at ADDRESS, if the model sees it. */
static inline void sim_board_load(const volatile void *address)
{
    uintptr_t at = (uintptr_t)address - sim_board_now.arena;

    if (at < sim_board_now.arena_bytes) {
        sim_model_load(sim_board_now.model, at);
        sim_threads_point(sim_board_now.model);
    } else {
        sim_threads_unseen();
    }
}

static inline void sim_board_store(const volatile void *address)
{
    uintptr_t at = (uintptr_t)address - sim_board_now.arena;

    if (at < sim_board_now.arena_bytes) {
        sim_model_store(sim_board_now.model, at);
        sim_threads_point(sim_board_now.model);
    } else {
        sim_threads_unseen();
    }
}

#endif
