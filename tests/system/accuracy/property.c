/* property --seed S --machines N: draws machines, and holds the analyses against each. */
#define _GNU_SOURCE
#include "campaign_options.h"
#include "draw.h"
#include "scratch.h"
#include <argp.h>
#include <stdio.h>

enum { EXIT_HOLDS = 0, EXIT_BROKEN = 1, EXIT_WRONG_USE = 2, EXIT_INTERRUPTED = 130 };

struct request {
    struct campaign campaign;
    struct campaign_options run;
    unsigned long long seed, n_machines;
};

const char *argp_program_version = "property (pontoon) " PONTOON_VERSION;

static const char doc[] =
    "Draws machines, runs the probes on each as a simulated board, and holds what the analyses "
    "answer against what was drawn. Each machine of which something was not recovered is written "
    "as a machine file, with the parameters as comments: what `accuracy` needs to run it alone. "
    "At the end `recovered N of M`.\v"
    "Exit status: 0 as much as --least asks for was recovered; 1 less, or a board failed; 2 wrong "
    "usage.";

enum { KEY_SEED = 256, KEY_MACHINES };

static const struct argp_option options[] = {
    { "seed", KEY_SEED, "S", 0, "Of the draw (default: 1)", 0 },
    { "machines", KEY_MACHINES, "N", 0, "How many (default: 20)", 0 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct request *q = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &q->run;
        return 0;
    case KEY_SEED:
        q->seed = campaign_options_number(state, "seed", arg, 0, 1000000000);
        return 0;
    case KEY_MACHINES:
        q->n_machines = campaign_options_number(state, "machines", arg, 1, 100000);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int write_machine(const char *path, unsigned long long seed, unsigned long long index)
{
    FILE *f = fopen(path, "we");
    bool bad = !f;

    if (f) {
        draw_machine(seed, index, f);
        bad = ferror(f) != 0;
        bad |= fclose(f) != 0;
    }
    if (bad)
        fprintf(stderr, "property: %s: %m\n", path);
    return bad ? -1 : 0;
}

static int draw_all(struct request *q)
{
    for (unsigned long long i = 0; i < q->n_machines; i++) {
        char path[PATH_BYTES];

        snprintf(path, sizeof path, "%.500s/drawn-%llu-%llu.machine", q->campaign.folder, q->seed,
                 i);
        if (write_machine(path, q->seed, i) != 0 || campaign_add(&q->campaign, path) != 0)
            return -1;
    }
    return 0;
}

/* Writes the machine file of outcome I, with comments that say which parameters were not recovered.
 */
static void print_counter_example(const struct request *q, size_t i)
{
    const struct outcome *o = &q->campaign.outcomes[i];
    char truth[TRUTH_TEXT_BYTES];

    printf("# %s\n", o->label);
    for (size_t k = 0; k < o->n_truths; k++) {
        const struct answer *a = &o->answer[METHOD_ROBUST][k];
        if (truth_recovered(a->verdict) || !campaign_compares(&q->campaign, o, k))
            continue;
        truth_text(&o->truth[k], truth);
        printf("# %s: %s, truth %s, answer %s, confidence %.2f\n", o->truth[k].id,
               truth_verdict_name(a->verdict), truth, a->text, a->confidence);
    }
    draw_machine(q->seed, i, stdout);
    printf("\n");
}

static int report(const struct request *q)
{
    struct score sum = campaign_score(&q->campaign, METHOD_ROBUST, VARIANTS_MOST);

    for (size_t i = 0; i < q->campaign.n_outcomes; i++) {
        struct score s =
            campaign_outcome_score(&q->campaign, &q->campaign.outcomes[i], METHOD_ROBUST);
        if (s.recovered < s.compared)
            print_counter_example(q, i);
    }
    campaign_print_calibration(&q->campaign, METHOD_ROBUST);
    campaign_print_sure_wrong(&q->campaign, METHOD_ROBUST);
    campaign_print_uncovered(&q->campaign);
    if (q->run.counts && campaign_append_counts(&q->campaign, METHOD_ROBUST, q->run.counts) != 0)
        return EXIT_BROKEN;
    printf("wrong with confidence above 0.9: %u of %u\n", sum.sure_wrong, sum.sure);
    printf("recovered %u of %u\n", sum.recovered, sum.compared);
    if (fflush(stdout) != 0)
        return EXIT_BROKEN;
    return campaign_options_hold(&q->run, METHOD_ROBUST) ? EXIT_HOLDS : EXIT_BROKEN;
}

int main(int argc, char **argv)
{
    static const struct argp_child children[] = { { &campaign_options_argp, 0, NULL, 0 }, { 0 } };
    static const struct argp argp = { options, parse, NULL, doc, children, NULL, NULL };
    struct request q = { .seed = 1, .n_machines = 20 };
    struct scratch scratch;
    int status = EXIT_WRONG_USE;

    campaign_options_start(&q.run, &q.campaign);
    argp_err_exit_status = EXIT_WRONG_USE;
    argp_parse(&argp, argc, argv, 0, NULL, &q);
    if (scratch_make(&scratch, q.run.keep) != 0)
        return EXIT_WRONG_USE;
    q.campaign.folder = scratch.path;
    if (draw_all(&q) == 0)
        status = campaign_run(&q.campaign) == 0 ? report(&q) : EXIT_INTERRUPTED;
    scratch_remove(&scratch);
    campaign_free(&q.campaign);
    return status;
}
