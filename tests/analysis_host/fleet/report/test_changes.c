/* What is a change and what is not: rounding in a report, bytes that a report cannot hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fleet/report/compare.h"

struct differ_case {
    const char *rule, *unit;
    double was, now;
    bool bounds, differ;
};

static const struct differ_case cases[] = {
    { "equal", "cycle", 1.0 / 3, 1.0 / 3, true, false },
    { "nine digits of it", "cycle", 0.333333333, 1.0 / 3, true, false },
    { "nine digits of it, rounded up", "B/cycle", 5.66666667, 17.0 / 3, true, false },
    { "nine digits of a large number", "Hz", 2.39876543e9, 2398765432.1, true, false },
    { "the eighth digit", "cycle", 0.33333334, 1.0 / 3, true, true },
    { "nine digits of a ratio without bounds", "count", 1.33333333, 4.0 / 3, false, false },
    { "a byte more", "B", 1u << 30, (1u << 30) + 1, false, true },
    { "one more", "count", 4, 5, false, true },
    { "a tenth of a time without bounds", "cycle", 10, 10.9, false, false },
    { "more of it", "cycle", 10, 11.2, false, true },
};

static struct result number(const struct differ_case *c, double value)
{
    struct result r = { .kind = RESULT_NUMBER, .value = value, .has_bounds = c->bounds };

    snprintf(r.unit, sizeof r.unit, "%s", c->unit);
    r.low = r.high = value;
    return r;
}

static void bounds_that_meet_are_no_change(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct result was = number(&cases[i], cases[i].was), now = number(&cases[i], cases[i].now);
        if (compare_differ(&was, &now) != cases[i].differ ||
            compare_differ(&now, &was) != cases[i].differ)
            fail_msg("%s", cases[i].rule);
    }
}

struct key_case {
    const char *rule, *was, *now;
    bool differ;
};

static const struct key_case keys[] = {
    { "equal", "i686", "i686", false },
    { "another word", "i686", "i386", true },
    { "shorter", "i686", "i68", true },
    { "longer", "i68", "i686", true },
    { "what is no UTF-8 is a question mark in a report", "a?z", "a\xffz", false },
    { "a question mark for a letter", "a?b", "axb", true },
    { "numbers have no leading zeros in a report", "800", "0800", false },
    { "another number", "800", "0801", true },
};

static void keys_are_compared_as_a_report_has_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        struct log_key was = { "arch", (char *)keys[i].was }, now = { "arch", (char *)keys[i].now };
        struct compared old = { .name = "old", .keys = &was, .n_keys = 1 };
        struct log log = { .run = { .keys = &now, .n_keys = 1 } };
        struct results results = { 0 };
        char *text = NULL;
        size_t n = 0;
        FILE *out = open_memstream(&text, &n);
        assert_non_null(out);
        assert_int_equal(compare_changes(out, &old, "new.log", &log, &results, false), 0);
        fclose(out);
        if ((strstr(text, "arch") != NULL) != keys[i].differ)
            fail_msg("%s: %s", keys[i].rule, text);
        free(text);
    }
}

/* Names of strangers make neither a line of their own nor a line that is too wide. */
static void strange_names_stay_in_their_line(void **state)
{
    static char name[] = "\033[31m\nFORGED \xe2\x80\xae and so on and so on and so on, and so on";
    struct log_key was = { name, name };
    struct compared old = { .name = name, .keys = &was, .n_keys = 1 };
    struct log log = { 0 };
    struct results results = { 0 };
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);

    (void)state;
    assert_non_null(out);
    compare_changes(out, &old, "new.log", &log, &results, false);
    compare_table(out, &old, 1);
    fclose(out);
    assert_null(strchr(text, '\033'));
    assert_null(strstr(text, "\nFORGED"));
    for (const char *p = text; *p != '\0'; p += strcspn(p, "\n") + 1)
        assert_in_range(strcspn(p, "\n"), 0, 80);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_that_meet_are_no_change),
        cmocka_unit_test(keys_are_compared_as_a_report_has_them),
        cmocka_unit_test(strange_names_stay_in_their_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
