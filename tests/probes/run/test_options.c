/* The command line of `probes`: every word, and every refusal names the word refused. */
#include "record/probe_names.h"
#include "run/options.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_WORDS = 6 };

struct refused_case {
    char *words[MOST_WORDS];
    const char *named; /* what the message must hold */
};

static const struct refused_case refused_cases[] = {
    { { "--lisp" }, "--lisp" },
    { { "--list=yes" }, "--list=yes" },
    { { "" }, ": no such option" },
    { { "cache_size" }, "cache_size" },
    { { "--quick", "speed=11" }, "speed=11" },
    { { "max" }, "max" },
    { { "max=" }, "max=" },
    { { "max=K" }, "max=K" },
    { { "max=-1" }, "max=-1" },
    { { "max= 64K" }, "max= 64K" },
    { { "max=64KB" }, "max=64KB" },
    { { "max=64X" }, "max=64X" },
    { { "max=1.5M" }, "max=1.5M" },
    { { "max=0x1000" }, "max=0x1000" },
    { { "max=4095" }, "max=4095" },
    { { "max=18446744073709551616" }, "max=18446744073709551616" },
    { { "max=99999999999999999999999999" }, "max=9999" },
    { { "max=17179869184G" }, "max=17179869184G" },
    { { "max=9007199254740992K" }, "max=9007199254740992K" }, /* 2^63: no working set */
    { { "line=" }, "line=" },
    { { "line=0" }, "line=0" },
    { { "line=8" }, "line=8" },
    { { "line=96" }, "line=96" },
    { { "line=8K" }, "line=8K" },
    { { "page=" }, "page=" },
    { { "page=0" }, "page=0" },
    { { "page=256" }, "page=256" },
    { { "page=5000" }, "page=5000" },
    { { "seed=" }, "seed=" },
    { { "seed=0" }, "seed=0" },
    { { "seed=x" }, "seed=x" },
    { { "seed=18446744073709551616" }, "seed=18446744073709551616" },
    { { "--only" }, "--only" },
    { { "--only=" }, "--only" },
    { { "--only", "bogus" }, "bogus" },
    { { "--only=add_chain,bogus" }, "bogus" },
    { { "--only=bogus,add_chain" }, "bogus" },
    { { "--only=add_chain," }, "--only" },
    { { "--only=,add_chain" }, "--only" },
    { { "--only=add_chai" }, "add_chai" },
    { { "--only=add_chains" }, "add_chains" },
    { { "--only", "--quick" }, "--quick" },
    { { "--also" }, "--also" },
    { { "--also=bogus" }, "--also bogus" },
    { { "--only=add_chain", "--also", "timer_floor,bogus" }, "--also bogus" },
    { { "--alsoo=add_chain" }, "--alsoo" },
    { { "max=1M", "max=2M" }, "max=2M" },
    { { "capacity=" }, "capacity=" },
    { { "capacity=1023" }, "capacity=1023" },
    { { "capacity=1025" }, "capacity=1025" },
    { { "capacity=32K," }, "capacity=32K," },
    { { "capacity=,32K" }, "capacity=,32K" },
    { { "capacity=32K,32K" }, "capacity=32K,32K" },
    { { "capacity=1M,32K" }, "capacity=1M,32K" },
    { { "capacity=2K,3K,4K,5K,6K" }, "capacity=2K,3K,4K,5K,6K" },
    { { "--only=cache_size", "capacity=32K" }, "cache_ways" },
    { { "capacity=32K", "--only=timer_floor" }, "capacity=32K" },
};

static int count(char *const *words)
{
    int n = 0;

    while (n < MOST_WORDS && words[n])
        n++;
    return n;
}

static void refusal_names_the_word(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused_cases / sizeof refused_cases[0]; i++) {
        const struct refused_case *c = &refused_cases[i];
        struct options options;
        const char *message = options_read(&options, count(c->words), c->words);

        if (message == NULL)
            fail_msg("case %zu (%s) was obeyed", i, c->named);
        if (strstr(message, c->named) == NULL || strstr(message, ": ") == NULL)
            fail_msg("%s is not in: %s", c->named, message);
    }
}

/* Wherever the fault stands, a command line that holds one is refused as a whole. */
static void nothing_is_half_obeyed(void **state)
{
    (void)state;
    for (int at = 0; at < 4; at++) {
        char *words[] = { "--quick", "max=1M", "seed=2", "line=64" };
        struct options options;

        words[at] = "max=tall";
        assert_non_null(options_read(&options, 4, words));
    }
}

static void long_word_is_cut_not_overrun(void **state)
{
    char word[1000];
    char *words[] = { word };
    struct options options;

    (void)state;
    memset(word, 'w', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    const char *message = options_read(&options, 1, words);
    assert_non_null(message);
    assert_in_range(strlen(message), 50, 400);
}

static void nothing_asked_is_the_usual_run(void **state)
{
    struct options options;

    (void)state;
    memset(&options, 0xff, sizeof options);
    assert_null(options_read(&options, 0, NULL));
    assert_false(options.list || options.help);
    assert_null(options.only);
    assert_int_equal(options.plan.effort, EFFORT_NORMAL);
    assert_int_equal(options.plan.seed, 1);
    assert_int_equal(options.plan.max_bytes, 0);
    assert_int_equal(options.plan.line_bytes, 0);
    assert_int_equal(options.plan.page_bytes, 0);
    assert_int_equal(options.plan.n_caches, 0);
}

static void flags_are_taken(void **state)
{
    char *quick[] = { "--list", "--quick", "--only", "add_chain,cache_size" };
    char *thorough[] = { "--help", "--thorough", "--only=timer_floor" };
    struct options options;

    (void)state;
    assert_null(options_read(&options, 4, quick));
    assert_true(options.list && !options.help);
    assert_int_equal(options.plan.effort, EFFORT_QUICK);
    assert_string_equal(options.only, "add_chain,cache_size");
    assert_null(options_read(&options, 3, thorough));
    assert_true(options.help && !options.list);
    assert_int_equal(options.plan.effort, EFFORT_THOROUGH);
    assert_string_equal(options.only, "timer_floor");
}

static const struct probe_entry *entry_of(const char *name)
{
    for (unsigned i = 0; i < probe_table_count; i++)
        if (strcmp(probe_table[i].name, name) == 0)
            return &probe_table[i];
    fail_msg("no probe %s", name);
    return NULL;
}

static void slow_is_a_preset_that_other_words_change(void **state)
{
    char *slow[] = { "--slow" };
    char *other[] = { "pages=64", "--slow", "max=1M", "--only=mlp,tlb_size" };
    struct options options;

    (void)state;
    assert_null(options_read(&options, 1, slow));
    assert_true(options.plan.slow);
    assert_int_equal(options.plan.effort, EFFORT_QUICK);
    assert_int_equal(options.plan.max_bytes, 64 << 10);
    assert_int_equal(options.plan.most_pages, 128);
    assert_true(options_wanted(&options, entry_of("cache_ways")));
    assert_false(options_wanted(&options, entry_of("mlp")));
    assert_null(options_read(&options, 4, other));
    assert_true(options.plan.slow);
    assert_int_equal(options.plan.max_bytes, 1 << 20);
    assert_int_equal(options.plan.most_pages, 64);
    assert_true(options_wanted(&options, entry_of("mlp")));
    assert_false(options_wanted(&options, entry_of("cache_ways")));
    char *twice[] = { "--thorough", "--slow" };
    assert_null(options_read(&options, 2, twice));
    assert_int_equal(options.plan.effort, EFFORT_QUICK);
}

static void keys_are_taken(void **state)
{
    char *words[] = { "max=96M", "line=128", "page=64K", "seed=42" };
    struct options options;

    (void)state;
    assert_null(options_read(&options, 4, words));
    assert_int_equal(options.plan.max_bytes, 96u << 20);
    assert_int_equal(options.plan.line_bytes, 128);
    assert_int_equal(options.plan.page_bytes, 65536);
    assert_int_equal(options.plan.seed, 42);
    words[3] = "seed=18446744073709551615";
    assert_null(options_read(&options, 4, words));
    assert_true(options.plan.seed == UINT64_MAX);
}

struct size_case {
    char *word;
    uint64_t bytes;
};

static const struct size_case size_cases[] = {
    { "max=4096", 4096 },
    { "max=4K", 4096 },
    { "max=4k", 4096 },
    { "max=1000000", 1000000 },
    { "max=3M", 3u << 20 },
    { "max=3m", 3u << 20 },
    { "max=2G", (uint64_t)2 << 30 },
    { "max=2g", (uint64_t)2 << 30 },
    { "max=00064K", 65536 },
};

static void sizes_are_1024_based(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof size_cases / sizeof size_cases[0]; i++) {
        char *words[] = { size_cases[i].word };
        struct options options;

        if (options_read(&options, 1, words) != NULL ||
            options.plan.max_bytes != size_cases[i].bytes)
            fail_msg("%s", size_cases[i].word);
    }
}

static bool wanted(const char *only, const char *also, const char *name)
{
    static const struct probe usual = { 0 };
    const struct probe_entry entry = { name, &usual };
    const struct options options = { .only = only, .also = also };

    return options_wanted(&options, &entry);
}

static void only_and_also_mean_whole_names(void **state)
{
    (void)state;
    assert_true(wanted(NULL, NULL, "cache_size"));
    assert_true(wanted("cache_size", NULL, "cache_size"));
    assert_true(wanted("a,cache_size", NULL, "cache_size"));
    assert_true(wanted("cache_size,b", NULL, "cache_size"));
    assert_true(wanted("b", "a,cache_size", "cache_size"));
    assert_false(wanted("cache", NULL, "cache_size"));
    assert_false(wanted("cache_size_more", NULL, "cache_size"));
    assert_false(wanted("", NULL, "cache_size"));
    assert_false(wanted(",", NULL, "cache_size"));
    assert_false(wanted("a", "cache,cache_size_more", "cache_size"));
}

/* A probe that --only could not name could not be run alone. */
static void every_probe_can_be_named(void **state)
{
    (void)state;
    assert_true(probe_table_count > 0);
    for (unsigned i = 0; i < probe_table_count; i++) {
        char word[100];
        char *words[] = { word };
        struct options options;

        snprintf(word, sizeof word, "--only=%s", probe_table[i].name);
        assert_null(options_read(&options, 1, words));
    }
}

/* A former name runs the probe of today, and the run can say so; other names are no former ones. */
static void former_names_are_taken(void **state)
{
    char *words[] = { "--only=add_chain,window,pairs", "--also=cache_size,code" };
    char *wrong[] = { "--only=windows" };
    struct options options;

    (void)state;
    assert_null(options_read(&options, 2, words));
    assert_string_equal(options_renamed(&options, 0), "reorder_buffer");
    assert_string_equal(options_renamed(&options, 1), "core_to_core");
    assert_string_equal(options_renamed(&options, 2), "fetch");
    assert_null(options_renamed(&options, 3));
    assert_true(wanted(options.only, options.also, "reorder_buffer"));
    assert_true(wanted(options.only, options.also, "fetch"));
    assert_false(wanted(options.only, options.also, "timeslice"));
    assert_null(options_read(&options, 1, words));
    assert_null(options_renamed(&options, 2));
    assert_null(options_read(&options, 0, NULL));
    assert_null(options_renamed(&options, 0));
    assert_non_null(options_read(&options, 1, wrong));
    for (unsigned i = 0; i < probe_table_count; i++) /* or nobody could name it */
        assert_null(probe_names_now(probe_table[i].name, strlen(probe_table[i].name)));
}

/* A further round names its run; nothing else does. */
static void rounds_name_their_run(void **state)
{
    static const char *const bad[] = {
        "--round=",           "--round=2",           "--round=1,1A2B3C4D",  "--round=100,1A2B3C4D",
        "--round=2,1a2b3c4d", "--round=2,1A2B3C4",   "--round=2,1A2B3C4D5", "--round=2:1A2B3C4D",
        "--round=,1A2B3C4D",  "--round=2,1A2B3C4D,", "--round=2,1A2B 3C4D",
    };
    char word[] = "--round=99,1A2B3C4D", wrong[40];
    char *words[] = { word }, *others[] = { wrong };
    struct options options;

    (void)state;
    assert_null(options_read(&options, 1, words));
    assert_int_equal(options.plan.round, 99);
    assert_string_equal(options.plan.of, "1A2B3C4D");
    assert_int_equal(options.n_given, 0);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        snprintf(wrong, sizeof wrong, "%s", bad[i]);
        const char *fault = options_read(&options, 1, others);
        if (fault == NULL || strstr(fault, "as in --round=2,1A2B3C4D") == NULL)
            fail_msg("%s: %s", bad[i], fault ? fault : "taken");
    }
}

/* Puts into WORD the option that adds the probes which declare OPTION, be they optional. */
static void also_of(const struct probe_option *option, char word[600])
{
    strcpy(word, "--also=timer_floor");
    for (unsigned i = 0; i < probe_table_count; i++)
        if (options_declared(probe_table[i].probe, option))
            strcat(strcat(word, ","), probe_table[i].name);
}

/* The example in the text of each key is one that the key takes. */
static void every_example_is_taken(void **state)
{
    const struct probe_option *option;

    (void)state;
    for (unsigned i = 0; (option = options_key(i)) != NULL; i++) {
        const char *example = strstr(option->wanted, "as in ");
        char word[100], also[600];
        char *words[] = { also, word };
        struct options options;

        also_of(option, also);
        assert_non_null(example);
        snprintf(word, sizeof word, "%s", example + strlen("as in "));
        assert_int_equal(strncmp(word, option->key, strlen(option->key)), 0);
        if (options_read(&options, 2, words) != NULL)
            fail_msg("%s is refused", word);
        assert_int_equal(options.n_given, 1);
        assert_true(strlen(option->key) < OPTION_KEY_BYTES);
        assert_in_range(option->n_values, 1, OPTION_VALUES);
    }
}

/* Bytes of the longest word that an option of words takes, or of a number. */
static size_t value_bytes(const struct probe_option *option)
{
    const struct probe_words *words = option->words;
    const char *word, *part;
    size_t longest = option->most > 9 || words ? strlen("1023M") : 1;

    for (unsigned i = 0; words && (word = words->at(words->of, i)) != NULL; i++) {
        longest = strlen(word) > longest ? strlen(word) : longest;
        for (unsigned k = 0; words->part && (part = words->part(words->of, i, k)) != NULL; k++)
            longest = strlen(word) + 1 + strlen(part) > longest ? strlen(word) + 1 + strlen(part)
                                                                : longest;
    }
    return longest;
}

/* Bytes and words of a line, of a run of some probes with all their keys at their longest. */
struct line {
    size_t n_bytes, n_words;
};

static struct line longest_line(bool (*runs)(const struct probe_entry *, const void *),
                                const void *which)
{
    struct line line = { strlen("--thorough --only "), 3 };
    const struct probe_option *option;

    for (unsigned i = 0; i < probe_table_count; i++)
        if (runs(&probe_table[i], which))
            line.n_bytes += strlen(probe_table[i].name) + 1;
    for (unsigned i = 0; (option = options_key(i)) != NULL; i++) {
        bool taken = options_common(option);

        if (strcmp(option->key, "events") == 0) /* a person's: no answer asks for it */
            continue;
        for (unsigned k = 0; k < probe_table_count; k++)
            taken |= runs(&probe_table[k], which) && options_declared(probe_table[k].probe, option);
        if (!taken)
            continue;
        line.n_words++;
        line.n_bytes += strlen(" =") + strlen(option->key) +
                        option->n_values * (value_bytes(option) + 1) - 1; /* commas between */
    }
    line.n_bytes--; /* no comma after the last name */
    return line;
}

/* In the usual run of a bare board, whose image lacks those that PONTOON_PROBES has to name, and
 * the code of those that time an operating system. */
static bool is_usual(const struct probe_entry *entry, const void *which)
{
    static const char of_a_system[] = " os_costs timeslice ";
    char name[64];

    (void)which;
    snprintf(name, sizeof name, " %s ", entry->name);
    return !entry->probe->optional && strstr(NAMED_PROBES, name) == NULL &&
           strstr(of_a_system, name) == NULL;
}

/* The probes whose samples all analyses take, and one further. */
static bool is_remedy(const struct probe_entry *entry, const void *which)
{
    return entry == which || strcmp(entry->name, "timer_floor") == 0 ||
           strcmp(entry->name, "add_chain") == 0 || strcmp(entry->name, "cache_size") == 0;
}

static void assert_fits(const char *name, struct line line)
{
    if (line.n_bytes > 511 || line.n_words > 32)
        fail_msg("%s: %zu bytes, %zu words", name, line.n_bytes, line.n_words);
}

/* A bare board is told its options in a line of 511 bytes and 32 words (hal/bare/run.c). What a
 * report proposes fits: the usual run, or a run for one probe, with all keys. */
static void what_is_proposed_fits_in_a_typed_line(void **state)
{
    (void)state;
    assert_fits("usual", longest_line(is_usual, NULL));
    for (unsigned i = 0; i < probe_table_count; i++)
        assert_fits(probe_table[i].name, longest_line(is_remedy, &probe_table[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusal_names_the_word),
        cmocka_unit_test(nothing_is_half_obeyed),
        cmocka_unit_test(long_word_is_cut_not_overrun),
        cmocka_unit_test(nothing_asked_is_the_usual_run),
        cmocka_unit_test(flags_are_taken),
        cmocka_unit_test(slow_is_a_preset_that_other_words_change),
        cmocka_unit_test(keys_are_taken),
        cmocka_unit_test(sizes_are_1024_based),
        cmocka_unit_test(only_and_also_mean_whole_names),
        cmocka_unit_test(every_probe_can_be_named),
        cmocka_unit_test(former_names_are_taken),
        cmocka_unit_test(rounds_name_their_run),
        cmocka_unit_test(every_example_is_taken),
        cmocka_unit_test(what_is_proposed_fits_in_a_typed_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
