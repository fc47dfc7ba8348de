/* The judge of accuracy: truths of machine files, verdicts on answers, variants of files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "truth.h"
#include "variant.h"

#define MEM  "[memory]\nlatency = 100\n"
#define L1   "[cache 1]\nsize = 64K\nways = 2\nline = 64\nlatency = 3\n"
#define L2   "[cache 2]\nsize = 1M\nways = 16\nline = 64\nlatency = 12.5\npolicy = random\n"
#define WIDE "[cache 2]\nsize = 1536K\nways = 6\nline = 64\nlatency = 12\n"
#define L3   "[cache 3]\nsize = 4M\nways = 0\nline = 128\nlatency = 40\ninclusion = inclusive\n"
#define EX   "inclusion = exclusive\n"
#define TLB  "[tlb 1]\nentries = 32\n[tlb 2]\nentries = 128\nways = 4\npenalty = 6\n"

static struct sim_machine parsed(const char *text)
{
    struct sim_machine m;
    char error[512];

    if (sim_machine_parse(&m, text, strlen(text), "m", error, sizeof error) != 0)
        fail_msg("%s", error);
    return m;
}

static const struct truth *find(const struct truth *t, size_t n, const char *id)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(t[i].id, id) == 0)
            return &t[i];
    return NULL;
}

/* Returns the truth about ID of the machine TEXT as text; "" when there is none. */
static void assert_truth(const char *text, const char *id, const char *want)
{
    struct sim_machine m = parsed(text);
    struct truth t[TRUTHS_MOST];
    size_t n = truth_of(&m, t);
    const struct truth *found = find(t, n, id);
    char is[TRUTH_TEXT_BYTES] = "";

    if (found)
        truth_text(found, is);
    if (strcmp(is, want) != 0)
        fail_msg("%s of this machine is `%s`, not `%s`:\n%s", id, is, want, text);
}

static void truth_is_what_a_program_gets(void **state)
{
    static const struct {
        const char *machine, *id, *want;
    } cases[] = {
        { MEM, "cache.levels", "0" },
        { MEM, "cache.1.size", "" },
        { MEM, "memory.latency", "100" },
        { MEM, "tlb.levels", "0" },
        { MEM, "tlb.page", "null" }, /* without a TLB no page can be seen */
        { MEM TLB, "tlb.page", "4096" },
        { MEM TLB, "tlb.levels", "2" },
        { MEM TLB, "tlb.1.ways", "32" }, /* fully associative */
        { MEM TLB, "tlb.1.penalty", "" },
        { MEM TLB, "tlb.2.ways", "4" },
        { MEM TLB, "tlb.2.penalty", "6" },
        { MEM L1, "cache.1.size", "65536" },
        { MEM L1, "cache.1.inclusion", "" },
        { MEM L1, "cache.1.policy", "lru" },
        { MEM L1 "write = through\nallocate = no\n", "cache.1.write", "through" },
        { MEM L1 "write = through\nallocate = no\n", "cache.1.allocate", "read" },
        { MEM L1, "cache.1.write", "back" },
        { MEM L1, "cache.1.allocate", "write" },
        { MEM L1 L2, "cache.2.write", "" },
        { MEM L1 L2, "cache.2.latency", "12.5" },
        { MEM L1 L2, "cache.2.size", "1048576" },
        { MEM L1 L2, "cache.2.ways", "16" },
        { MEM L1 L2, "cache.2.policy", "random" },
        { MEM L1 L2, "cache.2.inclusion", "nine" },
        { MEM L1 L2 EX, "cache.2.size", "1114112" }, /* the sum */
        { MEM L1 L2 EX, "cache.1.size", "65536" },
        { MEM L1 WIDE EX, "cache.2.size", "1572864" }, /* no line of each set is in the first */
        { MEM L1 L2 EX, "cache.2.ways", "16 or 18" },
        { MEM L1 L2 EX L3, "cache.3.size", "4194304" }, /* inclusive: its own */
        { MEM L1 L2 EX L3, "cache.3.ways", "32768" },   /* fully associative */
        { MEM L1 "[machine]\nexpect.cache.1.ways = null\n", "cache.1.ways", "null" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_truth(cases[i].machine, cases[i].id, cases[i].want);
}

static void the_largest_machine_fits(void **state)
{
    struct sim_machine m = { .n_caches = SIM_CACHES,
                             .n_tlbs = SIM_TLBS,
                             .cores = 1,
                             .shared_by = 1,
                             .issue = 1,
                             .add_16ths = 16 };
    struct truth t[TRUTHS_MOST];

    (void)state;
    for (unsigned i = 0; i < SIM_CACHES; i++)
        m.cache[i] = (struct sim_cache){ .size_bytes = 1024, .ways = 1, .line_bytes = 64 };
    assert_in_range(truth_of(&m, t), 1, TRUTHS_MOST);
}

struct verdict_case {
    const char *rule;
    struct truth truth;
    struct result result;
    enum verdict want;
};

#define COUNT(v)                                                                                   \
    {                                                                                              \
        .kind = TRUTH_COUNT, .value = (v), .also = (v)                                             \
    }
#define CYCLES(v)                                                                                  \
    {                                                                                              \
        .kind = TRUTH_CYCLES, .value = (v), .also = (v)                                            \
    }
#define NAME(s)                                                                                    \
    {                                                                                              \
        .kind = TRUTH_NAME, .name = s                                                              \
    }
#define NUMBER(v)                                                                                  \
    {                                                                                              \
        .kind = RESULT_NUMBER, .value = (v)                                                        \
    }
#define NOMINAL(v, n)                                                                              \
    {                                                                                              \
        .kind = RESULT_NUMBER, .value = (v), .has_nominal = true, .nominal = (n)                   \
    }

static void verdicts_follow_the_rules(void **state)
{
    static const struct verdict_case cases[] = {
        { "a size is exact", COUNT(32768), NUMBER(32768), VERDICT_EXACT },
        { "a size near by is wrong", COUNT(32768), NUMBER(32704), VERDICT_WRONG },
        { "its nominal value will do", COUNT(32768), NOMINAL(32704, 32768), VERDICT_EXACT },
        { "its value will do", COUNT(589824), NOMINAL(589824, 524288), VERDICT_EXACT },
        { "neither is wrong", COUNT(32768), NOMINAL(30000, 65536), VERDICT_WRONG },
        { "none is none", COUNT(0), NUMBER(0), VERDICT_EXACT },
        { "one is not none", COUNT(0), NUMBER(1), VERDICT_WRONG },
        { "a second value is right, too",
          { .kind = TRUTH_COUNT, .value = 16, .also = 18 },
          NUMBER(18),
          VERDICT_EXACT },
        { "between the two is wrong",
          { .kind = TRUTH_COUNT, .value = 16, .also = 18 },
          NUMBER(17),
          VERDICT_WRONG },
        { "the same time is exact", CYCLES(12.5), NUMBER(12.5), VERDICT_EXACT },
        { "3 percent will do", CYCLES(100), NUMBER(97.1), VERDICT_WITHIN },
        { "more will not", CYCLES(100), NUMBER(103.1), VERDICT_WRONG },
        { "half a cycle will do", CYCLES(4), NUMBER(4.49), VERDICT_WITHIN },
        { "more than half will not", CYCLES(4), NUMBER(3.4), VERDICT_WRONG },
        { "no value is null", COUNT(4), { .kind = RESULT_NULL }, VERDICT_NULL },
        { "nothing there is null", COUNT(4), { .kind = RESULT_NONE }, VERDICT_NULL },
        { "a name is right", NAME("lru"), { .kind = RESULT_NAME, .text = "lru" }, VERDICT_EXACT },
        { "a name is wrong", NAME("lru"), { .kind = RESULT_NAME, .text = "fifo" }, VERDICT_WRONG },
        { "a number is no name", NAME("lru"), NUMBER(0), VERDICT_WRONG },
        { "a name is no number", COUNT(0), { .kind = RESULT_NAME, .text = "lru" }, VERDICT_WRONG },
        { "null was expected", { .kind = TRUTH_NULL }, { .kind = RESULT_NULL }, VERDICT_EXACT },
        { "null will do, too",
          { .kind = TRUTH_COUNT, .value = 4, .also = 4, .or_null = true },
          { .kind = RESULT_NULL },
          VERDICT_EXACT },
        { "but no wrong value",
          { .kind = TRUTH_COUNT, .value = 4, .also = 4, .or_null = true },
          NUMBER(3),
          VERDICT_WRONG },
        { "a value was not", { .kind = TRUTH_NULL, .value = 4 }, NUMBER(4), VERDICT_WRONG },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        enum verdict is = truth_verdict(&cases[i].truth, &cases[i].result);
        if (is != cases[i].want)
            fail_msg("%s: %s", cases[i].rule, truth_verdict_name(is));
    }
    assert_int_equal(truth_verdict(&cases[0].truth, NULL), VERDICT_NULL);
    assert_true(truth_recovered(VERDICT_EXACT) && truth_recovered(VERDICT_WITHIN));
    assert_false(truth_recovered(VERDICT_WRONG) || truth_recovered(VERDICT_NULL));
}

static void kinds_have_no_level(void **state)
{
    char kind[48];

    (void)state;
    truth_kind_of("cache.1.size", kind);
    assert_string_equal(kind, "cache.N.size");
    truth_kind_of("cache.12.size", kind);
    assert_string_equal(kind, "cache.N.size");
    truth_kind_of("tlb.page", kind);
    assert_string_equal(kind, "tlb.page");
}

/* ---- variants ---- */

/* The machine TEXT with the keys of V. */
static struct sim_machine varied(const char *text, const struct variant *v)
{
    char from[] = "/tmp/variant-from.XXXXXX", to[] = "/tmp/variant-to.XXXXXX", error[512] = "";
    int fd_from = mkstemp(from), fd_to = mkstemp(to);
    size_t n = strlen(text);
    struct sim_machine m;

    assert_true(fd_from >= 0 && fd_to >= 0);
    assert_int_equal(write(fd_from, text, n), n);
    assert_int_equal(variant_write(v, 800, from, to), 0);
    int bad = sim_machine_read(&m, to, error, sizeof error);
    close(fd_from);
    close(fd_to);
    unlink(from);
    unlink(to);
    if (bad)
        fail_msg("%s", error);
    return m;
}

static void variants_replace_what_is_there(void **state)
{
    static const char *const texts[] = {
        MEM,
        MEM "[noise]\nseed = 9\noutliers = 0.5 # many\n\n[frames]\nlarge = 2M\n",
        "[noise]\n  outliers=0.5\n[frames]\nlarge = 2M\nallocation = contiguous\n" MEM,
        MEM "[frames]\n[noise]",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct variant v = { .noisy = true, .noise_seed = 3 };
        assert_int_equal(variant_set(&v, "frames", "allocation", "random"), 0);
        assert_int_equal(variant_set_list(&v, "noise", "jitter=0.5,drift=0"), 0);
        struct sim_machine m = varied(texts[i], &v);
        assert_int_equal(m.frames, SIM_RANDOM_FRAMES);
        assert_int_equal(m.large_bytes, strstr(texts[i], "2M") ? 2 << 20 : 0);
        assert_int_equal(m.seed, 3);
        assert_int_equal(m.interrupt_hz, 1000);
        assert_int_equal(m.interrupt_cost_ticks, 5 * 800);
        assert_int_equal(m.outliers_ppb, SIM_PPB / 20);
        assert_int_equal(m.jitter_ppb, SIM_PPB / 2); /* what was set later holds */
        assert_int_equal(m.drift_ppb, 0);
        assert_int_equal(m.memory_16ths, 1600); /* the rest stays as it was */
    }
}

static void variants_refuse_what_is_no_key(void **state)
{
    static const char *const specs[] = { "seed", "seed=", "=1", "seed=1,,jitter=1", "seed=1,x" };

    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct variant v = { .n_keys = 0 };
        if (variant_set_list(&v, "noise", specs[i]) == 0)
            fail_msg("`%s` was taken", specs[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truth_is_what_a_program_gets),
        cmocka_unit_test(the_largest_machine_fits),
        cmocka_unit_test(verdicts_follow_the_rules),
        cmocka_unit_test(kinds_have_no_level),
        cmocka_unit_test(variants_replace_what_is_there),
        cmocka_unit_test(variants_refuse_what_is_no_key),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
