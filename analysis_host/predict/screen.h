/* What all answers on a screen are made of: durations, lines of 80 columns, cells. */
#ifndef SCREEN_H
#define SCREEN_H

#include "answer.h"
#include <stdio.h>

enum { SCREEN_COLUMNS = 80 };

/* Text of a duration with its unit. */
struct duration {
    char text[32];
};

struct duration screen_duration(double seconds);

/* What P takes, times FACTOR: a duration, or cycles where the clock's rate is not known. */
struct duration screen_time(const struct prediction *p, double factor);

/* Writes WORDS in lines of SCREEN_COLUMNS, the first after LEAD, further ones as far in. */
void screen_wrap(FILE *out, const char *lead, const char *words);

/* Writes TEXT in WIDTH columns, cut where it is longer. */
void screen_cell(FILE *out, const char *text, int width);

/* Writes each number of M with its source, and what stands in for those that are missing. */
void screen_machine(FILE *out, const struct machine *m);

#endif
