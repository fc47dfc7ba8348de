/* Synthetic access sequences for tests of the model. */
#ifndef WALK_H
#define WALK_H

#include "machine.h"
#include "model.h"

/* A model of the machine file TEXT with ARENA_BYTES mapped on base pages. Fails the test when TEXT
 * is wrong. Free with sim_model_free(). */
struct sim_model *walk_model(const char *text, uint64_t arena_bytes);

/* N addresses, STEP bytes apart from FROM on. */
struct walk {
    uint64_t from_bytes, step_bytes, n;
};

/* Cycles an access over LAPS laps in ascending order, after WARM laps that do not count. */
double walk_cycles(struct sim_model *model, struct walk walk, unsigned warm, unsigned laps);

/* The same, the order random in each page of PAGE_BYTES, page after page. */
double walk_shuffled_cycles(struct sim_model *model, struct walk walk, uint64_t page_bytes,
                            unsigned warm, unsigned laps);

/* The same for the N addresses at AT_BYTES. */
double walk_list_cycles(struct sim_model *model, const uint64_t *at_bytes, uint64_t n,
                        unsigned warm, unsigned laps);

#endif
