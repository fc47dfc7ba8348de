/* Touches have numbers. A bit for each of the last tells whether its line was not touched since, so
 * that the bits after the last touch of a line are as many as other lines since (Bennett and
 * Kruskal). Sets keep their last lines. All of it has a fixed size, whatever is touched. */
#include "recent.h"
#include <stdlib.h>
#include <string.h>

enum {
    SLOTS = 4096, /* of lines, hashed */
    PROBES = 8,   /* slots that a line may be in */
    REACH = 4096, /* touches: what was touched before is forgotten */
    SETS = 64 + 128 + 256,
    WORD = 64,
};

struct slot {
    uint64_t line;
    uint64_t touch; /* number of its last; 0, or before the sample: the slot is free */
};

struct recent {
    struct slot slots[SLOTS];
    uint64_t last_of_line[REACH / WORD]; /* bits of touches */
    uint64_t touches, begin;             /* in all, and before the sample */
    const unsigned *sets;
    uint16_t way[SETS][SIGNATURE_DEEP]; /* slots + 1, the last touched first */
    uint8_t group[REACH];               /* of each number of other lines */
};

struct recent *recent_new(const unsigned sets[SIGNATURE_SETS])
{
    struct recent *r = calloc(1, sizeof *r);
    unsigned group = 0;

    if (!r)
        return NULL;
    r->sets = sets;
    for (unsigned i = 0; i < REACH; i++) {
        while (signature_distance_least(group + 1) <= i)
            group++;
        r->group[i] = (uint8_t)group;
    }
    return r;
}

void recent_begin(struct recent *r)
{
    r->begin = r->touches;
    memset(r->way, 0, sizeof r->way);
    memset(r->last_of_line, 0, sizeof r->last_of_line);
}

static bool is_free(const struct recent *r, const struct slot *slot)
{
    return slot->touch <= r->begin || r->touches - slot->touch >= REACH - 1;
}

/* The slot of LINE, or one for it. */
static struct slot *slot_of(struct recent *r, uint64_t line)
{
    unsigned hash = (unsigned)(line * UINT64_C(0x9e3779b97f4a7c15) >> 40);
    struct slot *at = NULL;

    for (unsigned i = 0; i < PROBES; i++) {
        struct slot *slot = &r->slots[(hash + i) % SLOTS];
        if (slot->touch > r->begin && slot->line == line)
            return slot;
        if (!at && is_free(r, slot))
            at = slot;
        if (slot->touch <= r->begin) /* none was put beyond it */
            break;
    }
    return at ? at : &r->slots[hash % SLOTS];
}

static bool bit_of(const struct recent *r, uint64_t touch)
{
    return r->last_of_line[touch % REACH / WORD] >> touch % WORD & 1;
}

static void flip(struct recent *r, uint64_t touch)
{
    r->last_of_line[touch % REACH / WORD] ^= UINT64_C(1) << touch % WORD;
}

/* Bits of the touches after FROM, up to the last: fewer than REACH. */
static unsigned lines_since(const struct recent *r, uint64_t from)
{
    uint64_t first = from + 1, n = r->touches - from;
    unsigned sum = 0;

    while (n > 0) {
        uint64_t here = WORD - first % WORD;
        uint64_t bits = r->last_of_line[first % REACH / WORD] >> first % WORD;
        if (here > n)
            bits &= (UINT64_C(1) << n) - 1;
        sum += (unsigned)__builtin_popcountll(bits);
        first += here;
        n -= here < n ? here : n;
    }
    return sum;
}

/* SLOT becomes the first of a set. Returns how many others were before it. */
static unsigned touch_set(uint16_t way[SIGNATURE_DEEP], uint16_t slot)
{
    uint16_t before = way[0];

    if (before == slot)
        return 0;
    way[0] = slot;
    for (unsigned depth = 1; depth < SIGNATURE_DEEP; depth++) {
        uint16_t now = way[depth];
        way[depth] = before;
        if (now == slot)
            return depth;
        before = now;
    }
    return SIGNATURE_DEEP;
}

/* Larger numbers of sets part the sets: the first of one is the first of each part. */
static void touch_sets(struct recent *r, uint64_t line, uint16_t slot,
                       uint8_t depth[SIGNATURE_SETS])
{
    unsigned from = 0;

    memset(depth, 0, SIGNATURE_SETS);
    for (unsigned i = 0; i < SIGNATURE_SETS; i++) {
        depth[i] = (uint8_t)touch_set(r->way[from + (line & (r->sets[i] - 1))], slot);
        if (depth[i] == 0)
            return;
        from += r->sets[i];
    }
}

/* The touch of SLOT's line is the newest now. */
static void number_touch(struct recent *r, struct slot *slot)
{
    r->touches++;
    if (bit_of(r, r->touches)) /* of the touch that is forgotten */
        flip(r, r->touches);
    flip(r, r->touches);
    slot->touch = r->touches;
}

bool recent_touch(struct recent *r, uint64_t line, uint8_t *distance, uint8_t depth[SIGNATURE_SETS])
{
    struct slot *slot = slot_of(r, line);

    *distance = 0;
    bool known = !is_free(r, slot) && slot->line == line;
    if (known) {
        *distance = r->group[lines_since(r, slot->touch)];
        flip(r, slot->touch);
    } else if (!is_free(r, slot)) { /* crowded: the line there is forgotten */
        flip(r, slot->touch);
    }
    slot->line = line;
    number_touch(r, slot);
    touch_sets(r, line, (uint16_t)(slot - r->slots + 1), depth);
    return known;
}
