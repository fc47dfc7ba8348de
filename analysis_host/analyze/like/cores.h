/* Cores as their makers document them: cores.txt, which says how it is written. */
#ifndef LIKE_CORES_H
#define LIKE_CORES_H

#include "result/id.h"
#include <stdbool.h>
#include <stddef.h>

enum { LIKE_CHOICES = 8, LIKE_WHY = 200 };

/* One value from LOW to HIGH; both are equal but for a time that depends on operands. */
struct like_choice {
    double low, high;
};

/* What a document says of one answer: one of N values, in the unit of the quantity. */
struct like_value {
    struct result_id id;
    struct like_choice at[LIKE_CHOICES];
    size_t n;
    const char *text; /* as cores.txt has it: "256K|512K" */
    const char *from; /* the document */
};

struct like_core {
    const char *name, *family;
    const char *arch; /* beginnings of RUN's arch, with blanks between them */
    struct like_value *at;
    size_t n;
};

struct like_cores {
    struct like_core *at;
    size_t n;
    char *text; /* owned; the strings above are parts of it */
};

/* The text of cores.txt, compiled in. */
extern const char like_cores_text[];

/* Reads TEXT, written as cores.txt is, into *C. Returns true; else false with the line and the
 * reason in WHY: an id that ids.def lacks, a value that is no number, a value without a source, a
 * core without values. *C is to be freed in any case. */
bool like_cores_read(struct like_cores *c, const char *text, char why[LIKE_WHY]);
void like_cores_free(struct like_cores *c);

/* True where an image for architecture ARCH ("aarch64") runs on CORE. */
bool like_core_runs(const struct like_core *core, const char *arch);

#endif
