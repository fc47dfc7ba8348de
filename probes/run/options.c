/* Reads the command line of `probes`. No word is obeyed in part, and each refusal names the word.
 */
#include "options.h"
#include "hal/board_limits.h"
#include "record/probe_names.h"
#include "record/similar_names.h"

/* ---- messages ---- */

static char message[400];
static size_t n_message;

/* Appends at most MOST bytes of TEXT, as far as there is room. */
static void say_part(const char *text, size_t most)
{
    for (; *text && most > 0 && n_message + 1 < sizeof message; text++, most--)
        message[n_message++] = *text;
    message[n_message] = '\0';
}

static void say(const char *text)
{
    say_part(text, sizeof message);
}

/* Begins a message about WORD: the program, PREFIX, WORD, SUFFIX. Long words are cut. */
static const char *refuse(const char *prefix, const char *word, const char *suffix)
{
    enum { LONGEST_WORD = 100 };

    n_message = 0;
    say("probes: ");
    say(prefix);
    say_part(word, LONGEST_WORD);
    say(suffix);
    return message;
}

enum { TYPED_BYTES = 48 };

/* Fills TYPED with TEXT up to the first END or its end, for nearest names; cut where it is full. */
static struct similar_names begin_near(char typed[TYPED_BYTES], const char *text, char end)
{
    size_t n = 0;

    for (; text[n] && text[n] != end && n + 1 < TYPED_BYTES; n++)
        typed[n] = text[n];
    typed[n] = '\0';
    return (struct similar_names){ .typed = typed };
}

static void take_near(struct similar_names *near, const char *name)
{
    if (HAL_LIMIT_SYSTEM)
        similar_names_add(near, name, 0);
}

/* Appends "did you mean A?" where a name is near, and returns true. */
static bool say_near(const struct similar_names *near)
{
    char question[120];

    if (!HAL_LIMIT_SYSTEM) /* nobody types there, and code is scarce */
        return false;
    if (!similar_names_question(near, "", question, sizeof question))
        return false;
    say(question);
    return true;
}

/* ---- keys ---- */

static void take_max(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)n;
    plan->max_bytes = (size_t)values[0];
}

static void take_line(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)n;
    plan->line_bytes = (size_t)values[0];
}

static void take_page(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)n;
    plan->page_bytes = (size_t)values[0];
}

/* The claim alone travels, as given.emulated. */
static void take_emulated(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)plan;
    (void)values;
    (void)n;
}

static void take_seed(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)n;
    plan->seed = values[0];
}

static const struct probe_option common[] = {
    { .key = "max",
      .value = "SIZE",
      .about = "largest working set of a sweep; tlb_ways and huge_page keep their own",
      .wanted = "a size of at least 4K, as in max=64M",
      .least = 4096,
      .most = SIZE_MAX / 2,
      .n_values = 1,
      .take = take_max },
    { .key = "line",
      .value = "BYTES",
      .about = "stride of cache_size, instead of 256",
      .wanted = "a power of two from 16 to 4K, as in line=64",
      .least = 16,
      .most = 4096,
      .power = true,
      .n_values = 1,
      .take = take_line },
    { .key = "page",
      .value = "SIZE",
      .about = "page size, instead of the granted one",
      .wanted = "a power of two of at least 512, as in page=4K",
      .least = 512,
      .most = SIZE_MAX / 2,
      .power = true,
      .n_values = 1,
      .take = take_page },
    { .key = "seed",
      .value = "N",
      .about = "seed of every shuffled order, instead of 1",
      .wanted = "a number of at least 1, as in seed=2",
      .least = 1,
      .most = UINT64_MAX,
      .n_values = 1,
      .take = take_seed },
    { .key = "emulated",
      .value = "0|1",
      .about = "1: an emulator runs this image, whose times mean nothing",
      .wanted = "0 or 1, as in emulated=1",
      .least = 0,
      .most = 1,
      .n_values = 1,
      .take = take_emulated },
};

enum { COMMON = sizeof common / sizeof common[0] };

bool options_common(const struct probe_option *option)
{
    return option >= common && option < common + COMMON;
}

bool options_declared(const struct probe *probe, const struct probe_option *option)
{
    const struct probe_option *const *own = probe->options;

    while (own && *own)
        if (*own++ == option)
            return true;
    return false;
}

/* Returns true when a probe before number I of the table declares OPTION. */
static bool declared_before(unsigned i, const struct probe_option *option)
{
    while (i-- > 0)
        if (options_declared(probe_table[i].probe, option))
            return true;
    return false;
}

const struct probe_option *options_key(unsigned n)
{
    if (n < COMMON)
        return &common[n];
    n -= COMMON;
    for (unsigned i = 0; i < probe_table_count; i++) {
        const struct probe_option *const *own = probe_table[i].probe->options;

        for (; own && *own; own++)
            if (!declared_before(i, *own) && n-- == 0)
                return *own;
    }
    return 0;
}

/* ---- values ---- */

/* Returns what is in TEXT after PREFIX, or NULL when it begins otherwise. */
static const char *after(const char *text, const char *prefix)
{
    while (*prefix)
        if (*text++ != *prefix++)
            return 0;
    return text;
}

/* The shift that a unit's letter means; 0: no unit. */
static unsigned unit_shift(char letter)
{
    static const char letters[] = "KMGkmg";

    for (unsigned i = 0; letters[i]; i++)
        if (letter == letters[i])
            return 10 * (i % 3 + 1);
    return 0;
}

/* Reads digits, then K, M or G (1024-based) or nothing. Moves *TEXT beyond them; false when there
 * are none or they do not fit. */
static bool read_size(const char **text, uint64_t *value)
{
    const char *at = *text;
    uint64_t v = 0;

    if (*at < '0' || *at > '9')
        return false;
    for (; *at >= '0' && *at <= '9'; at++) {
        uint64_t digit = (uint64_t)(*at - '0');

        if (v > (UINT64_MAX - digit) / 10)
            return false;
        v = v * 10 + digit;
    }
    unsigned shift = unit_shift(*at);

    if (v > (UINT64_MAX >> shift))
        return false;
    *value = v << shift;
    *text = at + (shift > 0);
    return true;
}

static bool power_of_two(uint64_t v)
{
    return v != 0 && (v & (v - 1)) == 0;
}

/* Reads all values of OPTION from TEXT; their number, 0 when they are not as wanted. */
static unsigned read_values(const struct probe_option *option, const char *text, uint64_t *values)
{
    for (unsigned n = 0; n < option->n_values; text++) {
        if (!read_size(&text, &values[n]) || values[n] < option->least ||
            values[n] > option->most || (option->power && !power_of_two(values[n])) ||
            (values[n] & option->zero_bits) != 0 ||
            (option->ascending && n > 0 && values[n] <= values[n - 1]))
            return 0;
        n++;
        if (*text == '\0')
            return n;
        if (*text != ',')
            return 0;
    }
    return 0;
}

/* The key that WORD gives a value, which is then at *VALUE; NULL: there is no such key. */
static const struct probe_option *key_of(const char *word, const char **value)
{
    const struct probe_option *option;

    for (unsigned i = 0; (option = options_key(i)) != 0; i++) {
        const char *rest = after(word, option->key);

        if (rest && *rest == '=') {
            *value = rest + 1;
            return option;
        }
    }
    return 0;
}

/* ---- words ---- */

static const char *unknown_word(const char *word)
{
    static const char *const words[] = { "--list",      "--help", "--quick", "--thorough", "--slow",
                                         "--anonymous", "--only", "--also",  "--round" };
    const struct probe_option *option;
    char typed[TYPED_BYTES];
    struct similar_names near = begin_near(typed, word, '=');

    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        take_near(&near, words[i]);
    for (unsigned i = 0; (option = options_key(i)) != 0; i++)
        take_near(&near, option->key);
    (void)refuse("", word, ": no such option; ");
    if (say_near(&near))
        return message;
    if (word[0] == '-' || word[0] == '\0') {
        say("--help lists them");
        return message;
    }
    say("the keys are:");
    for (unsigned i = 0; (option = options_key(i)) != 0; i++) {
        say(" ");
        say(option->key);
        say("=");
    }
    return message;
}

/* Bytes of TEXT before the first END, or all of it. */
static size_t name_end(const char *text, char end)
{
    size_t n = 0;

    while (text[n] && text[n] != end)
        n++;
    return n;
}

static size_t name_length(const char *names)
{
    return name_end(names, ',');
}

/* A message about WORD: TEXT, a value of it up to ',' or its end, is none of WORDS. */
static const char *refuse_name(const struct probe_words *words, const char *word, const char *text)
{
    const char *name;
    char typed[TYPED_BYTES];
    struct similar_names near = begin_near(typed, text, ',');

    (void)refuse("", word, ": ");
    for (unsigned i = 0; (name = words->at(words->of, i)) != 0; i++)
        take_near(&near, name);
    size_t cause = name_end(words->lacking, ';'); /* the rest of it leads to the list of words */

    if (near.n > 0 && words->lacking[cause] == ';') {
        say_part(words->lacking, cause);
        say("; ");
        if (say_near(&near))
            return message;
        (void)refuse("", word, ": ");
    }
    say(words->lacking);
    for (unsigned i = 0; (name = words->at(words->of, i)) != 0; i++) {
        say(" ");
        say(name);
    }
    return message;
}

/* Gives PLAN the words of TEXT, which are in WORD; else a message. */
static const char *read_words(struct plan *plan, const struct probe_words *words, const char *word,
                              const char *text)
{
    for (const char *at = text;; at++) {
        size_t n = name_length(at);

        if (!words->has(words->of, at, n))
            return refuse_name(words, word, at);
        at += n;
        if (*at == '\0')
            break;
    }
    words->take(plan, text);
    return 0;
}

/* Gives PLAN the numbers of TEXT, which are in WORD; else a message. */
static const char *read_numbers(struct plan *plan, const struct probe_option *option,
                                const char *word, const char *text)
{
    uint64_t values[OPTION_VALUES];
    unsigned n = read_values(option, text, values);

    if (n == 0) {
        (void)refuse("", word, ": not ");
        say(option->wanted);
        return message;
    }
    option->take(plan, values, n);
    return 0;
}

static const char *read_key(struct options *options, const char *word)
{
    const char *text = 0, *other;
    const struct probe_option *option = key_of(word, &text);

    if (!option)
        return unknown_word(word);
    for (unsigned i = 0; i < options->n_given; i++)
        if (key_of(options->given[i], &other) == option)
            return refuse("", word, ": this key was given before");
    const char *fault = option->words ? read_words(&options->plan, option->words, word, text)
                                      : read_numbers(&options->plan, option, word, text);
    if (fault)
        return fault;
    if (options->n_given == OPTIONS_GIVEN)
        return refuse("", word, ": too many");
    options->given[options->n_given++] = word;
    return 0;
}

/* Returns true when NAME is, to the letter, the first N letters at TEXT. */
static bool is_name(const char *name, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (name[i] != text[i])
            return false;
    return name[n] == '\0';
}

/* Returns true when the N letters at TEXT are the name of probe NAME, or its former name. */
static bool is_probe(const char *name, const char *text, size_t n)
{
    const char *now = probe_names_now(text, n);

    return is_name(name, text, n) || (now && probe_same_text(now, name));
}

/* Returns true when probe NAME is one of NAMES, which are joined by ','. */
static bool is_among(const char *name, const char *names)
{
    for (;;) {
        size_t n = name_length(names);

        if (is_probe(name, names, n))
            return true;
        if (names[n] == '\0')
            return false;
        names += n + 1;
    }
}

bool options_wanted(const struct options *options, const struct probe_entry *entry)
{
    if (options->also && is_among(entry->name, options->also))
        return true;
    if (options->only)
        return is_among(entry->name, options->only);
    return options->plan.slow ? entry->probe->slow : !entry->probe->optional;
}

/* Returns probe number *N of NAMES that is there by its former name; counts *N down for each
 * such name before it. */
static const char *renamed_among(const char *names, unsigned *n)
{
    while (names) {
        size_t length = name_length(names);
        const char *now = probe_names_now(names, length);

        if (now && (*n)-- == 0)
            return now;
        names = names[length] == '\0' ? 0 : names + length + 1;
    }
    return 0;
}

const char *options_renamed(const struct options *options, unsigned n)
{
    const char *now = renamed_among(options->only, &n);

    return now ? now : renamed_among(options->also, &n);
}

/* A message about NAMES, which are after OPTION: the first of them is no probe's. */
static const char *unknown_probe(const char *option, const char *names)
{
    char typed[TYPED_BYTES];
    struct similar_names near = begin_near(typed, names, ',');

    for (unsigned i = 0; i < probe_table_count; i++)
        take_near(&near, probe_table[i].name);
    (void)refuse(option, typed, ": no such probe; ");
    if (!say_near(&near))
        say("--list names them");
    return message;
}

/* A message when one of NAMES, which are after OPTION, is no probe's; else NULL. */
static const char *check_names(const char *option, const char *names)
{
    while (names) {
        size_t n = name_length(names);
        bool known = false;

        for (unsigned i = 0; i < probe_table_count; i++)
            known = known || is_probe(probe_table[i].name, names, n);
        if (!known)
            return unknown_probe(option, names);
        names = names[n] == '\0' ? 0 : names + n + 1;
    }
    return 0;
}

/* A message about WORD when no probe that is to run takes its key; else NULL. A further round is
 * given the keys of the first one, whose probes took them. */
static const char *idle_key(const struct options *options, const char *word)
{
    const char *value;
    const struct probe_option *option = key_of(word, &value);

    if (options_common(option) || options->plan.round != 0)
        return 0;
    for (unsigned i = 0; i < probe_table_count; i++)
        if (options_declared(probe_table[i].probe, option) &&
            options_wanted(options, &probe_table[i]))
            return 0;
    (void)refuse("", word, ": no probe of this run takes it; these do:");
    for (unsigned i = 0; i < probe_table_count; i++)
        if (options_declared(probe_table[i].probe, option)) {
            say(" ");
            say(probe_table[i].name);
        }
    return message;
}

/* Reads the names of OPTION, which are in its own word at *I or in the next one. NULL when *I is
 * another option; FAULT when they are missing. */
static const char *read_names(const char *option, int argc, char *const *argv, int *i,
                              const char **fault)
{
    const char *rest = after(argv[*i], option);

    if (rest && *rest == '=')
        return rest + 1;
    if (!rest || *rest != '\0')
        return 0;
    if (*i + 1 < argc)
        return argv[++*i];
    *fault = refuse("", option, ": needs names of probes, as in cache_size,tlb_size");
    return 0;
}

static bool is_checksum(const char *text)
{
    enum { DIGITS = 8 };
    size_t n = 0;

    while ((text[n] >= '0' && text[n] <= '9') || (text[n] >= 'A' && text[n] <= 'F'))
        n++;
    return n == DIGITS && text[n] == '\0';
}

/* Gives PLAN the round that TEXT names: a number, a comma, and a checksum; else a message. */
static const char *read_round(struct plan *plan, const char *text)
{
    enum { MOST_ROUNDS = 99 };
    const char *at = text;
    uint64_t round;

    if (!read_size(&at, &round) || round < 2 || round > MOST_ROUNDS || *at != ',' ||
        !is_checksum(at + 1))
        return refuse("--round=", text,
                      ": not a number from 2 to 99 and the checksum of the first sentence of "
                      "round 1, as in --round=2,1A2B3C4D");
    plan->round = round;
    plan->of = at + 1;
    return 0;
}

static const char *read_word(struct options *options, int argc, char *const *argv, int *i)
{
    const char *word = argv[*i], *fault = 0, *names;

    if (probe_same_text(word, "--list"))
        options->list = true;
    else if (probe_same_text(word, "--help") || probe_same_text(word, "-h"))
        options->help = true;
    else if (probe_same_text(word, "--quick"))
        options->plan.effort = EFFORT_QUICK;
    else if (probe_same_text(word, "--thorough"))
        options->plan.effort = EFFORT_THOROUGH;
    else if (probe_same_text(word, "--slow"))
        options->plan.slow = true;
    else if (probe_same_text(word, "--anonymous"))
        options->anonymous = true;
    else if ((names = read_names("--only", argc, argv, i, &fault)) != 0)
        options->only = names;
    else if (!fault && (names = read_names("--also", argc, argv, i, &fault)) != 0)
        options->also = names;
    else if ((names = after(word, "--round=")) != 0)
        fault = read_round(&options->plan, names);
    else if (!fault)
        fault = read_key(options, word);
    return fault;
}

/* Returns a message when a probe is named that there is not, or a key is given that no probe of the
 * run takes; else NULL. */
static const char *check(const struct options *options)
{
    const char *fault = check_names("--only ", options->only);

    if (!fault)
        fault = check_names("--also ", options->also);
    for (unsigned i = 0; i < options->n_given && !fault; i++)
        fault = idle_key(options, options->given[i]);
    return fault;
}

/* What --slow stands for, as far as other words do not say otherwise. */
static void complete_slow(struct plan *plan)
{
    enum { MOST_BYTES = 64 << 10, MOST_PAGES = 128 };

    if (!plan->slow)
        return;
    plan->effort = EFFORT_QUICK;
    plan->max_bytes = plan->max_bytes > 0 ? plan->max_bytes : MOST_BYTES;
    plan->most_pages = plan->most_pages > 0 ? plan->most_pages : MOST_PAGES;
}

const char *options_read(struct options *options, int argc, char *const *argv)
{
    const char *fault = 0;

    *options = (struct options){ .plan = { .effort = EFFORT_NORMAL, .seed = 1 } };
    for (int i = 0; i < argc && !fault; i++)
        fault = read_word(options, argc, argv, &i);
    complete_slow(&options->plan);
    return fault ? fault : check(options);
}
