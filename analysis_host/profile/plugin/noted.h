/* What was touched while accesses are not followed one by one: of each line, or block of code, only
 * when it was touched last. Touched once more in that order, lines lie in a stack of LRU as if each
 * access had been followed. */
#ifndef NOTED_H
#define NOTED_H

#include <stdbool.h>
#include <stdint.h>

enum { NOTED_MOST = 1 << 17 }; /* touches */

struct noted_touch {
    uint64_t what;
    uint32_t at;
    bool stored, stored_first; /* since it was noted, and by the access that faulted it in */
};

/* All 0: nothing is noted. */
struct noted {
    struct noted_touch *touch;
    void **first; /* who touched each first */
    uint32_t n, room;
    uint32_t touches; /* in all */
    uint32_t *order;  /* all 0 but in noted_settle() */
};

/* Notes WHAT, which is not noted yet, at *PLACE; the order is not set. Without memory the process
 * ends. */
void noted_add(struct noted *n, uint32_t *place, uint64_t what, bool store, void *first);

/* Calls TOUCH for each that is noted, the one first whose last touch was first, and forgets all. */
void noted_settle(struct noted *n,
                  void (*touch)(void *ctx, const struct noted_touch *, void *first), void *ctx);

/* Frees what N holds, not N itself. */
void noted_free(struct noted *n);

/* Notes a touch of WHAT by FIRST. *PLACE is a number that belongs to WHAT alone, at first anything.
 * Returns false where as much is noted as there is room for: noted_settle() then. */
static inline bool noted_touch(struct noted *n, uint32_t *place, uint64_t what, bool store,
                               void *first)
{
    if (*place >= n->n || n->touch[*place].what != what)
        noted_add(n, place, what, store, first);
    struct noted_touch *touch = &n->touch[*place];
    touch->at = n->touches++;
    touch->stored |= store;
    return n->touches < NOTED_MOST;
}

/* noted_touch() of WHAT where it is noted at PLACE and there is room for more; else returns false,
 * and nothing was done. */
static inline bool noted_touch_again(struct noted *n, uint32_t place, uint64_t what, bool store)
{
    struct noted_touch *touch = &n->touch[place];

    if (place >= n->n || touch->what != what || n->touches + 1 >= NOTED_MOST)
        return false;
    touch->at = n->touches++;
    touch->stored |= store;
    return true;
}

#endif
