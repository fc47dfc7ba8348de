/* Lines that kernels moved on the simulated board, in logs of it beside the log that is analysed.
 */
#ifndef RESULT_REPLAY_H
#define RESULT_REPLAY_H

#include "log/log.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REPLAY_LEVELS = 4, REPLAY_KEYS = 7 };

/* Keys by which a series of kernels is found again; the last is spec. */
extern const char *const replay_keys[REPLAY_KEYS];

/* What crossed each level's far border in one run of a kernel at N, in the first log that has it.
 */
struct replay_point {
    char *key[REPLAY_KEYS]; /* of replay_keys; "" where the log has none */
    uint64_t n;
    unsigned levels;
    double in[REPLAY_LEVELS], out[REPLAY_LEVELS], line_bytes[REPLAY_LEVELS];
    double low, high; /* bytes across the last border, least and most of all logs */
};

struct replay {
    struct replay_point *at;
    size_t n;
};

/* Adds every point of RUN's series `traffic` to R; a point that is there widens its bounds. 0, or
 * -1 when memory is short. */
int replay_add(struct replay *r, const struct log_run *run);
/* Frees R and all of it; R may be NULL. */
void replay_free(struct replay *r);

/* The point of SERIES at N, or NULL; R may be NULL. Keys that are equal but for the spec are no
 * match. */
const struct replay_point *replay_find(const struct replay *r, const struct log_series *series,
                                       uint64_t n);
/* A spec that R has for the kernel of SERIES where it is another one; NULL: none. */
const char *replay_other_spec(const struct replay *r, const struct log_series *series);

/* Bytes that crossed the last border of P. */
double replay_bytes(const struct replay_point *p);

#endif
