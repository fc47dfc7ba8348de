/* test_counts FILE...: what patterns count is what marking each instance's elements counts, for n =
 * 1 to 64; on the board, too. Volumes of more than two dimensions: up to 24, and a few larger. */
#include "brute.h"
#include "count.h"
#include "lib/kernel.h"
#include "study.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const enum count_kind kinds[BRUTE_KINDS] = {
    [BRUTE_ADDS] = COUNT_ADD,          [BRUTE_MULS] = COUNT_MUL,
    [BRUTE_DIVS] = COUNT_DIV,          [BRUTE_SQRTS] = COUNT_SQRT,
    [BRUTE_LOADS] = COUNT_LOADS,       [BRUTE_STORES] = COUNT_STORES,
    [BRUTE_ELEMENTS] = COUNT_ELEMENTS, [BRUTE_WRITTEN] = COUNT_WRITTEN,
    [BRUTE_LINES] = COUNT_LINES,       [BRUTE_LINES_WRITTEN] = COUNT_LINES_WRITTEN,
};

static const enum kernel_count board_kinds[BRUTE_KINDS] = {
    [BRUTE_ADDS] = KERNEL_ADDS,         [BRUTE_MULS] = KERNEL_MULS,
    [BRUTE_DIVS] = KERNEL_DIVS,         [BRUTE_SQRTS] = KERNEL_SQRTS,
    [BRUTE_LOADS] = KERNEL_LOADS,       [BRUTE_STORES] = KERNEL_STORES,
    [BRUTE_ELEMENTS] = KERNEL_ELEMENTS, [BRUTE_WRITTEN] = KERNEL_WRITTEN,
    [BRUTE_LINES] = KERNEL_LINES,       [BRUTE_LINES_WRITTEN] = KERNEL_LINES_WRITTEN,
};

static char **files;
static int n_files;

static const struct kernel *kernel_of(const char *name)
{
    for (unsigned i = 0; pattern_table[i] != NULL; i++)
        if (strcmp(pattern_table[i]->name, name) == 0)
            return pattern_table[i];
    fail_msg("%s is not in the image", name);
    return NULL;
}

/* Lines of rows that begin anywhere are not counted. */
static bool is_not_counted(const struct pattern *p, unsigned kind)
{
    bool dense = false;

    for (unsigned i = 0; i < p->n_arrays; i++)
        dense |= p->arrays[i].dense;
    return dense && (kind == BRUTE_LINES || kind == BRUTE_LINES_WRITTEN);
}

static void compare(const struct pattern *p, const struct counts *c, int64_t n,
                    const uint64_t *want)
{
    const char *name = p->name;
    const struct kernel *k = kernel_of(name);
    uint64_t got;

    for (unsigned i = 0; i < BRUTE_KINDS; i++) {
        if (is_not_counted(p, i)) {
            assert_int_equal(counts_at(c, kinds[i], (uint64_t)n, &got), QUASI_UNKNOWN);
            assert_int_equal(k->count(board_kinds[i], (uint64_t)n), 0);
            continue;
        }
        assert_int_equal(counts_at(c, kinds[i], (uint64_t)n, &got), QUASI_OK);
        uint64_t board = k->count(board_kinds[i], (uint64_t)n);
        if (got != want[i] || board != want[i])
            fail_msg("%s: %s at n = %lld: %llu, on the board %llu, in place of %llu", name,
                     count_word(kinds[i]), (long long)n, (unsigned long long)got,
                     (unsigned long long)board, (unsigned long long)want[i]);
    }
}

/* The next size after N. */
static int64_t next_size(const struct pattern *p, int64_t n)
{
    bool large = p->statements[0].n_iterators > 3;

    return large && n >= 24 ? n + 20 : n + 1;
}

static void test_counts(void **state)
{
    (void)state;
    for (int i = 0; i < n_files; i++) {
        struct study s;
        struct counts c;
        assert_int_equal(study_make(&s, files[i], NULL, 0), 0);
        assert_int_equal(s.faults.n, 0);
        counts_make(&c, &s.relation, 64);
        for (int64_t n = 1; n <= 64; n = next_size(s.pattern, n)) {
            uint64_t want[BRUTE_KINDS];
            brute_counts(s.pattern, n, 64, want);
            compare(s.pattern, &c, n, want);
        }
        counts_free(&c);
        study_free(&s);
    }
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = { cmocka_unit_test(test_counts) };

    files = argv + 1;
    n_files = argc - 1;
    return argc < 2 ? 2 : cmocka_run_group_tests(tests, NULL, NULL);
}
