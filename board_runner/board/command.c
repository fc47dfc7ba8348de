/* Splits commands into words and fills their placeholders. */
#include "command.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct split {
    const struct command_fill *fill;
    bool typed;   /* one line, in which blanks and quotes are not special */
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

/* Appends TEXT as a word; it belongs to the list afterwards, or is freed. */
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
    for (char *const *o = s->fill->options; *o != NULL; o++) {
        if (alone) {
            add_word(s, strdup(*o));
            continue;
        }
        if (o != s->fill->options)
            add_bytes(s, " ", 1);
        add_bytes(s, *o, strlen(*o));
    }
}

/* Returns the length of {NAME} when AT begins with it, else 0. */
static size_t braced_length(const char *at, const char *name)
{
    size_t n = strlen(name);

    return at[0] == '{' && strncmp(at + 1, name, n) == 0 && at[n + 1] == '}' ? n + 2 : 0;
}

static const char *take_options(struct split *s, const char *after, bool quoted)
{
    bool alone = !s->typed && !quoted && !s->in_word && (*after == '\0' || is_blank(*after));

    if (!alone)
        add_bytes(s, "", 0);
    add_options(s, alone);
    return after;
}

/* Takes the placeholder at AT, a brace. Returns the place after it. */
static const char *take_placeholder(struct split *s, const char *at, bool quoted)
{
    const struct {
        const char *name, *value;
    } known[] = {
        { "image", s->fill->image },
        { "port", s->fill->port },
        { "address", s->fill->address },
    };
    size_t n = braced_length(at, "options");

    if (n > 0 && s->fill->options != NULL)
        return take_options(s, at + n, quoted);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        n = braced_length(at, known[i].name);
        if (n > 0 && known[i].value != NULL) {
            add_bytes(s, known[i].value, strlen(known[i].value));
            return at + n;
        }
    }
    s->fault = COMMAND_BRACES;
    return at + 1;
}

/* Takes ${name} as it is: a shell or a boot loader will read it. Returns the place of its }. */
static const char *take_variable(struct split *s, const char *at)
{
    size_t n = strcspn(at, "}");

    add_bytes(s, at, n);
    return at + n;
}

/* Takes one byte outside placeholders; *QUOTE is the open quote, or 0. */
static void take_byte(struct split *s, char byte, char *quote)
{
    if (!s->typed && *quote == '\0' && is_blank(byte)) {
        end_word(s);
    } else if (!s->typed && *quote == '\0' && (byte == '\'' || byte == '"')) {
        *quote = byte;
        add_bytes(s, "", 0); /* '' is a word, too */
    } else if (*quote != '\0' && byte == *quote) {
        *quote = '\0';
    } else {
        add_bytes(s, &byte, 1);
    }
}

static void split_text(struct split *s, const char *at)
{
    char quote = '\0';

    while (*at != '\0' && s->fault == COMMAND_OK) {
        if (at[0] == '$' && at[1] == '{')
            at = take_variable(s, at);
        else if (*at == '{')
            at = take_placeholder(s, at, quote != '\0');
        else
            take_byte(s, *at++, &quote);
    }
    if (quote != '\0' && s->fault == COMMAND_OK)
        s->fault = COMMAND_QUOTE;
    end_word(s);
}

static enum command_fault split_whole(struct split *s, const char *text)
{
    split_text(s, text);
    if (s->fault == COMMAND_OK && s->n_words == 0)
        s->fault = COMMAND_EMPTY;
    if (s->fault != COMMAND_OK) {
        command_free(s->words);
        s->words = NULL;
    }
    return s->fault;
}

enum command_fault command_split(char ***words, const char *text, const struct command_fill *fill)
{
    struct split s = { .fill = fill };
    enum command_fault fault = split_whole(&s, text);

    *words = s.words;
    return fault;
}

enum command_fault command_line(char **line, const char *text, const struct command_fill *fill)
{
    struct split s = { .fill = fill, .typed = true };
    enum command_fault fault = split_whole(&s, text);

    *line = fault == COMMAND_OK ? s.words[0] : NULL;
    free(s.words);
    return fault;
}

bool command_names(const char *text, const char *name)
{
    for (const char *at = strchr(text, '{'); at != NULL; at = strchr(at + 1, '{'))
        if (braced_length(at, name) > 0)
            return true;
    return false;
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
        [COMMAND_BRACES] = ("only {image}, {options} and, of a serial line, {port} and {address} "
                            "may stand in braces"),
        [COMMAND_NO_MEMORY] = "out of memory",
    };
    return texts[fault];
}
