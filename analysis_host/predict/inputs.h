/* The files that a call of predict reads: logs, and signatures of programs. */
#ifndef INPUTS_H
#define INPUTS_H

#include "options.h"
#include "signature/signature.h"

/* A program, as built for one processor. */
struct input_program {
    const char *file;
    struct signature signature;
};

struct inputs {
    const char **log;
    size_t n_logs;
    struct input_program *program; /* each of another ISA */
    size_t n_programs;
    bool damaged; /* a part of a signature is lost */
};

/* Tells logs from signatures among the files of Q. Returns 0, or the exit status after a message.
 * IN is zeroed before; inputs_free() in every case. Q must stay. */
int inputs_sort(struct inputs *in, const struct request *q);

/* Reads all signatures. Returns 0, or the exit status after a message: one cannot be used, or two
 * are for the same ISA. */
int inputs_read(struct inputs *in);

/* Reads FILE into S, and notes in IN what is lost of it. Returns 0, or the exit status after a
 * message. */
int inputs_signature(struct inputs *in, struct signature *s, const char *file);

/* Returns the program for a board of ISA, or NULL; a board that is simulated takes any. */
const struct input_program *inputs_program(const struct inputs *in, const char *isa);

void inputs_free(struct inputs *in);

#endif
