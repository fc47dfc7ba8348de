/* The command line of profile. */
#ifndef PROFILE_OPTIONS_H
#define PROFILE_OPTIONS_H

#include <stdbool.h>

enum { JOBS_MOST = 64 };

/* What was asked for. The strings are those of main(). */
struct request {
    const char *output;  /* -o */
    const char *qemu;    /* the emulator, or NULL: by the program's ISA */
    const char *cpu;     /* its processor, or NULL */
    unsigned line, page; /* bytes */
    bool quiet;
    char **command; /* ends with NULL; NULL where KERNELS are wanted */

    /* Of kernels that a board has timed. */
    const char *kernels; /* the board's log; NULL: a program is profiled */
    const char *image;   /* that runs them; NULL: found in the folder of this program */
    unsigned
        jobs; /* kernels that run at once, JOBS_MOST at most; 0: as many as there are processors */
    const char *run; /* a command in place of qemu-user, with {image} and {options}; or NULL */

    /* Not of the command line: what the plugin is told more, where standard output and
     * messages go (NULL: they stay), and after how many seconds the run is ended (0: never). */
    const char *watch, *printed;
    unsigned most_seconds;
};

/* Reads the command line; ends the process with status 2 where it is wrong. */
void options_read(struct request *q, int argc, char **argv);

#endif
