/* Right answers, from a machine file, and how an answer is held against them. */
#ifndef TRUTH_H
#define TRUTH_H

#include "machine.h"
#include "result/result.h"

enum truth_kind {
    TRUTH_COUNT,  /* a size, a number of ways ...: exact or wrong */
    TRUTH_CYCLES, /* a time: within 3 percent or half a cycle will do */
    TRUTH_SHARE,  /* a time or a rate: within 3 percent */
    TRUTH_FINE,   /* a time: within half a percent */
    TRUTH_PEAK,   /* a ceiling: within 2 percent */
    TRUTH_ROUGH,  /* a number of operations: within a tenth */
    TRUTH_NAME,
    TRUTH_NULL, /* cannot be seen on this machine, so that any value is wrong */
};

enum { TRUTHS_MOST = 720, TRUTH_TEXT_BYTES = 48 };

struct truth {
    char id[64]; /* of the result */
    enum truth_kind kind;
    double value; /* bytes, a count, or cycles */
    double also;  /* a second value that is right, too; VALUE where there is none */
    const char *name;
    bool or_null; /* null is right, too */
};

enum verdict { VERDICT_EXACT, VERDICT_WITHIN, VERDICT_WRONG, VERDICT_NULL };

/* Sixteenths of MACHINE's cycle that a program takes for one: those of an addition, and of two
 * where it does two a cycle, which the other operations show. */
double truth_cycle_16ths(const struct sim_machine *machine);

/* Fills TRUTHS with every parameter of MACHINE, by level. Returns how many there are. They refer to
 * texts of MACHINE, which must stay where it is as long as they are used. */
size_t truth_of(const struct sim_machine *machine, struct truth truths[TRUTHS_MOST]);

/* Lets T, whose id and kind are set, be what MACHINE's file expects of it. */
void truth_expect(struct truth *t, const struct sim_machine *machine);

/* Holds RESULT against TRUTH; NULL stands for a result that is not there. */
enum verdict truth_verdict(const struct truth *truth, const struct result *result);
bool truth_recovered(enum verdict verdict);
const char *truth_verdict_name(enum verdict verdict);

/* Print either as a person reads it. */
void truth_text(const struct truth *truth, char text[TRUTH_TEXT_BYTES]);
void truth_answer_text(const struct result *result, char text[TRUTH_TEXT_BYTES]);

/* Sets KIND to the id without its level, as in cache.N.size. */
void truth_kind_of(const char *id, char kind[48]);

#endif
