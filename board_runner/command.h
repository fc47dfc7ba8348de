#ifndef COMMAND_H
#define COMMAND_H

/* A command from board.txt as the words of an argv, without a shell.
 *
 * Words are parted by blanks; '...' and "..." keep blanks inside a word; nothing else is special.
 * {image} becomes the path of the image. {options} becomes the probe options: as words of their own
 * where it stands alone, joined by blanks where it is part of a word or quoted. */

enum command_fault {
    COMMAND_OK = 0,
    COMMAND_EMPTY,
    COMMAND_QUOTE,  /* a quote that is never closed */
    COMMAND_BRACES, /* {something} that is neither {image} nor {options} */
    COMMAND_NO_MEMORY,
};

/* Splits TEXT; OPTIONS ends with NULL. On COMMAND_OK *WORDS is a NULL-terminated argv that
 * command_free() gives back, otherwise NULL. */
enum command_fault command_split(char ***words, const char *text, const char *image,
                                 char *const *options);
void command_free(char **words);

/* What FAULT means, for a message. A literal. */
const char *command_fault_text(enum command_fault fault);

#endif
