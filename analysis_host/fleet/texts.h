/* Texts that many runs share, each kept once: names of boards, settings, answers that are names. */
#ifndef FLEET_TEXTS_H
#define FLEET_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialise; fleet_texts_free() at the end. Owned. */
struct fleet_texts {
    char **at;
    size_t n, room;
    uint32_t *slots; /* by hash: index + 1, 0 where free */
    size_t n_slots;  /* a power of two */
    bool no_memory;
};

/* Returns the index of TEXT, which is copied where it is new; 0 and no_memory where memory is
 * short.
 */
uint32_t fleet_text(struct fleet_texts *texts, const char *text);
/* Returns the index of TEXT, or UINT32_MAX where it is not there. */
uint32_t fleet_text_find(const struct fleet_texts *texts, const char *text);
void fleet_texts_free(struct fleet_texts *texts);

#endif
