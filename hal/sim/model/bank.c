#include "bank.h"
#include "random.h"
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

/* Where TAG stands, or the free place where a search for it ends: at most half are taken. */
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

static void set_tag(struct sim_bank *b, uint32_t set, uint32_t way, uint32_t tag)
{
    uint32_t *place = tag_at(b, set, way);
    uint32_t slot = set * b->stride4 * 4 + way;

    if (b->bucket && *place != SIM_NO_TAG)
        hash_drop(b, *place);
    *place = tag;
    if (b->bucket && tag != SIM_NO_TAG)
        hash_add(b, slot, tag);
}

/* ---- order in nibbles ---- */

/* NIBBLES with WAY moved to the last of WAYS places. */
static uint64_t nibbles_oldest(uint64_t nibbles, uint32_t way, uint32_t ways)
{
    unsigned at = sim_nibble_position(nibbles, way);
    unsigned last = (ways - 1) * 4;
    uint64_t below = ((uint64_t)1 << at) - 1;
    uint64_t up_to_last = last == 60 ? UINT64_MAX : ((uint64_t)1 << (last + 4)) - 1;
    uint64_t between = nibbles & up_to_last & ~below;

    /* BETWEEN begins with WAY's own nibble, which the shift drops. */
    between = (between >> at >> 4) << at;
    return (nibbles & ~up_to_last) | (uint64_t)way << last | between | (nibbles & below);
}

/* ---- order in bytes ---- */

static uint32_t byte_get(const uint64_t *words, unsigned at)
{
    return (uint32_t)(words[at / 8] >> at % 8 * 8) & 255;
}

static void byte_put(uint64_t *words, unsigned at, uint64_t value)
{
    unsigned shift = at % 8 * 8;

    words[at / 8] = (words[at / 8] & ~((uint64_t)255 << shift)) | value << shift;
}

/* Place of WAY, which is there. */
static unsigned bytes_position(const uint64_t *words, uint32_t way)
{
    const uint64_t ones = 0x0101010101010101u;

    for (unsigned i = 0;; i++) {
        uint64_t x = words[i] ^ (ones * way);
        uint64_t zero = (x - ones) & ~x & (ones << 7); /* as in sim_nibble_position() */
        if (zero)
            return i * 8 + (unsigned)__builtin_ctzll(zero) / 8;
    }
}

/* Moves WAY from place AT to the first: those before it go up one. */
static void bytes_newest(uint64_t *words, unsigned at, uint64_t way)
{
    for (; at >= 8; at -= 8, words++) {
        uint64_t last = *words >> 56;
        *words = *words << 8 | way;
        way = last;
    }
    uint64_t below = ((uint64_t)1 << at * 8) - 1;
    *words = (*words & ~(below << 8 | 255)) | (*words & below) << 8 | way;
}

/* Moves WAY to the last of WAYS places. */
static void bytes_oldest(uint64_t *words, uint32_t way, uint32_t ways)
{
    for (unsigned at = bytes_position(words, way); at + 1 < ways; at++)
        byte_put(words, at, byte_get(words, at + 1));
    byte_put(words, ways - 1, way);
}

/* ---- order in a list ---- */

static void list_unlink(struct sim_bank *b, uint32_t set, uint32_t way)
{
    struct sim_link *link = b->link + set * b->ways, here = link[way];

    if (here.newer == SIM_NO_WAY)
        b->end[set].newer = here.older;
    else
        link[here.newer].older = here.older;
    if (here.older == SIM_NO_WAY)
        b->end[set].older = here.newer;
    else
        link[here.older].newer = here.newer;
}

static void list_newest(struct sim_bank *b, uint32_t set, uint32_t way)
{
    struct sim_link *link = b->link + set * b->ways;

    if (b->end[set].newer == way)
        return;
    list_unlink(b, set, way);
    link[way] = (struct sim_link){ SIM_NO_WAY, b->end[set].newer };
    link[b->end[set].newer].newer = way;
    b->end[set].newer = way;
}

static void list_oldest(struct sim_bank *b, uint32_t set, uint32_t way)
{
    struct sim_link *link = b->link + set * b->ways;

    if (b->end[set].older == way)
        return;
    list_unlink(b, set, way);
    link[way] = (struct sim_link){ b->end[set].older, SIM_NO_WAY };
    link[b->end[set].older].older = way;
    b->end[set].older = way;
}

/* ---- tree and reference bits ---- */

static bool bit_get(const uint64_t *bits, uint32_t i)
{
    return bits[i / 64] >> i % 64 & 1;
}

static void bit_put(uint64_t *bits, uint32_t i, bool value)
{
    uint64_t mask = (uint64_t)1 << i % 64;

    bits[i / 64] = value ? bits[i / 64] | mask : bits[i / 64] & ~mask;
}

/* Node 1 is the root, 2n and 2n + 1 the children of n; a bit points to the side of the victim. */
static void tree_touch(const struct sim_bank *b, uint64_t *bits, uint32_t way)
{
    uint32_t node = 1;

    for (uint32_t level = b->tree_bits; level-- > 0;) {
        uint32_t side = way >> level & 1;
        bit_put(bits, node, !side);
        node = node * 2 + side;
    }
}

static uint32_t tree_victim(const struct sim_bank *b, const uint64_t *bits)
{
    uint32_t node = 1;
    uint32_t way = 0;

    for (uint32_t level = b->tree_bits; level-- > 0;) {
        uint32_t side = bit_get(bits, node);
        if ((way | side << level) >= b->ways) /* number of ways is no power of two */
            side = 0;
        way |= side << level;
        node = node * 2 + side;
    }
    return way;
}

/* First way from FROM on whose bit is clear, or SIM_NO_WAY. */
static uint32_t first_clear(const struct sim_bank *b, const uint64_t *bits, uint32_t from)
{
    for (uint32_t way = from; way < b->ways;) {
        uint64_t clear = ~bits[way / 64] >> way % 64;
        if (clear) {
            way += (uint32_t)__builtin_ctzll(clear);
            return way < b->ways ? way : SIM_NO_WAY;
        }
        way = (way / 64 + 1) * 64;
    }
    return SIM_NO_WAY;
}

static void bits_touch(const struct sim_bank *b, uint64_t *bits, uint32_t way)
{
    bit_put(bits, way, true);
    if (b->policy == SIM_BITPLRU && first_clear(b, bits, 0) == SIM_NO_WAY) {
        memset(bits, 0, b->n_words * sizeof *bits);
        bit_put(bits, way, true);
    }
}

static uint32_t nru_victim(struct sim_bank *b, uint64_t *bits)
{
    uint32_t way = first_clear(b, bits, b->hand);

    if (way == SIM_NO_WAY)
        way = first_clear(b, bits, 0);
    if (way == SIM_NO_WAY) {
        memset(bits, 0, b->n_words * sizeof *bits);
        way = b->hand;
    }
    b->hand = way + 1 == b->ways ? 0 : way + 1;
    return way;
}

static uint32_t bits_victim(struct sim_bank *b, uint64_t *bits)
{
    if (b->policy == SIM_NRU)
        return nru_victim(b, bits);
    uint32_t way = first_clear(b, bits, 0);
    return way == SIM_NO_WAY ? 0 : way; /* one way only: its bit is always set */
}

/* ---- the policy as a whole ---- */

static void make_newest(struct sim_bank *b, uint32_t set, uint32_t way)
{
    uint64_t *state = b->state + (uint64_t)set * b->n_words;

    switch (b->order) {
    case SIM_ORDER_NIBBLES:
        *state = sim_nibbles_rotated(*state, sim_nibble_position(*state, way), way);
        break;
    case SIM_ORDER_BYTES:
        bytes_newest(state, bytes_position(state, way), way);
        break;
    case SIM_ORDER_LIST:
        list_newest(b, set, way);
        break;
    case SIM_ORDER_TREE:
        tree_touch(b, state, way);
        break;
    case SIM_ORDER_BITS:
        bits_touch(b, state, way);
        break;
    case SIM_ORDER_NONE:
        break;
    }
}

void sim_bank_touch_other(struct sim_bank *b, uint32_t set, uint32_t way)
{
    make_newest(b, set, way);
}

/* sim_bank_use() where SET is ordered in bytes. */
static bool guess_byte(struct sim_bank *b, uint32_t set, uint32_t tag)
{
    uint64_t *state = b->state + (uint64_t)set * b->n_words;
    uint32_t way = byte_get(state, b->guess_place);

    if (*tag_at(b, set, way) != tag) {
        way = sim_bank_find(b, set, tag);
        if (way == SIM_NO_WAY)
            return false;
        b->guess_place = bytes_position(state, way);
    }
    bytes_newest(state, b->guess_place, way);
    return true;
}

bool sim_bank_use_searched(struct sim_bank *b, uint32_t set, uint32_t tag)
{
    if (b->order == SIM_ORDER_BYTES && b->policy == SIM_LRU)
        return guess_byte(b, set, tag);
    uint32_t way = sim_bank_find(b, set, tag);

    if (way == SIM_NO_WAY)
        return false;
    if (b->guessing)
        b->guess_bits = sim_nibble_position(b->state[set], way);
    sim_bank_touch(b, set, way);
    return true;
}

/* An empty way of SET, or SIM_NO_WAY. */
static uint32_t empty_way(struct sim_bank *b, uint32_t set)
{
    uint32_t *way = &b->free_from[set];

    while (*way < b->ways && *tag_at(b, set, *way) != SIM_NO_TAG)
        ++*way;
    return *way < b->ways ? *way : SIM_NO_WAY;
}

static uint32_t victim(struct sim_bank *b, uint32_t set)
{
    uint64_t *state = b->state + (uint64_t)set * b->n_words;

    if (b->order == SIM_ORDER_LIST)
        return b->end[set].older; /* empty ways are the oldest */
    if (b->order == SIM_ORDER_BYTES)
        return byte_get(state, b->ways - 1);

    uint32_t way = empty_way(b, set);
    if (way != SIM_NO_WAY)
        return way;
    if (b->order == SIM_ORDER_TREE)
        return tree_victim(b, state);
    if (b->order == SIM_ORDER_BITS)
        return bits_victim(b, state);
    return sim_random_below(b->rng, b->ways);
}

uint32_t sim_bank_insert_other(struct sim_bank *b, uint32_t set, uint32_t tag)
{
    uint32_t way = victim(b, set);
    uint32_t old = *tag_at(b, set, way);

    set_tag(b, set, way, tag);
    if (b->order == SIM_ORDER_BYTES) /* where it stands is known */
        bytes_newest(b->state + (uint64_t)set * b->n_words, b->ways - 1, way);
    else
        make_newest(b, set, way);
    return old;
}

void sim_bank_remove(struct sim_bank *b, uint32_t set, uint32_t way)
{
    uint64_t *state = b->state + (uint64_t)set * b->n_words;

    set_tag(b, set, way, SIM_NO_TAG);
    if (b->order == SIM_ORDER_NIBBLES)
        *state = nibbles_oldest(*state, way, b->ways);
    else if (b->order == SIM_ORDER_BYTES)
        bytes_oldest(state, way, b->ways);
    else if (b->order == SIM_ORDER_LIST)
        list_oldest(b, set, way);
    else if (way < b->free_from[set])
        b->free_from[set] = way;
    if (b->order == SIM_ORDER_BITS)
        bit_put(state, way, false);
}

/* ---- making one ---- */

static void clear_list(struct sim_bank *b, uint32_t set)
{
    for (uint32_t way = 0; way < b->ways; way++)
        b->link[set * b->ways + way] =
            (struct sim_link){ way ? way - 1 : SIM_NO_WAY,
                               way + 1 < b->ways ? way + 1 : SIM_NO_WAY };
    b->end[set] = (struct sim_link){ 0, b->ways - 1 };
}

static void clear_order(struct sim_bank *b, uint32_t set)
{
    uint64_t *state = b->state + (uint64_t)set * b->n_words;

    switch (b->order) {
    case SIM_ORDER_NIBBLES:
        *state = 0xfedcba9876543210u;
        break;
    case SIM_ORDER_BYTES:
        for (uint32_t at = 0; at < b->n_words * 8; at++)
            byte_put(state, at, at);
        break;
    case SIM_ORDER_LIST:
        clear_list(b, set);
        break;
    default:
        b->free_from[set] = 0;
    }
}

void sim_bank_clear(struct sim_bank *b)
{
    memset(b->tags, 0xff, (size_t)b->sets * b->stride4 * sizeof *b->tags);
    memset(b->state, 0, (size_t)b->sets * b->n_words * sizeof *b->state);
    if (b->bucket)
        memset(b->bucket, 0xff, ((size_t)b->bucket_mask + 1) * sizeof *b->bucket);
    for (uint32_t set = 0; set < b->sets; set++)
        clear_order(b, set);
    b->hand = 0;
}

static enum sim_order order_of(enum sim_policy policy, uint32_t ways)
{
    if (policy == SIM_LRU || policy == SIM_FIFO)
        return ways <= SIM_NIBBLE_WAYS ? SIM_ORDER_NIBBLES
               : ways <= SIM_BYTE_WAYS ? SIM_ORDER_BYTES
                                       : SIM_ORDER_LIST;
    if (policy == SIM_PLRU)
        return SIM_ORDER_TREE;
    return policy == SIM_RANDOM ? SIM_ORDER_NONE : SIM_ORDER_BITS;
}

static uint32_t power_of_two_from(uint32_t n)
{
    uint32_t p = 1;

    while (p < n)
        p *= 2;
    return p;
}

static bool make_order(struct sim_bank *b)
{
    size_t slots = (size_t)b->sets * b->ways;

    b->state = calloc((size_t)b->sets * b->n_words, sizeof *b->state);
    if (b->order != SIM_ORDER_LIST) {
        b->free_from = calloc(b->sets, sizeof *b->free_from);
        return b->state && b->free_from;
    }
    b->link = calloc(slots, sizeof *b->link);
    b->end = calloc(b->sets, sizeof *b->end);
    return b->state && b->link && b->end;
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

static uint32_t words_for(const struct sim_bank *b)
{
    switch (b->order) {
    case SIM_ORDER_BYTES:
        return (b->ways + 7) / 8;
    case SIM_ORDER_TREE:
        return (((uint32_t)1 << b->tree_bits) + 63) / 64;
    case SIM_ORDER_BITS:
        return (b->ways + 63) / 64;
    default:
        return 1;
    }
}

int sim_bank_make(struct sim_bank *b, uint64_t entries, uint64_t ways, enum sim_policy policy,
                  uint64_t *rng)
{
    memset(b, 0, sizeof *b);
    b->ways = (uint32_t)(ways ? ways : entries);
    b->sets = (uint32_t)entries / b->ways;
    b->stride4 = (b->ways + 3) / 4;
    b->set_mask = b->sets - 1;
    b->masked = (b->sets & b->set_mask) == 0;
    b->policy = policy;
    b->order = order_of(policy, b->ways);
    b->guessing = b->order == SIM_ORDER_NIBBLES && policy == SIM_LRU;
    b->tree_bits = (uint32_t)__builtin_ctz(power_of_two_from(b->ways));
    b->n_words = words_for(b);
    b->rng = rng;
    b->tags =
        aligned_alloc(64, ((size_t)b->sets * b->stride4 * sizeof *b->tags + 63) & ~(size_t)63);
    if (!make_order(b) || !make_hash(b) || !b->tags)
        return -1;
    sim_bank_clear(b);
    return 0;
}

void sim_bank_free(struct sim_bank *b)
{
    free(b->link);
    free(b->end);
    free(b->free_from);
    free(b->bucket);
    free(b->tags);
    free(b->state);
    memset(b, 0, sizeof *b);
}
