/* Replacement policies of caches and TLBs: which way of a set a new line goes to. */
#ifndef MODEL_REPLACEMENT_H
#define MODEL_REPLACEMENT_H

#include <stdbool.h>
#include <stdint.h>

/* Both sides of the kit use this one implementation: the simulated board serves accesses by it, and
 * the analyses replay them. Tags are kept by the caller; here, a way is a number. */

enum replacement_policy {
    REPLACEMENT_LRU,
    REPLACEMENT_FIFO,    /* hits change nothing */
    REPLACEMENT_PLRU,    /* a tree of bits; branches without ways are never taken */
    REPLACEMENT_BITPLRU, /* a bit for each way, all cleared when the last is set; the lowest clear
                            one is next */
    REPLACEMENT_NRU,     /* the same, cleared when a victim is wanted; a hand that all sets share */
    REPLACEMENT_RANDOM,
    REPLACEMENT_NRU_RANDOM, /* bits as those of bitplru; any way whose bit is clear is next */
    REPLACEMENT_LRU_PLRU,   /* trees as large as a power of two that divides the ways can be; of the
                               trees, the one used least lately */
    REPLACEMENT_POLICIES
};

/* "lru", "fifo" ... */
extern const char *const replacement_names[REPLACEMENT_POLICIES];

/* Returns true for a policy that draws lots, so that costs are a mean over many laps. */
static inline bool replacement_draws(enum replacement_policy policy)
{
    return policy == REPLACEMENT_RANDOM || policy == REPLACEMENT_NRU_RANDOM;
}

/* Returns true where lru_plru of WAYS is neither lru (trees of one way) nor plru (one tree). */
static inline bool replacement_has_trees(uint32_t ways)
{
    return ways % 2 == 0 && (ways & (ways - 1)) != 0;
}

/* How the state of a set is kept. Nibbles: way numbers in one word, newest in the lowest; bytes:
 * the same in several words. */
enum replacement_form {
    REPLACEMENT_NIBBLES,
    REPLACEMENT_BYTES,
    REPLACEMENT_LIST,
    REPLACEMENT_TREE,
    REPLACEMENT_TREES, /* a list of trees */
    REPLACEMENT_BITS,
    REPLACEMENT_STATELESS
};

enum { REPLACEMENT_NIBBLE_WAYS = 16, REPLACEMENT_BYTE_WAYS = 32 };

/* Neighbours in the order of a set, numbers of ways or trees; of the set itself: its two ends. */
struct replacement_link {
    uint32_t newer, older;
};

struct replacement {
    uint64_t *state; /* n_words a set: nibbles, bytes, tree bits or reference bits */
    uint32_t ways, n_words;
    enum replacement_form form;
    enum replacement_policy policy;
    uint32_t sets;
    struct replacement_link *link, *end; /* forms with a list: of each link, of each set */
    uint32_t links;                      /* of a set: ways or trees */
    uint64_t *filled;   /* forms without an order: a bit for each way that is not empty */
    uint32_t *n_filled; /* and how many of a set are set */
    uint32_t hand;      /* NRU: where the next search for a victim begins */
    uint32_t tree_levels;
    uint64_t *rng;
};

/* Makes the state of SETS empty sets of WAYS ways, both at least 1. *RNG (splitmix.h) is the source
 * of random victims and must outlive it. Returns 0, or -1 without memory; replacement_free() either
 * way. */
int replacement_make(struct replacement *r, uint32_t sets, uint32_t ways,
                     enum replacement_policy policy, uint64_t *rng);
void replacement_free(struct replacement *r);

/* Empties every way. */
void replacement_clear(struct replacement *r);

/* Empties WAY of SET: an insertion into SET takes an empty way first. */
void replacement_remove(struct replacement *r, uint32_t set, uint32_t way);

/* For the inline functions below only. */
void replacement_make_newest(struct replacement *r, uint32_t set, uint32_t way);
uint32_t replacement_insert_other(struct replacement *r, uint32_t set);

/* Returns the bit position of the nibble that holds WAY, which is there. */
static inline unsigned replacement_nibble_position(uint64_t nibbles, uint32_t way)
{
    const uint64_t ones = 0x1111111111111111u;
    uint64_t x = nibbles ^ (ones * way);

    /* The lowest zero nibble of X borrows into its top bit; false marks lie above it only. */
    return (unsigned)__builtin_ctzll((x - ones) & ~x & (ones << 3)) & ~3u;
}

/* Returns NIBBLES with WAY, which stands at bit AT, moved to the lowest place. */
static inline uint64_t replacement_nibbles_rotated(uint64_t nibbles, unsigned at, uint32_t way)
{
    uint64_t below = ((uint64_t)1 << at) - 1; /* at is 60 at most */

    return (nibbles & ~(below << 4 | 15)) | (nibbles & below) << 4 | way;
}

/* Returns the way at place AT of the bytes WORDS. */
static inline uint32_t replacement_byte_way(const uint64_t *words, unsigned at)
{
    return (uint32_t)(words[at / 8] >> at % 8 * 8) & 255;
}

/* Returns the place of WAY, which is there. */
static inline unsigned replacement_byte_place(const uint64_t *words, uint32_t way)
{
    const uint64_t ones = 0x0101010101010101u;

    for (unsigned i = 0;; i++) {
        uint64_t x = words[i] ^ (ones * way);
        uint64_t zero = (x - ones) & ~x & (ones << 7); /* as in replacement_nibble_position() */
        if (zero)
            return i * 8 + (unsigned)__builtin_ctzll(zero) / 8;
    }
}

/* Moves WAY from place AT to the first: those before it go up one. */
static inline void replacement_bytes_rotate(uint64_t *words, unsigned at, uint64_t way)
{
    for (; at >= 8; at -= 8, words++) {
        uint64_t last = *words >> 56;
        *words = *words << 8 | way;
        way = last;
    }
    uint64_t below = ((uint64_t)1 << at * 8) - 1;
    *words = (*words & ~(below << 8 | 255)) | (*words & below) << 8 | way;
}

/* Tells the policy that WAY of SET was used. */
static inline void replacement_use(struct replacement *r, uint32_t set, uint32_t way)
{
    if (r->policy != REPLACEMENT_FIFO && r->policy != REPLACEMENT_RANDOM)
        replacement_make_newest(r, set, way);
}

/* Returns the way of SET that a new line goes to: an empty one, else the policy's victim. It counts
 * as used. */
static inline uint32_t replacement_insert(struct replacement *r, uint32_t set)
{
    if (r->form != REPLACEMENT_NIBBLES)
        return replacement_insert_other(r, set);

    /* The oldest, empty ones included, stands in nibble ways - 1 and moves to nibble 0. */
    uint64_t nibbles = r->state[set];
    unsigned last = (r->ways - 1) * 4;
    uint32_t way = (uint32_t)(nibbles >> last) & 15;

    r->state[set] = replacement_nibbles_rotated(nibbles, last, way);
    return way;
}

#endif
