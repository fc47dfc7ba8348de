/* The state of replacement policies, in the form that each number of ways is fastest in. */
#include "policy/replacement.h"
#include "policy/splitmix.h"
#include <stdlib.h>
#include <string.h>

#define NO_WAY UINT32_MAX

const char *const replacement_names[REPLACEMENT_POLICIES] = { "lru",        "fifo",    "plru",
                                                              "bitplru",    "nru",     "random",
                                                              "nru_random", "lru_plru" };

/* ---- order in nibbles ---- */

/* NIBBLES with WAY moved to the last of WAYS places. */
static uint64_t nibbles_oldest(uint64_t nibbles, uint32_t way, uint32_t ways)
{
    unsigned at = replacement_nibble_position(nibbles, way);
    unsigned last = (ways - 1) * 4;
    uint64_t below = ((uint64_t)1 << at) - 1;
    uint64_t up_to_last = last == 60 ? UINT64_MAX : ((uint64_t)1 << (last + 4)) - 1;
    uint64_t between = nibbles & up_to_last & ~below;

    /* BETWEEN begins with WAY's own nibble, which the shift drops. */
    between = (between >> at >> 4) << at;
    return (nibbles & ~up_to_last) | (uint64_t)way << last | between | (nibbles & below);
}

/* ---- order in bytes ---- */

static void byte_put(uint64_t *words, unsigned at, uint64_t value)
{
    unsigned shift = at % 8 * 8;

    words[at / 8] = (words[at / 8] & ~((uint64_t)255 << shift)) | value << shift;
}

/* Moves WAY to the last of WAYS places. */
static void bytes_oldest(uint64_t *words, uint32_t way, uint32_t ways)
{
    for (unsigned at = replacement_byte_place(words, way); at + 1 < ways; at++)
        byte_put(words, at, replacement_byte_way(words, at + 1));
    byte_put(words, ways - 1, way);
}

/* ---- order in a list ---- */

static void list_unlink(struct replacement *r, uint32_t set, uint32_t way)
{
    struct replacement_link *link = r->link + set * r->links, here = link[way];

    if (here.newer == NO_WAY)
        r->end[set].newer = here.older;
    else
        link[here.newer].older = here.older;
    if (here.older == NO_WAY)
        r->end[set].older = here.newer;
    else
        link[here.older].newer = here.newer;
}

static void list_newest(struct replacement *r, uint32_t set, uint32_t way)
{
    struct replacement_link *link = r->link + set * r->links;

    if (r->end[set].newer == way)
        return;
    list_unlink(r, set, way);
    link[way] = (struct replacement_link){ NO_WAY, r->end[set].newer };
    link[r->end[set].newer].newer = way;
    r->end[set].newer = way;
}

static void list_oldest(struct replacement *r, uint32_t set, uint32_t way)
{
    struct replacement_link *link = r->link + set * r->links;

    if (r->end[set].older == way)
        return;
    list_unlink(r, set, way);
    link[way] = (struct replacement_link){ r->end[set].older, NO_WAY };
    link[r->end[set].older].older = way;
    r->end[set].older = way;
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

/* Node 1 is the root, 2n and 2n + 1 the children of n; a bit points to the side of the victim.
 * FIRST: the first way of the tree, whose number is that of its bits, too. */
static void tree_touch(const struct replacement *r, uint64_t *bits, uint32_t first, uint32_t way)
{
    uint32_t node = 1;

    for (uint32_t level = r->tree_levels; level-- > 0;) {
        uint32_t side = way >> level & 1;
        bit_put(bits, first + node, !side);
        node = node * 2 + side;
    }
}

static uint32_t tree_victim(const struct replacement *r, const uint64_t *bits, uint32_t first)
{
    uint32_t node = 1;
    uint32_t way = 0;

    for (uint32_t level = r->tree_levels; level-- > 0;) {
        uint32_t side = bit_get(bits, first + node);
        if ((way | side << level) >= r->ways) /* number of ways is no power of two */
            side = 0;
        way |= side << level;
        node = node * 2 + side;
    }
    return first + way;
}

/* Returns the first way of the tree that WAY is in. */
static uint32_t tree_of(const struct replacement *r, uint32_t way)
{
    return way >> r->tree_levels << r->tree_levels;
}

/* Returns the first way from FROM on whose bit is clear, or NO_WAY. */
static uint32_t first_clear(const struct replacement *r, const uint64_t *bits, uint32_t from)
{
    for (uint32_t way = from; way < r->ways;) {
        uint64_t clear = ~bits[way / 64] >> way % 64;
        if (clear) {
            way += (uint32_t)__builtin_ctzll(clear);
            return way < r->ways ? way : NO_WAY;
        }
        way = (way / 64 + 1) * 64;
    }
    return NO_WAY;
}

static void bits_touch(const struct replacement *r, uint64_t *bits, uint32_t way)
{
    if (r->n_words == 1) { /* most sets: the same as below */
        uint64_t touched = *bits | (uint64_t)1 << way;
        bool all = touched == UINT64_MAX >> (64 - r->ways);
        *bits = all && r->policy != REPLACEMENT_NRU ? (uint64_t)1 << way : touched;
        return;
    }
    bit_put(bits, way, true);
    if (r->policy != REPLACEMENT_NRU && first_clear(r, bits, 0) == NO_WAY) {
        memset(bits, 0, r->n_words * sizeof *bits);
        bit_put(bits, way, true);
    }
}

static uint32_t nru_victim(struct replacement *r, uint64_t *bits)
{
    uint32_t way = first_clear(r, bits, r->hand);

    if (way == NO_WAY)
        way = first_clear(r, bits, 0);
    if (way == NO_WAY) {
        memset(bits, 0, r->n_words * sizeof *bits);
        way = r->hand;
    }
    r->hand = way + 1 == r->ways ? 0 : way + 1;
    return way;
}

/* The bits of word I of BITS that are clear and stand for ways. */
static uint64_t clear_of(const struct replacement *r, const uint64_t *bits, uint32_t i)
{
    uint32_t left = r->ways - i * 64;

    return ~bits[i] & (left < 64 ? ((uint64_t)1 << left) - 1 : UINT64_MAX);
}

/* Bits that are set in X; compilers call a function for it, as not all processors count bits. */
static uint32_t bits_of(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    return (uint32_t)(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}

/* Returns any way whose bit is clear; all are equally likely. */
static uint32_t drawn_victim(struct replacement *r, const uint64_t *bits)
{
    uint32_t n = 0, i = 0;

    for (uint32_t k = 0; k < r->n_words; k++)
        n += bits_of(clear_of(r, bits, k));
    if (n == 0)
        return 0; /* one way only: its bit is always set */
    uint32_t before = splitmix_below(r->rng, n);
    uint64_t clear = clear_of(r, bits, 0);

    for (uint32_t here; r->n_words > 1 && before >= (here = bits_of(clear));) {
        before -= here;
        clear = clear_of(r, bits, ++i);
    }
    while (before-- > 0)
        clear &= clear - 1;
    return i * 64 + (uint32_t)__builtin_ctzll(clear);
}

static uint32_t bits_victim(struct replacement *r, uint64_t *bits)
{
    if (r->policy == REPLACEMENT_NRU)
        return nru_victim(r, bits);
    if (r->policy == REPLACEMENT_NRU_RANDOM)
        return drawn_victim(r, bits);
    uint32_t way = first_clear(r, bits, 0);
    return way == NO_WAY ? 0 : way; /* one way only: its bit is always set */
}

/* ---- ways that are empty, where no order has them last ---- */

static uint64_t *filled_of(const struct replacement *r, uint32_t set)
{
    return r->filled + (uint64_t)set * ((r->ways + 63) / 64);
}

/* Returns the lowest empty way of SET, which is filled now, or NO_WAY. */
static uint32_t fill_empty(struct replacement *r, uint32_t set)
{
    if (r->n_filled[set] == r->ways)
        return NO_WAY;
    uint32_t way = first_clear(r, filled_of(r, set), 0);

    bit_put(filled_of(r, set), way, true);
    r->n_filled[set]++;
    return way;
}

static void make_empty(struct replacement *r, uint32_t set, uint32_t way)
{
    r->n_filled[set] -= bit_get(filled_of(r, set), way);
    bit_put(filled_of(r, set), way, false);
}

/* ---- the policy as a whole ---- */

void replacement_make_newest(struct replacement *r, uint32_t set, uint32_t way)
{
    uint64_t *state = r->state + (uint64_t)set * r->n_words;

    switch (r->form) {
    case REPLACEMENT_NIBBLES:
        *state = replacement_nibbles_rotated(*state, replacement_nibble_position(*state, way), way);
        break;
    case REPLACEMENT_BYTES:
        replacement_bytes_rotate(state, replacement_byte_place(state, way), way);
        break;
    case REPLACEMENT_LIST:
        list_newest(r, set, way);
        break;
    case REPLACEMENT_TREES:
        list_newest(r, set, way >> r->tree_levels);
        tree_touch(r, state, tree_of(r, way), way);
        break;
    case REPLACEMENT_TREE:
        tree_touch(r, state, 0, way);
        break;
    case REPLACEMENT_BITS:
        bits_touch(r, state, way);
        break;
    case REPLACEMENT_STATELESS:
        break;
    }
}

static uint32_t victim(struct replacement *r, uint32_t set)
{
    uint64_t *state = r->state + (uint64_t)set * r->n_words;

    switch (r->form) {
    case REPLACEMENT_LIST:
        return r->end[set].older; /* empty ways are the oldest */
    case REPLACEMENT_TREES:
        return tree_victim(r, state, r->end[set].older << r->tree_levels);
    case REPLACEMENT_TREE:
        return tree_victim(r, state, 0);
    case REPLACEMENT_BITS:
        return bits_victim(r, state);
    default:
        return splitmix_below(r->rng, r->ways);
    }
}

uint32_t replacement_insert_other(struct replacement *r, uint32_t set)
{
    uint64_t *state = r->state + (uint64_t)set * r->n_words;

    if (r->form == REPLACEMENT_BYTES) { /* where the oldest stands is known */
        uint32_t oldest = replacement_byte_way(state, r->ways - 1);
        replacement_bytes_rotate(state, r->ways - 1, oldest);
        return oldest;
    }
    uint32_t way = r->form == REPLACEMENT_LIST ? NO_WAY : fill_empty(r, set);
    if (way == NO_WAY)
        way = victim(r, set);
    replacement_make_newest(r, set, way);
    return way;
}

void replacement_remove(struct replacement *r, uint32_t set, uint32_t way)
{
    uint64_t *state = r->state + (uint64_t)set * r->n_words;

    switch (r->form) {
    case REPLACEMENT_NIBBLES:
        *state = nibbles_oldest(*state, way, r->ways);
        break;
    case REPLACEMENT_BYTES:
        bytes_oldest(state, way, r->ways);
        break;
    case REPLACEMENT_LIST:
        list_oldest(r, set, way);
        break;
    default:
        make_empty(r, set, way);
    }
    if (r->form == REPLACEMENT_BITS)
        bit_put(state, way, false);
}

/* ---- making one ---- */

static void clear_list(struct replacement *r, uint32_t set)
{
    for (uint32_t i = 0; i < r->links; i++)
        r->link[set * r->links + i] =
            (struct replacement_link){ i ? i - 1 : NO_WAY, i + 1 < r->links ? i + 1 : NO_WAY };
    r->end[set] = (struct replacement_link){ 0, r->links - 1 };
}

static void clear_order(struct replacement *r, uint32_t set)
{
    uint64_t *state = r->state + (uint64_t)set * r->n_words;

    switch (r->form) {
    case REPLACEMENT_NIBBLES:
        *state = 0xfedcba9876543210u;
        break;
    case REPLACEMENT_BYTES:
        for (uint32_t at = 0; at < r->n_words * 8; at++)
            byte_put(state, at, at);
        break;
    case REPLACEMENT_LIST:
    case REPLACEMENT_TREES:
        clear_list(r, set);
        break;
    default:
        break;
    }
}

void replacement_clear(struct replacement *r)
{
    memset(r->state, 0, (size_t)r->sets * r->n_words * sizeof *r->state);
    if (r->filled) {
        memset(r->filled, 0, (size_t)r->sets * ((r->ways + 63) / 64) * sizeof *r->filled);
        memset(r->n_filled, 0, r->sets * sizeof *r->n_filled);
    }
    for (uint32_t set = 0; set < r->sets; set++)
        clear_order(r, set);
    r->hand = 0;
}

static enum replacement_form form_of(enum replacement_policy policy, uint32_t ways)
{
    if (policy == REPLACEMENT_LRU || policy == REPLACEMENT_FIFO)
        return ways <= REPLACEMENT_NIBBLE_WAYS ? REPLACEMENT_NIBBLES
               : ways <= REPLACEMENT_BYTE_WAYS ? REPLACEMENT_BYTES
                                               : REPLACEMENT_LIST;
    if (policy == REPLACEMENT_PLRU)
        return REPLACEMENT_TREE;
    if (policy == REPLACEMENT_LRU_PLRU)
        return REPLACEMENT_TREES;
    return policy == REPLACEMENT_RANDOM ? REPLACEMENT_STATELESS : REPLACEMENT_BITS;
}

static uint32_t words_for(const struct replacement *r)
{
    switch (r->form) {
    case REPLACEMENT_BYTES:
        return (r->ways + 7) / 8;
    case REPLACEMENT_TREE:
        return (((uint32_t)1 << r->tree_levels) + 63) / 64;
    case REPLACEMENT_TREES:
    case REPLACEMENT_BITS:
        return (r->ways + 63) / 64;
    default:
        return 1;
    }
}

/* Returns the levels of the smallest tree with WAYS leaves or more. */
static uint32_t tree_levels_for(uint32_t ways)
{
    uint32_t levels = 0;

    while ((uint32_t)1 << levels < ways)
        levels++;
    return levels;
}

static bool make_empties(struct replacement *r)
{
    r->filled = calloc((size_t)r->sets * ((r->ways + 63) / 64), sizeof *r->filled);
    r->n_filled = calloc(r->sets, sizeof *r->n_filled);
    return r->filled && r->n_filled;
}

static bool make_list(struct replacement *r)
{
    r->link = calloc((size_t)r->sets * r->links, sizeof *r->link);
    r->end = calloc(r->sets, sizeof *r->end);
    return r->link && r->end;
}

static bool make_state(struct replacement *r)
{
    r->state = calloc((size_t)r->sets * r->n_words, sizeof *r->state);
    if (r->form == REPLACEMENT_NIBBLES || r->form == REPLACEMENT_BYTES)
        return r->state;
    if (r->form == REPLACEMENT_TREES && !make_list(r))
        return false;
    return r->state && (r->form == REPLACEMENT_LIST ? make_list(r) : make_empties(r));
}

int replacement_make(struct replacement *r, uint32_t sets, uint32_t ways,
                     enum replacement_policy policy, uint64_t *rng)
{
    *r = (struct replacement){ .ways = ways, .sets = sets, .policy = policy, .rng = rng };
    r->form = form_of(policy, ways);
    r->tree_levels =
        r->form == REPLACEMENT_TREES ? (uint32_t)__builtin_ctz(ways) : tree_levels_for(ways);
    r->links = r->form == REPLACEMENT_TREES ? ways >> r->tree_levels : ways;
    r->n_words = words_for(r);
    if (!make_state(r))
        return -1;
    replacement_clear(r);
    return 0;
}

void replacement_free(struct replacement *r)
{
    free(r->state);
    free(r->link);
    free(r->end);
    free(r->filled);
    free(r->n_filled);
    *r = (struct replacement){ 0 };
}
