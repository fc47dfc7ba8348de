/* accuracy FILE|DIR ...: runs the probes on simulated boards, and holds the answers of the
 * analyses against the machine files. */
#define _GNU_SOURCE
#include "campaign_options.h"
#include "scratch.h"
#include <argp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_ALL = 0, EXIT_SOME = 1, EXIT_WRONG_USE = 2, EXIT_INTERRUPTED = 130, FILES_MOST = 4096 };

struct request {
    struct campaign campaign;
    struct campaign_options run;
    const char *noise, *coherence, *frames, *prefetch;
    unsigned long long noisy_seed;
    bool noisy, table, losses;
    char **files;
    int n_files;
};

const char *argp_program_version = "accuracy (pontoon) " PONTOON_VERSION;

static const char doc[] =
    "Runs the probes on simulated boards and holds what the analyses answer against the machine "
    "files. FILE is a machine file; of a DIR, all *.machine files in it. One row a parameter: "
    "machine, id, truth, answer, and exact, within, wrong or null; at the end `recovered N of M`. "
    "Sizes and counts must be exact, times within 3 percent or half a cycle.\v"
    "Exit status: 0 everything was recovered (--least: as much as that); 1 less, or a board "
    "failed; 2 wrong usage, or a machine file that is wrong: then no board has run.";

enum {
    KEY_METHOD = 256,
    KEY_NOISE,
    KEY_COHERENCE,
    KEY_NOISY,
    KEY_FRAMES,
    KEY_PREFETCH,
    KEY_LOSSES,
    KEY_TABLE,
    KEY_LIMIT,
};

static const struct argp_option options[] = {
    { "method", KEY_METHOD, "robust|paper|both", 0,
      "Rules to infer with (default: robust); of both, robust decides the exit status", 0 },
    { "noise", KEY_NOISE, "KEY=VALUE,...", 0, "Keys of [noise], in place of the files'", 0 },
    { "coherence", KEY_COHERENCE, "KEY=VALUE,...", 0, "The same of [coherence]", 0 },
    { "noisy", KEY_NOISY, "SEED", 0,
      "Interrupts, outliers, jitter, drift and a coarse clock, from this seed", 0 },
    { "frames", KEY_FRAMES, "contiguous|random", 0, "Frames, in place of the files'", 0 },
    { "prefetch", KEY_PREFETCH, "KIND", 0, "Switch on next_line, pair or stride", 0 },
    { "list-wrong", KEY_LOSSES, NULL, 0, "Only the rows of what was not recovered", 0 },
    { "limit", KEY_LIMIT, "SECONDS", 0, "A board that takes longer is stopped (default: 600)", 0 },
    { "table", KEY_TABLE, NULL, 0,
      "One row a condition in place of one a parameter: as the files are, noisy with five seeds, "
      "random frames, prefetchers",
      0 },
    { 0 },
};

/* Returns the index of ARG among the N WORDS. */
static size_t word(struct argp_state *state, const char *option, const char *arg,
                   const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(arg, words[i]) == 0)
            return i;
    argp_error(state, "--%s=%s: no such word; see --help", option, arg);
    return 0;
}

static void set_method(struct argp_state *state, struct request *q, const char *arg)
{
    static const char *const words[] = { "robust", "paper", "both" };
    size_t i = word(state, "method", arg, words, 3);

    q->campaign.method[METHOD_ROBUST] = i != 1;
    q->campaign.method[METHOD_PAPER] = i != 0;
}

static error_t parse_condition(int key, char *arg, struct argp_state *state)
{
    static const char *const frames[] = { "contiguous", "random" };
    static const char *const kinds[] = { "next_line", "pair", "stride" };
    struct request *q = state->input;

    switch (key) {
    case KEY_NOISE:
        q->noise = arg;
        return 0;
    case KEY_COHERENCE:
        q->coherence = arg;
        return 0;
    case KEY_NOISY:
        q->noisy = true;
        q->noisy_seed = campaign_options_number(state, "noisy", arg, 0, 1000000000);
        return 0;
    case KEY_FRAMES:
        q->frames = frames[word(state, "frames", arg, frames, 2)];
        return 0;
    case KEY_PREFETCH:
        q->prefetch = kinds[word(state, "prefetch", arg, kinds, 3)];
        return 0;
    case KEY_TABLE:
        q->table = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct request *q = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &q->run;
        return 0;
    case KEY_METHOD:
        set_method(state, q, arg);
        return 0;
    case KEY_LIMIT:
        q->campaign.boards.limit_s =
            (unsigned)campaign_options_number(state, "limit", arg, 1, 86400);
        return 0;
    case KEY_LOSSES:
        q->losses = true;
        return 0;
    case ARGP_KEY_ARGS:
        q->files = state->argv + state->next;
        q->n_files = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "no machine file named");
        return 0;
    default:
        return parse_condition(key, arg, state);
    }
}

static int complain(const char *what)
{
    fprintf(stderr, "accuracy: %s\n", what);
    return -1;
}

/* Returns a further variant called NAME; there is room for all that this program makes. */
static struct variant *add_variant(struct campaign *c, const char *name)
{
    struct variant *v = &c->variants[c->n_variants++];

    *v = (struct variant){ 0 };
    snprintf(v->name, sizeof v->name, "%s", name);
    return v;
}

static void add_noisy(struct campaign *c, const char *name, unsigned long long seed)
{
    struct variant *v = add_variant(c, name);

    v->noisy = true;
    v->noise_seed = seed;
}

/* Adds the conditions of --table. */
static int add_table(struct campaign *c)
{
    static const char *const kinds[] = { "next_line", "pair", "stride" };
    char name[64];

    add_variant(c, "");
    for (unsigned seed = 1; seed <= 5; seed++) {
        snprintf(name, sizeof name, "noisy, seed %u", seed);
        add_noisy(c, name, seed);
    }
    if (variant_set(add_variant(c, "random frames"), "frames", "allocation", "random") != 0)
        return -1;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        snprintf(name, sizeof name, "prefetch %s", kinds[i]);
        if (variant_set(add_variant(c, name), "prefetch", kinds[i], "yes") != 0)
            return -1;
    }
    return 0;
}

/* Adds the one condition that the options describe. */
static int add_condition(struct request *q)
{
    struct variant *v = add_variant(&q->campaign, "");

    v->noisy = q->noisy;
    v->noise_seed = q->noisy_seed;
    if (q->noise && variant_set_list(v, "noise", q->noise) != 0)
        return complain("--noise: KEY=VALUE,... of [noise] is expected");
    if (q->coherence && variant_set_list(v, "coherence", q->coherence) != 0)
        return complain("--coherence: KEY=VALUE,... of [coherence] is expected");
    if (q->frames && variant_set(v, "frames", "allocation", q->frames) != 0)
        return -1;
    return q->prefetch ? variant_set(v, "prefetch", q->prefetch, "yes") : 0;
}

static int prepare(struct request *q)
{
    bool condition = q->noise || q->coherence || q->noisy || q->frames || q->prefetch;

    if (access(q->campaign.boards.program, X_OK) != 0) {
        fprintf(stderr, "accuracy: %s: %m; --probes says where else\n", q->campaign.boards.program);
        return -1;
    }
    if (q->table && condition)
        return complain("--table has conditions of its own");
    if ((q->table ? add_table(&q->campaign) : add_condition(q)) != 0)
        return -1;
    for (int i = 0; i < q->n_files; i++)
        if (campaign_add(&q->campaign, q->files[i]) != 0)
            return -1;
    return 0;
}

/* Returns the method that decides: the only one, or robust. */
static enum method deciding(const struct request *q)
{
    return q->campaign.method[METHOD_ROBUST] ? METHOD_ROBUST : METHOD_PAPER;
}

static void print_method(const struct request *q, enum method method)
{
    const struct campaign *c = &q->campaign;
    struct score s = campaign_score(c, method, VARIANTS_MOST);

    if (!q->table)
        campaign_print_rows(c, method, q->losses);
    campaign_print_traits(c, method);
    campaign_print_calibration(c, method);
    campaign_print_sure_wrong(c, method);
    printf("%s: wrong with confidence above 0.9: %u of %u\n", campaign_method_names[method],
           s.sure_wrong, s.sure);
    if (method != deciding(q))
        printf("%s: recovered %u of %u\n", campaign_method_names[method], s.recovered, s.compared);
}

static int report(const struct request *q)
{
    struct score s = campaign_score(&q->campaign, deciding(q), VARIANTS_MOST);

    if (q->table)
        campaign_print_table(&q->campaign);
    for (unsigned m = METHODS; m-- > 0;)
        if (q->campaign.method[m]) {
            print_method(q, (enum method)m);
            /* The published rules, where both are asked for, would lower what all kinds share. */
            if (q->run.counts && (enum method)m == deciding(q) &&
                campaign_append_counts(&q->campaign, (enum method)m, q->run.counts) != 0)
                return EXIT_SOME;
        }
    campaign_print_uncovered(&q->campaign);
    printf("recovered %u of %u\n", s.recovered, s.compared);
    if (fflush(stdout) != 0)
        return complain("standard output cannot be written"), EXIT_SOME;
    return campaign_options_hold(&q->run, deciding(q)) ? EXIT_ALL : EXIT_SOME;
}

int main(int argc, char **argv)
{
    static const struct argp_child children[] = { { &campaign_options_argp, 0, NULL, 0 }, { 0 } };
    static const struct argp argp = { options, parse, "FILE|DIR ...", doc, children, NULL, NULL };
    struct request q = { 0 };
    struct scratch scratch;
    int status = EXIT_WRONG_USE;

    campaign_options_start(&q.run, &q.campaign);
    argp_err_exit_status = EXIT_WRONG_USE;
    argp_parse(&argp, argc, argv, 0, NULL, &q);
    if (scratch_make(&scratch, q.run.keep) != 0)
        return EXIT_WRONG_USE;
    q.campaign.folder = scratch.path;
    if (prepare(&q) == 0)
        status = campaign_run(&q.campaign) == 0 ? report(&q) : EXIT_INTERRUPTED;
    scratch_remove(&scratch);
    campaign_free(&q.campaign);
    return status;
}
