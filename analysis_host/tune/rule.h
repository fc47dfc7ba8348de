/* One rule a kernel: from a machine to at most five ways to build it, the best first. Each file
 * rule/<name>.c exports `const struct tune_rule tune_<name>`; the table is generated. */
#ifndef TUNE_RULE_H
#define TUNE_RULE_H

#include "machine.h"
#include "tune/write/kernels.h"

enum { TUNE_RANKS = 5 };

struct tune_candidate {
    struct tune_choice choice;
    double cost; /* cycles of a multiply-add or an element; 0: the rule has no price */
};

struct tune_ranked {
    struct tune_candidate at[TUNE_RANKS]; /* rank 1 first */
    unsigned n;                           /* 0: left out, WHY says why */
    bool in_doubt; /* at the bounds of a doubtful size another one is first, and it is in AT */
    char why[TUNE_TEXT];
};

struct tune_rule {
    const char *about; /* its rule in a line, as tuned.txt has it */
    /* Fills *RANKED, zeroed before. Texts in it are static or A's. */
    void (*rank)(const struct tune_machine *m, const struct tune_arithmetic *a,
                 struct tune_ranked *ranked);
};

struct tune_rule_entry {
    const char *name;
    const struct tune_rule *rule;
};
extern const struct tune_rule_entry tune_rule_table[];
extern const unsigned tune_rule_table_count;

/* Ranks kernel RULE on M and A; where sizes are in doubt also at both ends of them: the first of
 * each end is a candidate then. */
void tune_rank(const struct tune_rule *rule, const struct tune_machine *m,
               const struct tune_arithmetic *a, struct tune_ranked *ranked);

/* Adds a candidate unless one like it is there or all ranks are taken. Returns true when it was
 * added. */
bool tune_add(struct tune_ranked *ranked, const struct tune_choice *choice, double cost);

#endif
