/* Former names of probes: RECORD.md's table is that of the code, and nothing else is a former name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "record/probe_names.h"

/* Each row of the table in RECORD.md, both ways. */
static void the_page_has_the_table(void **state)
{
    char row[500], former[100], now[100];
    unsigned n = 0;
    FILE *f = fopen(RECORD_MD, "r");

    (void)state;
    assert_non_null(f);
    while (fgets(row, sizeof row, f) != NULL && strncmp(row, "| former name |", 15) != 0)
        ;
    assert_non_null(fgets(row, sizeof row, f));
    while (fgets(row, sizeof row, f) != NULL &&
           sscanf(row, "| `%99[a-z_]` | `%99[a-z_]` |", former, now) == 2) {
        assert_string_equal(probe_names_now(former, strlen(former)), now);
        assert_string_equal(probe_names_former(now), former);
        assert_null(probe_names_now(now, strlen(now)));
        assert_null(probe_names_former(former));
        n++;
    }
    fclose(f);
    assert_int_equal(n, 8);
}

static void parts_and_longer_names_are_none(void **state)
{
    static const char list[] = "window,pairs";

    (void)state;
    assert_null(probe_names_now("", 0));
    assert_null(probe_names_now("windo", 5));
    assert_null(probe_names_now("windows", 7));
    assert_null(probe_names_now("window", 7)); /* the zero is part of no name */
    assert_null(probe_names_now("cache_size", 10));
    assert_null(probe_names_now(list, sizeof list - 1));
    assert_string_equal(probe_names_now(list, 6), "reorder_buffer");
    assert_null(probe_names_former("reorder"));
    assert_null(probe_names_former("reorder_buffers"));
    assert_null(probe_names_former(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_has_the_table),
        cmocka_unit_test(parts_and_longer_names_are_none),
    };

    return cmocka_run_group_tests_name("probe_names", tests, NULL, NULL);
}
