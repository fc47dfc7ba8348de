/* Quotes a word for a shell. */
#include "shell_word.h"
#include "record/visible.h"
#include <stdbool.h>
#include <string.h>

static bool is_visible(const char *word)
{
    unsigned length = 1;

    for (size_t left = strlen(word); left > 0 && length > 0; left -= length, word += length)
        length = visible_length(word, left);
    return length > 0;
}

/* Writes WORD so that bash reads \xNN as that byte. */
static void print_escaped(FILE *out, const char *word)
{
    char text[VISIBLE_BYTES + 1];

    (void)fputs("$'", out);
    for (; *word != '\0'; word++) {
        (void)visible_text(text, sizeof text, word, 1);
        (void)fprintf(out, "%s%s", *word == '\'' || *word == '\\' ? "\\" : "", text);
    }
    (void)fputc('\'', out);
}

void shell_word_print(FILE *out, const char *word)
{
    if (*word != '\0' && strpbrk(word, " \t'\"") == NULL && is_visible(word)) {
        (void)fputs(word, out);
        return;
    }
    if (!is_visible(word)) {
        print_escaped(out, word);
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
