#ifndef PLAN_H
#define PLAN_H

#include "board/command.h"
#include "board/file.h"
#include "boot/uboot.h"
#include "link/port.h"
#include "request.h"
#include <stdint.h>
#include <stdio.h>

/* What a request means for one board: every value in its place, and nothing done yet. */

enum plan_link { PLAN_PROCESS, PLAN_PORT, PLAN_SSH };

struct plan {
    const struct request *request;
    struct board_file board;
    enum plan_link link;
    char *image;             /* path */
    struct port_setup setup; /* of PLAN_PORT */
    struct command_fill fill;
    char **load;  /* the words of `load`; NULL: the board needs none */
    char **types; /* what is typed before */
    char *start;
    char *typed; /* the options as a line, for a board that asks for them; NULL: none */
    char name[PORT_NAME_BYTES]; /* of a file on a server, this program's alone */
    int64_t silence_ms;
};

/* Fills *PLAN for NAME, which plan_free() gives back in every case. 0, or an exit status after a
 * message. */
int plan_make(struct plan *plan, const struct request *request, const char *name);
void plan_free(struct plan *plan);
/* Makes the plan of the board request->words[0] and calls ACT with it. Returns ACT's exit status,
 * or an earlier one after a message; flushes standard output as output_flush() does. */
int plan_apply(const struct request *request, int (*act)(const struct plan *plan));

/* The words of value I of KEY, for command_free(). 0, or an exit status after a message. */
int plan_words(const struct plan *plan, enum board_key key, size_t i, char ***words);
/* Whether the image of the build is used, and what has to be there besides or instead: a path. */
bool plan_needs_image(const struct plan *plan);
const char *plan_load_file(const struct plan *plan);
/* What uboot_start() wants. */
struct uboot plan_uboot(const struct plan *plan);
/* The host that is reached by ssh: without a user before it. */
const char *plan_host(const struct plan *plan);
/* What keeps the board busy: of two with the same text, one at a time. */
void plan_busy_text(const struct plan *plan, char *text, size_t room);

/* Writes to OUT what plan would do, line by line; and what is missing for it, each line with INDENT
 * before it. How much is missing. */
void plan_print(FILE *out, const struct plan *plan);
unsigned plan_missing(FILE *out, const char *indent, const struct plan *plan);
/* How the board is reached, in a line. */
void plan_link_text(const struct plan *plan, char *text, size_t room);

#endif
