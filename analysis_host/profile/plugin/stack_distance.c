/* One list of all lines, the last touched first, cut into groups: a node knows its group, and
 * moving one to the front pushes the last node of each group before it into the next (Kim, Hill and
 * Wood). The lines of the first group, which most touches are of, are not in the list: each knows
 * when it was touched, and who leaves is the one that was touched first. */
#include "stack_distance.h"
#include "give_up.h"
#include "line_map.h"
#include "signature/signature.h"
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_NODES = 256,
    RECENT = 16, /* lines of the first group */
    RECENT_BITS = 4,
};

struct node {
    uint32_t before, after; /* towards the front, towards the end; 0: none */
    uint32_t group;         /* 0: it is in RECENT, at BEFORE */
};

struct stack {
    struct node *nodes; /* from 1 */
    uint32_t n, room;
    uint64_t touches;
    uint64_t recent_at[RECENT]; /* number of the last touch, and the place here; 0: none */
    uint32_t recent[RECENT];
    uint32_t first;                  /* of the groups from 1 on */
    uint32_t last[SIGNATURE_GROUPS]; /* of each of them that has nodes */
    unsigned group;                  /* the last that has some */
    uint64_t group_end;              /* distance that the next group begins at */
    struct line_map map;             /* numbers of nodes */
};

struct stack *stack_new(void)
{
    struct stack *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->nodes = calloc(FIRST_NODES, sizeof *s->nodes);
    s->room = FIRST_NODES;
    s->group_end = signature_distance_least(1);
    if (s->nodes)
        return s;
    free(s);
    return NULL;
}

void stack_free(struct stack *s)
{
    line_map_free(&s->map);
    free(s->nodes);
    free(s);
}

uint32_t stack_lines(const struct stack *s)
{
    return s->n;
}

/* Pushes the last node of each group from 1 to before GROUP into the next. */
static void push_groups(struct stack *s, unsigned group)
{
    for (unsigned g = 1; g < group; g++) {
        struct node *pushed = &s->nodes[s->last[g]];
        pushed->group = g + 1;
        s->last[g] = pushed->before;
    }
}

/* Puts a node into the list, before all others. */
static void put_first(struct stack *s, uint32_t number)
{
    struct node *node = &s->nodes[number];

    node->before = 0;
    node->after = s->first;
    node->group = 1;
    if (s->first)
        s->nodes[s->first].before = number;
    s->first = number;
    if (s->last[1] == 0)
        s->last[1] = number;
}

static void touch_recent(struct stack *s, uint32_t place)
{
    s->recent_at[place] = ++s->touches << RECENT_BITS | place;
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

/* NUMBER, which is in no list, becomes recent at PLACE. */
static void make_recent(struct stack *s, uint32_t number, uint32_t place)
{
    s->recent[place] = number;
    s->nodes[number].group = 0;
    s->nodes[number].before = place;
    touch_recent(s, place);
}

/* NUMBER takes the place of the oldest recent line, which goes to the front of the list. */
static void replace_oldest(struct stack *s, uint32_t number)
{
    uint32_t place = oldest(s);

    put_first(s, s->recent[place]);
    make_recent(s, number, place);
}

/* A node more: the last group may be full. */
static void open_group(struct stack *s)
{
    if (s->n - 1 < s->group_end || s->group + 1 == SIGNATURE_GROUPS)
        return;
    s->group++;
    s->group_end = signature_distance_least(s->group + 1);
    s->last[s->group] = s->last[s->group - 1];
}

static uint32_t new_node(struct stack *s)
{
    if (s->n + 1 == s->room) {
        struct node *nodes = realloc(s->nodes, 2 * (size_t)s->room * sizeof *nodes);
        if (!nodes || s->room > UINT32_MAX / 4)
            give_up("not enough memory");
        s->nodes = nodes;
        s->room *= 2;
    }
    return ++s->n;
}

static void touch_cold(struct stack *s, uint32_t *node)
{
    *node = new_node(s);
    if (s->n <= RECENT) {
        make_recent(s, *node, s->n - 1);
        return;
    }
    replace_oldest(s, *node);
    if (s->group == 0) {
        s->group = 1;
        s->group_end = signature_distance_least(2);
        return;
    }
    open_group(s);
    push_groups(s, s->group);
}

/* Takes a node of the list out of it, and makes it recent. */
static void touch_again(struct stack *s, uint32_t number, unsigned group)
{
    struct node *node = &s->nodes[number];

    if (node->before)
        s->nodes[node->before].after = node->after;
    else
        s->first = node->after;
    if (node->after)
        s->nodes[node->after].before = node->before;
    if (s->last[group] == number)
        s->last[group] = node->before;
    replace_oldest(s, number);
    push_groups(s, group);
}

/* Touches NUMBER. Returns its group before. */
static inline unsigned touch_node(struct stack *s, uint32_t number)
{
    unsigned group = s->nodes[number].group;

    if (group == 0)
        touch_recent(s, s->nodes[number].before);
    else
        touch_again(s, number, group);
    return group;
}

unsigned stack_touch(struct stack *s, uint64_t line, uint32_t *node)
{
    uint32_t *number = line_map_place(&s->map, line);

    if (*number == 0) {
        touch_cold(s, number);
        *node = *number;
        return SIGNATURE_COLD;
    }
    *node = *number;
    return touch_node(s, *number);
}

unsigned stack_exchange(struct stack *s, uint64_t in, uint64_t out)
{
    uint32_t *from = line_map_place(&s->map, in), *to = line_map_place(&s->map, out),
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
