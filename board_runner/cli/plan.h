/* The plan for one board: what a request means for it, with nothing done yet. */
#ifndef PLAN_H
#define PLAN_H

#include "board/command.h"
#include "board/file.h"
#include "boot/uboot.h"
#include "link/port.h"
#include "request.h"
#include <stdint.h>
#include <stdio.h>

enum plan_link { PLAN_PROCESS, PLAN_PORT, PLAN_SSH };

struct plan {
    const struct request *request;
    struct board_file board;
    enum plan_link link;
    char *image;             /* path */
    struct port_setup setup; /* of PLAN_PORT */
    struct command_fill fill;
    char **load;  /* the words of `load`; NULL: the board needs none */
    char **types; /* lines typed before the load; end with NULL */
    char *start;  /* the line that starts the image */
    char *typed;  /* the options as a line, for a board that asks for them; NULL: none */
    char name[PORT_NAME_BYTES]; /* of a file on a server, this run's own */
    int64_t silence_ms;
};

/* Fills *PLAN for the board NAME, for plan_free() in every case. Returns 0, or an exit status after
 * a message. */
int plan_make(struct plan *plan, const struct request *request, const char *name);
void plan_free(struct plan *plan);
/* Makes the plan of the board request->words[0] and calls ACT with it. Returns ACT's exit status,
 * or an earlier one after a message; flushes standard output as output_flush() does. */
int plan_apply(const struct request *request, int (*act)(const struct plan *plan));

/* Splits value I of KEY into *WORDS, for command_free(). Returns 0, or an exit status after a
 * message. */
int plan_words(const struct plan *plan, enum board_key key, size_t i, char ***words);
/* Returns true when the image of the build is used. */
bool plan_needs_image(const struct plan *plan);
/* Returns the path of the file that the boot loader gets; NULL when there is no boot loader. */
const char *plan_load_file(const struct plan *plan);
/* Returns the values for uboot_start(); they last as long as PLAN. */
struct uboot plan_uboot(const struct plan *plan);
/* Returns the host that is reached by ssh, without the user; NULL when there is none. */
const char *plan_host(const struct plan *plan);
/* Writes the name of what the board occupies: of two boards with the same text, one runs at a time.
 */
void plan_busy_text(const struct plan *plan, char *text, size_t room);

/* Writes to OUT what PLAN would do, line by line. */
void plan_print(FILE *out, const struct plan *plan);
/* Writes to OUT what is missing for PLAN, each line with INDENT before it. Returns the number of
 * lines. */
unsigned plan_missing(FILE *out, const char *indent, const struct plan *plan);
/* Writes how the board is reached to TEXT, as part of a line. */
void plan_link_text(const struct plan *plan, char *text, size_t room);

/* Flushes standard output. Returns STATUS, or EXIT_LOG_LOST after a message when bytes were lost.
 */
int output_flush(int status);

#endif
