#include "options.h"

static char message[160];

/* The program, PREFIX, TEXT, SUFFIX, cut to fit. */
static const char *say(const char *prefix, const char *text, const char *suffix)
{
    const char *parts[] = { "probes: ", prefix, text, suffix };
    size_t n = 0;

    for (unsigned p = 0; p < sizeof parts / sizeof parts[0]; p++)
        for (const char *c = parts[p]; *c && n + 1 < sizeof message; c++)
            message[n++] = *c;
    message[n] = '\0';
    return message;
}

/* The rest of TEXT after PREFIX, or NULL. */
static const char *after(const char *text, const char *prefix)
{
    while (*prefix)
        if (*text++ != *prefix++)
            return 0;
    return text;
}

/* Whether TEXT names exactly the N letters at NAME. */
static bool names(const char *text, const char *name, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (text[i] != name[i])
            return false;
    return text[n] == '\0';
}

/* A size: digits, then K, M or G (1024-based) or nothing. false when TEXT is none or does not fit.
 */
static bool read_size(const char *text, uint64_t *value)
{
    uint64_t v = 0;
    unsigned shift = 0;

    if (*text < '0' || *text > '9')
        return false;
    for (; *text >= '0' && *text <= '9'; text++) {
        uint64_t digit = (uint64_t)(*text - '0');

        if (v > (UINT64_MAX - digit) / 10)
            return false;
        v = v * 10 + digit;
    }
    if (*text == 'K' || *text == 'k')
        shift = 10;
    else if (*text == 'M' || *text == 'm')
        shift = 20;
    else if (*text == 'G' || *text == 'g')
        shift = 30;
    if (shift > 0)
        text++;
    if (*text != '\0' || v > (UINT64_MAX >> shift))
        return false;
    *value = v << shift;
    return true;
}

static bool power_of_two(uint64_t v)
{
    return v != 0 && (v & (v - 1)) == 0;
}

static const char *read_key(struct options *options, const char *word)
{
    struct plan *plan = &options->plan;
    const char *text;
    uint64_t value;

    if ((text = after(word, "max=")) != 0) {
        if (!read_size(text, &value) || value < 4096 || value > SIZE_MAX / 2)
            return say(word, "", ": a size of at least 4K is wanted, as in max=64M");
        plan->max_bytes = (size_t)value;
    } else if ((text = after(word, "line=")) != 0) {
        if (!read_size(text, &value) || !power_of_two(value) || value < 16 || value > 4096)
            return say(word, "", ": a power of two from 16 to 4096 is wanted, as in line=64");
        plan->line_bytes = (size_t)value;
    } else if ((text = after(word, "page=")) != 0) {
        if (!read_size(text, &value) || !power_of_two(value) || value < 512 || value > SIZE_MAX / 2)
            return say(word, "", ": a power of two of at least 512 is wanted, as in page=4K");
        plan->page_bytes = (size_t)value;
    } else if ((text = after(word, "seed=")) != 0) {
        if (!read_size(text, &value) || value == 0)
            return say(word, "", ": a number of at least 1 is wanted");
        plan->seed = value;
    } else {
        return say(word, "", ": no such option; --help lists them");
    }
    return 0;
}

static const char *unknown_name(const char *only)
{
    for (const char *from = only;; from++) {
        size_t n = 0;
        bool known = false;

        while (from[n] && from[n] != ',')
            n++;
        for (unsigned i = 0; i < probe_table_count; i++)
            known = known || names(probe_table[i].name, from, n);
        if (!known)
            return from;
        from += n;
        if (*from == '\0')
            return 0;
    }
}

bool options_wanted(const char *only, const char *name)
{
    size_t n = 0;

    if (!only)
        return true;
    for (const char *from = only; *from; from += n + (from[n] == ',')) {
        n = 0;
        while (from[n] && from[n] != ',')
            n++;
        if (names(name, from, n))
            return true;
    }
    return false;
}

const char *options_read(struct options *options, int argc, char *const *argv)
{
    *options = (struct options){ .plan = { .effort = EFFORT_NORMAL, .seed = 1 } };
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        const char *fault = 0;

        if (probe_same_text(word, "--list"))
            options->list = true;
        else if (probe_same_text(word, "--help"))
            options->help = true;
        else if (probe_same_text(word, "--quick"))
            options->plan.effort = EFFORT_QUICK;
        else if (probe_same_text(word, "--thorough"))
            options->plan.effort = EFFORT_THOROUGH;
        else if (probe_same_text(word, "--only") && i + 1 < argc)
            options->only = argv[++i];
        else if (after(word, "--only="))
            options->only = after(word, "--only=");
        else if (probe_same_text(word, "--only"))
            fault = say("--only: ", "",
                        "names of probes are wanted, as in --only cache_size,cache_line");
        else
            fault = read_key(options, word);
        if (fault)
            return fault;
    }
    const char *stranger = options->only ? unknown_name(options->only) : 0;
    return stranger ? say("--only ", stranger, ": no such probe; --list names them") : 0;
}
