/* Reads signatures: each section by itself, so that damage to one is known as that. */
#include "file.h"
#include "instructions.h"
#include "large_pages.h"
#include "samples.h"
#include "section.h"
#include "system_calls.h"
#include "whole.h"
#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEAD_MOST = 65536 };
#define ROWS_MOST                                                                                  \
    (UINT64_C(1) << 33) /* bytes in memory: zeros of a damaged file take little room */

struct complaint {
    char *text;
    size_t size;
};

static void complain(const struct complaint *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends to the message, after "; " where there is one. */
static void complain(const struct complaint *c, const char *format, ...)
{
    size_t n = strlen(c->text);
    va_list arguments;

    if (n && n + 2 < c->size) {
        memcpy(c->text + n, "; ", 3);
        n += 2;
    }
    va_start(arguments, format);
    vsnprintf(c->text + n, c->size - n, format, arguments);
    va_end(arguments);
}

/* Fills the N rows of SECTION, which S has, from the columns. */
static void fill_rows(struct cursor *c, const struct section *section, struct signature *s,
                      char *rows, uint32_t n)
{
    if (section->rows == offsetof(struct signature, code))
        instructions_get(c, s);
    else if (section->rows == offsetof(struct signature, events))
        samples_get_events(c, s);
    else if (section->rows == offsetof(struct signature, accesses))
        samples_get_accesses(c, s);
    else
        columns_get(c, section->columns, rows, section->row_bytes, n);
}

/* Bytes that a row takes at least: so many rows there are at most. */
static size_t least_bytes(const struct section *section)
{
    if (section->rows == offsetof(struct signature, code))
        return INSTRUCTIONS_BYTES;
    if (section->rows == offsetof(struct signature, events))
        return SAMPLES_EVENT_BYTES;
    if (section->rows == offsetof(struct signature, accesses))
        return SAMPLES_ACCESS_BYTES;
    return columns_least_bytes(section->columns);
}

/* Makes the rows of SECTION from the columns. What was allocated stays in S, to be freed with it.
 */
static bool get_rows(struct cursor *c, const struct section *section, struct signature *s)
{
    uint64_t n = get_number(c);

    if (c->bad || n > UINT32_MAX - 1 || n > (uint64_t)(c->end - c->at) / least_bytes(section) ||
        n > ROWS_MOST / section->row_bytes)
        return false;
    char *rows = calloc((size_t)n + 1, section->row_bytes);
    uint32_t count = (uint32_t)n;
    if (!rows)
        return false;
    large_pages_ask(rows, n * section->row_bytes);
    memcpy((char *)s + section->rows, &rows, sizeof rows);
    memcpy((char *)s + section->n_rows, &count, sizeof count);
    fill_rows(c, section, s, rows, count);
    return !c->bad && c->at == c->end;
}

static uint32_t word_of(const unsigned char *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Unpacks the N bytes of a zlib stream at FROM to SIZE bytes. Its own sum is not looked at: the
 * section has one that has been. */
static bool unpack(unsigned char *to, size_t size, unsigned char *from, size_t n)
{
    enum { HEAD = 2, NO_HEAD = -MAX_WBITS };
    z_stream z = { .next_in = from + HEAD,
                   .avail_in = n > HEAD ? (uInt)(n - HEAD) : 0,
                   .next_out = to,
                   .avail_out = (uInt)size };

    if (inflateInit2(&z, NO_HEAD) != Z_OK)
        return false;
    bool good = inflate(&z, Z_FINISH) == Z_STREAM_END && z.avail_out == 0;
    inflateEnd(&z);
    return good;
}

/* The columns of a section of N bytes, in new memory of *LENGTH; NULL where they do not unpack. */
static unsigned char *unpacked(unsigned char *bytes, size_t n, size_t *length)
{
    size_t size = word_of(bytes);

    if (size > SECTION_MOST || size / 1100 > n)
        return NULL;
    unsigned char *columns = malloc(size + 1);
    large_pages_ask(columns, size);
    if (columns && !unpack(columns, size, bytes + 4, n - 4)) {
        free(columns);
        columns = NULL;
    }
    *length = size;
    return columns;
}

static bool read_rows(unsigned char *bytes, size_t n, const struct section *section,
                      struct signature *s)
{
    if (n < 4)
        return false;
    if (word_of(bytes) == (SECTION_PLAIN | (n - 4))) {
        struct cursor plain = { bytes + 4, bytes + n, false };
        return get_rows(&plain, section, s);
    }
    size_t length;
    unsigned char *columns = unpacked(bytes, n, &length);
    struct cursor c = { columns, columns + (columns ? length : 0), false };
    bool good = columns && get_rows(&c, section, s);

    free(columns);
    return good;
}

/* One section as it stands in the file. */
struct stored {
    char tag[5];
    unsigned char *bytes;
    size_t n;
    bool cut;   /* the file ends in it */
    bool sound; /* its sum is right */
};

/* Reads N bytes that may be cut, in pieces: a damaged length asks for no memory that is not filled.
 */
static unsigned char *read_bytes(FILE *from, size_t n, bool *cut)
{
    enum { STEP = 16 << 20 };
    unsigned char *bytes = NULL;
    size_t have = 0;

    *cut = false;
    do {
        size_t room = n - have < STEP ? n : have + STEP;
        unsigned char *more = realloc(bytes, room + 1);
        if (!more)
            break;
        large_pages_ask(more + have, room - have);
        bytes = more;
        size_t got = fread(bytes + have, 1, room - have, from);
        have += got;
        if (have < room) {
            *cut = true;
            break;
        }
    } while (have < n);
    return bytes;
}

static void read_stored(struct stored *at, FILE *from)
{
    unsigned char head[SECTION_HEAD], sum[4];

    *at = (struct stored){ .tag = "" };
    if (fread(head, 1, sizeof head, from) != sizeof head) {
        at->cut = true;
        return;
    }
    memcpy(at->tag, head, 4);
    at->n = word_of(head + 4);
    at->bytes = read_bytes(from, at->n, &at->cut);
    if (!at->bytes || at->cut || fread(sum, 1, sizeof sum, from) != sizeof sum) {
        at->cut = true;
        return;
    }
    uLong is = crc32(crc32(0, head, 4), at->bytes, (uInt)at->n);
    at->sound = is == word_of(sum);
}

/* Copies a string of the head, which has the byte of each character of Latin-1. */
static bool take_text(const json_t *head, const char *key, char *to, size_t size)
{
    const char *text = json_string_value(json_object_get(head, key));
    size_t n = 0;

    for (; text && *text && n + 1 < size; text++) {
        unsigned char c = (unsigned char)*text;
        if ((c & 0xe0) == 0xc0)
            c = (unsigned char)((c & 3) << 6 | (*++text & 63));
        to[n++] = (char)c;
    }
    to[n] = 0;
    return text != NULL;
}

static uint64_t count_of(const json_t *head, const char *key)
{
    json_int_t value = json_integer_value(json_object_get(head, key));

    return value < 0 ? 0 : (uint64_t)value;
}

static uint64_t at_most(uint64_t value, uint64_t most)
{
    return value < most ? value : most;
}

static uint32_t small_count(const json_t *head, const char *key)
{
    uint64_t value = count_of(head, key);

    return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

/* None in older ones. */
static void take_works(struct signature *s, const json_t *head)
{
    char key[32];

    for (unsigned w = 0; w < SIGNATURE_WORKS; w++) {
        const char *name = work_name((enum signature_work)w);
        snprintf(key, sizeof key, "calls_%s", name);
        s->works[w].count = count_of(head, key);
        snprintf(key, sizeof key, "%s_units", name);
        s->works[w].units = count_of(head, key);
    }
}

static void take_counts(struct signature *s, const json_t *head)
{
    s->instructions = count_of(head, "instructions");
    s->every = count_of(head, "every");
    s->pages = count_of(head, "pages");
    s->pages_read = at_most(count_of(head, "pages_read"), s->pages); /* none in older ones */
    s->pages_copied = at_most(count_of(head, "pages_copied"), s->pages_read);
    s->file_bytes = count_of(head, "file_bytes"); /* none in older ones */
    s->lines = count_of(head, "lines");
    s->code_lines = count_of(head, "code_lines");
    s->code_pages = count_of(head, "code_pages");
    s->clock_reads = count_of(head, "clock_reads");
    s->cpu_asks = count_of(head, "cpu_asks"); /* none in older ones */
    s->burst = small_count(head, "burst");
    s->threads = small_count(head, "threads");
    s->line_bytes = small_count(head, "line_bytes");
    s->page_bytes = small_count(head, "page_bytes");
    s->kernels_crc = small_count(head, "kernels_crc");
    s->ended = (int)(small_count(head, "ended") & 127);
    s->exec = count_of(head, "exec") != 0;
    s->forks = small_count(head, "forks");
    take_works(s, head);
}

/* Fills what the first line tells. */
static bool take_head(struct signature *s, const char *line, size_t n,
                      const struct complaint *complaint)
{
    json_error_t error;
    json_t *head = json_loadb(line, n, 0, &error);
    const char *schema = json_string_value(json_object_get(head, "schema"));
    bool good = schema && strcmp(schema, SIGNATURE_SCHEMA) == 0;

    if (schema && !good)
        complain(complaint, "it is a %.40s, wanted is %s", schema, SIGNATURE_SCHEMA);
    else if (!good && (n == 0 || line[n - 1] != '\n') && n < HEAD_MOST)
        complain(complaint, "it ends within its first line");
    else if (!good)
        complain(complaint, "its first line is not that of a signature");
    good = good && take_text(head, "isa", s->isa, sizeof s->isa) &&
           take_text(head, "program", s->program, sizeof s->program);
    if (schema && !good && !complaint->text[0])
        complain(complaint, "its first line names no isa or program");
    take_text(head, "build_id", s->build_id, sizeof s->build_id);
    take_text(head, "emulator", s->emulator, sizeof s->emulator);
    take_text(head, "arguments", s->arguments, sizeof s->arguments);
    if (head)
        take_counts(s, head);
    json_decref(head);
    return good;
}

/* The first line, without what ends it, in LINE of HEAD_MOST bytes; its length with that, 0 at the
 * end of the file. */
static size_t read_line(char *line, FILE *from)
{
    size_t n = 0;
    int c = 0;

    while (n < HEAD_MOST && c != '\n' && (c = getc(from)) != EOF)
        line[n++] = (char)c;
    return n;
}

static const struct section *section_called(const char *tag)
{
    for (size_t i = 0; i < SIGNATURE_SECTIONS; i++)
        if (memcmp(signature_sections[i].tag, tag, 4) == 0)
            return &signature_sections[i];
    return NULL;
}

/* A tag as messages show it: what is no printable letter is a dot. */
static const char *shown(const char *tag, char to[5])
{
    for (int i = 0; i < 4; i++)
        to[i] = tag[i] > ' ' && tag[i] <= '~' ? tag[i] : '.';
    to[4] = 0;
    return to;
}

/* Takes one stored section; SEEN has a bit for each that came. */
static void take_section(struct signature *s, const struct stored *at, unsigned *seen,
                         const struct complaint *complaint)
{
    const struct section *section = section_called(at->tag);
    char tag[5];

    if (!section) {
        complain(complaint, "section %s is not known", shown(at->tag, tag));
        return;
    }
    unsigned bit = 1U << (section - signature_sections);
    if (*seen & bit) {
        complain(complaint, "section %s comes twice", section->tag);
    } else if (!at->sound || !read_rows(at->bytes, at->n, section, s)) {
        complain(complaint, "section %s is damaged", section->tag);
        signature_drop(s, section);
    } else {
        *seen |= bit;
    }
}

enum sections_end { ENDED_WHOLE, ENDED_CUT, ENDED_HEAD_DAMAGED };

/* Reads sections up to the last one. */
static enum sections_end read_sections(struct signature *s, FILE *from, uLong head_sum,
                                       unsigned *seen, const struct complaint *complaint)
{
    char tag[5];

    for (;;) {
        struct stored at;
        read_stored(&at, from);
        bool last = memcmp(at.tag, SIGNATURE_LAST, 4) == 0;
        bool sound = at.sound && at.n == 4 && word_of(at.bytes) == (uint32_t)head_sum;
        if (at.cut && at.tag[0])
            complain(complaint, "the file ends within section %s", shown(at.tag, tag));
        else if (at.cut)
            complain(complaint, "the file ends before its last section");
        else if (last && !sound)
            complain(complaint, "its first line is damaged");
        else if (!last)
            take_section(s, &at, seen, complaint);
        free(at.bytes);
        if (at.cut || last)
            return at.cut ? ENDED_CUT : sound ? ENDED_WHOLE : ENDED_HEAD_DAMAGED;
    }
}

enum { NAMED = 3 };

/* Names what is missing; of much the first. Returns false where that matters. */
static bool name_missing(unsigned seen, const struct complaint *complaint)
{
    bool good = true;
    unsigned n = 0;

    for (size_t i = 0; i < SIGNATURE_SECTIONS; i++)
        if (!(seen >> i & 1)) {
            if (n++ < NAMED)
                complain(complaint, "without section %s", signature_sections[i].tag);
            good = good && !signature_sections[i].matters;
        }
    if (n > NAMED)
        complain(complaint, "and without %u more", n - NAMED);
    return good;
}

enum signature_state signature_read_next(struct signature *s, FILE *from, char *message,
                                         size_t size)
{
    static const unsigned all = (1U << SIGNATURE_SECTIONS) - 1;
    struct complaint complaint = { message, size };
    unsigned seen = 0;
    char *line = calloc(1, HEAD_MOST);
    size_t n = line ? read_line(line, from) : 0;
    uLong sum = crc32(0, (unsigned char *)line, (uInt)n);

    message[0] = 0;
    memset(s, 0, sizeof *s);
    bool good = n > 0 && take_head(s, line, n, &complaint);
    free(line);
    if (n == 0)
        return SIGNATURE_END;
    enum sections_end end = good ? read_sections(s, from, sum, &seen, &complaint) : ENDED_CUT;
    if (good && seen != all)
        good = name_missing(seen, &complaint);
    if (good && end != ENDED_HEAD_DAMAGED && signature_check(s, message, size))
        return message[0] ? SIGNATURE_PARTS : SIGNATURE_WHOLE;
    signature_free(s);
    return SIGNATURE_REFUSED;
}

enum signature_state signature_read(struct signature *s, const char *path, char *message,
                                    size_t size)
{
    FILE *from = fopen(path, "rb");

    memset(s, 0, sizeof *s);
    if (!from) {
        snprintf(message, size, "%s", strerror(errno));
        return SIGNATURE_REFUSED;
    }
    enum signature_state state = signature_read_next(s, from, message, size);
    fclose(from);
    if (state != SIGNATURE_END)
        return state;
    snprintf(message, size, "it is empty");
    return SIGNATURE_REFUSED;
}
