/* Reads signatures: each section by itself, so that damage to one is known as that. */
#include "file.h"
#include "section.h"
#include "whole.h"
#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEAD_MOST = 65536, ROWS_AT_ONCE = 256 };
#define ROWS_MOST                                                                                  \
    (UINT64_C(1) << 33) /* bytes in memory: zeros of a damaged file take little room */

/* Bytes of a section that are still to be read. */
struct cursor {
    const unsigned char *at, *end;
    bool bad;
};

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

static inline uint64_t get_number(struct cursor *c)
{
    uint64_t value = 0;

    if (c->at < c->end && *c->at < 128) /* most are so short */
        return *c->at++;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (c->at == c->end)
            break;
        unsigned byte = *c->at++;
        value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return value;
    }
    c->bad = true;
    return 0;
}

/* The top bit of each of eight bytes: set where a number goes on. */
static const uint64_t goes_on = UINT64_C(0x8080808080808080);

/* Fills TO with the next numbers, where eight of one byte each come. */
static inline bool get_eight(struct cursor *c, uint8_t to[8])
{
    uint64_t all;

    if (c->end - c->at < 8)
        return false;
    memcpy(&all, c->at, sizeof all);
    if (all & goes_on)
        return false;
    memcpy(to, &all, sizeof all);
    c->at += sizeof all;
    return true;
}

static inline uint64_t get_signed(struct cursor *c)
{
    uint64_t value = get_number(c);

    return value >> 1 ^ (0 - (value & 1));
}

static double get_real(struct cursor *c)
{
    uint64_t bits = 0;
    double value;

    if (c->end - c->at < 8) {
        c->bad = true;
        return 0;
    }
    for (unsigned i = 0; i < 64; i += 8)
        bits |= (uint64_t)*c->at++ << i;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A new string, or NULL. */
static char *get_text(struct cursor *c)
{
    uint64_t n = get_number(c);

    if (n == 0 || c->bad)
        return NULL;
    if (n - 1 > (uint64_t)(c->end - c->at)) {
        c->bad = true;
        return NULL;
    }
    char *text = strndup((const char *)c->at, (size_t)(n - 1));
    c->at += n - 1;
    return text;
}

/* A new array of N numbers. */
static uint32_t *get_list(struct cursor *c, uint32_t n)
{
    if (n > (uint64_t)(c->end - c->at)) {
        c->bad = true;
        return NULL;
    }
    uint32_t *list = calloc(n + (size_t)1, sizeof *list);
    for (uint32_t i = 0; list && i < n; i++)
        list[i] = (uint32_t)get_number(c);
    return list;
}

static void get_address(struct cursor *c, struct signature_access *a, struct address_walk *walk)
{
    uint64_t *last = address_walk_next(walk, a->instruction);

    a->address = get_signed(c);
    if (!last) {
        c->bad = true;
        return;
    }
    a->address += *last;
    *last = a->address;
}

/* An element of all rows, or a column FEW or SPARSE: where its bytes are, and its value in the row
 * before. */
struct strand {
    const struct column *column;
    size_t offset; /* in a row */
    struct cursor from;
    struct cursor gaps, values; /* SPARSE alone, which has its counts in FROM */
    uint64_t before;
};

/* Writes VALUE to SIZE bytes, a constant where this is called. */
static inline void put_value(char *at, uint64_t value, size_t size)
{
    uint8_t byte = (uint8_t)value;
    uint16_t half = (uint16_t)value;
    uint32_t word = (uint32_t)value;

    memcpy(at,
           size == 1   ? (void *)&byte
           : size == 2 ? (void *)&half
           : size == 4 ? (void *)&word
                       : (void *)&value,
           size);
}

/* Reads N numbers of SIZE bytes, each of which has to fit, STEP bytes apart. SIZE is a constant
 * where this is called, so that each size has a loop of its own. */
static inline void get_numbers(struct strand *t, char *at, size_t step, uint32_t n, size_t size)
{
    uint64_t mask = size < 8 ? (UINT64_C(1) << (8 * (size & 7))) - 1 : UINT64_MAX, wide = 0;
    enum column_kind kind = t->column->kind;

    for (uint32_t i = 0; i < n; i++, at += step) {
        uint8_t eight[8];
        for (; kind == COLUMN_NUMBER && n - i > 8 && get_eight(&t->from, eight); i += 8)
            for (unsigned k = 0; k < 8; k++, at += step)
                put_value(at, eight[k], size);
        uint64_t value = kind == COLUMN_NUMBER ? get_number(&t->from) : get_signed(&t->from);
        if (kind == COLUMN_STEPS)
            t->before = value = (t->before + value) & mask;
        wide |= value & ~mask;
        put_value(at, value, size);
    }
    t->from.bad |= wide != 0;
}

/* Reads what is no number of N rows, STEP bytes apart. */
static void get_others(struct strand *t, char *at, size_t step, uint32_t n,
                       struct address_walk *walk)
{
    for (uint32_t i = 0; i < n && !t->from.bad; i++, at += step)
        if (t->column->kind == COLUMN_REAL) {
            double value = get_real(&t->from);
            memcpy(at, &value, sizeof value);
        } else if (t->column->kind == COLUMN_TEXT) {
            char *text = get_text(&t->from);
            memcpy(at, &text, sizeof text);
        } else if (t->column->kind == COLUMN_LIST) {
            struct signature_kernel *k = (void *)(at - t->column->offset);
            k->blocks = get_list(&t->from, k->n_blocks);
            t->from.bad = t->from.bad || !k->blocks;
        } else {
            get_address(&t->from, (void *)(at - t->column->offset), walk);
        }
}

/* Reads the first ones of short arrays of N rows. */
static void get_few(struct strand *t, char *at, size_t step, uint32_t n)
{
    const struct column *c = t->column;

    for (uint32_t i = 0; i < n; i++, at += step) {
        size_t have = (unsigned char)at[(ptrdiff_t)c->n - (ptrdiff_t)c->offset];
        if (have > c->count) {
            t->from.bad = true;
            return;
        }
        for (size_t k = 0; k < have; k++) {
            uint64_t value = get_number(&t->from);
            t->from.bad |= value > UINT8_MAX;
            at[k] = (char)value;
        }
    }
}

/* Reads what is not 0 of the arrays of N rows. */
static void get_sparse(struct strand *t, char *at, size_t step, uint32_t n)
{
    for (uint32_t i = 0; i < n && !t->from.bad; i++, at += step) {
        size_t place = 0, most = t->column->count;
        for (uint64_t have = get_number(&t->from); have > 0; have--, place++) {
            uint64_t gap = get_number(&t->gaps), value = get_number(&t->values);
            if (t->gaps.bad || t->values.bad || gap >= most - place) {
                t->from.bad = true;
                return;
            }
            place += (size_t)gap;
            memcpy(at + 8 * place, &value, sizeof value);
            if (place + 1 == most && have > 1) {
                t->from.bad = true;
                return;
            }
        }
    }
}

static bool is_number(const struct column *c)
{
    return c->kind == COLUMN_NUMBER || c->kind == COLUMN_STEPS || c->kind == COLUMN_SIGNED;
}

/* Reads T of N rows from AT on. */
static void get_strand(struct strand *t, char *at, size_t step, uint32_t n,
                       struct address_walk *walk)
{
    if (t->column->kind == COLUMN_FEW)
        get_few(t, at, step, n);
    else if (t->column->kind == COLUMN_SPARSE)
        get_sparse(t, at, step, n);
    else if (!is_number(t->column))
        get_others(t, at, step, n, walk);
    else if (t->column->size == 1)
        get_numbers(t, at, step, n, 1);
    else if (t->column->size == 2)
        get_numbers(t, at, step, n, 2);
    else if (t->column->size == 4)
        get_numbers(t, at, step, n, 4);
    else
        get_numbers(t, at, step, n, 8);
}

/* Moves C past N numbers. */
static void skip_numbers(struct cursor *c, uint64_t n)
{
    for (; n > 8 && c->end - c->at >= 8; c->at += 8) {
        uint64_t all;
        memcpy(&all, c->at, sizeof all);
        n -= (~all & goes_on) / 128 * UINT64_C(0x0101010101010101) >> 56; /* bytes that end one */
    }
    while (n > 0 && c->at < c->end)
        n -= *c->at++ < 128;
    c->bad = c->bad || n > 0;
}

/* A column of whole arrays: one strand. */
static bool is_array(const struct column *c)
{
    return c->kind == COLUMN_FEW || c->kind == COLUMN_SPARSE;
}

static size_t strands_of(const struct column *c)
{
    return is_array(c) ? 1 : c->count;
}

/* Every element of all rows is of numbers alone, so that one can be passed over. */
static bool has_numbers_alone(const struct section *section)
{
    for (const struct column *c = section->columns; c->size; c++)
        if (!is_number(c) && c->kind != COLUMN_ADDRESS && !is_array(c))
            return false;
    return true;
}

/* Moves C past a column FEW, or past one SPARSE of N rows, and finds the parts of it. */
static void find_array(struct cursor *c, struct strand *t, uint32_t n)
{
    if (t->column->kind == COLUMN_SPARSE)
        skip_numbers(c, n);
    const unsigned char *counts_end = c->at;
    uint64_t sum = get_number(c);
    if (t->column->kind == COLUMN_FEW)
        t->from.at = c->at;
    t->gaps = *c;
    skip_numbers(c, sum);
    t->gaps.end = c->at;
    t->from.end = t->column->kind == COLUMN_FEW ? c->at : counts_end;
    if (t->column->kind == COLUMN_FEW)
        return;
    t->values = *c;
    skip_numbers(c, sum);
    t->values.end = c->at;
}

/* Finds the strands of SECTION, which has N rows; returns how many. Where they are all of numbers,
 * each knows its bytes, and else the first alone. */
static size_t find_strands(struct cursor *c, const struct section *section, uint32_t n,
                           struct strand *strands)
{
    bool apart = has_numbers_alone(section);
    size_t k = 0;

    for (const struct column *column = section->columns; column->size; column++)
        for (size_t element = 0; element < strands_of(column); element++) {
            struct strand *t = &strands[k++];
            *t = (struct strand){ .column = column,
                                  .offset = column->offset + element * column->size,
                                  .from = *c };
            if (is_array(column)) {
                find_array(c, t, n);
                continue;
            }
            if (apart)
                skip_numbers(c, n);
            t->from.end = apart ? c->at : c->end;
        }
    return k;
}

/* Reads the columns of N rows at ROWS. Some rows at a time, so that they are in a cache while their
 * columns are read. */
static void get_columns(struct cursor *c, const struct section *section, char *rows, uint32_t n,
                        struct address_walk *walk, struct strand *strands)
{
    bool apart = has_numbers_alone(section);
    size_t k = find_strands(c, section, n, strands), step = section->row_bytes;
    uint32_t some = apart ? ROWS_AT_ONCE : n;

    for (uint32_t from = 0; from < n && !c->bad; from += some) {
        uint32_t here = n - from < some ? n - from : some;
        for (size_t i = 0; i < k && !c->bad; i++) {
            if (!apart)
                strands[i].from = *c;
            get_strand(&strands[i], rows + from * step + strands[i].offset, step, here, walk);
            c->bad = strands[i].from.bad;
            if (!apart)
                c->at = strands[i].from.at;
        }
    }
    for (size_t i = 0; i < k && apart; i++)
        c->bad = c->bad || strands[i].from.at != strands[i].from.end ||
                 (strands[i].column->kind == COLUMN_SPARSE &&
                  strands[i].values.at != strands[i].values.end);
}

static size_t count_strands(const struct section *section)
{
    size_t n = 0;

    for (const struct column *c = section->columns; c->size; c++)
        n += strands_of(c);
    return n;
}

/* Columns of every row take a byte at least: so many rows there are at most. */
static size_t least_bytes(const struct section *section)
{
    size_t n = 0;

    for (const struct column *c = section->columns; c->size; c++)
        n += c->kind == COLUMN_LIST || c->kind == COLUMN_FEW ? 0 : strands_of(c);
    return n;
}

/* Fills the rows of SECTION from the columns. What was allocated stays in S, to be freed with it.
 */
static bool get_rows(struct cursor *c, const struct section *section, struct signature *s)
{
    uint64_t n = get_number(c);
    struct strand *strands = calloc(count_strands(section), sizeof *strands);
    struct address_walk walk;

    if (!strands || c->bad || n > UINT32_MAX - 1 ||
        n > (uint64_t)(c->end - c->at) / least_bytes(section) ||
        n > ROWS_MOST / section->row_bytes) {
        free(strands);
        return false;
    }
    char *rows = calloc((size_t)n + 1, section->row_bytes);
    uint32_t count = (uint32_t)n;
    if (!rows || !address_walk_begin(&walk, s)) {
        free(rows);
        free(strands);
        return false;
    }
    memcpy((char *)s + section->rows, &rows, sizeof rows);
    memcpy((char *)s + section->n_rows, &count, sizeof count);
    get_columns(c, section, rows, count, &walk, strands);
    address_walk_end(&walk);
    free(strands);
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
    if (n < 4 || word_of(bytes) > SECTION_MOST || word_of(bytes) / 1100 > n)
        return NULL;
    size_t size = word_of(bytes);
    unsigned char *columns = malloc(size + 1);
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
    unsigned char *bytes = NULL;
    size_t have = 0;

    *cut = false;
    do {
        size_t room = n - have < 1 << 20 ? n : have + (1 << 20);
        unsigned char *more = realloc(bytes, room + 1);
        if (!more)
            break;
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
