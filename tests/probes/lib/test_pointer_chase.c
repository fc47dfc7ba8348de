/* Chains: a lap visits every slot once, segment after segment, whatever was laid before it. */
#include "fake.h"
#include "lib/granted.h"
#include "lib/pointer_chase.h"
#include "random.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEGMENTS = 5, MOST_LOADS = 2 * SEGMENTS * 256 };

struct kind {
    size_t slot_bytes, segment_bytes, extent_bytes;
};

static const struct kind kinds[] = {
    { 16, 16, 0 },     { 16, 128, 0 },    { 64, 4096, 0 },    { 256, 4096, 0 },
    { 256, 65536, 0 }, { 64, 64, 64 },    { 64, 4096, 8 },    { 512, 512, 16 },
    { 512, 4096, 16 }, { 512, 4096, 64 }, { 512, 8192, 256 }, { 512, 16384, 512 },
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* A lap as offsets from base, in the order of the walk. */
struct lap {
    const struct chase *chase;
    size_t n_slots, n;
    size_t at[MOST_LOADS];
};

static size_t per_segment(const struct chase *chase)
{
    return chase->segment_bytes / chase->slot_bytes;
}

/* Memory of exactly SEGMENTS segments, so that a sanitizer sees the first byte beyond. */
static struct chase new_chain(const struct kind *kind, uint64_t seed)
{
    size_t bytes = SEGMENTS * kind->segment_bytes;
    struct chase chase = { .slot_bytes = kind->slot_bytes,
                           .segment_bytes = kind->segment_bytes,
                           .extent_bytes = kind->extent_bytes,
                           .seed = seed };

    assert_int_equal(posix_memalign((void **)&chase.base, 65536, bytes), 0);
    memset(chase.base, 0, bytes);
    chase_init(&chase);
    return chase;
}

/* The first link in slot 0. Where a pair's first half lies is the chain's own business. */
static void **some_link(const struct chase *chase)
{
    void **link = (void **)(void *)chase->base;

    for (size_t i = 0; i < chase->slot_bytes / sizeof *link; i++)
        if (link[i] != NULL)
            return &link[i];
    fail_msg("slot 0 holds no link");
    return NULL;
}

/* Lays N_SLOTS and follows them; fails unless the walk closes after exactly the loads promised. */
static void follow(struct chase *chase, size_t n_slots, struct lap *lap)
{
    uint64_t loads = chase_lay(chase, n_slots);
    void **start = some_link(chase), **p = start;

    *lap = (struct lap){ .chase = chase, .n_slots = n_slots, .n = (size_t)loads };
    assert_true(loads <= MOST_LOADS);
    for (size_t i = 0; i < loads; i++) {
        lap->at[i] = (size_t)((char *)(void *)p - chase->base);
        assert_true(lap->at[i] <= n_slots * chase->slot_bytes - sizeof *p);
        p = (void **)*p;
        assert_true((p == start) == (i + 1 == loads));
    }
}

static size_t slot_at(const struct lap *lap, size_t i)
{
    return lap->at[i % lap->n] / lap->chase->slot_bytes;
}

static void visits_each_slot_once(const struct lap *lap)
{
    unsigned visits[MOST_LOADS] = { 0 };
    unsigned wanted = lap->chase->extent_bytes > sizeof(void *) ? 2 : 1;

    assert_int_equal(lap->n, wanted * lap->n_slots);
    for (size_t i = 0; i < lap->n; i++)
        visits[slot_at(lap, i)]++;
    for (size_t slot = 0; slot < lap->n_slots; slot++)
        assert_int_equal(visits[slot], wanted);
}

/* As many changes of segment in the closed lap as there are segments: each is left once. */
static void exhausts_segments(const struct lap *lap)
{
    size_t per = per_segment(lap->chase), changes = 0;
    size_t segments = (lap->n_slots + per - 1) / per;

    for (size_t i = 0; i < lap->n; i++)
        changes += slot_at(lap, i) / per != slot_at(lap, i + 1) / per;
    assert_int_equal(changes, segments > 1 ? segments : 0);
}

/* The halves of a pair follow each other, EXTENT apart, in one block aligned to EXTENT. */
static void pairs_are_whole(const struct lap *lap)
{
    size_t extent = lap->chase->extent_bytes, lower[MOST_LOADS], upper[MOST_LOADS];

    for (size_t slot = 0; slot < lap->n_slots; slot++)
        lower[slot] = upper[slot] = SIZE_MAX;
    for (size_t i = 0; i < lap->n; i++) {
        size_t slot = slot_at(lap, i), at = lap->at[i];
        size_t other = lower[slot];

        assert_true(slot_at(lap, i + 1) == slot || slot_at(lap, i + lap->n - 1) == slot);
        lower[slot] = other < at ? other : at;
        upper[slot] = other < at || other == SIZE_MAX ? at : other;
    }
    for (size_t slot = 0; slot < lap->n_slots; slot++) {
        assert_int_equal(lower[slot] % extent, 0);
        assert_int_equal(upper[slot] - lower[slot], extent - sizeof(void *));
    }
}

static void lap_is_right(const struct lap *lap)
{
    visits_each_slot_once(lap);
    exhausts_segments(lap);
    if (lap->chase->extent_bytes > sizeof(void *))
        pairs_are_whole(lap);
}

/* One slot, two, a segment less one, a segment, one more, all but one, all; else any number. */
static size_t some_number(struct random *random, size_t per)
{
    const size_t special[] = { 1, 2, per - 1, per, per + 1, SEGMENTS * per - 1, SEGMENTS * per };
    size_t k = (size_t)random_below(random, 2 * sizeof special / sizeof special[0]);
    size_t n = k < sizeof special / sizeof special[0]
                   ? special[k]
                   : 1 + (size_t)random_below(random, SEGMENTS * per);

    return n == 0 ? 1 : n;
}

static void any_lap_after_any_other_is_right(void **state)
{
    static struct lap lap;

    (void)state;
    for (unsigned k = 0; k < KINDS; k++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct random random = { seed * KINDS + k };
            struct chase chase = new_chain(&kinds[k], seed);

            for (unsigned i = 0; i < 60; i++) {
                follow(&chase, some_number(&random, per_segment(&chase)), &lap);
                lap_is_right(&lap);
            }
            free(chase.base);
        }
}

static void every_number_of_slots_is_right(void **state)
{
    static const struct kind small[] = { { 16, 128, 0 }, { 512, 4096, 64 } };
    static struct lap lap;

    (void)state;
    for (unsigned k = 0; k < 2; k++) {
        struct chase chase = new_chain(&small[k], 7);

        for (size_t n = 1; n <= SEGMENTS * per_segment(&chase); n++) {
            follow(&chase, n, &lap);
            lap_is_right(&lap);
        }
        free(chase.base);
    }
}

/* How often loads of LINE bytes fall into each set of a cache whose ways have WAY bytes. */
static void count_sets(const struct chase *chase, size_t n, size_t way, size_t line, unsigned *uses)
{
    void **start = some_link(chase), **p = start;

    for (size_t i = 0; i < n; i++, p = (void **)*p)
        uses[(size_t)((char *)(void *)p - chase->base) % way / line]++;
    assert_ptr_equal(p, start);
}

/* Pieces over twice as much memory as a number of ways take each set exactly as often. */
static void gaps_leave_sets_even(void **state)
{
    enum { LINE = 64, WAYS = 3, MOST_WAY = 65536 };
    static unsigned uses[MOST_WAY / LINE];
    size_t bytes = 2 * WAYS * MOST_WAY;
    char *base = malloc(bytes);

    (void)state;
    assert_non_null(base);
    for (size_t way = 2048; way <= MOST_WAY; way *= 2)
        for (size_t piece = LINE; piece <= 2048; piece *= 2) {
            struct chase chase = { .base = base,
                                   .slot_bytes = LINE,
                                   .segment_bytes = 2048,
                                   .piece_bytes = piece,
                                   .seed = way };

            memset(base, 0, bytes);
            memset(uses, 0, sizeof uses);
            chase_init(&chase);
            size_t n = (size_t)chase_lay(&chase, WAYS * way / LINE);
            count_sets(&chase, n, way, LINE, uses);
            for (size_t set = 0; set < way / LINE; set++)
                assert_int_equal(uses[set], WAYS);
        }
    free(base);
}

static void other_extent_is_another_chain(void **state)
{
    static struct lap lap;
    struct chase chase = new_chain(&(struct kind){ 512, 4096, 16 }, 1);

    (void)state;
    for (size_t extent = 512; extent >= 16; extent /= 2) {
        memset(chase.base, 0, SEGMENTS * chase.segment_bytes); /* for some_link() alone */
        chase.extent_bytes = extent;
        chase_init(&chase);
        follow(&chase, 3 * per_segment(&chase) + 1, &lap);
        lap_is_right(&lap);
    }
    free(chase.base);
}

static void smaller_lap_begins_the_larger(void **state)
{
    static struct lap small, large;

    (void)state;
    for (unsigned k = 0; k < KINDS; k++) {
        struct chase chase = new_chain(&kinds[k], 3);
        size_t per = per_segment(&chase);

        follow(&chase, SEGMENTS * per, &large);
        follow(&chase, 2 * per + 1, &small);
        size_t same = large.n / SEGMENTS * 2; /* the whole segments */
        if (chase.extent_bytes > sizeof(void *))
            same--; /* where the walk began at a second half, its first half comes last */
        assert_memory_equal(small.at, large.at, same * sizeof small.at[0]);
        free(chase.base);
    }
}

static void orders_differ(void **state)
{
    static struct lap one, other;
    const struct kind kind = { 64, 4096, 0 };
    struct chase a = new_chain(&kind, 1), b = new_chain(&kind, 2);
    size_t per = per_segment(&a), same = 0, ascending = 0;

    (void)state;
    follow(&a, 2 * per, &one);
    follow(&b, 2 * per, &other);
    assert_memory_not_equal(one.at, other.at, one.n * sizeof one.at[0]);
    for (size_t i = 1; i < per; i++) {
        same += one.at[per + i] - one.at[i] == kind.segment_bytes;
        ascending += one.at[i] == one.at[i - 1] + kind.slot_bytes;
    }
    assert_true(same < per / 4); /* one segment is not the copy of another */
    assert_true(ascending < per / 4);
    free(a.base);
    free(b.base);
}

/* Offset in its slot of the link that leads to the other half, and of that half. */
static void halves(const struct chase *chase, size_t slot, size_t *first, size_t *second)
{
    char *start = chase->base + slot * chase->slot_bytes;

    for (size_t at = 0; at < chase->slot_bytes; at += sizeof(void *)) {
        char *to = *(char **)(void *)(start + at);

        if (to >= start && to < start + chase->slot_bytes) {
            *first = at;
            *second = (size_t)(to - start);
            return;
        }
    }
    fail_msg("slot %zu holds no pair", slot);
}

static void pairs_use_all_places_and_both_ways(void **state)
{
    struct chase chase = new_chain(&(struct kind){ 512, 65536, 64 }, 5);
    size_t n = SEGMENTS * per_segment(&chase), from_above = 0, at_place[8] = { 0 };

    (void)state;
    (void)chase_lay(&chase, n);
    for (size_t slot = 0; slot < n; slot++) {
        size_t first = 0, second = 0;

        halves(&chase, slot, &first, &second);
        from_above += first > second;
        at_place[first / 64]++;
    }
    assert_in_range(from_above, n * 2 / 5, n * 3 / 5);
    for (unsigned place = 0; place < 8; place++)
        assert_in_range(at_place[place], n / 16, n / 4);
    free(chase.base);
}

static void follows_as_many_pointers_as_asked(void **state)
{
    struct chase chase = new_chain(&(struct kind){ 64, 4096, 0 }, 1);
    void *want = chase.base;

    (void)state;
    (void)chase_lay(&chase, 100);
    for (uint64_t steps = 0; steps < 300; steps++) {
        assert_ptr_equal(chase_follow(chase.base, steps), want);
        want = *(void **)want;
    }
    free(chase.base);
}

/* Only the bounds of memory can be seen from outside: a sanitizer watches that walk. */
static void walks_any_number_of_steps(void **state)
{
    struct chase chase = new_chain(&(struct kind){ 64, 4096, 0 }, 1);

    (void)state;
    (void)chase_lay(&chase, 100);
    for (uint64_t steps = 0; steps < 100; steps++)
        chase_walk(&chase, steps);
    free(chase.base);
}

struct memory_case {
    const char *rule;
    size_t limit_bytes, held_bytes, want_bytes, least_bytes, got_bytes;
};

static const struct memory_case memory_cases[] = {
    { "what is asked, where it is there", 1 << 20, 0, 1 << 16, 1 << 12, 1 << 16 },
    { "the port's limit, where more is asked", 1 << 20, 0, 1 << 24, 1 << 12, 1 << 20 },
    { "halves what is not there", 1 << 20, 700 << 10, 1 << 20, 1 << 12, 1 << 18 },
    { "down to the least that is of use", 1 << 20, 1000 << 10, 1 << 20, 1 << 14, 1 << 14 },
    { "and no further", 1 << 20, 1020 << 10, 1 << 20, 1 << 14, 0 },
    { "a limit below the least is none", 1 << 12, 0, 1 << 20, 1 << 14, 0 },
};

static void memory_is_what_can_be_had(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof memory_cases / sizeof memory_cases[0]; i++) {
        const struct memory_case *c = &memory_cases[i];
        struct hal_block block;

        fake_reset();
        fake.memory.limit_bytes = c->limit_bytes;
        fake.memory.held_bytes = c->held_bytes;
        int answer = chase_alloc(&block, c->want_bytes, c->least_bytes);
        if (answer != (c->got_bytes > 0 ? 0 : -1) || block.size_bytes != c->got_bytes)
            fail_msg("%s: %zu bytes", c->rule, block.size_bytes);
        hal_free(&block);
    }
}

static void segment_is_a_page_or_everything(void **state)
{
    (void)state;
    assert_int_equal(
        chase_segment_bytes(&(struct hal_block){ .size_bytes = 1 << 20, .page_bytes = 8192 }),
        8192);
    assert_int_equal(chase_segment_bytes(&(struct hal_block){ .size_bytes = 100000 }), 131072);
    assert_int_equal(chase_segment_bytes(&(struct hal_block){ .size_bytes = 65536 }), 65536);
    assert_int_equal(chase_segment_bytes(&(struct hal_block){ .size_bytes = 100 }), 4096);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_lap_after_any_other_is_right),
        cmocka_unit_test(every_number_of_slots_is_right),
        cmocka_unit_test(gaps_leave_sets_even),
        cmocka_unit_test(other_extent_is_another_chain),
        cmocka_unit_test(smaller_lap_begins_the_larger),
        cmocka_unit_test(orders_differ),
        cmocka_unit_test(pairs_use_all_places_and_both_ways),
        cmocka_unit_test(follows_as_many_pointers_as_asked),
        cmocka_unit_test(walks_any_number_of_steps),
        cmocka_unit_test(memory_is_what_can_be_had),
        cmocka_unit_test(segment_is_a_page_or_everything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
