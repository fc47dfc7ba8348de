/* Which names are near what was typed, and in which order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "record/similar_names.h"

static const char *const names[] = { "cache.1.size", "cache.2.size", "cache.2.ways",
                                     "cache.levels", "memory.mlp",   "memory.latency" };

static struct similar_names near_to(const char *typed)
{
    struct similar_names n = { .typed = typed };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        similar_names_add(&n, names[i], NULL);
    return n;
}

/* One letter of each kind; two letters that changed places are one mistake. */
static void one_mistake_is_near(void **state)
{
    static const char *const typed[] = { "cache.2.sice", "cache.2.siz", "cache.2.sizee",
                                         "cahce.2.size" };

    (void)state;
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        struct similar_names n = near_to(typed[i]);

        assert_true(n.n >= 2);
        assert_string_equal(n.name[0], "cache.2.size");
        assert_int_equal(n.distance[0], 1);
        assert_string_equal(n.name[1], "cache.1.size");
        assert_int_equal(n.distance[1], 2);
    }
}

static void what_is_far_is_not(void **state)
{
    (void)state;
    assert_int_equal(near_to("colour").n, 0);
    assert_int_equal(near_to("").n, 0);
    assert_int_equal(near_to("latency").n, 0);
}

/* The nearest are kept, whichever order they come in, and none twice. */
static void the_nearest_stay(void **state)
{
    struct similar_names n = { .typed = "abcdefghi" };

    (void)state;
    similar_names_add(&n, "abcdefxyz", NULL);
    similar_names_add(&n, "abcdefgxy", NULL);
    similar_names_add(&n, "abcdefghx", NULL);
    similar_names_add(&n, "abcdefghx", NULL);
    similar_names_add(&n, "abcdefghi", NULL);
    assert_int_equal(n.n, SIMILAR_NAMES_MOST);
    assert_string_equal(n.name[0], "abcdefghi");
    assert_string_equal(n.name[1], "abcdefghx");
    assert_string_equal(n.name[2], "abcdefgxy");
}

static void an_alias_is_nearest(void **state)
{
    struct similar_names n = { .typed = "store.queue" };

    (void)state;
    similar_names_add(&n, "store.queues", NULL);
    similar_names_add(&n, "window.stores", "store.queue");
    assert_int_equal(n.n, 2);
    assert_string_equal(n.name[0], "window.stores");
}

static void long_names_are_far(void **state)
{
    char longer[2 * SIMILAR_NAMES_BYTES];

    (void)state;
    memset(longer, 'a', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    struct similar_names n = { .typed = longer };
    similar_names_add(&n, longer, NULL);
    assert_int_equal(n.n, 0);
}

static const char *const words[] = { "cache_size", "cache_ways", "cache_line", "list",
                                     "run",        "tune",       "--only",     "tlb" };

/* Asks for TYPED among the words, with PREFIX before each. */
static void asks(const char *typed, const char *prefix, const char *expected)
{
    struct similar_names near = { .typed = typed };
    char text[128];

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        similar_names_add(&near, words[i], NULL);
    assert_int_equal(similar_names_question(&near, prefix, text, sizeof text), *expected != '\0');
    assert_string_equal(text, expected);
}

static void question_has_the_nearest(void **state)
{
    (void)state;
    asks("cache_siz", "", "did you mean cache_size?");
    asks("cahce_size", "", "did you mean cache_size?");
    asks("cache_sizes", "", "did you mean cache_size?");
    asks("lst", "", "did you mean list?");
    asks("-only", "", "did you mean --only?");
    asks("tnue", "--", "did you mean --tune?");
}

static void question_has_all_as_near(void **state)
{
    (void)state;
    asks("cache_sins", "", "did you mean cache_size or cache_line?");
    asks("tl", "", "did you mean tlb?");
    asks("rlb", "", "did you mean tlb?");
}

static void far_names_make_no_question(void **state)
{
    (void)state;
    asks("bandwidth", "", "");
    asks("", "", "");
    asks("xy", "", "");
}

static void alias_makes_the_question(void **state)
{
    struct similar_names near = { .typed = "L1" };
    char text[64];

    (void)state;
    similar_names_add(&near, "L2", NULL);
    similar_names_add(&near, "cache.1.size", "L1");
    assert_true(similar_names_question(&near, "", text, sizeof text));
    assert_string_equal(text, "did you mean cache.1.size?");
}

static void question_that_does_not_fit_is_none(void **state)
{
    struct similar_names near = { .typed = "lst" };
    char text[24];

    (void)state;
    similar_names_add(&near, "list", NULL);
    assert_true(similar_names_question(&near, "--", text, sizeof text));
    assert_string_equal(text, "did you mean --list?");
    assert_false(similar_names_question(&near, "--", text, strlen("did you mean --list?")));
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_mistake_is_near),
        cmocka_unit_test(what_is_far_is_not),
        cmocka_unit_test(the_nearest_stay),
        cmocka_unit_test(an_alias_is_nearest),
        cmocka_unit_test(long_names_are_far),
        cmocka_unit_test(question_has_the_nearest),
        cmocka_unit_test(question_has_all_as_near),
        cmocka_unit_test(far_names_make_no_question),
        cmocka_unit_test(alias_makes_the_question),
        cmocka_unit_test(question_that_does_not_fit_is_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
