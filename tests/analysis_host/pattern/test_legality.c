/* test_legality FOLDER ORDERS SEED: random orders of three patterns are legal if and only if
 * running every instance says so, for the sizes that the patterns are for. */
#include "brute.h"
#include "study.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *folder;
static unsigned long n_orders, seed;
static uint64_t state64;

static const char *const texts[] = {
    "size n in 5..12\narray A[2][n] f64\nfor S[t,i] : 0 <= t < 4 and 1 <= i < n-1\n"
    " A[(t+1)%2][i] = A[t%2][i-1] + A[t%2][i] + A[t%2][i+1]\n",
    "size n in 5..12\narray L[n][n] f64\narray y[n] f64\nfor S[t,i] : 0 <= t < n and 0 <= i <= t\n"
    " y[t] = y[t] + L[t][i] * y[i]\n",
    "size n in 5..12\narray A[n] f64\narray B[n] f64\n"
    "for S[t,i] : 0 <= t < 3 and 1 <= i < n-1\n B[i] = A[i-1] + A[i] + A[i+1]\n"
    "for Q[t,j] : 0 <= t < 3 and 1 <= j < n-1\n A[j] = B[j]\n",
};
enum { TEXTS = sizeof texts / sizeof texts[0], LOOPS = 3 };

/* Steele, Lea and Flood 2014: splitmix64. */
static unsigned below(unsigned limit)
{
    uint64_t z = state64 += 0x9E3779B97F4A7C15u;

    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (unsigned)((z ^ z >> 31) % limit);
}

/* A coefficient of -2 to 2; two of three are 0 or 1, so that enough orders are legal. */
static int coefficient(void)
{
    return below(3) > 0 ? (int)below(2) : (int)below(5) - 2;
}

static size_t add_loop(char *text, size_t size, const char *second)
{
    int n = snprintf(text, size, "(%d*t + %d*%s + %d)", coefficient(), coefficient(), second,
                     (int)below(3) - 1);

    if (below(3) == 0)
        n += snprintf(text + n, size - (size_t)n, "/%u", below(5) + 1);
    return (size_t)n;
}

/* One `order` of LOOPS loops; half of them end in the iterators themselves. */
static size_t add_order(char *text, size_t size, const char *statement, const char *second,
                        unsigned last)
{
    size_t n = (size_t)snprintf(text, size, "order %s: ", statement);

    for (unsigned i = 0; i < LOOPS; i++) {
        n += add_loop(text + n, size - n, second);
        n += (size_t)snprintf(text + n, size - n, ", ");
    }
    return n + (size_t)snprintf(text + n, size - n, "t, %s, %u\n", second, last);
}

static void write_pattern(const char *path, unsigned which)
{
    char text[2000];
    size_t n = (size_t)snprintf(text, sizeof text, "%svariant v\n", texts[which]);

    n += add_order(text + n, sizeof text - n, "S", "i", 0);
    if (strstr(texts[which], "Q[") != NULL)
        n += add_order(text + n, sizeof text - n, "Q", "j", 1);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static bool brute(const struct pattern *p)
{
    for (int64_t n = p->least; n <= p->most; n++)
        if (!brute_is_legal(p, &p->variants[0], n))
            return false;
    return true;
}

static void test_random_orders(void **state)
{
    unsigned long legal = 0;
    char path[1000];

    (void)state;
    state64 = seed;
    snprintf(path, sizeof path, "%s/random.pattern", folder);
    for (unsigned long i = 0; i < n_orders; i++) {
        struct study s;
        write_pattern(path, (unsigned)(i % TEXTS));
        assert_int_equal(study_make(&s, path, NULL, 0), 0);
        bool want = brute(s.pattern);
        legal += want;
        if (s.legal[0] != want)
            fail_msg("order %lu of seed %lu is %s:\n%.*s%s", i, seed, want ? "legal" : "not legal",
                     (int)s.faults.n_bytes, s.text, s.faults.n > 0 ? s.faults.at[0].text : "");
        study_free(&s);
    }
    print_message("%lu orders of seed %lu, %lu legal\n", n_orders, seed, legal);
    assert_true(legal * 50 > n_orders && legal < n_orders);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = { cmocka_unit_test(test_random_orders) };

    if (argc != 4)
        return 2;
    folder = argv[1];
    n_orders = strtoul(argv[2], NULL, 10);
    seed = strtoul(argv[3], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
