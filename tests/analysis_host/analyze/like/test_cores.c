/* The file of documented cores: what it holds, and what its reader refuses. */
#include "like/cores.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { FEWEST_CORES = 60, FEWEST_VALUES = 4 };

/* True where C can be what hardware is built with. */
static bool is_plausible(const struct like_value *v, const struct like_choice *c)
{
    char unit[16];

    id_unit(unit, sizeof unit, &v->id);
    if (strcmp(unit, "B") == 0)
        return c->low >= 16 && c->high <= 64 << 20;
    if (strcmp(unit, "cycle") == 0)
        return c->low >= 1 && c->high <= 100;
    if (strcmp(unit, "count") == 0 || strcmp(unit, "uop/cycle") == 0)
        return c->low >= 0 && c->high <= 8192;
    return false;
}

static void check_core(const struct like_cores *all, size_t at)
{
    const struct like_core *core = &all->at[at];

    if (core->n < FEWEST_VALUES && strncmp(core->name, "Cortex-M", 8) != 0)
        fail_msg("%s: %zu values", core->name, core->n);
    for (size_t i = 0; i < at; i++)
        assert_string_not_equal(all->at[i].name, core->name);
    for (size_t i = 0; i < core->n; i++) {
        const struct like_value *v = &core->at[i];

        assert_true(strlen(v->from) > 8);
        for (size_t k = 0; k < v->n; k++)
            if (!is_plausible(v, &v->at[k]))
                fail_msg("%s: %s=%s", core->name, v->id.text, v->text);
    }
}

static void shipped_cores_are_whole(void **state)
{
    struct like_cores c;
    char why[LIKE_WHY] = "";

    (void)state;
    if (!like_cores_read(&c, like_cores_text, why))
        fail_msg("%s", why);
    assert_in_range(c.n, FEWEST_CORES, 200);
    for (size_t i = 0; i < c.n; i++)
        check_core(&c, i);
    like_cores_free(&c);
}

/* Sizes that follow from each other: a level is larger than the one before. */
static void levels_grow(void **state)
{
    struct like_cores c;
    char why[LIKE_WHY];

    (void)state;
    assert_true(like_cores_read(&c, like_cores_text, why));
    for (size_t i = 0; i < c.n; i++) {
        double first = 0, second = 0;

        for (size_t k = 0; k < c.at[i].n; k++) {
            const struct like_value *v = &c.at[i].at[k];

            if (strcmp(v->id.text, "cache.1.size") == 0)
                first = v->at[0].low;
            if (strcmp(v->id.text, "cache.2.size") == 0)
                second = v->at[v->n - 1].low;
        }
        if (second > 0 && second <= first)
            fail_msg("%s: L2 is no larger than L1", c.at[i].name);
    }
    like_cores_free(&c);
}

static void values_are_read(void **state)
{
    static const char text[] = "# a comment\n\ncore One / Two\nfamily F\narch x86 i686\n"
                               "from A manual\ncache.1.size=32K|1M cache.1.latency=4\n"
                               "from Another\nop.div.f64.latency=7-15\n";
    struct like_cores c;
    char why[LIKE_WHY];

    (void)state;
    assert_true(like_cores_read(&c, text, why));
    assert_int_equal(c.n, 1);
    assert_string_equal(c.at[0].name, "One / Two");
    assert_string_equal(c.at[0].family, "F");
    assert_int_equal(c.at[0].n, 3);
    const struct like_value *v = c.at[0].at;
    assert_int_equal(v[0].n, 2);
    assert_true(v[0].at[0].low == 32768 && v[0].at[0].high == 32768 && v[0].at[1].low == 1048576);
    assert_string_equal(v[0].from, "A manual");
    assert_string_equal(v[2].from, "Another");
    assert_true(v[2].at[0].low == 7 && v[2].at[0].high == 15);
    assert_true(like_core_runs(&c.at[0], "x86_64"));
    assert_true(like_core_runs(&c.at[0], "i686"));
    assert_false(like_core_runs(&c.at[0], "ia64"));
    assert_false(like_core_runs(&c.at[0], "x8"));
    like_cores_free(&c);
}

static void wrong_lines_are_refused(void **state)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        { "core A\narch x\nfrom B\ncache.1.colour=2\n",
          "line 4: cache.1.colour: ids.def has no such id" },
        { "core A\narch x\nfrom B\nwindow.size=2\n",
          "line 4: window.size: ids.def has no such id" },
        { "core A\narch x\ncache.1.size=2\n", "a core and a source (from)" },
        { "cache.1.size=2\n", "core NAME is expected first" },
        { "core A\narch x\nfrom B\ncache.1.size=big\n", "line 4: big: no number" },
        { "core A\narch x\nfrom B\ncache.1.size=4-2\n", "4-2: no number" },
        { "core A\narch x\nfrom B\ncache.1.size=4|\n", "no number" },
        { "core A\narch x\nfrom B\ncache.1.size=4Q\n", "no number" },
        { "core A\narch x\nfrom B\ncache.1.size=1|2|3|4|5|6|7|8|9\n", "no number" },
        { "core A\narch x\nfrom B\ncache.1.size=4 cache.1.size=8\n", "has a value of it already" },
        { "core A\narch x\nfrom B\ncache.1.size\n", "ID=VALUE is expected" },
        { "core A\narch x\n", "A: a core needs values and an arch" },
        { "core A\nfrom B\ncache.1.size=4\n", "a core needs values and an arch" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct like_cores c;
        char why[LIKE_WHY] = "";

        assert_false(like_cores_read(&c, cases[i].text, why));
        if (strstr(why, cases[i].why) == NULL)
            fail_msg("\"%s\" in place of \"%s\"", why, cases[i].why);
        like_cores_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_cores_are_whole),
        cmocka_unit_test(levels_grow),
        cmocka_unit_test(values_are_read),
        cmocka_unit_test(wrong_lines_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
