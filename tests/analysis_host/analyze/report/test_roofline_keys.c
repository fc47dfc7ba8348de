/* The object "roofline" of a report has the keys that docs/reference/formats.md lists, all of them
 * and no others.
 *
 * Arguments: docs/reference/formats.md, and a report in JSON with kernels. */
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { WORDS = 32, WORD = 32, LINE = 1024 };

static const char *page_path, *report_path;

struct words {
    char at[WORDS][WORD];
    size_t n;
};

/* The words in backquotes of LINE, without options of analyze. */
static void read_words(struct words *words, const char *line)
{
    const char *from = strchr(line, '`');

    words->n = 0;
    while (from != NULL && words->n < WORDS) {
        const char *to = strchr(from + 1, '`');
        if (to == NULL)
            return;
        if (from[1] != '-')
            snprintf(words->at[words->n++], WORD, "%.*s", (int)(to - from - 1), from + 1);
        from = strchr(to + 1, '`');
    }
}

/* Fills WORDS with what the page lists of OBJECT, itself first. */
static void listed(struct words *words, const char *object)
{
    char line[LINE], row[WORD];
    FILE *page = fopen(page_path, "r");

    assert_non_null(page);
    snprintf(row, sizeof row, "| `%s` |", object);
    words->n = 0;
    while (words->n == 0 && fgets(line, sizeof line, page) != NULL)
        if (strncmp(line, row, strlen(row)) == 0)
            read_words(words, line);
    fclose(page);
    if (words->n < 2)
        fail_msg("%s lists nothing of %s", page_path, object);
}

static int is_listed(const struct words *words, const char *key)
{
    for (size_t i = 1; i < words->n; i++)
        if (strcmp(words->at[i], key) == 0)
            return 1;
    return 0;
}

/* Holds O against the row of OBJECT; where WHOLE it has all that stands there. */
static void check(const json_t *o, const char *object, int whole)
{
    struct words words;
    const char *key;
    json_t *value;

    listed(&words, object);
    assert_true(json_is_object(o));
    json_object_foreach((json_t *)(uintptr_t)o, key, value) if (!is_listed(&words, key))
        fail_msg("%s is not listed of %s", key, object);
    for (size_t i = 1; i < words.n && whole; i++)
        if (json_object_get(o, words.at[i]) == NULL)
            fail_msg("%s lacks %s", object, words.at[i]);
}

static void check_point(const json_t *point, size_t *timed)
{
    const json_t *cycles = json_object_get(point, "cycles");

    check(point, "points", 1);
    check(json_object_get(point, "traffic"), "traffic", 1);
    if (json_is_null(cycles))
        return;
    check(cycles, "cycles", 1);
    ++*timed;
}

static void keys_are_those_of_the_page(void **state)
{
    json_t *report = json_load_file(report_path, 0, NULL), *one, *point;
    const json_t *roofline = json_object_get(report, "roofline");
    size_t i, k, timed = 0;

    (void)state;
    assert_non_null(roofline);
    assert_int_equal(json_object_size(roofline), 3);
    json_array_foreach(json_object_get(roofline, "events_skipped"), i, one)
        check(one, "events_skipped", 1);
    json_array_foreach(json_object_get(roofline, "ceilings"), i, one) check(one, "ceilings", 0);
    assert_true(json_array_size(json_object_get(roofline, "series")) > 10);
    json_array_foreach(json_object_get(roofline, "series"), i, one)
    {
        check(one, "series", 1);
        json_array_foreach(json_object_get(one, "points"), k, point) check_point(point, &timed);
    }
    assert_true(timed > 100);
    json_decref(report);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(keys_are_those_of_the_page) };

    if (argc != 3)
        return 2;
    page_path = argv[1];
    report_path = argv[2];
    return cmocka_run_group_tests(tests, 0, 0);
}
