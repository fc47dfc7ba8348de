/* Lays and walks pointer chases in random order. */
#include "pointer_chase.h"
#include <stdbool.h>

enum { WALK_LAP = 128 };

/* One step of a 64-bit mixer (Steele, Lea, Flood 2014, "SplitMix"): a random number for each key.
 */
static uint64_t mixed(uint64_t key)
{
    key += 0x9e3779b97f4a7c15u;
    key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9u;
    key = (key ^ (key >> 27)) * 0x94d049bb133111ebu;
    return key ^ (key >> 31);
}

/* 0 to BELOW - 1 without a division, which many boards lack. BELOW is at most 2^32. */
static size_t random_below(uint64_t *state, size_t below)
{
    *state = mixed(*state);
    return (size_t)(((*state >> 32) * below) >> 32);
}

/* Returns true when the sum of the bits of N is odd. */
static bool odd_bits(size_t n)
{
    for (unsigned shift = sizeof n * 4; shift > 0; shift /= 2)
        n ^= n >> shift;
    return (n & 1) != 0;
}

static char *slot_of(const struct chase *chase, size_t i)
{
    size_t at = i * chase->slot_bytes;

    if (chase->piece_bytes == 0)
        return chase->base + at;
    size_t piece = at & ~(chase->piece_bytes - 1); /* as many bits as its number has */
    return chase->base + at + piece + (odd_bits(piece) ? chase->piece_bytes : 0);
}

/* The two ends of slot I's pair, lower first: at a random multiple of its extent, so that it lies
 * within one line exactly when the line is at least as long, and pairs use all sets. */
static char *lower_end(const struct chase *chase, size_t i, uint64_t random)
{
    char *slot = slot_of(chase, i);

    if (chase->extent_bytes == 0)
        return slot;
    size_t places = chase->slot_bytes / chase->extent_bytes;
    return slot + ((size_t)(random >> 32) & (places - 1)) * chase->extent_bytes;
}

/* Half the pairs are entered from above: a prefetcher that learns where the second load of a pair
 * follows the first would otherwise show a line as long as it looks ahead. */
static void **end_of(const struct chase *chase, size_t i, bool entry)
{
    uint64_t random = mixed(chase->seed ^ i);
    char *lower = lower_end(chase, i, random);

    if (chase->extent_bytes == 0 || ((random & 1) != 0) == entry)
        return (void **)(void *)lower;
    return (void **)(void *)(lower + chase->extent_bytes - sizeof(void *));
}

static void **entry_of(const struct chase *chase, size_t i)
{
    return end_of(chase, i, true);
}

static void **exit_of(const struct chase *chase, size_t i)
{
    return end_of(chase, i, false);
}

/* Makes one random cycle of slots FIRST to FIRST + N - 1 (Sattolo's shuffle, done on the links
 * themselves: no other memory), cuts it before FIRST, and lets its end go on to NEXT. */
static void lay_segment(struct chase *chase, size_t first, size_t n, size_t next)
{
    uint64_t state = chase->seed + first * 2 + 1;

    for (size_t i = 0; i < n; i++)
        *exit_of(chase, first + i) = (void *)entry_of(chase, first + i);
    for (size_t i = n; i-- > 1;) {
        void **a = exit_of(chase, first + i);
        void **b = exit_of(chase, first + random_below(&state, i));
        void *kept = *a;

        *a = *b;
        *b = kept;
    }
    void *begin = (void *)entry_of(chase, first);
    for (size_t i = 0; i < n; i++) {
        void **link = exit_of(chase, first + i);

        if (*link == begin) {
            *link = (void *)entry_of(chase, next);
            break;
        }
    }
    /* A pair's first half leads to its second; written last, as both may be one element. */
    for (size_t i = 0; i < n && chase->extent_bytes > sizeof(void *); i++)
        *entry_of(chase, first + i) = (void *)exit_of(chase, first + i);
}

void chase_init(struct chase *chase)
{
    chase->n_whole = 0;
    chase->closing = 0;
}

static void lay_whole(struct chase *chase, size_t s, size_t per_segment)
{
    lay_segment(chase, s * per_segment, per_segment, (s + 1) * per_segment);
}

uint64_t chase_lay(struct chase *chase, size_t n_slots)
{
    size_t per_segment = chase->segment_bytes / chase->slot_bytes;
    size_t last = (n_slots - 1) / per_segment; /* the segment that closes the lap */

    if (chase->closing < chase->n_whole)
        lay_whole(chase, chase->closing, per_segment);
    for (; chase->n_whole < last; chase->n_whole++)
        lay_whole(chase, chase->n_whole, per_segment);
    lay_segment(chase, last * per_segment, n_slots - last * per_segment, 0);
    chase->closing = last;
    return chase->extent_bytes > sizeof(void *) ? 2 * (uint64_t)n_slots : n_slots;
}

static void *volatile walk_end; /* where a walk ended: whoever reads this needs every load */

/* A lap of many loads, counted in a word, and halves of it without a loop: on a core that hides no
 * loop, a loop around each of the last loads would be part of what they cost. */
/* timed loop of chase_follow: 128 load in 1 chain */
void *chase_follow(void *at, uint64_t steps)
{
    void **p = at;
    size_t rest = (size_t)(steps % WALK_LAP);

#define ONE     p = (void **)*p;
#define TWO     ONE ONE
#define FOUR    TWO TWO
#define EIGHT   FOUR FOUR
#define SIXTEEN EIGHT EIGHT
#define PART(n, LOADS)                                                                             \
    if (rest & (n)) {                                                                              \
        LOADS                                                                                      \
    }
    for (size_t left = (size_t)(steps / WALK_LAP); left > 0; left--) {
        SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN
    }
    if (rest == 0)
        return p;
    PART(64, SIXTEEN SIXTEEN SIXTEEN SIXTEEN)
    PART(32, SIXTEEN SIXTEEN)
    PART(16, SIXTEEN)
    PART(8, EIGHT)
    PART(4, FOUR)
    PART(2, TWO)
    PART(1, ONE)
    return p;
}

void chase_walk(void *ctx, uint64_t steps)
{
    walk_end = chase_follow((void *)entry_of(ctx, 0), steps);
}
