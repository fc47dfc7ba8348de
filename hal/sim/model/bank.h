/* Tags in sets and ways: the part that caches and TLBs share. */
#ifndef SIM_BANK_H
#define SIM_BANK_H

#include "machine.h"
#include "policy/replacement.h"
#include <stdint.h>

/* A tag is a
 * whole line or page number, so that it is unique in the bank. Few ways are searched by comparing
 * four tags at once, many through a hash table. */

#define SIM_NO_TAG UINT32_MAX
#define SIM_NO_WAY UINT32_MAX

enum { SIM_SCAN_WAYS = 32 };

typedef uint32_t sim_tags4 __attribute__((vector_size(16), may_alias));
typedef uint64_t sim_words2 __attribute__((vector_size(16)));

/* A tag in the hash table, and its place among the tags; free: SIM_NO_TAG. */
struct sim_bucket {
    uint32_t tag, slot;
};

struct sim_bank {
    sim_tags4 *tags; /* stride4 groups of four a set, the surplus always SIM_NO_TAG */
    struct replacement replacement;
    struct sim_bucket *bucket; /* hash table of the tags; NULL: search by scan */
    uint32_t sets, ways, stride4, bucket_mask;
    bool guessing;        /* LRU in nibbles: where the last hit was found is tried first */
    unsigned guess_bits;  /* that place in a word of nibbles */
    unsigned guess_place; /* and in bytes */
    bool masked;          /* number of sets is a power of two: number & set_mask, else modulo */
    uint32_t set_mask;
};

/* Makes an empty bank of ENTRIES tags in WAYS ways (0: fully associative). *RNG is the source of
 * random victims and must outlive the bank. 0, or -1 without memory; sim_bank_free() either way. */
int sim_bank_make(struct sim_bank *bank, uint64_t entries, uint64_t ways,
                  enum replacement_policy policy, uint64_t *rng);
void sim_bank_free(struct sim_bank *bank);

/* Empties every way. */
void sim_bank_clear(struct sim_bank *bank);

/* Empties WAY of SET, which the next insertion there will use. */
void sim_bank_remove(struct sim_bank *bank, uint32_t set, uint32_t way);

/* Returns the tag in WAY of SET; SIM_NO_TAG where it is empty. */
uint32_t sim_bank_tag(const struct sim_bank *bank, uint32_t set, uint32_t way);

/* For the inline functions below only. */
uint32_t sim_bank_find_hashed(const struct sim_bank *bank, uint32_t set, uint32_t tag);
void sim_bank_set_tag(struct sim_bank *bank, uint32_t set, uint32_t way, uint32_t tag);
bool sim_bank_use_searched(struct sim_bank *bank, uint32_t set, uint32_t tag);

/* Returns the set of line or page NUMBER. */
static inline uint32_t sim_bank_set(const struct sim_bank *bank, uint32_t number)
{
    return bank->masked ? number & bank->set_mask : number % bank->sets;
}

/* Returns the way of SET that holds TAG, or SIM_NO_WAY. */
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

/* Returns whether SET holds TAG, which then counts as used. A chase hits every set at the same age,
 * so that one comparison mostly does. */
static inline bool sim_bank_use(struct sim_bank *bank, uint32_t set, uint32_t tag)
{
    if (bank->guessing) {
        uint64_t nibbles = bank->replacement.state[set];
        uint32_t way = (uint32_t)(nibbles >> bank->guess_bits) & 15;
        const uint32_t *tags = (const uint32_t *)(bank->tags + (uint64_t)set * bank->stride4);
        if (tags[way] == tag) {
            bank->replacement.state[set] =
                replacement_nibbles_rotated(nibbles, bank->guess_bits, way);
            return true;
        }
    }
    return sim_bank_use_searched(bank, set, tag);
}

/* Puts TAG, which must not be in the bank, into SET. Returns the tag that had to leave, or
 * SIM_NO_TAG. */
static inline uint32_t sim_bank_insert(struct sim_bank *bank, uint32_t set, uint32_t tag)
{
    uint32_t way = replacement_insert(&bank->replacement, set);
    uint32_t *place = (uint32_t *)(bank->tags + (uint64_t)set * bank->stride4) + way;
    uint32_t old = *place;

    if (bank->bucket)
        sim_bank_set_tag(bank, set, way, tag);
    else
        *place = tag;
    return old;
}

/* Asks the host to fetch what a search of SET will read. */
static inline void sim_bank_expect(const struct sim_bank *bank, uint32_t set)
{
    __builtin_prefetch(bank->tags + (uint64_t)set * bank->stride4);
    __builtin_prefetch(bank->replacement.state + (uint64_t)set * bank->replacement.n_words);
}

#endif
