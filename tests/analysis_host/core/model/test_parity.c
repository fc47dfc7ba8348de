/* Functions of address bits from differences of addresses in one bank. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "model/parity.h"
#include "random.h"

enum { LOW = 6, N_BITS = 20, MOST = 4096 };

static uint64_t bits[MOST];

/* Fills BITS with N random differences that leave the N_MASKS functions as they are, WRONG of them
 * with none. */
static void make(const uint64_t *mask, size_t n_masks, size_t n, size_t wrong, struct random *rng)
{
    for (size_t i = 0; i < n;) {
        uint64_t d = random_below(rng, (uint64_t)1 << N_BITS) << LOW;
        unsigned odd = 0;

        for (size_t k = 0; k < n_masks; k++)
            odd |= (unsigned)__builtin_parityll(d & mask[k]);
        if (odd == 0 || i < wrong)
            bits[i++] = d;
    }
}

static void functions_are_found(void **state)
{
    static const struct {
        uint64_t mask[5];
        size_t n;
    } cases[] = {
        { { 1 << 13, 1 << 14, 1 << 15 }, 3 },
        { { 1 << 13 | 1 << 16, 1 << 14 | 1 << 17, 1 << 15 | 1 << 18 }, 3 },
        { { 1 << 6 | 1 << 13, 1 << 8 | 1 << 9 | 1 << 12 | 1 << 18, 1 << 14 | 1 << 20,
            1 << 15 | 1 << 21, 1 << 16 | 1 << 22 },
          5 },
        { { 1 << 6, 1 << 25 }, 2 }, /* the lowest and the highest bit, which never differ */
        { { 0 }, 0 },
    };
    struct random rng = { 5 };
    uint64_t mask[PARITY_MOST];

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
        for (unsigned wrong = 0; wrong <= 2; wrong += 2) {
            make(cases[c].mask, cases[c].n, 100, wrong, &rng);
            size_t n = parity_masks(bits, 100, LOW, N_BITS, 0.95, mask);
            if (n != cases[c].n)
                fail_msg("case %zu: %zu functions", c, n);
            for (size_t i = 0; i < n; i++)
                assert_int_equal(mask[i], cases[c].mask[i]);
        }
}

static void too_few_differences_give_none(void **state)
{
    const uint64_t one = 1 << 13;
    struct random rng = { 5 };
    uint64_t mask[PARITY_MOST];

    (void)state;
    make(&one, 1, 100, 0, &rng);
    assert_int_equal(parity_masks(bits, 47, LOW, N_BITS, 0.95, mask), 0);
    assert_int_equal(parity_masks(bits, 100, LOW, PARITY_BITS + 1, 0.95, mask), 0);
    assert_int_equal(parity_masks(bits, 100, LOW, 0, 0.95, mask), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_found),
        cmocka_unit_test(too_few_differences_give_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
