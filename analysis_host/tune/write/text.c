/* Writes texts with words replaced. */
#include "text.h"
#include <string.h>

static const char *find_text(const char *name)
{
    for (const struct tune_text *t = tune_texts; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t->text;
    return "";
}

/* Returns the word that AT, after a @, begins with and that ends with @, or 0. */
static const struct tune_word *word_at(const char *at, const struct tune_word *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t length = strlen(words[i].word);

        if (strncmp(at, words[i].word, length) == 0 && at[length] == '@')
            return &words[i];
    }
    return 0;
}

void text_write(FILE *out, const char *name, const struct tune_word *words, size_t n)
{
    for (const char *at = find_text(name); *at; at++) {
        const struct tune_word *word = *at == '@' ? word_at(at + 1, words, n) : 0;

        if (word) {
            fputs(word->means, out);
            at += strlen(word->word) + 1;
        } else {
            fputc(*at, out);
        }
    }
}
