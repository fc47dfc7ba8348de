/* Words of commands in messages, as a person can paste them. */
#ifndef SHELL_WORD_H
#define SHELL_WORD_H

#include <stdio.h>

/* Writes WORD to OUT so that a shell reads it as one word: in single quotes where it is empty or
 * holds a blank or a quote, in bash's $'...' where it holds what would command a terminal, else as
 * it is. */
void shell_word_print(FILE *out, const char *word);

#endif
