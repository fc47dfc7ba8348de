/* Stack distances and depths in sets against lists that are searched from the front. */
#include "profile/plugin/set_depth.h"
#include "profile/plugin/stack_distance.h"
#include "random.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ACCESSES = 100000, LINES = 5000 };

/* All lines, the last touched first. */
struct list {
    uint64_t line[LINES];
    size_t n;
};

/* Moves LINE to the front. Returns how many stood before it, or SIGNATURE_COLD. */
static size_t touch_list(struct list *list, uint64_t line)
{
    size_t at = 0;

    while (at < list->n && list->line[at] != line)
        at++;
    size_t found = at < list->n ? at : SIZE_MAX;
    list->n += found == SIZE_MAX;
    memmove(list->line + 1, list->line, at * sizeof *list->line);
    list->line[0] = line;
    return found;
}

static unsigned group_of(size_t distance)
{
    unsigned group = 0;

    while (group + 1 < SIGNATURE_GROUPS && signature_distance_least(group + 1) <= distance)
        group++;
    return group;
}

/* Touches what NEXT gives, in both. */
static void compare(uint64_t (*next)(unsigned i))
{
    struct stack *s = stack_new();
    struct list *list = calloc(1, sizeof *list);
    uint32_t node;

    for (unsigned i = 0; i < ACCESSES; i++) {
        uint64_t line = next(i);
        size_t want = touch_list(list, line);
        unsigned got = stack_touch(s, line, &node);
        assert_int_equal(got, want == SIZE_MAX ? SIGNATURE_COLD : group_of(want));
    }
    assert_int_equal(stack_lines(s), list->n);
    free(list);
    stack_free(s);
}

static struct random numbers = { 1 };

static uint64_t random_line(unsigned i)
{
    (void)i;
    return 1000000 + random_below(&numbers, LINES);
}

static uint64_t strided_line(unsigned i)
{
    return (i * (uint64_t)64) % (LINES * 64);
}

/* A few lines most of the time. */
static uint64_t skewed_line(unsigned i)
{
    uint64_t range = 1 + random_below(&numbers, LINES);

    (void)i;
    return random_below(&numbers, 1 + random_below(&numbers, range));
}

static void random_lines(void **unused)
{
    (void)unused;
    compare(random_line);
}

static void strided_lines(void **unused)
{
    (void)unused;
    compare(strided_line);
}

static void skewed_lines(void **unused)
{
    (void)unused;
    compare(skewed_line);
}

/* Nodes are numbered in the order of first touches. */
static void nodes_have_numbers(void **unused)
{
    struct stack *s = stack_new();
    uint32_t node;

    (void)unused;
    for (uint32_t i = 0; i < 10000; i++) {
        assert_int_equal(stack_touch(s, i * UINT64_C(4097), &node), SIGNATURE_COLD);
        assert_int_equal(node, i + 1);
    }
    assert_int_equal(stack_touch(s, 0, &node), group_of(9999));
    assert_int_equal(node, 1);
    stack_free(s);
}

/* Each set is a list of its own, cut after 16; what is cut off goes to a stack, and comes back from
 * there, so that deeper ones are known, too. */
static void depths_in_sets(void **unused)
{
    static struct set_ways sets[64];
    static struct list list[64];
    struct stack *deep[64];

    (void)unused;
    for (unsigned i = 0; i < 64; i++)
        deep[i] = stack_new();
    for (unsigned i = 0; i < ACCESSES; i++) {
        uint64_t line = skewed_line(i);
        size_t want = touch_list(&list[line % 64], line);
        uint32_t left = 0;
        assert_int_equal(set_touch(sets, 64, line, &left),
                         want < SIGNATURE_DEEP ? want : SIGNATURE_DEEP);
        if (left == 0)
            continue;
        assert_int_equal(stack_exchange(deep[line % 64], set_tag(64, line), left),
                         want == SIZE_MAX ? SIGNATURE_COLD : group_of(want - SIGNATURE_DEEP));
    }
    for (unsigned i = 0; i < 64; i++)
        stack_free(deep[i]);
}

/* A cache of 64 sets whose lines know whether they were stored to. */
struct cache {
    unsigned ways;
    uint64_t line[64][SIGNATURE_DEEP]; /* + 1; the last touched first */
    bool dirty[64][SIGNATURE_DEEP];
};

/* Returns true where LINE drives out one that was stored to. */
static bool drives_out(struct cache *c, uint64_t line, bool store)
{
    uint64_t *lines = c->line[line % 64];
    bool *dirty = c->dirty[line % 64];
    unsigned at = 0;

    while (at < c->ways && lines[at] != line + 1)
        at++;
    bool hit = at < c->ways, kept = hit && dirty[at];
    at = hit ? at : c->ways - 1;
    bool driven = !hit && lines[at] != 0 && dirty[at];
    memmove(lines + 1, lines, at * sizeof *lines);
    memmove(dirty + 1, dirty, at * sizeof *dirty);
    lines[0] = line + 1;
    dirty[0] = kept || store;
    return driven;
}

/* What a store drives out in caches of 1 to 16 ways, all at once. */
static void dirty_lines_driven_out(void **unused)
{
    static struct set_ways sets[64];
    static struct set_clean clean[64];
    static struct cache caches[SIGNATURE_DEEP];

    (void)unused;
    memset(clean, SIGNATURE_DEEP, sizeof clean);
    for (unsigned w = 0; w < SIGNATURE_DEEP; w++)
        caches[w].ways = w + 1;
    for (unsigned i = 0; i < ACCESSES; i++) {
        uint64_t line = skewed_line(i);
        bool store = random_below(&numbers, 3) == 0;
        uint32_t left = 0;
        unsigned depth = set_touch(sets, 64, line, &left);
        unsigned got = set_writebacks(&clean[line % 64], depth), want = 0;
        set_clean_touch(&clean[line % 64], depth, store);
        for (unsigned w = 0; w < SIGNATURE_DEEP; w++)
            want |= (unsigned)drives_out(&caches[w], line, store) << w;
        assert_int_equal(got, want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_lines),   cmocka_unit_test(strided_lines),
        cmocka_unit_test(skewed_lines),   cmocka_unit_test(nodes_have_numbers),
        cmocka_unit_test(depths_in_sets), cmocka_unit_test(dirty_lines_driven_out)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
