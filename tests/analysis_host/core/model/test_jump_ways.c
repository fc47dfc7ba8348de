/* Ways of a modelled target buffer are found from jumps that are powers of two apart. */
#include "model/jump_ways.h"
#include "random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { LINE = 64, PLACES = 8, FIRST = 512, LAST = 128 << 10, MOST = 32 };

struct buffer {
    size_t sets, ways, span;
    bool hashed;
};

static size_t address(size_t i, size_t apart, bool all)
{
    static const size_t eighths[PLACES] = { 0, 4, 2, 6, 1, 5, 3, 7 };

    return i * apart + (all ? eighths[i % PLACES] * LINE / PLACES : 0);
}

static size_t set_of(const struct buffer *b, size_t at)
{
    size_t number = at / b->span;

    return (b->hashed ? number * 2654435761u >> 8 : number) % b->sets;
}

/* Jumps of a lap that a set with more of them than ways loses: least recently used, all. */
static size_t lost(const struct buffer *b, size_t jumps, size_t apart, bool all)
{
    size_t n = 0;

    for (size_t i = 0; i < jumps; i++) {
        size_t same = 0;

        for (size_t k = 0; k < jumps; k++)
            same += set_of(b, address(k, apart, all)) == set_of(b, address(i, apart, all));
        n += same > b->ways;
    }
    return n;
}

/* Rows as probe btb tries them, of a buffer behind an L1i of 8 ways of 4 KiB. */
static size_t lay(struct jump_row *rows, const struct buffer *b, double cost, double spread,
                  struct random *r)
{
    size_t n = 0;

    for (size_t apart = FIRST; apart <= LAST; apart *= 2, n++) {
        rows[n] = (struct jump_row){ .apart = (double)apart };
        for (size_t jumps = 1; jumps <= MOST; jumps += jumps < 16 ? 1 : 2) {
            double icache = apart >= 4096 && jumps > 8 ? 12 : 0;
            size_t at = rows[n].n++;

            rows[n].jumps[at] = (double)jumps;
            for (unsigned all = 0; all < 2; all++)
                (all ? rows[n].all : rows[n].one)[at] =
                    (1 + icache + cost * (double)lost(b, jumps, apart, all != 0) / (double)jumps) *
                    (1 + spread * (2 * random_share(r) - 1));
        }
    }
    return n;
}

static void ways_are_found(void **state)
{
    static const struct buffer buffers[] = {
        { 128, 4, 16, false },  { 512, 8, 16, false }, { 1024, 8, 32, false },
        { 512, 13, 16, false }, { 1024, 1, 4, false }, { 256, 2, 32, false },
    };
    struct random r = { .state = 3 };
    struct jump_row rows[JUMP_ROWS];

    (void)state;
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        size_t n = lay(rows, &buffers[i], 9, 0.02, &r);
        struct jump_ways w = jump_ways_of(rows, n, 0, 9);

        print_message("%zu sets of %zu ways: %g\n", buffers[i].sets, buffers[i].ways, w.ways);
        assert_int_equal(w.found, JUMP_WAYS_SHOWN);
        assert_true(w.ways == (double)buffers[i].ways);
        assert_true(w.apart == fmax((double)(buffers[i].sets * buffers[i].span), FIRST));
    }
}

/* A hashed index, one without bits within a line, and more ways than jumps show none. */
static void none_are_found(void **state)
{
    static const struct buffer buffers[] = { { 512, 8, 16, true },
                                             { 512, 8, 64, false },
                                             { 1, 64, 4, false } };
    struct random r = { .state = 5 };
    struct jump_row rows[JUMP_ROWS];

    (void)state;
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        size_t n = lay(rows, &buffers[i], 9, 0.05, &r);

        assert_int_not_equal(jump_ways_of(rows, n, 0, 9).found, JUMP_WAYS_SHOWN);
    }
    assert_int_equal(jump_ways_of(rows, 0, 0, 9).found, JUMP_WAYS_AS_MANY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_found),
        cmocka_unit_test(none_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
