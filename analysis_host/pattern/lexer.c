/* Splits a pattern's text into lines of tokens. */
#include "lexer.h"
#include <string.h>

enum { ABOUT_COLUMNS = 5 };

struct lexer {
    struct faults *faults;
    const char *p, *end; /* of the physical line that is read */
    const char *start;
    unsigned line;
    struct token *tokens; /* room for one a byte, and one more a line */
    unsigned n;
};

bool token_is(const struct token *token, const char *text)
{
    return (token->kind == TOKEN_WORD || token->kind == TOKEN_MARK) && strlen(text) == token->n &&
           memcmp(token->text, text, token->n) == 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static struct place place_of(const struct lexer *x, const char *p)
{
    return (struct place){ x->line, (unsigned)(p - x->start) + 1 };
}

static struct token *add_token(struct lexer *x, enum token_kind kind, const char *from)
{
    struct token *t = &x->tokens[x->n++];

    *t = (struct token){ kind, place_of(x, from), from, (unsigned)(x->p - from), 0 };
    return t;
}

static void read_digits(struct lexer *x)
{
    while (x->p < x->end && is_digit(*x->p))
        x->p++;
}

/* Reads a fraction and an exponent where they follow; `4..8` has none. */
static bool read_fraction(struct lexer *x)
{
    const char *from = x->p;

    if (x->p < x->end && *x->p == '.' && !(x->p + 1 < x->end && x->p[1] == '.')) {
        x->p++;
        read_digits(x);
    }
    const char *e = x->p;
    if (e < x->end && (*e == 'e' || *e == 'E')) {
        e++;
        e += e < x->end && (*e == '+' || *e == '-');
        if (e < x->end && is_digit(*e)) {
            x->p = e;
            read_digits(x);
        }
    }
    return x->p > from;
}

static int64_t unit_of(struct lexer *x)
{
    if (x->p < x->end && (*x->p == 'K' || *x->p == 'M'))
        return *x->p++ == 'K' ? 1024 : 1024 * 1024;
    return 1;
}

/* Returns the number whose digits are from P to END, at most MOST_NUMBER. */
static int64_t value_of(const char *p, const char *end)
{
    int64_t number = 0;

    for (; p < end && number < MOST_NUMBER; p++)
        number = 10 * number + (*p - '0');
    return number < MOST_NUMBER ? number : MOST_NUMBER;
}

static void read_number(struct lexer *x)
{
    const char *from = x->p;

    read_digits(x);
    const char *digits_end = x->p;
    bool real = read_fraction(x);
    int64_t number = real ? 0 : value_of(from, digits_end) * unit_of(x);
    if (x->p < x->end && is_letter(*x->p)) {
        fault_add(x->faults, place_of(x, from), "a number ends before '%c'", *x->p);
        x->p = x->end;
        add_token(x, TOKEN_WRONG, from);
    } else if (number >= MOST_NUMBER) {
        fault_add(x->faults, place_of(x, from), "%.*s is too large: numbers are below 2^31",
                  (int)(x->p - from > 40 ? 40 : x->p - from), from);
        add_token(x, TOKEN_WRONG, from);
    } else {
        add_token(x, real ? TOKEN_REAL : TOKEN_NUMBER, from)->number = number;
    }
}

static void read_word(struct lexer *x)
{
    const char *from = x->p;

    while (x->p < x->end && (is_letter(*x->p) || is_digit(*x->p)))
        x->p++;
    add_token(x, TOKEN_WORD, from);
}

static void read_wrong(struct lexer *x)
{
    const unsigned char c = (unsigned char)*x->p;
    const char *from = x->p;

    if (c > ' ' && c < 0x7f)
        fault_add(x->faults, place_of(x, from), "'%c' has no meaning here", c);
    else
        fault_add(x->faults, place_of(x, from), "byte 0x%02x has no meaning here", c);
    x->p = x->end;
    add_token(x, TOKEN_WRONG, from);
}

static void read_mark(struct lexer *x)
{
    static const char *const marks[] = { "<=", ">=", "==", "..", "<", ">", "=", "+", "-", "*",
                                         "/",  "%",  "(",  ")",  "[", "]", ",", ":", ";" };
    const char *from = x->p;

    for (unsigned i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        size_t n = strlen(marks[i]);
        if ((size_t)(x->end - from) >= n && memcmp(from, marks[i], n) == 0) {
            x->p += n;
            add_token(x, TOKEN_MARK, from);
            return;
        }
    }
    read_wrong(x);
}

/* Reads the tokens of one physical line. */
static void read_tokens(struct lexer *x)
{
    while (x->p < x->end) {
        const char c = *x->p;
        if (c == ' ' || c == '\t' || (c == '\r' && x->p + 1 == x->end))
            x->p++;
        else if (is_digit(c) || (c == '.' && x->p + 1 < x->end && is_digit(x->p[1])))
            read_number(x);
        else if (is_letter(c))
            read_word(x);
        else
            read_mark(x);
    }
}

/* Returns true when T ends a line that goes on with the next. */
static bool goes_on(const struct token *t)
{
    return (t->kind == TOKEN_MARK && !token_is(t, ")") && !token_is(t, "]")) ||
           token_is(t, "and") || token_is(t, "when");
}

/* Returns true when T begins a line that continues the one before. */
static bool continues(const struct token *t)
{
    return t->kind == TOKEN_MARK || token_is(t, "and") || token_is(t, "when");
}

static struct line *add_line(struct lexer *x, struct lines *lines)
{
    struct line *l = &lines->at[lines->n++];

    *l = (struct line){ .tokens = &x->tokens[x->n] };
    return l;
}

static void end_line(struct lexer *x, struct line *l)
{
    if (l == NULL)
        return;
    const struct token *last = &x->tokens[x->n - 1];
    struct token *end = &x->tokens[x->n++];
    *end = (struct token){ .kind = TOKEN_END,
                           .at = { last->at.line, last->at.column + last->n },
                           .text = last->text + last->n };
    l->n = (unsigned)(end - l->tokens) + 1;
}

/* Returns the length of the character of UTF-8 at P, 0 where it is none. */
static unsigned utf8_length(const unsigned char *p, size_t n)
{
    unsigned length = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;

    if (p[0] > 0xf4 || length > n)
        return 0;
    for (unsigned i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    /* Longer than need be, halves of pairs, beyond the last. */
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) ||
        (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
        return 0;
    return length;
}

bool text_is_utf8(const char *text)
{
    size_t left = strlen(text);

    while (left > 0) {
        unsigned n = utf8_length((const unsigned char *)text, left);
        if (n == 0)
            return false;
        text += n;
        left -= n;
    }
    return true;
}

/* Takes the rest of the line as text. */
static void read_about(struct lexer *x, struct line *l)
{
    const char *from = x->p;
    const char *end = x->end;

    while (from < end && (*from == ' ' || *from == '\t'))
        from++;
    while (end > from && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    l->about = from;
    l->n_about = (unsigned)(end - from);
    for (const char *p = from; p < end;) {
        unsigned n = utf8_length((const unsigned char *)p, (size_t)(end - p));
        if (n == 0 || (unsigned char)*p < ' ' || *p == 0x7f) {
            fault_add(x->faults, place_of(x, p), "byte 0x%02x is no text", (unsigned char)*p);
            l->n_about = 0;
            return;
        }
        p += n;
    }
}

static bool starts_about(const struct lexer *x)
{
    const char *p = x->p;

    while (p < x->end && (*p == ' ' || *p == '\t'))
        p++;
    return x->end - p >= ABOUT_COLUMNS && memcmp(p, "about", ABOUT_COLUMNS) == 0 &&
           (p + ABOUT_COLUMNS == x->end ||
            !(is_letter(p[ABOUT_COLUMNS]) || is_digit(p[ABOUT_COLUMNS])));
}

static void split_about(struct lexer *x, struct lines *lines)
{
    struct line *l = add_line(x, lines);

    while (*x->p == ' ' || *x->p == '\t')
        x->p++;
    read_word(x);
    read_about(x, l);
    end_line(x, l);
}

/* Splits a physical line; OPEN is the line that it may continue, NULL where there is none. */
static struct line *split_line(struct lexer *x, struct lines *lines, struct line *open)
{
    unsigned before = x->n;

    /* Tokens are written where the open line ends; an end of line makes room before them. */
    read_tokens(x);
    if (x->n == before)
        return open;
    if (open != NULL && (goes_on(&x->tokens[before - 1]) || continues(&x->tokens[before])))
        return open;
    if (open != NULL) {
        memmove(&x->tokens[before + 1], &x->tokens[before], (x->n - before) * sizeof x->tokens[0]);
        unsigned after = x->n;
        x->n = before;
        end_line(x, open);
        x->n = after + 1;
        before++;
    }
    struct line *l = add_line(x, lines);
    l->tokens = &x->tokens[before];
    return l;
}

static void read_physical_line(struct lexer *x, const char *from, const char *stop)
{
    const char *comment = memchr(from, '#', (size_t)(stop - from));

    x->line++;
    x->start = x->p = from;
    x->end = comment == NULL ? stop : comment;
}

struct lines lexer_split(struct faults *faults, struct arena *arena)
{
    const char *p = faults->text, *end = p + faults->n_bytes;
    size_t most_lines = 1;

    for (const char *q = p; q < end; q++)
        most_lines += *q == '\n';
    struct lines lines = { arena_take(arena, most_lines * sizeof(struct line)), 0 };
    struct lexer x = { .faults = faults,
                       .tokens = arena_take(arena, (faults->n_bytes + 2 * most_lines + 2) *
                                                       sizeof(struct token)) };
    struct line *open = NULL;
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        stop = stop == NULL ? end : stop;
        read_physical_line(&x, p, stop);
        if (starts_about(&x)) {
            end_line(&x, open);
            open = NULL;
            split_about(&x, &lines);
        } else {
            open = split_line(&x, &lines, open);
        }
        p = stop < end ? stop + 1 : end;
    }
    end_line(&x, open);
    return lines;
}
