/* Texts of C with words in @ that stand for what differs. */
#ifndef TUNE_TEXT_H
#define TUNE_TEXT_H

#include <stddef.h>
#include <stdio.h>

struct tune_text {
    const char *name; /* as the file is called, without .in */
    const char *text;
};

/* Every file under text/, which the build puts together; ends with a name of 0. */
extern const struct tune_text tune_texts[];

/* A word between two @, and what it stands for. */
struct tune_word {
    const char *word, *means;
};

/* Writes the text called NAME to OUT, each @WORD@ of the N WORDS replaced. A @ with no such word is
 * left as it is. */
void text_write(FILE *out, const char *name, const struct tune_word *words, size_t n);

#endif
