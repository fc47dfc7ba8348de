/* The text of a table in a line of a log: without markup, and behind what a logger puts there. */
#include "table_line.h"
#include "table_text.h"
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || (unsigned char)c >= 0x80;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* ---- markup ---- */

struct replacement {
    const char *from;
    char to;
};

static const struct replacement letters[] = {
    { "\xc2\xa0", ' ' },     { "\xe2\x80\x87", ' ' }, /* no-break, figure, */
    { "\xe2\x80\x89", ' ' }, { "\xe2\x80\x8a", ' ' }, /* thin, hair, */
    { "\xe2\x80\xaf", ' ' }, { "\xe2\x80\x82", ' ' }, /* narrow no-break, en, */
    { "\xe2\x80\x83", ' ' }, { "\xe3\x80\x80", ' ' }, /* em and ideographic blanks */
    { "&nbsp;", ' ' },       { "&quot;", '"' },       { "&#34;", '"' },
    { "&amp;", '&' },        { "&lt;", '<' },         { "&gt;", '>' },
};

/* Replaces what stands at *AT. Returns the letter, or 0 where nothing is to be replaced. */
static char replaced(const char **at)
{
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        size_t n = strlen(letters[i].from);
        if (strncmp(*at, letters[i].from, n) == 0) {
            *at += n;
            return letters[i].to;
        }
    }
    return 0;
}

/* The bytes of the terminal's escape sequence at AT: ESC [ parameters letter. */
static size_t escape_bytes(const char *at)
{
    if (at[0] != '\x1b' || at[1] != '[')
        return 0;
    size_t n = 2 + strspn(at + 2, "0123456789;?");
    return at[n] != '\0' ? n + 1 : n;
}

/* The bytes of the tag at AT: <word ...> or </word>. */
static size_t tag_bytes(const char *at)
{
    const char *name = at + 1 + (at[0] == '<' && at[1] == '/');

    if (at[0] != '<' || !is_letter(*name))
        return 0;
    size_t n = strcspn(at + 1, "<>");
    return at[1 + n] == '>' ? n + 2 : 0;
}

/* What is left on a terminal: the text after the last carriage return with text behind it. */
static const char *not_overwritten(const char *line)
{
    const char *at = strrchr(line, '\r');

    return at != NULL ? at + 1 : line;
}

void table_line_clean(char *line)
{
    const char *from = not_overwritten(line);
    char *to = line;

    if (from == line && strpbrk(line, "\x1b<&\xc2\xe2\xe3") == NULL)
        return;
    while (*from != '\0') {
        size_t skipped = escape_bytes(from) + tag_bytes(from);
        char letter = skipped == 0 ? replaced(&from) : 0;
        from += skipped;
        if (letter != 0)
            *to++ = letter;
        else if (skipped == 0)
            *to++ = *from++;
    }
    *to = '\0';
}

/* ---- numbers ---- */

/* Returns true when C stands between two digits at AT. */
static bool is_between_digits(const char *text, const char *at)
{
    return at > text && is_digit(at[-1]) && is_digit(at[1]);
}

static bool has_between_digits(const char *text, char c)
{
    for (const char *at = strchr(text, c); at != NULL; at = strchr(at + 1, c))
        if (is_between_digits(text, at))
            return true;
    return false;
}

void table_line_numbers(char *text)
{
    bool decimal_commas = !has_between_digits(text, '.');

    if (strpbrk(text, ",;") == NULL)
        return;
    for (char *at = text; *at != '\0'; at++)
        if ((*at == ',' || *at == ';') && is_between_digits(text, at))
            *at = *at == ',' && decimal_commas ? '.' : ' ';
}

/* ---- prefixes ---- */

/* Moves *AT past the next piece of a shape, blanks before it too. Returns its letter; 0: END. */
static char next_piece(const char **at, const char *end)
{
    const char *p = *at;

    while (p < end && is_blank(*p))
        p++;
    *at = p;
    if (p >= end || *p == '\0')
        return 0;
    if (!is_letter(*p) && !is_digit(*p)) {
        *at = p + 1;
        return *p;
    }
    while (p < end && (is_letter(*p) || is_digit(*p)))
        p++;
    *at = p;
    return 'x';
}

/* The quote that is open at the end of what stands from LINE to END, or 0. */
static char open_quote(const char *line, const char *end)
{
    char quote = 0;

    for (const char *p = line; p < end; p++)
        if (*p == '\\' && quote != 0)
            p++;
        else if ((*p == '"' || *p == '\'') && (quote == 0 || quote == *p))
            quote = quote == 0 ? *p : 0;
    return quote;
}

static unsigned fields_of(const char *line, const char *end)
{
    unsigned n = 0;

    for (const char *p = line; p < end; p++)
        n += !is_blank(*p) && (p == line || is_blank(p[-1]));
    return n;
}

bool table_prefix_of(struct table_prefix *prefix, const char *line, const char *at)
{
    const char *p = line, *end = at;
    size_t n = 0;
    char piece;

    *prefix = (struct table_prefix){ .quote = open_quote(line, end) };
    if (prefix->quote != 0 && end > line && end[-1] == '\\')
        end--; /* the escape of the text's first letter */
    while ((piece = next_piece(&p, end)) != 0) {
        if (n + 1 >= sizeof prefix->shape)
            return false;
        prefix->shape[n++] = piece;
    }
    prefix->fields = fields_of(line, end);
    return true;
}

const char *table_prefix_by_shape(const struct table_prefix *prefix, const char *line)
{
    const char *p = line, *end = line + strlen(line);

    for (const char *shape = prefix->shape; *shape != '\0'; shape++)
        if (next_piece(&p, end) != *shape)
            return NULL;
    return p;
}

const char *table_prefix_by_fields(const struct table_prefix *prefix, const char *line)
{
    const char *p = line;

    if (prefix->quote != 0)
        return NULL;
    for (unsigned i = 0; i < prefix->fields; i++) {
        p = table_text_skip_blanks(p);
        p += strcspn(p, " \t");
    }
    return *p != '\0' ? p : NULL;
}

/* The letter that the escape at *AT, after its backslash, stands for; 0: the text ends. */
static char unescaped(const char **at)
{
    char c = *(*at)++;

    if (c == 't')
        return ' ';
    if (c == 'u' && strspn(*at, "0123456789abcdefABCDEF") >= 4) {
        bool quote = strncmp(*at, "0022", 4) == 0;
        *at += 4;
        return quote ? '"' : ' ';
    }
    return c == 'n' || c == 'r' ? '\0' : c;
}

void table_prefix_text(const struct table_prefix *prefix, char *to, const char *from)
{
    while (*from != '\0' && (prefix->quote == 0 || *from != prefix->quote)) {
        char c = *from++;
        if (prefix->quote != 0 && c == '\\' && *from != '\0')
            c = unescaped(&from);
        if (c == '\0')
            break;
        *to++ = c;
    }
    *to = '\0';
}
