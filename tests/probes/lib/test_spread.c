/* Lines of a spread fill the sets of any cache evenly, and a lap visits every slot once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/spread.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64, MOST_SETS = 4096 };

/* Most of the first N lines that fall into one set. */
static unsigned fullest(const struct spread *s, size_t n, size_t line_bytes, size_t sets)
{
    static unsigned count[MOST_SETS];
    unsigned most = 0;

    memset(count, 0, sizeof count);
    for (size_t i = 0; i < n; i++) {
        size_t set = spread_offset_bytes(s, i) / line_bytes % sets;
        if (++count[set] > most)
            most = count[set];
    }
    return most;
}

static void as_many_lines_as_a_cache_has_fill_it_exactly(void **state)
{
    (void)state;
    for (size_t slot = 4 * LINE; slot <= 65536; slot *= 2)
        for (size_t line = LINE; line <= 2 * LINE; line *= 2)
            for (size_t sets = 16; sets <= 1024; sets *= 2)
                for (unsigned ways = 2; ways <= 4; ways *= 2) {
                    struct spread s = { .line_bytes = LINE, .slot_bytes = slot };

                    assert_int_equal(fullest(&s, sets * ways, line, sets), ways);
                }
}

static void every_line_lies_in_its_slot(void **state)
{
    (void)state;
    for (size_t slot = 2 * LINE; slot <= 65536; slot *= 4)
        for (size_t i = 0; i < 3000; i++) {
            struct spread s = { .line_bytes = LINE, .slot_bytes = slot };
            size_t at = spread_offset_bytes(&s, i);

            assert_int_equal(at / slot, i);
            assert_int_equal(at % LINE, 0);
        }
}

/* Lays N slots of 256 bytes and returns the slots in the order of the lap. */
static size_t *lap(enum spread_order order, size_t n, uint64_t seed)
{
    enum { SLOT = 256 };
    size_t *slots = malloc(n * sizeof *slots);
    char *memory = aligned_alloc(4096, 4096 * 64);
    struct spread s = {
        .chase.base = memory, .line_bytes = LINE, .slot_bytes = SLOT, .order = order, .seed = seed
    };

    assert_non_null(slots);
    assert_non_null(memory);
    assert_int_equal(spread_lay(&s, n), n);
    void **p = (void **)(void *)memory;
    for (size_t i = 0; i < n; i++, p = *p)
        slots[i] = (size_t)((char *)p - memory) / SLOT;
    assert_ptr_equal(p, memory); /* closed after exactly N loads */
    free(memory);
    return slots;
}

static void a_lap_visits_every_slot_once(void **state)
{
    static const size_t numbers[] = { 1, 2, 3, 5, 48, 64, 65, 97, 1000, 1024 };

    (void)state;
    for (unsigned order = SPREAD_FAR; order <= SPREAD_NEAR; order++)
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
            bool seen[1024] = { false };
            size_t *slots = lap(order, numbers[k], 1 + k);

            for (size_t i = 0; i < numbers[k]; i++) {
                assert_false(seen[slots[i]]);
                seen[slots[i]] = true;
            }
            free(slots);
        }
}

static void slots_of_a_ring_wrap(void **state)
{
    enum { SLOT = 256, N = 64, RING = N * SLOT, BEGIN = 40 * SLOT };
    static _Alignas(4096) char memory[RING];
    struct spread s = { .chase.base = memory + BEGIN,
                        .line_bytes = LINE,
                        .slot_bytes = SLOT,
                        .ring_bytes = RING,
                        .room_bytes = RING - BEGIN,
                        .seed = 3 };
    bool seen[N] = { false };

    (void)state;
    assert_int_equal(spread_lay(&s, N), N);
    char *p = s.chase.base;
    for (size_t i = 0; i < N; i++, p = *(char **)(void *)p) {
        assert_in_range(p - memory, 0, RING - 1);
        assert_false(seen[(p - memory) / SLOT]);
        seen[(p - memory) / SLOT] = true;
    }
    assert_ptr_equal(p, s.chase.base);
}

static void near_order_leaves_no_group_before_it_is_done(void **state)
{
    enum { N = 256 };
    size_t *slots = lap(SPREAD_NEAR, N, 7);

    (void)state;
    for (size_t group = 2; group <= N; group *= 2) {
        size_t changes = 0;
        for (size_t i = 0; i + 1 < N; i++)
            changes += slots[i] / group != slots[i + 1] / group;
        assert_in_range(changes, N / group - 1, N / group); /* it may begin within a group */
    }
    free(slots);
}

static void far_order_never_goes_to_a_neighbour(void **state)
{
    enum { N = 256 };
    size_t *slots = lap(SPREAD_FAR, N, 7), neighbours = 0;

    (void)state;
    for (size_t i = 0; i + 1 < N; i++)
        neighbours += slots[i] + 1 == slots[i + 1] || slots[i] == slots[i + 1] + 1;
    assert_in_range(neighbours, 0, 2); /* only where the halves meet */
    free(slots);
}

static void seeds_give_different_orders(void **state)
{
    enum { N = 64 };
    size_t *one = lap(SPREAD_FAR, N, 2), *other = lap(SPREAD_FAR, N, 40);

    (void)state;
    assert_memory_not_equal(one, other, N * sizeof *one);
    free(one);
    free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_lines_as_a_cache_has_fill_it_exactly),
        cmocka_unit_test(every_line_lies_in_its_slot),
        cmocka_unit_test(a_lap_visits_every_slot_once),
        cmocka_unit_test(slots_of_a_ring_wrap),
        cmocka_unit_test(near_order_leaves_no_group_before_it_is_done),
        cmocka_unit_test(far_order_never_goes_to_a_neighbour),
        cmocka_unit_test(seeds_give_different_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
