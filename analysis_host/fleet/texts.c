/* Keeps each text once, found by its hash. */
#include "texts.h"
#include "result/result.h"
#include <stdlib.h>
#include <string.h>

/* The slot of TEXT: where it stands, or the free one where it goes. There is a free one. */
static size_t slot_of(const struct fleet_texts *t, const char *text)
{
    size_t i = result_hash(text) & (t->n_slots - 1);

    while (t->slots[i] != 0 && strcmp(t->at[t->slots[i] - 1], text) != 0)
        i = (i + 1) & (t->n_slots - 1);
    return i;
}

static bool grow_slots(struct fleet_texts *t)
{
    size_t n = t->n_slots == 0 ? 256 : 2 * t->n_slots;
    uint32_t *slots = calloc(n, sizeof *slots);

    if (slots == NULL)
        return false;
    free(t->slots);
    t->slots = slots;
    t->n_slots = n;
    for (size_t i = 0; i < t->n; i++)
        t->slots[slot_of(t, t->at[i])] = (uint32_t)i + 1;
    return true;
}

static bool grow(struct fleet_texts *t)
{
    if (t->n == t->room) {
        size_t room = t->room == 0 ? 128 : 2 * t->room;
        char **at = realloc(t->at, room * sizeof *at);
        if (at == NULL)
            return false;
        t->at = at;
        t->room = room;
    }
    return 2 * (t->n + 1) <= t->n_slots || grow_slots(t);
}

uint32_t fleet_text_find(const struct fleet_texts *t, const char *text)
{
    uint32_t found = t->n_slots == 0 ? 0 : t->slots[slot_of(t, text)];

    return found == 0 ? UINT32_MAX : found - 1;
}

uint32_t fleet_text(struct fleet_texts *t, const char *text)
{
    uint32_t known = fleet_text_find(t, text);

    if (known != UINT32_MAX)
        return known;
    char *copy = grow(t) ? strdup(text) : NULL;
    if (copy == NULL) {
        t->no_memory = true;
        return 0;
    }
    t->at[t->n++] = copy;
    t->slots[slot_of(t, text)] = (uint32_t)t->n;
    return (uint32_t)t->n - 1;
}

void fleet_texts_free(struct fleet_texts *t)
{
    for (size_t i = 0; i < t->n; i++)
        free(t->at[i]);
    free(t->at);
    free(t->slots);
    *t = (struct fleet_texts){ 0 };
}
