/* What an audit found. */
#ifndef AUDIT_FINDING_H
#define AUDIT_FINDING_H

#include "result/id.h"
#include <stddef.h>

enum { AUDIT_WORDS = 200, AUDIT_MOST = 64 };

/* One of the two numbers of a finding. */
struct audit_number {
    char what[ID_BYTES + 24]; /* the id of an answer or register, "claim.ID", or words */
    double value;             /* in UNIT; 0 of a name */
    char unit[16];            /* as of struct result, "B/s", "FLOP/s"; "yes": 1 is yes, 0 no */
    char text[48];            /* of a name, else "" */
};

/* What is off. */
struct audit_finding {
    const char *rule;        /* its name, static */
    char what[AUDIT_WORDS];  /* a sentence without its full stop */
    struct audit_number is;  /* as measured */
    struct audit_number may; /* as it may be */
    double loss;             /* 0 to 1 of OF; NaN: unknown */
    const char *of;          /* "bandwidth", "clock" ...; static */
    double confidence;       /* 0 to 0.95: that of the least sure answer that it rests on */
    const char *look;        /* registers and options by the manuals' names; static */
};

/* A rule that could not be applied. */
struct audit_open {
    const char *rule, *needs; /* static: its name, what would tell */
};

struct audit {
    struct audit_finding found[AUDIT_MOST]; /* the greatest loss first, unknown ones last */
    struct audit_open open[AUDIT_MOST];
    size_t n_found, n_open, n_applied; /* rules that had what they need */
};

#endif
