/* Where indirect jumps went lately: how many other targets a jump had since it had this one. */
#ifndef RECENT_TARGETS_H
#define RECENT_TARGETS_H

#include <stdint.h>

enum { RECENT_TARGETS_MOST = 64, RECENT_JUMPS = 1024 };

/* The targets of one jump, the last one first. */
struct recent_jump {
    uint32_t jump; /* + 1; 0: none */
    uint32_t n;
    uint32_t target[RECENT_TARGETS_MOST];
};

/* All zero: no jump was seen. Two jumps may share a place, where the later one forgets. */
struct recent_targets {
    struct recent_jump jump[RECENT_JUMPS];
};

/* JUMP goes to TARGET. Returns how many other targets it had since it went there last, or
 * RECENT_TARGETS_MOST where it did not among that many. */
unsigned recent_targets_note(struct recent_targets *r, uint32_t jump, uint32_t target);

/* Returns the chance that a jump is guessed right whose target was DEPTH others ago, by a processor
 * that keeps PLACES (above 0) targets of a jump. */
double recent_targets_right(double places, unsigned depth);

#endif
