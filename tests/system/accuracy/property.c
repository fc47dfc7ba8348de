/* property --seed S --machines N: draws machines, and holds the analyses against each. */
#define _GNU_SOURCE
#include "campaign.h"
#include "draw.h"
#include "scratch.h"
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_HOLDS = 0, EXIT_BROKEN = 1, EXIT_WRONG_USE = 2, EXIT_INTERRUPTED = 130 };

struct request {
    struct campaign campaign;
    const char *keep, *counts;
    unsigned long long seed, n_machines;
    double least_percent;
    bool calibrated;
};

const char *argp_program_version = "property (pontoon) " PONTOON_VERSION;

static const char doc[] =
    "Draws machines, runs the probes on each as a simulated board, and holds what the analyses "
    "answer against what was drawn. Each machine of which something was not recovered is written "
    "as a machine file, with the parameters as comments: what `accuracy` needs to run it alone. "
    "At the end `recovered N of M`.\v"
    "Exit status: 0 as much as --least asks for was recovered; 1 less, or a board failed; 2 wrong "
    "usage.";

enum {
    KEY_SEED = 256,
    KEY_MACHINES,
    KEY_LEAST,
    KEY_RECORDED,
    KEY_PROBES,
    KEY_OPTIONS,
    KEY_ONLY,
    KEY_KEEP,
    KEY_COUNTS,
    KEY_CALIBRATED,
    KEY_JOBS = 'j'
};

static const struct argp_option options[] = {
    { "seed", KEY_SEED, "S", 0, "Of the draw (default: 1)", 0 },
    { "machines", KEY_MACHINES, "N", 0, "How many (default: 20)", 0 },
    { "least", KEY_LEAST, "PERCENT", 0, "What has to be recovered (default: 100)", 0 },
    { "jobs", KEY_JOBS, "N", 0, "Boards at once (default: one a core)", 0 },
    { "probes", KEY_PROBES, "PATH", 0, "The simulated board's probes", 0 },
    { "options", KEY_OPTIONS, "TEXT", 0, "Options for the probes", 0 },
    { "only", KEY_ONLY, "ID,...", 0, "Compare these parameters, with * and ?", 0 },
    { "keep", KEY_KEEP, "DIR", 0, "Leave machine files and logs in DIR", 0 },
    { "counts", KEY_COUNTS, "FILE", 0, "Append a line for each value to FILE, for calibrate", 0 },
    { "calibrated", KEY_CALIBRATED, NULL, 0,
      "Exit status 1, too, where a tenth of confidence with 100 values is 5 points off, or 1 in "
      "200 of those above "
      "0.9 is wrong",
      0 },
    { "recorded", KEY_RECORDED, "DIR", 0,
      "Take logs of the same program, machine and options from DIR, leave new ones there", 0 },
    { 0 },
};

static unsigned long long number(struct argp_state *state, const char *arg,
                                 unsigned long long least, unsigned long long most)
{
    char *end;
    unsigned long long n = strtoull(arg, &end, 10);

    if (*arg < '0' || *arg > '9' || *end || n < least || n > most)
        argp_error(state, "%s: a number from %llu to %llu is expected", arg, least, most);
    return n;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct request *q = state->input;

    switch (key) {
    case KEY_SEED:
        q->seed = number(state, arg, 0, 1000000000);
        return 0;
    case KEY_MACHINES:
        q->n_machines = number(state, arg, 1, 100000);
        return 0;
    case KEY_LEAST:
        q->least_percent = (double)number(state, arg, 0, 100);
        return 0;
    case KEY_JOBS:
        q->campaign.boards.at_once = (unsigned)number(state, arg, 1, 1024);
        return 0;
    case KEY_PROBES:
        q->campaign.boards.program = arg;
        return 0;
    case KEY_OPTIONS:
        q->campaign.boards.options = arg;
        return 0;
    case KEY_ONLY:
        q->campaign.only = arg;
        return 0;
    case KEY_RECORDED:
        q->campaign.boards.recorded = arg;
        return 0;
    case KEY_KEEP:
        q->keep = arg;
        return 0;
    case KEY_CALIBRATED:
        q->calibrated = true;
        return 0;
    case KEY_COUNTS:
        q->counts = arg;
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
    if (q->counts && campaign_append_counts(&q->campaign, METHOD_ROBUST, q->counts) != 0)
        return EXIT_BROKEN;
    printf("wrong with confidence above 0.9: %u of %u\n", sum.sure_wrong, sum.sure);
    printf("recovered %u of %u\n", sum.recovered, sum.compared);
    if (fflush(stdout) != 0)
        return EXIT_BROKEN;
    if (q->calibrated && !campaign_calibrated(&q->campaign, METHOD_ROBUST))
        return EXIT_BROKEN;
    bool enough = sum.compared > 0 && 100.0 * sum.recovered >= q->least_percent * sum.compared;
    return enough && !campaign_failed(&q->campaign) ? EXIT_HOLDS : EXIT_BROKEN;
}

int main(int argc, char **argv)
{
    static const struct argp argp = { options, parse, NULL, doc, NULL, NULL, NULL };
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct request q = {
        .campaign.method = { true, false }, .seed = 1, .n_machines = 20, .least_percent = 100
    };
    struct scratch scratch;
    int status = EXIT_WRONG_USE;

    q.campaign.boards = (struct boards){ .program = SIM_PROBES,
                                         .options = "",
                                         .at_once = cores > 0 ? (unsigned)cores : 1,
                                         .limit_s = 600 };
    argp_err_exit_status = EXIT_WRONG_USE;
    argp_parse(&argp, argc, argv, 0, NULL, &q);
    if (scratch_make(&scratch, q.keep) != 0)
        return EXIT_WRONG_USE;
    q.campaign.folder = scratch.path;
    if (draw_all(&q) == 0)
        status = campaign_run(&q.campaign) == 0 ? report(&q) : EXIT_INTERRUPTED;
    scratch_remove(&scratch);
    campaign_free(&q.campaign);
    return status;
}
