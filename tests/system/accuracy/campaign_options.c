/* Options that every program has which runs a campaign. */
#define _GNU_SOURCE
#include "campaign_options.h"
#include <stdlib.h>
#include <unistd.h>

/* Beyond those of the programs. */
enum {
    KEY_PROBES = 1024,
    KEY_OPTIONS,
    KEY_KEEP,
    KEY_COUNTS,
    KEY_CALIBRATED,
    KEY_RECORDED,
    KEY_ONLY,
    KEY_LEAST,
    KEY_JOBS = 'j'
};

static const struct argp_option options[] = {
    { "jobs", KEY_JOBS, "N", 0, "Boards at once (default: one a core)", 0 },
    { "probes", KEY_PROBES, "PATH", 0, "The simulated board's probes", 0 },
    { "options", KEY_OPTIONS, "TEXT", 0, "Options for the probes, as in \"--quick max=8M\"", 0 },
    { "keep", KEY_KEEP, "DIR", 0, "Leave logs, and machine files as they ran, in DIR", 0 },
    { "counts", KEY_COUNTS, "FILE", 0, "Append a line for each value to FILE, for calibrate", 0 },
    { "calibrated", KEY_CALIBRATED, NULL, 0,
      "Exit status 1, too, where a tenth of confidence with 100 values is 5 points off, or 1 in "
      "200 of those above 0.9 is wrong",
      0 },
    { "recorded", KEY_RECORDED, "DIR", 0,
      "Take logs of the same program, machine and options from DIR, leave new ones there", 0 },
    { "only", KEY_ONLY, "ID,...", 0,
      "Compare these, with * and ?; without, every kind that some analysis answers", 0 },
    { "least", KEY_LEAST, "PERCENT", 0, "Exit status 0 from so many percent on (default: 100)", 0 },
    { 0 },
};

unsigned long long campaign_options_number(struct argp_state *state, const char *option,
                                           const char *arg, unsigned long long least,
                                           unsigned long long most)
{
    char *end;
    unsigned long long n = strtoull(arg, &end, 10);

    if (*arg < '0' || *arg > '9' || *end || n < least || n > most)
        argp_error(state, "--%s=%s: a number from %llu to %llu is expected", option, arg, least,
                   most);
    return n;
}

static double percent(struct argp_state *state, const char *arg)
{
    char *end;
    double p = strtod(arg, &end);

    if (end == arg || *end || !(p >= 0 && p <= 100))
        argp_error(state, "--least=%s: a number from 0 to 100 is expected", arg);
    return p;
}

static error_t parse_board(int key, char *arg, struct argp_state *state)
{
    struct boards *boards = &((struct campaign_options *)state->input)->campaign->boards;

    switch (key) {
    case KEY_JOBS:
        boards->at_once = (unsigned)campaign_options_number(state, "jobs", arg, 1, 1024);
        return 0;
    case KEY_PROBES:
        boards->program = arg;
        return 0;
    case KEY_OPTIONS:
        boards->options = arg;
        return 0;
    case KEY_RECORDED:
        boards->recorded = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct campaign_options *o = state->input;

    switch (key) {
    case KEY_KEEP:
        o->keep = arg;
        return 0;
    case KEY_COUNTS:
        o->counts = arg;
        return 0;
    case KEY_CALIBRATED:
        o->calibrated = true;
        return 0;
    case KEY_ONLY:
        o->campaign->only = arg;
        return 0;
    case KEY_LEAST:
        o->least_percent = percent(state, arg);
        return 0;
    default:
        return parse_board(key, arg, state);
    }
}

const struct argp campaign_options_argp = { options, parse, NULL, NULL, NULL, NULL, NULL };

void campaign_options_start(struct campaign_options *o, struct campaign *c)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN); /* that this process may use */

    *o = (struct campaign_options){ .campaign = c, .least_percent = 100 };
    c->method[METHOD_ROBUST] = true;
    c->boards = (struct boards){ .program = SIM_PROBES,
                                 .options = "",
                                 .at_once = cores > 0 ? (unsigned)cores : 1,
                                 .limit_s = 600 };
}

bool campaign_options_hold(const struct campaign_options *o, enum method method)
{
    struct score s = campaign_score(o->campaign, method, VARIANTS_MOST);

    if (o->calibrated && !campaign_calibrated(o->campaign, method))
        return false;
    return s.compared > 0 && 100.0 * s.recovered >= o->least_percent * s.compared &&
           !campaign_failed(o->campaign);
}
