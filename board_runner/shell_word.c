/* Quotes a word for a shell. */
#include "shell_word.h"
#include <string.h>

void shell_word_print(FILE *out, const char *word)
{
    if (*word != '\0' && strpbrk(word, " \t'\"") == NULL) {
        (void)fputs(word, out);
        return;
    }
    (void)fputc('\'', out);
    for (; *word != '\0'; word++)
        if (*word == '\'')
            (void)fputs("'\\''", out);
        else
            (void)fputc(*word, out);
    (void)fputc('\'', out);
}
