#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>

/* A command from board.txt as the words of an argv, without a shell, or as a line to be typed.
 *
 * Words are parted by blanks; '...' and "..." keep blanks inside a word; nothing else is special.
 * {image}, {port}, {address} and {options} become what they name: the options as words of their own
 * where {options} stands alone, joined by blanks where it is part of a word or quoted. ${name}
 * belongs to a shell or a boot loader and stays as it is. */

enum command_fault {
    COMMAND_OK = 0,
    COMMAND_EMPTY,
    COMMAND_QUOTE,  /* a quote that is never closed */
    COMMAND_BRACES, /* {something} that there is not */
    COMMAND_NO_MEMORY,
};

/* What the placeholders mean; NULL: there is no such placeholder here. The caller's. */
struct command_fill {
    const char *image;    /* path of the image */
    const char *port;     /* device of the serial line */
    const char *address;  /* where a boot loader puts the image */
    char *const *options; /* for the probes; ends with NULL */
};

/* Splits TEXT. On COMMAND_OK *WORDS is a NULL-terminated argv that command_free() gives back,
 * otherwise NULL. */
enum command_fault command_split(char ***words, const char *text, const struct command_fill *fill);
void command_free(char **words);
/* TEXT with its placeholders filled and nothing else changed. On COMMAND_OK *LINE is for the caller
 * to free, otherwise NULL. */
enum command_fault command_line(char **line, const char *text, const struct command_fill *fill);
/* Whether TEXT holds {NAME}. */
bool command_names(const char *text, const char *name);

/* What FAULT means, for a message. A literal. */
const char *command_fault_text(enum command_fault fault);

#endif
