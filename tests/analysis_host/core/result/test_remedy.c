/* Words that tell what to run where an answer is not known. */
#include "report/format/remedy.h"
#include "result/remedy.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct results out;

static int drop(void **state)
{
    (void)state;
    results_free(&out);
    return 0;
}

static void sizes_for_people_and_for_keys(void **state)
{
    static const struct {
        double bytes;
        const char *people, *key;
    } cases[] = {
        { 64, "64 B", "64" },
        { 1024, "1 KiB", "1K" },
        { 32256, "31.5 KiB", "32K" },
        { 360448, "352 KiB", "352K" },
        { 1572864, "1.5 MiB", "1536K" },
        { 2097152, "2 MiB", "2M" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_string_equal(words_bytes(cases[i].bytes).text, cases[i].people);
        assert_string_equal(words_key_bytes(cases[i].bytes).text, cases[i].key);
    }
}

static void capacity_lists_the_sizes_that_are_known(void **state)
{
    (void)state;
    assert_string_equal(remedy_sizes("mlp", &out).key[0].value, "SIZE");
    result_add(&out, id_of(CACHE_LEVELS))->value = 3;
    result_add(&out, id_at(CACHE_SIZE, 1))->value = 32768;
    result_unknown(result_add(&out, id_at(CACHE_SIZE, 2)), "", "",
                   (struct remedy){ .kind = REMEDY_UNSAID });
    result_add(&out, id_at(CACHE_SIZE, 3))->value = 8 << 20;
    struct remedy remedy = remedy_sizes("mlp", &out);
    assert_string_equal(remedy.key[0].name, "capacity");
    assert_string_equal(remedy.key[0].value, "32K,SIZE,8M");
    assert_true(remedy.open);
    assert_string_equal(
        format_remedy(&remedy).text,
        "`probes --only timer_floor,add_chain,mlp capacity=32K,SIZE,8M` would tell");
}

static void what_rests_on_an_unknown_has_its_remedy(void **state)
{
    (void)state;
    struct remedy remedy = remedy_of(&out, id_at(CACHE_SIZE, 1), "cache_size");
    assert_string_equal(format_remedy(&remedy).text,
                        "`probes --only timer_floor,add_chain,cache_size` would tell");
    result_unknown(result_add(&out, id_at(CACHE_SIZE, 1)), "", "",
                   remedy_up_to("cache_size", "max", 1 << 30));
    remedy = remedy_of(&out, id_at(CACHE_SIZE, 1), "cache_size");
    assert_string_equal(remedy.key[0].value, "1024M");
    remedy.tried = true;
    assert_string_equal(
        format_remedy(&remedy).text,
        "`probes --only timer_floor,add_chain,cache_size max=1024M` was run and did "
        "not tell");
}

static void series_without_samples_tell_how_they_ended(void **state)
{
    static char probe[] = "tlb_size";
    struct log_series series[2] = { { .probe = probe, .end = RECORD_END_NO_MEMORY },
                                    { .probe = probe, .end = RECORD_END_OK } };
    struct log_run run = { .series = series, .n_series = 2 };
    struct result *r = result_add(&out, id_of(TLB_LEVELS));

    (void)state;
    remedy_unsampled(r, &run, "tlb_size");
    assert_int_equal(r->kind, RESULT_NULL);
    assert_string_equal(format_note(r).text,
                        "needs samples of tlb_size; no usable sample in its 2 series "
                        "(skip:not enough memory); no remedy on this machine: its memory "
                        "is smaller than the smallest sweep");
    series[0].end = RECORD_END_MISSING;
    remedy_unsampled(r, &run, "tlb_size");
    assert_non_null(strstr(r->note, "its end is missing"));
    assert_string_equal(format_remedy(&r->remedy).text,
                        "`probes --only timer_floor,add_chain,tlb_size` would tell");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_for_people_and_for_keys),
        cmocka_unit_test_teardown(capacity_lists_the_sizes_that_are_known, drop),
        cmocka_unit_test_teardown(what_rests_on_an_unknown_has_its_remedy, drop),
        cmocka_unit_test_teardown(series_without_samples_tell_how_they_ended, drop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
