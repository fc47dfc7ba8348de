/* Prints --help and --list, from what options and probes declare. */
#include "help.h"
#include "hal/console.h"
#include "probe.h"

static bool lost; /* of what was printed */

/* Prints TEXT and returns its length. */
static size_t print(const char *text)
{
    size_t n = 0;

    while (text[n])
        n++;
    lost |= hal_console_put(text, n) != 0;
    return n;
}

static const char usage[] =
    "usage: probes [--list] [--only NAME,...] [--also NAME,...]\n"
    "  [--quick|--thorough|--slow] [--anonymous] [--round=N,CRC] [KEY=VALUE ...]\n"
    "\n"
    "Measures the machine it runs on and writes raw samples to standard output,\n"
    "for `analyze`.\n"
    "\n"
    "  --list       name the probes, in the order of a run, and their keys\n"
    "  --only A,B   run these probes only\n"
    "  --also A,B   add these optional probes\n"
    "  --quick      fewer points and passes\n"
    "  --thorough   more of them\n"
    "  --slow       for RTL simulations and other slow targets: some probes, 20\n"
    "               million cycles, max=64K pages=128\n"
    "  --anonymous  leave out which machine this is: its name, model, times\n"
    "  --round=N,CRC  this is round N of the run whose first sentence has this\n"
    "               checksum: `analyze --suggest` names such runs\n"
    "  -h, --help   this text\n"
    "\n"
    "Keys:\n";

static const char statuses[] =
    "\n"
    "Exit status: 0 complete, 1 no clock that advances, 2 wrong usage,\n"
    "3 the processor faulted (bare boards), 4 output could not be written.\n";

/* Prints KEY=VALUE and returns its length. */
static size_t print_key(const struct probe_option *option)
{
    return print(option->key) + print("=") + print(option->value);
}

enum { WIDE = 62 }; /* a name of a probe more, and a line has 80 columns */

/* Prints the names of the probes that declare OPTION, on lines that begin with COLUMN. */
static void print_probes(const struct probe_option *option, const char *column)
{
    size_t at = WIDE + 1;
    unsigned n = 0;

    for (unsigned i = 0; i < probe_table_count; i++)
        if (options_declared(probe_table[i].probe, option)) {
            print(n > 0 ? "," : "");
            at = at > WIDE ? print(column) - 1 : at + print(" ");
            at += print(n++ > 0 ? "" : "(") + print(probe_table[i].name) + 1;
        }
    print(n > 0 ? ")\n" : "\n");
}

/* Prints what OPTION is, what is wanted, and the probes that declare it, in a column of its own. */
static void explain_key(const struct probe_option *option)
{
    static const char column[] = "\n                     ";

    print("  ");
    print(column + 3 + print_key(option));
    print(option->about);
    print(column);
    print(option->wanted);
    print_probes(option, column);
}

bool help_print(void)
{
    const struct probe_option *option;

    print(usage);
    for (unsigned i = 0; (option = options_key(i)) != 0; i++)
        explain_key(option);
    print(statuses);
    return !lost;
}

/* A line for each word that OPTION takes: KEY=WORD and what the word may choose. */
static void list_words(const struct probe_option *option)
{
    const struct probe_words *words = option->words;
    const char *word, *part;

    for (unsigned i = 0; (word = words->at(words->of, i)) != 0; i++) {
        print("      ");
        print(option->key);
        print("=");
        print(word);
        for (unsigned k = 0; words->part && (part = words->part(words->of, i, k)) != 0; k++) {
            print(k == 0 ? ": " : " ");
            print(part);
        }
        print("\n");
    }
}

static void list_probe(const struct probe_entry *entry)
{
    const struct probe_option *const *own = entry->probe->options;

    print(entry->name);
    print(": ");
    print(entry->probe->about);
    print(entry->probe->optional ? " (optional)\n" : "\n");
    if (!own || !*own)
        return;
    print("   ");
    for (; *own; own++) {
        print(" ");
        print_key(*own);
    }
    print("\n");
    for (own = entry->probe->options; *own; own++)
        if ((*own)->words)
            list_words(*own);
}

bool help_list(const struct options *options)
{
    unsigned index[ORDER_MOST];
    unsigned n = order_all(index);

    for (unsigned i = 0; i < n; i++)
        if ((!options->only && !options->also) || options_wanted(options, &probe_table[index[i]]))
            list_probe(&probe_table[index[i]]);
    return !lost;
}
