/* Options that every program has which runs a campaign. */
#ifndef CAMPAIGN_OPTIONS_H
#define CAMPAIGN_OPTIONS_H

#include "campaign.h"
#include <argp.h>

struct campaign_options {
    struct campaign *campaign; /* which they are for */
    const char *keep, *counts; /* a folder, a file; NULL: none */
    bool calibrated;
    double least_percent;
};

/* A child of a program's parser, whose input is a struct campaign_options. */
extern const struct argp campaign_options_argp;

/* Fills O and C with what holds where nothing is given: the robust method, a board for each core.
 */
void campaign_options_start(struct campaign_options *o, struct campaign *c);

/* Returns the number ARG of OPTION; ends the program where it is none from LEAST to MOST. */
unsigned long long campaign_options_number(struct argp_state *state, const char *option,
                                           const char *arg, unsigned long long least,
                                           unsigned long long most);

/* Returns true when METHOD did what was asked for: enough was recovered, no board failed, and
 * confidences hold. */
bool campaign_options_hold(const struct campaign_options *o, enum method method);

#endif
