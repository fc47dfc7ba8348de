/* Joins a sentence that a terminal, a logger or another writer split. */
#include "record_join.h"
#include <string.h>
#include <zlib.h>

enum { DIGITS = 8, TEXT_BYTES = RECORD_BODY_BYTES + 1 + DIGITS };

/* A sentence that is put together: its body, '*' and digits, as far as they came. */
struct pieces {
    char text[TEXT_BYTES];
    size_t n, star; /* where '*' is; TEXT_BYTES: it has not come */
};

static bool may_stand(char c)
{
    return c > ' ' && c < 0x7f && c != '$';
}

int record_hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool record_read_digits(const char *digits, uint32_t *crc)
{
    *crc = 0;
    for (unsigned i = 0; i < DIGITS; i++) {
        if (record_hex_value(digits[i]) < 0)
            return false;
        *crc = *crc << 4 | (uint32_t)record_hex_value(digits[i]);
    }
    return true;
}

static bool is_whole(const struct pieces *p)
{
    return p->star < p->n && p->n - p->star == 1 + DIGITS;
}

/* Adds C. Returns false when no more belongs to the sentence, or it is too long. */
static bool add(struct pieces *p, char c)
{
    if (is_whole(p) || p->n == TEXT_BYTES ||
        (c != '*' && p->star >= p->n && p->n == RECORD_BODY_BYTES))
        return false;
    if (c == '*' && p->star < p->n)
        return false;
    if (c == '*')
        p->star = p->n;
    p->text[p->n++] = c;
    return true;
}

static struct pieces no_pieces(void)
{
    return (struct pieces){ .star = TEXT_BYTES };
}

/* Returns true, and fills *JOINED, where P is whole and its checksum right. */
static bool is_proved(struct record_joined *joined, const struct pieces *p, enum record_join how)
{
    uint32_t crc;

    if (!is_whole(p) || p->star < 3 || memcmp(p->text, "PT,", 3) != 0 ||
        !record_read_digits(p->text + p->star + 1, &crc) ||
        crc32(0, (const Bytef *)p->text, (uInt)p->star) != crc)
        return false;
    joined->how = how;
    joined->n_body = p->star;
    joined->crc = crc;
    memcpy(joined->body, p->text, p->star);
    return true;
}

/* Without what may not be in a sentence, and without the first LEFT_OUT bytes of further lines.
 */
static bool join_lines(struct record_joined *joined, const char *text, size_t n, size_t left_out)
{
    struct pieces p = no_pieces();
    bool line_ended = false;

    for (size_t i = 0; i < n; i++) {
        if (may_stand(text[i]) && !add(&p, text[i]))
            break;
        if (text[i] == '\n') {
            line_ended = true;
            i += left_out;
        }
    }
    return is_proved(joined, &p, line_ended ? RECORD_JOINED_LINES : RECORD_JOINED_TEXT);
}

/* ---- other text in the middle ---- */

/* The CRC register before byte C, where it is AFTER after it. OF_HIGH: index of the table's entry
 * with this highest byte. */
static uint32_t register_before(uint32_t after, char c, const unsigned char *of_high)
{
    unsigned char index = of_high[after >> 24];

    return (after ^ (uint32_t)get_crc_table()[index]) << 8 | (index ^ (unsigned char)c);
}

/* The register that the bytes before TEXT must leave, so that TEXT, N_BODY bytes, ends with CRC. */
static uint32_t register_wanted(const char *text, size_t n_body, uint32_t crc)
{
    unsigned char of_high[256];
    uint32_t wanted = ~crc;

    for (unsigned i = 0; i < 256; i++)
        of_high[(uint32_t)get_crc_table()[i] >> 24] = (unsigned char)i;
    while (n_body > 0)
        wanted = register_before(wanted, text[--n_body], of_high);
    return wanted;
}

/* The length of what may be in a sentence at TEXT, of at most N bytes. */
static size_t plain_bytes(const char *text, size_t n)
{
    size_t i = 0;

    while (i < n && may_stand(text[i]))
        i++;
    return i;
}

static bool join_at(struct record_joined *joined, const char *text, size_t n_first,
                    const char *rest, size_t n_rest)
{
    struct pieces p = no_pieces();
    bool all = true;

    for (size_t i = 0; i < n_first && all; i++)
        all = add(&p, text[i]);
    for (size_t i = 0; i < n_rest && all && !is_whole(&p); i++)
        all = add(&p, rest[i]);
    return is_proved(joined, &p, RECORD_JOINED_TEXT);
}

/* The sentence breaks off somewhere in its first N_FIRST bytes and goes on at REST, with '*'. */
static bool join_bodies(struct record_joined *joined, const char *text, size_t n_first,
                        const char *rest, size_t n_rest)
{
    const char *star = memchr(rest, '*', n_rest);
    uint32_t crc;

    if (star == NULL || (size_t)(rest + n_rest - star) < 1 + DIGITS ||
        !record_read_digits(star + 1, &crc))
        return false;
    uint32_t wanted = ~register_wanted(rest, (size_t)(star - rest), crc);
    uLong now = 0;
    for (size_t i = 0; i <= n_first && i <= RECORD_BODY_BYTES; i++) {
        if (now == wanted && join_at(joined, text, i, rest, n_rest))
            return true;
        if (i == n_first || text[i] == '*')
            break;
        now = crc32(now, (const Bytef *)text + i, 1);
    }
    return false;
}

/* It breaks off among its digits. */
static bool join_digits(struct record_joined *joined, const char *text, size_t n_first,
                        const char *rest, size_t n_rest)
{
    const char *star = memchr(text, '*', n_first);

    for (size_t i = 1; star != NULL && i <= DIGITS && star + i <= text + n_first; i++)
        if (join_at(joined, text, (size_t)(star - text) + i, rest, n_rest))
            return true;
    return false;
}

static bool join_text(struct record_joined *joined, const char *text, size_t n)
{
    size_t n_first = plain_bytes(text, n);

    for (const char *end = memchr(text, '\n', n); end != NULL;
         end = memchr(end + 1, '\n', n - (size_t)(end + 1 - text))) {
        const char *rest = end + 1;
        size_t n_rest = plain_bytes(rest, n - (size_t)(rest - text));

        if (n_rest > 0 && (join_bodies(joined, text, n_first, rest, n_rest) ||
                           join_digits(joined, text, n_first, rest, n_rest)))
            return true;
        if (rest == text + n)
            break;
    }
    return false;
}

/* ---- escapes ---- */

static bool add_text(struct pieces *p, const char *text)
{
    bool all = true;

    for (; *text != '\0' && all; text++)
        all = add(p, *text);
    return all;
}

/* Adds what begins the N bytes at TEXT without its escape, which is a backslash or one of HTML or
 * a blank's. Returns the bytes used up; 0: no more. */
static size_t add_unescaped(struct pieces *p, const char *text, size_t n, bool backslashes)
{
    static const struct {
        const char *from, *to;
    } escapes[] = { { " ", "%20" },  { "&amp;", "&" },   { "&lt;", "<" },
                    { "&gt;", ">" }, { "&quot;", "\"" }, { "&#39;", "'" } };

    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++) {
        size_t used = strlen(escapes[i].from);
        if (n >= used && memcmp(text, escapes[i].from, used) == 0)
            return add_text(p, escapes[i].to) ? used : 0;
    }
    size_t skipped = backslashes && *text == '\\' && n > 1;
    return may_stand(text[skipped]) && add(p, text[skipped]) ? skipped + 1 : 0;
}

static bool join_escaped(struct record_joined *joined, const char *text, size_t n, bool backslashes)
{
    struct pieces p = no_pieces();
    size_t used = 1;

    for (size_t i = 0; i < n && used > 0; i += used)
        used = add_unescaped(&p, text + i, n - i, backslashes);
    return is_proved(joined, &p, RECORD_JOINED_TEXT);
}

bool record_join(struct record_joined *joined, const char *text, size_t n, size_t column)
{
    return join_lines(joined, text, n, 0) ||
           (column > 1 && join_lines(joined, text, n, column - 1)) || join_text(joined, text, n) ||
           join_escaped(joined, text, n, true) || join_escaped(joined, text, n, false);
}
