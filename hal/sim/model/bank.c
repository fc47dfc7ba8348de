/* Search for tags, by scan or through a hash table. */
#include "bank.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NO_SLOT UINT32_MAX

static uint32_t *tag_at(const struct sim_bank *b, uint32_t set, uint32_t way)
{
    return (uint32_t *)(b->tags + (uint64_t)set * b->stride4) + way;
}

uint32_t sim_bank_tag(const struct sim_bank *b, uint32_t set, uint32_t way)
{
    return *tag_at(b, set, way);
}

static uint32_t bucket_of(const struct sim_bank *b, uint32_t tag)
{
    return (tag * 0x9e3779b1u >> 7) & b->bucket_mask;
}

/* ---- hash table ---- */

/* Where TAG is, or the free place where a search for it ends: at most half are taken. */
static uint32_t hash_place(const struct sim_bank *b, uint32_t tag)
{
    uint32_t at = bucket_of(b, tag);

    while (b->bucket[at].tag != tag && b->bucket[at].tag != SIM_NO_TAG)
        at = (at + 1) & b->bucket_mask;
    return at;
}

uint32_t sim_bank_find_hashed(const struct sim_bank *b, uint32_t set, uint32_t tag)
{
    const struct sim_bucket *found = &b->bucket[hash_place(b, tag)];

    /* Slots are numbered as the tags lie, surplus ones included. */
    return found->tag == SIM_NO_TAG ? SIM_NO_WAY : found->slot - set * b->stride4 * 4;
}

static void hash_add(struct sim_bank *b, uint32_t slot, uint32_t tag)
{
    b->bucket[hash_place(b, tag)] = (struct sim_bucket){ tag, slot };
}

/* Moves back what a search would no longer reach across the gap (Knuth 6.4, algorithm R). */
static void hash_drop(struct sim_bank *b, uint32_t tag)
{
    uint32_t gap = hash_place(b, tag);

    for (uint32_t at = (gap + 1) & b->bucket_mask; b->bucket[at].tag != SIM_NO_TAG;
         at = (at + 1) & b->bucket_mask) {
        uint32_t wanted = bucket_of(b, b->bucket[at].tag);
        if (((at - wanted) & b->bucket_mask) < ((at - gap) & b->bucket_mask))
            continue;
        b->bucket[gap] = b->bucket[at];
        gap = at;
    }
    b->bucket[gap].tag = SIM_NO_TAG;
}

void sim_bank_set_tag(struct sim_bank *b, uint32_t set, uint32_t way, uint32_t tag)
{
    uint32_t *place = tag_at(b, set, way);
    uint32_t slot = set * b->stride4 * 4 + way;

    if (b->bucket && *place != SIM_NO_TAG)
        hash_drop(b, *place);
    *place = tag;
    if (b->bucket && tag != SIM_NO_TAG)
        hash_add(b, slot, tag);
}

/* Is sim_bank_use() where SET is ordered in bytes. */
static bool use_bytes(struct sim_bank *b, uint32_t set, uint32_t tag)
{
    uint64_t *state = b->replacement.state + (uint64_t)set * b->replacement.n_words;
    uint32_t way = replacement_byte_way(state, b->guess_place);

    if (*tag_at(b, set, way) != tag) {
        way = sim_bank_find(b, set, tag);
        if (way == SIM_NO_WAY)
            return false;
        b->guess_place = replacement_byte_place(state, way);
    }
    replacement_bytes_rotate(state, b->guess_place, way);
    return true;
}

bool sim_bank_use_searched(struct sim_bank *b, uint32_t set, uint32_t tag)
{
    if (b->replacement.form == REPLACEMENT_BYTES && b->replacement.policy == REPLACEMENT_LRU)
        return use_bytes(b, set, tag);
    uint32_t way = sim_bank_find(b, set, tag);

    if (way == SIM_NO_WAY)
        return false;
    if (b->guessing)
        b->guess_bits = replacement_nibble_position(b->replacement.state[set], way);
    replacement_use(&b->replacement, set, way);
    return true;
}

void sim_bank_remove(struct sim_bank *b, uint32_t set, uint32_t way)
{
    sim_bank_set_tag(b, set, way, SIM_NO_TAG);
    replacement_remove(&b->replacement, set, way);
}

/* ---- making one ---- */

void sim_bank_clear(struct sim_bank *b)
{
    memset(b->tags, 0xff, (size_t)b->sets * b->stride4 * sizeof *b->tags);
    if (b->bucket)
        memset(b->bucket, 0xff, ((size_t)b->bucket_mask + 1) * sizeof *b->bucket);
    replacement_clear(&b->replacement);
}

static uint32_t power_of_two_from(uint32_t n)
{
    uint32_t p = 1;

    while (p < n)
        p *= 2;
    return p;
}

static bool make_hash(struct sim_bank *b)
{
    uint32_t slots = b->sets * b->stride4 * 4;

    if (b->ways <= SIM_SCAN_WAYS)
        return true;
    b->bucket_mask = power_of_two_from(slots) * 2 - 1;
    b->bucket = calloc((size_t)b->bucket_mask + 1, sizeof *b->bucket);
    return b->bucket;
}

int sim_bank_make(struct sim_bank *b, uint64_t entries, uint64_t ways,
                  enum replacement_policy policy, uint64_t *rng)
{
    memset(b, 0, sizeof *b);
    b->ways = (uint32_t)(ways ? ways : entries);
    b->sets = (uint32_t)entries / b->ways;
    b->stride4 = (b->ways + 3) / 4;
    b->set_mask = b->sets - 1;
    b->masked = (b->sets & b->set_mask) == 0;
    b->tags =
        aligned_alloc(64, ((size_t)b->sets * b->stride4 * sizeof *b->tags + 63) & ~(size_t)63);
    if (replacement_make(&b->replacement, b->sets, b->ways, policy, rng) != 0 || !make_hash(b) ||
        !b->tags)
        return -1;
    b->guessing = policy == REPLACEMENT_LRU && b->replacement.form == REPLACEMENT_NIBBLES;
    sim_bank_clear(b);
    return 0;
}

void sim_bank_free(struct sim_bank *b)
{
    replacement_free(&b->replacement);
    free(b->bucket);
    free(b->tags);
    memset(b, 0, sizeof *b);
}
