/* The command line of profile. */
#ifndef PROFILE_OPTIONS_H
#define PROFILE_OPTIONS_H

#include <stdbool.h>

/* What was asked for. The strings are those of main(). */
struct request {
    const char *output;  /* -o */
    const char *qemu;    /* the emulator, or NULL: by the program's ISA */
    const char *cpu;     /* its processor, or NULL */
    unsigned line, page; /* bytes */
    bool quiet;
    char **command; /* ends with NULL */
};

/* Reads the command line; ends the process with status 2 where it is wrong. */
void options_read(struct request *q, int argc, char **argv);

#endif
