#ifndef SIM_BANK_H
#define SIM_BANK_H

#include "machine.h"
#include <stdint.h>

/* Tags in sets and ways with a replacement policy: the part that caches and TLBs share. A tag is a
 * whole line or page number, so that it is unique in the bank. Few ways are searched by comparing
 * four tags at once, many through a hash table. */

#define SIM_NO_TAG UINT32_MAX
#define SIM_NO_WAY UINT32_MAX

enum { SIM_SCAN_WAYS = 32, SIM_NIBBLE_WAYS = 16, SIM_BYTE_WAYS = 32 };

/* How the order of replacement is kept. Nibbles: way numbers in one word, newest in the lowest;
 * bytes: the same in several words. */
enum sim_order {
    SIM_ORDER_NIBBLES,
    SIM_ORDER_BYTES,
    SIM_ORDER_LIST,
    SIM_ORDER_TREE,
    SIM_ORDER_BITS,
    SIM_ORDER_NONE
};

typedef uint32_t sim_tags4 __attribute__((vector_size(16), may_alias));
typedef uint64_t sim_words2 __attribute__((vector_size(16)));

/* Neighbours in the order of a set, way numbers; of the set itself: its two ends. */
struct sim_link {
    uint32_t newer, older;
};

/* A tag in the hash table, and its place among the tags; free: SIM_NO_TAG. */
struct sim_bucket {
    uint32_t tag, slot;
};

struct sim_bank {
    sim_tags4 *tags;             /* stride4 groups of four a set, the surplus always SIM_NO_TAG */
    uint64_t *state;             /* n_words a set: nibbles, bytes, tree bits or reference bits */
    struct sim_link *link, *end; /* SIM_ORDER_LIST: of each way, of each set */
    uint32_t *free_from;         /* orders without empty ways: no way below it is empty */
    struct sim_bucket *bucket;   /* hash table of the tags; NULL: search by scan */
    uint32_t sets, ways, stride4, n_words, bucket_mask;
    bool guessing;        /* LRU in nibbles: where the last hit was found is tried first */
    unsigned guess_bits;  /* that place in a word of nibbles */
    unsigned guess_place; /* and in bytes */
    bool masked;          /* number of sets is a power of two: number & set_mask, else modulo */
    uint32_t set_mask;
    uint32_t hand; /* NRU: where the next search for a victim begins */
    uint32_t tree_bits;
    enum sim_order order;
    enum sim_policy policy;
    uint64_t *rng;
};

/* Makes an empty bank of ENTRIES tags in WAYS ways (0: fully associative). *RNG is the source of
 * random victims and must outlive the bank. 0, or -1 without memory; sim_bank_free() either way. */
int sim_bank_make(struct sim_bank *bank, uint64_t entries, uint64_t ways, enum sim_policy policy,
                  uint64_t *rng);
void sim_bank_free(struct sim_bank *bank);

/* Empties every way. */
void sim_bank_clear(struct sim_bank *bank);

/* Empties WAY of SET, which the next insertion there will use. */
void sim_bank_remove(struct sim_bank *bank, uint32_t set, uint32_t way);

/* The tag in WAY of SET; SIM_NO_TAG where it is empty. */
uint32_t sim_bank_tag(const struct sim_bank *bank, uint32_t set, uint32_t way);

/* For the inline functions below only. */
uint32_t sim_bank_find_hashed(const struct sim_bank *bank, uint32_t set, uint32_t tag);
uint32_t sim_bank_insert_other(struct sim_bank *bank, uint32_t set, uint32_t tag);
bool sim_bank_use_searched(struct sim_bank *bank, uint32_t set, uint32_t tag);
void sim_bank_touch_other(struct sim_bank *bank, uint32_t set, uint32_t way);

/* Bit position of the nibble that holds WAY, which is there. */
static inline unsigned sim_nibble_position(uint64_t nibbles, uint32_t way)
{
    const uint64_t ones = 0x1111111111111111u;
    uint64_t x = nibbles ^ (ones * way);

    /* The lowest zero nibble of X borrows into its top bit; false marks lie above it only. */
    return (unsigned)__builtin_ctzll((x - ones) & ~x & (ones << 3)) & ~3u;
}

/* NIBBLES with WAY, which stands at bit AT, moved to the lowest place. */
static inline uint64_t sim_nibbles_rotated(uint64_t nibbles, unsigned at, uint32_t way)
{
    uint64_t below = ((uint64_t)1 << at) - 1; /* at is 60 at most */

    return (nibbles & ~(below << 4 | 15)) | (nibbles & below) << 4 | way;
}

/* Set of line or page NUMBER. */
static inline uint32_t sim_bank_set(const struct sim_bank *bank, uint32_t number)
{
    return bank->masked ? number & bank->set_mask : number % bank->sets;
}

/* Way of SET that holds TAG, or SIM_NO_WAY. */
static inline uint32_t sim_bank_find(const struct sim_bank *bank, uint32_t set, uint32_t tag)
{
    if (bank->bucket)
        return sim_bank_find_hashed(bank, set, tag);

    const sim_tags4 *tags = bank->tags + (uint64_t)set * bank->stride4;
    sim_tags4 want = { tag, tag, tag, tag };
    sim_tags4 way_plus_1 = { 1, 2, 3, 4 };
    sim_tags4 found = { 0, 0, 0, 0 };

    for (uint32_t i = 0; i < bank->stride4; i++) {
        found |= (sim_tags4)(tags[i] == want) & way_plus_1;
        way_plus_1 += 4;
    }
    /* At most one lane of one group is set, and "none" becomes SIM_NO_WAY. */
    sim_words2 halves = (sim_words2)found;
    uint64_t both = halves[0] | halves[1];
    return (uint32_t)(both | both >> 32) - 1;
}

/* Tells the policy that WAY of SET was used. */
static inline void sim_bank_touch(struct sim_bank *bank, uint32_t set, uint32_t way)
{
    if (bank->policy != SIM_FIFO && bank->policy != SIM_RANDOM)
        sim_bank_touch_other(bank, set, way);
}

/* Whether SET holds TAG, which then counts as used. A chase hits every set at the same age, so that
 * one comparison mostly does. */
static inline bool sim_bank_use(struct sim_bank *bank, uint32_t set, uint32_t tag)
{
    if (bank->guessing) {
        uint64_t nibbles = bank->state[set];
        uint32_t way = (uint32_t)(nibbles >> bank->guess_bits) & 15;
        const uint32_t *tags = (const uint32_t *)(bank->tags + (uint64_t)set * bank->stride4);
        if (tags[way] == tag) {
            bank->state[set] = sim_nibbles_rotated(nibbles, bank->guess_bits, way);
            return true;
        }
    }
    return sim_bank_use_searched(bank, set, tag);
}

/* Puts TAG, which must not be in the bank, into SET. The tag that had to leave, or SIM_NO_TAG. */
static inline uint32_t sim_bank_insert(struct sim_bank *bank, uint32_t set, uint32_t tag)
{
    if (bank->order != SIM_ORDER_NIBBLES)
        return sim_bank_insert_other(bank, set, tag);

    /* The oldest, empty ones included, stands in nibble ways - 1 and moves to nibble 0. */
    uint64_t nibbles = bank->state[set];
    unsigned last = (bank->ways - 1) * 4;
    uint32_t way = (uint32_t)(nibbles >> last) & 15;
    uint32_t *place = (uint32_t *)(bank->tags + (uint64_t)set * bank->stride4) + way;
    uint32_t old = *place;

    bank->state[set] = sim_nibbles_rotated(nibbles, last, way);
    *place = tag;
    return old;
}

/* Asks the host to fetch what a search of SET will read. */
static inline void sim_bank_expect(const struct sim_bank *bank, uint32_t set)
{
    __builtin_prefetch(bank->tags + (uint64_t)set * bank->stride4);
    __builtin_prefetch(bank->state + (uint64_t)set * bank->n_words);
}

#endif
