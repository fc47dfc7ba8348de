/* Which documented core answers resemble: right ones, damaged ones, and answers of no core. */
#include "like/like.h"
#include "named_result.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct log_key keys[2];

static struct log_run run_of(const char *arch, bool emulated)
{
    keys[0] = (struct log_key){ "arch", (char *)arch };
    keys[1] = (struct log_key){ "given.emulated", (char *)"1" };
    return (struct log_run){ .keys = keys, .n_keys = emulated ? 2 : 1 };
}

static void answer(struct results *r, const char *id, double value, double confidence)
{
    struct result *one = named_result(r, "", id);

    one->kind = RESULT_NUMBER;
    one->value = value;
    one->confidence = confidence;
}

struct known {
    const char *id;
    double value, confidence;
};

static struct likeness *like_of(struct results *r, const struct log_run *run,
                                const struct known *at, size_t n)
{
    for (size_t i = 0; i < n; i++)
        answer(r, at[i].id, at[i].value, at[i].confidence);
    return like_find(run, r);
}

/* Answers of runs on a Cascade Lake guest, with what was wrong in them. */
static const struct known cascade_lake[] = {
    { "cache.1.size", 32768, 0.99 },   { "cache.1.ways", 8, 0.95 },
    { "cache.1.line", 64, 0.95 },      { "cache.1.latency", 4, 0.95 },
    { "cache.2.size", 1 << 20, 0.6 },  { "cache.2.ways", 16, 0.9 },
    { "cache.2.latency", 14.2, 0.9 },  { "tlb.1.entries", 64, 0.9 },
    { "tlb.2.entries", 2048, 0.9 },    { "core.rob.entries", 212, 0.9 },
    { "issue.width", 3.9, 0.9 },       { "op.add.f64.latency", 4, 0.95 },
    { "op.mul.f64.latency", 4, 0.95 }, { "op.fma.f64.latency", 4, 0.95 },
    { "op.mul.i64.latency", 3, 0.95 }, { "cache.3.size", 9 << 20, 0.5 },
    { "icache.1.size", 65536, 0.65 },
};
#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static void a_wrong_answer_is_a_difference(void **state)
{
    const struct log_run run = run_of("x86_64", false);
    struct results r = { 0 };
    struct likeness *l = like_of(&r, &run, cascade_lake, LENGTH(cascade_lake));

    (void)state;
    assert_int_equal(l->verdict, LIKE_FOUND);
    assert_string_equal(l->at[0].core->name, "Skylake-SP / Cascade Lake");
    assert_int_equal(l->n_alike, 1);
    assert_int_equal(l->n_differs, 2);
    assert_string_equal(l->differs[0].answer->id, "icache.1.size");
    assert_string_equal(l->differs[1].answer->id, "tlb.2.entries");
    assert_string_equal(l->differs[1].documented->text, "1536");
    assert_int_equal(l->at[0].agreed + 2, l->at[0].compared);
    like_free(l);
    results_free(&r);
}

static void verdicts(void **state)
{
    static const struct {
        const char *arch;
        bool emulated;
        size_t answers;
        enum like_verdict verdict;
    } cases[] = {
        { "x86_64", false, LENGTH(cascade_lake), LIKE_FOUND },
        { "i686", false, LENGTH(cascade_lake), LIKE_FOUND },
        { "sim", false, LENGTH(cascade_lake), LIKE_FOUND },
        { "x86_64", true, LENGTH(cascade_lake), LIKE_EMULATED },
        { "ia64", false, LENGTH(cascade_lake), LIKE_NO_ARCH },
        { "aarch64", false, LENGTH(cascade_lake), LIKE_NO_CORE },
        { "riscv64", false, LENGTH(cascade_lake), LIKE_NO_CORE },
        { "x86_64", false, 5, LIKE_FEW },
        { "x86_64", false, 0, LIKE_FEW },
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct log_run run = run_of(cases[i].arch, cases[i].emulated);
        struct results r = { 0 };
        struct likeness *l = like_of(&r, &run, cascade_lake, cases[i].answers);

        if (l->verdict != cases[i].verdict)
            fail_msg("%s, %zu answers: verdict %d", cases[i].arch, cases[i].answers,
                     (int)l->verdict);
        assert_true((l->n_alike > 0) == (l->verdict == LIKE_FOUND));
        like_free(l);
        results_free(&r);
    }
}

/* What is not known, doubtful by nature or shared counts nothing or little. */
static void doubts_count_little(void **state)
{
    const struct log_run run = run_of("x86_64", false);
    struct results r = { 0 }, other = { 0 };
    struct likeness *l = like_of(&r, &run, cascade_lake, LENGTH(cascade_lake));
    double score = l->at[0].score;

    (void)state;
    like_free(l);
    not_determined(named_result(&r, "count", "tlb.1.ways"), "not seen");
    answer(&r, "core.scheduler.int.entries", 50, 0);
    answer(&r, "op.sqrt.f64.latency", 40, 0.05);
    l = like_find(&run, &r);
    assert_true(l->at[0].score == score);
    like_free(l);

    struct known worse[LENGTH(cascade_lake)];
    memcpy(worse, cascade_lake, sizeof worse);
    worse[7].value = 48; /* the first TLB, wrong: sure costs more than doubtful */
    l = like_of(&other, &run, worse, LENGTH(worse));
    double sure = l->at[0].score;
    like_free(l);
    results_free(&other);
    other = (struct results){ 0 };
    worse[7].confidence = 0.3;
    l = like_of(&other, &run, worse, LENGTH(worse));
    assert_true(sure < l->at[0].score - 1 && l->at[0].score < score);
    assert_string_equal(l->at[0].core->name, "Skylake-SP / Cascade Lake");
    like_free(l);
    results_free(&other);
    results_free(&r);
}

/* ---- many made machines ---- */

static uint64_t seed;

static double chance(void) /* splitmix64 */
{
    uint64_t z = seed += 0x9e3779b97f4a7c15;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (double)((z ^ (z >> 31)) >> 11) / (double)(1ULL << 53);
}

/* One of the values that V allows. */
static double one_of(const struct like_value *v)
{
    const struct like_choice *c = &v->at[(size_t)(chance() * (double)v->n)];

    return c->low + chance() * (c->high - c->low);
}

/* Answers of CORE: half of them not known, one in ten wrong, the rest within 2 percent, of any
 * confidence. */
static void made_answers(struct results *r, const struct like_core *core)
{
    for (size_t i = 0; i < core->n; i++) {
        double value = one_of(&core->at[i]);

        if (chance() < 0.5)
            continue;
        value *= chance() < 0.1 ? exp2(chance() < 0.5 ? -1 : 1) : 1 + 0.04 * (chance() - 0.5);
        answer(r, core->at[i].id.text, value, 0.3 + 0.69 * chance());
    }
}

enum { MACHINES = 10, WELL_DOCUMENTED = 16 };

/* Of a core with many documented values the right family comes first in 9 of 10 cases in which a
 * core is named. */
static void families_are_found(void **state)
{
    struct like_cores all;
    char why[LIKE_WHY];
    size_t named = 0, right = 0, made = 0;

    (void)state;
    seed = 1;
    assert_true(like_cores_read(&all, like_cores_text, why));
    for (size_t i = 0; i < all.n; i++)
        for (size_t k = 0; k < MACHINES && all.at[i].n >= WELL_DOCUMENTED; k++) {
            char arch[16];
            snprintf(arch, sizeof arch, "%.*s", (int)strcspn(all.at[i].arch, " "), all.at[i].arch);
            const struct log_run run = run_of(arch, false);
            struct results r = { 0 };

            made_answers(&r, &all.at[i]);
            struct likeness *l = like_find(&run, &r);
            made++;
            named += l->verdict == LIKE_FOUND;
            right +=
                l->verdict == LIKE_FOUND && strcmp(l->at[0].core->family, all.at[i].family) == 0;
            like_free(l);
            results_free(&r);
        }
    print_message("made machines %zu, a core named %zu, right family %zu\n", made, named, right);
    assert_true(named > made / 4);
    assert_true(10 * right >= 9 * named);
    like_cores_free(&all);
}

/* A machine whose every part is of another core is called by no core's name in 19 of 20 cases. */
static void mixtures_are_no_core(void **state)
{
    static const char *const archs[] = { "x86_64", "aarch64", "riscv64", "sim" };
    struct like_cores all;
    char why[LIKE_WHY];
    size_t named = 0, made = 0;

    (void)state;
    seed = 2;
    assert_true(like_cores_read(&all, like_cores_text, why));
    for (; made < 300; made++) {
        const struct log_run run = run_of(archs[made % LENGTH(archs)], false);
        struct results r = { 0 };

        for (size_t k = 0; k < 200 && r.n < 24; k++) {
            const struct like_core *core = &all.at[(size_t)(chance() * (double)all.n)];
            const struct like_value *v = &core->at[(size_t)(chance() * (double)core->n)];
            bool there = false;

            for (size_t i = 0; i < r.n; i++)
                there |= id_same(&r.at[i].name, &v->id);
            if (!there)
                answer(&r, v->id.text, one_of(v), 0.95);
        }
        struct likeness *l = like_find(&run, &r);
        named += l->verdict == LIKE_FOUND;
        like_free(l);
        results_free(&r);
    }
    print_message("mixtures %zu, a core named %zu\n", made, named);
    assert_true(20 * named <= made);
    like_cores_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_answer_is_a_difference),
        cmocka_unit_test(verdicts),
        cmocka_unit_test(doubts_count_little),
        cmocka_unit_test(families_are_found),
        cmocka_unit_test(mixtures_are_no_core),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
