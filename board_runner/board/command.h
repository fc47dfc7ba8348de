/* Commands of board.txt: their words, and what is in braces in them. */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>

/* A command becomes the words of an argv, without a shell, or a line to be typed.
 *
 * Blanks separate words; '...' and "..." keep blanks inside a word; nothing else is special.
 * {image}, {port}, {address} and {options} are replaced by their values. Options become words of
 * their own where {options} is a word of its own, and one text with blanks where it is quoted or
 * part of a word. ${name} belongs to a shell or a boot loader and stays as it is. */

enum command_fault {
    COMMAND_OK = 0,
    COMMAND_EMPTY,
    COMMAND_QUOTE,  /* a quote that is never closed */
    COMMAND_BRACES, /* {name} with a name that is not known */
    COMMAND_NO_MEMORY,
};

/* Values of the placeholders, the caller's; NULL: that placeholder is not allowed here. */
struct command_fill {
    const char *image;    /* path of the image */
    const char *port;     /* device of the serial line */
    const char *address;  /* where a boot loader puts the image */
    char *const *options; /* for the probes; ends with NULL */
};

/* Splits TEXT into *WORDS, an argv that ends with NULL, for command_free(). Returns COMMAND_OK, or
 * the fault with *WORDS NULL. */
enum command_fault command_split(char ***words, const char *text, const struct command_fill *fill);
/* Frees WORDS; NULL is allowed. */
void command_free(char **words);
/* Fills the placeholders of TEXT and changes nothing else. Returns COMMAND_OK with *LINE for the
 * caller to free, or the fault with *LINE NULL. */
enum command_fault command_line(char **line, const char *text, const struct command_fill *fill);
/* Returns true when TEXT holds {NAME}. */
bool command_names(const char *text, const char *name);

/* Returns what FAULT means, for a message. A literal. */
const char *command_fault_text(enum command_fault fault);

#endif
