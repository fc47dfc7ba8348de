/* The parser's dealings with single tokens. */
#include "parse.h"
#include <stdio.h>
#include <string.h>

bool token_names(const struct token *token, const char *name)
{
    return token->kind == TOKEN_WORD && token_is(token, name);
}

unsigned parse_array(const struct parser *p, const struct token *name)
{
    unsigned i = 0;

    while (i < p->pattern->n_arrays && !token_names(name, p->pattern->arrays[i].name))
        i++;
    return i;
}

bool parse_fail(struct parser *p, const char *text)
{
    if (p->t->kind != TOKEN_WRONG)
        fault_add(p->faults, p->t->at, "%s", text);
    return false;
}

bool parse_take(struct parser *p, const char *text)
{
    if (!token_is(p->t, text))
        return false;
    p->t++;
    return true;
}

/* What stands at T, for a message. */
static const char *shown(const struct token *t, char *text, size_t size)
{
    if (t->kind == TOKEN_END)
        return "the line ends";
    (void)snprintf(text, size, "here is '%.*s'", (int)(t->n > 40 ? 40 : t->n), t->text);
    return text;
}

bool parse_expect(struct parser *p, const char *text, const char *where)
{
    char said[200], here[64];

    if (parse_take(p, text))
        return true;
    (void)snprintf(said, sizeof said, "'%s' is expected %s; %s", text, where,
                   shown(p->t, here, sizeof here));
    return parse_fail(p, said);
}

static bool is_reserved(const struct token *t)
{
    static const char *const words[] = { "and", "when", "sqrt", "min", "max", "fma" };

    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (token_is(t, words[i]))
            return true;
    return false;
}

const char *parse_name(struct parser *p, const char *what)
{
    const struct token *t = p->t;
    char said[200], here[64];

    if (t->kind != TOKEN_WORD) {
        (void)snprintf(said, sizeof said, "%s is expected; %s", what, shown(t, here, sizeof here));
        parse_fail(p, said);
        return NULL;
    }
    if (t->n > MOST_NAME) {
        (void)snprintf(said, sizeof said, "'%.40s': a name has at most %d letters",
                       arena_text(&p->pattern->arena, t->text, t->n > 40 ? 40 : t->n), MOST_NAME);
        parse_fail(p, said);
        return NULL;
    }
    if (is_reserved(t)) {
        (void)snprintf(said, sizeof said, "'%.*s' is a word of the language, not a name", (int)t->n,
                       t->text);
        parse_fail(p, said);
        return NULL;
    }
    p->t++;
    return arena_text(&p->pattern->arena, t->text, t->n);
}

bool parse_number(struct parser *p, const char *what, int64_t least, int64_t most, int64_t *number)
{
    char said[200];

    if (p->t->kind != TOKEN_NUMBER || p->t->number < least || p->t->number > most) {
        (void)snprintf(said, sizeof said, "%s: a whole number from %lld to %lld is expected", what,
                       (long long)least, (long long)most);
        return parse_fail(p, said);
    }
    *number = p->t++->number;
    return true;
}

bool parse_end(struct parser *p)
{
    char said[200];

    if (p->t->kind == TOKEN_END)
        return true;
    (void)snprintf(said, sizeof said, "'%.*s' is one too many: the line should end before it",
                   (int)(p->t->n > 40 ? 40 : p->t->n), p->t->text);
    return parse_fail(p, said);
}
