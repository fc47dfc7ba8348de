/* Values of RUN's keys: numbers by definition of the key, never by their looks. */
#include "log/run_keys.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static enum log_value read(const char *key, const char *value, int64_t *number, double *decimal)
{
    char k[40], v[40];
    const struct log_key one = { k, v };

    snprintf(k, sizeof k, "%s", key);
    snprintf(v, sizeof v, "%s", value);
    *number = -1;
    *decimal = -1;
    return log_run_value(&one, number, decimal);
}

static void numbers_are_numbers_by_definition(void **state)
{
    int64_t n;
    double d;

    (void)state;
    assert_int_equal(read("began", "1795691606", &n, &d), LOG_VALUE_NUMBER);
    assert_true(n == 1795691606);
    assert_int_equal(read("took.cache_size", "6311", &n, &d), LOG_VALUE_NUMBER);
    assert_true(n == 6311);
    assert_int_equal(read("lanes.f64", "8", &n, &d), LOG_VALUE_NUMBER);
    assert_int_equal(read("claim.cache.1.size", "32768", &n, &d), LOG_VALUE_NUMBER);
    assert_int_equal(read("tick_hz", "0", &n, &d), LOG_VALUE_NUMBER);
    assert_true(n == 0);
    assert_int_equal(read("cpu_quota", "1.50", &n, &d), LOG_VALUE_DECIMAL);
    assert_true(d == 1.5);
    assert_int_equal(read("cpu_quota", "2", &n, &d), LOG_VALUE_DECIMAL);
    assert_true(d == 2);
}

static void text_stays_text(void **state)
{
    static const char *const keys[] = { "model",      "microcode", "node",     "boot",   "build",
                                        "cflags_crc", "of",        "given.n",  "effort", "claims",
                                        "took",       "lanes",     "lanesf64", "new_key" };
    int64_t n;
    double d;

    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        assert_int_equal(read(keys[i], "6700", &n, &d), LOG_VALUE_TEXT);
}

static void what_is_no_number_stays_text(void **state)
{
    static const char *const values[] = {
        "", "soon", "-1", "1.5", "0x10", "1e3", " 1", "9223372036854775808", "99999999999999999999"
    };
    static const char *const decimals[] = { "", ".5", "1.234", "1,5", "-1.50", "1.5x", "nan" };
    int64_t n;
    double d;

    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        assert_int_equal(read("tick_hz", values[i], &n, &d), LOG_VALUE_TEXT);
    for (size_t i = 0; i < sizeof decimals / sizeof decimals[0]; i++)
        assert_int_equal(read("cpu_quota", decimals[i], &n, &d), LOG_VALUE_TEXT);
    assert_int_equal(read("tick_hz", "9223372036854775807", &n, &d), LOG_VALUE_NUMBER);
    assert_true(n == INT64_MAX);
}

/* argv[1] is RECORD.md, whose paragraph names the keys of the table and no others. */
static void the_page_names_the_same_keys(void **state)
{
    const char *const *argv = *state;
    FILE *f = fopen(argv[1], "r");
    char text[1 << 16], name[40];
    const char *key;
    enum log_value value;
    size_t rows = 0, named = 0;

    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    char *begin = strstr(text, "The values of these keys are numbers: ");
    assert_non_null(begin);
    char *end = strstr(begin, "after a point.");
    assert_non_null(end);
    *end = '\0';
    for (; log_run_key(rows, &key, &value); rows++) {
        size_t bytes = strlen(key);
        bool family = key[bytes - 1] == '.';
        snprintf(name, sizeof name, "`%s%s", key, family ? "" : "`");
        assert_non_null(strstr(begin, name));
    }
    for (const char *p = begin; (p = strchr(p, '`')) != NULL; p++)
        named++;
    assert_int_equal(named, 2 * rows);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_numbers_by_definition),
        cmocka_unit_test(text_stays_text),
        cmocka_unit_test(what_is_no_number_stays_text),
        cmocka_unit_test_prestate(the_page_names_the_same_keys, argv),
    };

    return argc == 2 ? cmocka_run_group_tests(tests, NULL, NULL) : 2;
}
