/* A made-up fleet: boards of four kinds with planted faults, whose runs scatter as asked for. */
#ifndef MADE_FLEET_H
#define MADE_FLEET_H

#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>
#include <stdint.h>

enum made_noise {
    MADE_NORMAL,
    MADE_HEAVY,  /* Student's t of 4 degrees of freedom */
    MADE_BURSTS, /* normal, and 2 % of answers up to half as much again */
    MADE_SHARED, /* normal, and as much again that all answers of a run have in common */
    MADE_DOUBTS, /* normal; a third of the answers at random are 1 to 40 % sure, and scatter twice
                  * as much; counts and sizes among them waver in 3 % of runs */
    MADE_NOISES
};

enum made_fault {
    FAULT_NONE,
    FAULT_WAY_LESS,
    FAULT_MEMORY_5,
    FAULT_MEMORY_10,
    FAULT_MEMORY_15,
    FAULT_MEMORY_20,
    FAULT_CLOCK,
    FAULT_DIVISION,
    FAULT_HALF_TLB,
    FAULT_PREFETCHER,
    FAULT_LARGE_PAGES,
    FAULT_SLOW_CORE,
    FAULT_COMPILER,
    FAULT_MICROCODE,
    FAULT_L2_LATENCY,
    FAULT_CHANNEL, /* of memory: missing */
    MADE_FAULTS
};

extern const char *const made_fault_names[MADE_FAULTS];

struct made_fleet {
    uint64_t seed;
    enum made_noise noise;
    double spread; /* share of a value, of one run */
    unsigned boards, runs;
    unsigned fault_from; /* run, from 0, from which on boards have their fault */
};

/* The fault of BOARD, from 0: each fault has one board, and the others have none. */
enum made_fault made_fault_of(const struct made_fleet *fleet, unsigned board);
/* "n0001" ... */
void made_name(char to[16], unsigned board);
/* When run RUN of BOARD began, seconds since 1970. */
int64_t made_began(const struct made_fleet *fleet, unsigned board, unsigned run);

enum { MADE_KEYS = 14, MADE_TEXT = 64 };
struct made_keys {
    char text[MADE_KEYS][MADE_TEXT];
    struct log_key key[MADE_KEYS]; /* points into text */
    size_t n;
};

/* Writes the settings and adds the answers of run RUN of BOARD. */
void made_run(const struct made_fleet *fleet, unsigned board, unsigned run, struct made_keys *keys,
              struct results *results);

#endif
