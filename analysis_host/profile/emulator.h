/* Which emulator a program takes, and its run under the plugin. */
#ifndef EMULATOR_H
#define EMULATOR_H

#include "options.h"
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* A run. */
struct emulator {
    char program[PATH_MAX]; /* the file that the command names */
    char qemu[PATH_MAX];
    char plugin[PATH_MAX];
    char root[64]; /* libraries of another ISA, or "" */
    char isa[16];
    char folder[64];  /* for what the plugin writes; removed by emulator_clean() */
    char raw[96];     /* the plugin's signature, in there */
    char version[64]; /* of QEMU */
    int status;       /* of the program, as wait() has it */
};

/* Fills E for REQUEST. Returns 0; or the exit status, after a message on standard error. */
int emulator_find(struct emulator *e, const struct request *request);

/* Fills E for an image, the first word of REQUEST's command, that REQUEST's run starts. As above.
 */
int emulator_find_run(struct emulator *e, const struct request *request);

/* Makes the folder for what the plugin writes, and names what lies in it; emulator_run() does,
 * where nobody did. Returns 0, or the exit status after a message. */
int emulator_open(struct emulator *e);

/* Runs the program to its end; tells progress on standard error where that is a terminal. Returns
 * 0, or the exit status after a message. */
int emulator_run(struct emulator *e, const struct request *request);

/* Returns true where this program got a signal that ends programs during a run, which got it, too,
 * and has ended. */
bool emulator_stopped(void);

/* Says so, with a line that nothing was written. Returns the exit status, as a shell gives it: 128
 * and the signal. */
int emulator_say_stopped(void);

/* Removes what the plugin wrote. */
void emulator_clean(struct emulator *e);

/* Prints a visible line to standard error, after the program's name. */
void profile_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
