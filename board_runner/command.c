#include "command.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct split {
    const char *image;
    char *const *options;
    char **words; /* NULL after the last */
    size_t n_words;
    char *word; /* under way */
    size_t n_bytes, room;
    bool in_word;
    enum command_fault fault;
};

static void add_bytes(struct split *s, const char *bytes, size_t n)
{
    s->in_word = true;
    if (s->n_bytes + n + 1 > s->room) {
        size_t room = 2 * (s->n_bytes + n + 1);
        char *word = realloc(s->word, room);

        if (word == NULL) {
            s->fault = COMMAND_NO_MEMORY;
            return;
        }
        s->word = word;
        s->room = room;
    }
    memcpy(s->word + s->n_bytes, bytes, n);
    s->n_bytes += n;
    s->word[s->n_bytes] = '\0';
}

/* Makes TEXT, which now is the list's, the next word. */
static void add_word(struct split *s, char *text)
{
    char **words = realloc(s->words, (s->n_words + 2) * sizeof *words);

    if (words == NULL || text == NULL) {
        free(text);
        s->fault = COMMAND_NO_MEMORY;
    } else {
        words[s->n_words++] = text;
        words[s->n_words] = NULL;
    }
    s->words = words != NULL ? words : s->words;
}

static void end_word(struct split *s)
{
    if (!s->in_word)
        return;
    add_word(s, s->word);
    s->word = NULL;
    s->n_bytes = s->room = 0;
    s->in_word = false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void add_options(struct split *s, bool alone)
{
    for (char *const *o = s->options; *o != NULL; o++) {
        if (alone) {
            add_word(s, strdup(*o));
            continue;
        }
        if (o != s->options)
            add_bytes(s, " ", 1);
        add_bytes(s, *o, strlen(*o));
    }
}

/* AT is a brace; returns where to go on. */
static const char *take_placeholder(struct split *s, const char *at, bool quoted)
{
    static const char image[] = "{image}", options[] = "{options}";

    if (strncmp(at, image, sizeof image - 1) == 0) {
        add_bytes(s, s->image, strlen(s->image));
        return at + sizeof image - 1;
    }
    if (strncmp(at, options, sizeof options - 1) == 0) {
        const char *after = at + sizeof options - 1;
        bool alone = !quoted && !s->in_word && (*after == '\0' || is_blank(*after));

        if (!alone)
            add_bytes(s, "", 0);
        add_options(s, alone);
        return after;
    }
    s->fault = COMMAND_BRACES;
    return at + 1;
}

static void split_text(struct split *s, const char *at)
{
    char quote = '\0';

    while (*at != '\0' && s->fault == COMMAND_OK) {
        if (*at == '{') {
            at = take_placeholder(s, at, quote != '\0');
            continue;
        }
        if (quote == '\0' && is_blank(*at)) {
            end_word(s);
        } else if (quote == '\0' && (*at == '\'' || *at == '"')) {
            quote = *at;
            add_bytes(s, "", 0); /* '' is a word, too */
        } else if (quote != '\0' && *at == quote) {
            quote = '\0';
        } else {
            add_bytes(s, at, 1);
        }
        at++;
    }
    if (quote != '\0' && s->fault == COMMAND_OK)
        s->fault = COMMAND_QUOTE;
    end_word(s);
}

enum command_fault command_split(char ***words, const char *text, const char *image,
                                 char *const *options)
{
    struct split s = { .image = image, .options = options };

    split_text(&s, text);
    if (s.fault == COMMAND_OK && s.n_words == 0)
        s.fault = COMMAND_EMPTY;
    if (s.fault != COMMAND_OK) {
        command_free(s.words);
        s.words = NULL;
    }
    *words = s.words;
    return s.fault;
}

void command_free(char **words)
{
    for (char **w = words; w != NULL && *w != NULL; w++)
        free(*w);
    free(words);
}

const char *command_fault_text(enum command_fault fault)
{
    static const char *const texts[] = {
        [COMMAND_OK] = "fine",
        [COMMAND_EMPTY] = "the command is empty",
        [COMMAND_QUOTE] = "a quote is never closed",
        [COMMAND_BRACES] = "only {image} and {options} may stand in braces",
        [COMMAND_NO_MEMORY] = "out of memory",
    };
    return texts[fault];
}
