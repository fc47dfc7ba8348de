/* Lines stand in slots in the order of their last touches, a bit for each slot that is taken: the
 * bits after the slot of a line are as many as lines that were touched since (Bennett and Kruskal).
 * The lines of the first group, which most touches are of, have no slots: each knows when it was
 * touched, and who leaves is the one that was touched first. */
#include "stack_distance.h"
#include "noted.h"
#include "signature/signature.h"
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_NODES = 256,
    RECENT = 16, /* lines of the first group */
    RECENT_BITS = 4,
    WORD = 64,         /* slots of a word of bits, */
    BLOCK = 8 * WORD,  /* of a block of words, */
    SPAN = 64 * BLOCK, /* and of a span of blocks, whose bits are summed up */
};

#define IS_RECENT (UINT32_C(1) << 31)

struct stack {
    uint32_t *where; /* of each node, from 1: its slot; or IS_RECENT and its index in RECENT */
    uint32_t n, room;
    uint64_t touches;
    uint64_t recent_at[RECENT]; /* number of the last touch, and the index here; 0: none */
    uint32_t recent[RECENT];
    uint64_t *taken;                  /* bits of slots */
    uint8_t *in_word;                 /* bits of each word, of whole blocks, */
    uint32_t *in_block;               /* bits of each block, */
    uint32_t *in_span;                /* and of each span */
    uint32_t *node;                   /* of each slot that is taken */
    uint32_t slots, next;             /* NEXT: from here on none is taken */
    uint32_t least[SIGNATURE_GROUPS]; /* distance of each group */
    struct line_map map;              /* numbers of nodes */
};

struct stack *stack_new(void)
{
    struct stack *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    for (unsigned i = 0; i < SIGNATURE_GROUPS; i++)
        s->least[i] = (uint32_t)signature_distance_least(i);
    s->where = calloc(FIRST_NODES, sizeof *s->where);
    s->room = FIRST_NODES;
    if (s->where)
        return s;
    free(s);
    return NULL;
}

void stack_free(struct stack *s)
{
    line_map_free(&s->map);
    free(s->where);
    free(s->taken);
    free(s->in_word);
    free(s->in_block);
    free(s->in_span);
    free(s->node);
    free(s);
}

uint32_t stack_lines(const struct stack *s)
{
    return s->n;
}

/* ---- slots ---- */

/* Bits that are set in X; compilers call a function for it, as not all processors count bits. */
static inline uint32_t bits_of(uint64_t x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    return (uint32_t)(((x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) *
                          UINT64_C(0x0101010101010101) >>
                      56);
}

/* Lines whose slots are after SLOT. */
static uint32_t lines_after(const struct stack *s, uint32_t slot)
{
    uint32_t word = slot / WORD, block = slot / BLOCK, span = slot / SPAN;
    uint32_t blocks = (s->next + BLOCK - 1) / BLOCK, spans = (s->next + SPAN - 1) / SPAN;
    uint32_t sum = bits_of(s->taken[word] >> slot % WORD >> 1);

    for (uint32_t i = 0; i < BLOCK / WORD; i++) /* no branch: the host could not foretell it */
        sum += i > word % (BLOCK / WORD) ? s->in_word[block * (BLOCK / WORD) + i] : 0U;
    for (uint32_t i = block + 1; i < blocks && i < (span + 1) * (SPAN / BLOCK); i++)
        sum += s->in_block[i];
    for (uint32_t i = span + 1; i < spans; i++)
        sum += s->in_span[i];
    return sum;
}

static void *resized(void *at, size_t n, size_t size)
{
    at = realloc(at, n * size);
    if (!at)
        give_up("not enough memory");
    return at;
}

static uint32_t part_of(uint32_t n, uint32_t from, uint32_t length)
{
    return n <= from ? 0 : n - from < length ? n - from : length;
}

/* The first N slots are taken, and no others. */
static void take_first(struct stack *s, uint32_t n)
{
    for (uint32_t i = 0; i < s->slots / WORD; i++) {
        uint32_t here = part_of(n, i * WORD, WORD);
        s->in_word[i] = (uint8_t)here;
        s->taken[i] = here == WORD ? UINT64_MAX : (UINT64_C(1) << here) - 1;
    }
    for (uint32_t i = 0; i * BLOCK < s->slots; i++)
        s->in_block[i] = part_of(n, i * BLOCK, BLOCK);
    for (uint32_t i = 0; i * SPAN < s->slots; i++)
        s->in_span[i] = part_of(n, i * SPAN, SPAN);
    s->next = n;
}

/* All slots were given: lines move together, and where they fill half of the slots there become
 * twice as many. */
__attribute__((noinline)) static void move_together(struct stack *s)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < s->slots / WORD; i++)
        for (uint64_t bits = s->taken[i]; bits; bits &= bits - 1) {
            uint32_t node = s->node[i * WORD + (uint32_t)__builtin_ctzll(bits)];
            s->node[n] = node;
            s->where[node] = n++;
        }
    if (n >= s->slots / 2) {
        if (s->slots >= IS_RECENT / 2)
            give_up("not enough memory");
        s->slots = s->slots ? 2 * s->slots : BLOCK;
        s->taken = resized(s->taken, s->slots / WORD, sizeof *s->taken);
        s->in_word =
            resized(s->in_word, (s->slots / BLOCK + 1) * (BLOCK / WORD), sizeof *s->in_word);
        memset(s->in_word, 0, (s->slots / BLOCK + 1) * (BLOCK / WORD));
        s->in_block = resized(s->in_block, s->slots / BLOCK + 1, sizeof *s->in_block);
        s->in_span = resized(s->in_span, s->slots / SPAN + 1, sizeof *s->in_span);
        s->node = resized(s->node, s->slots, sizeof *s->node);
    }
    take_first(s, n);
}

/* NODE gets the slot after all others. */
static void put_last(struct stack *s, uint32_t node)
{
    if (s->next == s->slots)
        move_together(s);
    uint32_t slot = s->next++;
    s->taken[slot / WORD] |= UINT64_C(1) << slot % WORD;
    s->in_word[slot / WORD]++;
    s->in_block[slot / BLOCK]++;
    s->in_span[slot / SPAN]++;
    s->node[slot] = node;
    s->where[node] = slot;
}

static void leave_slot(struct stack *s, uint32_t slot)
{
    s->taken[slot / WORD] &= ~(UINT64_C(1) << slot % WORD);
    s->in_word[slot / WORD]--;
    s->in_block[slot / BLOCK]--;
    s->in_span[slot / SPAN]--;
}

/* The group of DISTANCE, which is RECENT or more: four an octave. */
static unsigned group_of(const struct stack *s, uint32_t distance)
{
    unsigned group = 1 + 4 * (27 - (unsigned)__builtin_clz(distance));

    if (group >= SIGNATURE_GROUPS)
        return SIGNATURE_GROUPS - 1;
    while (group + 1 < SIGNATURE_GROUPS && s->least[group + 1] <= distance)
        group++;
    return group;
}

/* ---- lines ---- */

static void touch_recent(struct stack *s, uint32_t way)
{
    s->recent_at[way] = ++s->touches << RECENT_BITS | way;
}

static inline uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Where the recent line is that was touched first. */
static uint32_t oldest(const struct stack *s)
{
    uint64_t at[4];

    for (unsigned i = 0; i < 4; i++)
        at[i] = earlier(earlier(s->recent_at[i], s->recent_at[i + 4]),
                        earlier(s->recent_at[i + 8], s->recent_at[i + 12]));
    return (uint32_t)(earlier(earlier(at[0], at[1]), earlier(at[2], at[3])) & (RECENT - 1));
}

/* NODE, which has no slot, becomes recent at PLACE. */
static void make_recent(struct stack *s, uint32_t node, uint32_t way)
{
    s->recent[way] = node;
    s->where[node] = IS_RECENT | way;
    touch_recent(s, way);
}

/* NODE takes the place of the oldest recent line, which gets a slot. */
static void replace_oldest(struct stack *s, uint32_t node)
{
    uint32_t way = oldest(s);

    put_last(s, s->recent[way]);
    make_recent(s, node, way);
}

static uint32_t new_node(struct stack *s)
{
    if (s->n + 1 == s->room) {
        if (s->room > UINT32_MAX / 4)
            give_up("not enough memory");
        s->where = resized(s->where, 2 * (size_t)s->room, sizeof *s->where);
        s->room *= 2;
    }
    return ++s->n;
}

static void touch_cold(struct stack *s, uint32_t *node)
{
    *node = new_node(s);
    if (s->n <= RECENT)
        make_recent(s, *node, s->n - 1);
    else
        replace_oldest(s, *node);
}

/* Touches a node that has SLOT. Returns its group before. */
static unsigned touch_again(struct stack *s, uint32_t node, uint32_t slot)
{
    unsigned group = group_of(s, RECENT + lines_after(s, slot));

    leave_slot(s, slot);
    replace_oldest(s, node);
    return group;
}

/* Touches NODE. Returns its group before. */
static inline unsigned touch_node(struct stack *s, uint32_t node)
{
    uint32_t where = s->where[node];

    if (!(where & IS_RECENT))
        return touch_again(s, node, where);
    touch_recent(s, where & ~IS_RECENT);
    return 0;
}

unsigned stack_touch(struct stack *s, uint64_t line, uint32_t *node)
{
    uint32_t *number = line_map_number(&s->map, line);

    if (*number == 0) {
        touch_cold(s, number);
        *node = *number;
        return SIGNATURE_COLD;
    }
    *node = *number;
    return touch_node(s, *number);
}

unsigned stack_peek(struct stack *s, uint64_t line)
{
    uint32_t number = *line_map_number(&s->map, line);

    if (number == 0)
        return SIGNATURE_COLD;
    uint32_t where = s->where[number];
    return where & IS_RECENT ? 0 : group_of(s, RECENT + lines_after(s, where));
}

unsigned stack_exchange(struct stack *s, uint64_t in, uint64_t out)
{
    uint32_t *from = line_map_number(&s->map, in), *to = line_map_number(&s->map, out),
             number = *from;

    if (number == 0) {
        touch_cold(s, to);
        return SIGNATURE_COLD;
    }
    unsigned group = touch_node(s, number);
    *from = 0;
    *to = number;
    return group;
}
