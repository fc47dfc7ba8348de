/* Writes signatures. */
#include "file.h"
#include "section.h"
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { NUMBER_BYTES = 10 };

struct buffer {
    unsigned char *bytes;
    size_t n, room;
    bool failed;
};

/* Makes room for MORE bytes. */
static bool make_room(struct buffer *b, size_t more)
{
    if (b->room - b->n >= more)
        return true;
    size_t room = b->room * 2 + more + 4096;
    unsigned char *bytes = realloc(b->bytes, room);
    if (!bytes) {
        b->failed = true;
        return false;
    }
    b->bytes = bytes;
    b->room = room;
    return true;
}

static void put_byte(struct buffer *b, unsigned byte)
{
    if (make_room(b, 1))
        b->bytes[b->n++] = (unsigned char)byte;
}

static inline void put_number(struct buffer *b, uint64_t value)
{
    if (b->room - b->n < NUMBER_BYTES && !make_room(b, NUMBER_BYTES))
        return;
    for (; value >= 128; value >>= 7)
        b->bytes[b->n++] = (unsigned char)((value & 127) | 128);
    b->bytes[b->n++] = (unsigned char)value;
}

static inline void put_signed(struct buffer *b, uint64_t value)
{
    put_number(b, value << 1 ^ (0 - (value >> 63)));
}

static void put_real(struct buffer *b, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    for (unsigned i = 0; i < 64; i += 8)
        put_byte(b, (unsigned)(bits >> i & 255));
}

static void put_text(struct buffer *b, const char *text)
{
    put_number(b, text ? strlen(text) + 1 : 0);
    for (; text && *text; text++)
        put_byte(b, (unsigned char)*text);
}

static void put_list(struct buffer *b, const uint32_t *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        put_number(b, list[i]);
}

static inline uint64_t number_at(const char *at, size_t size)
{
    uint8_t byte;
    uint16_t half;
    uint32_t word;
    uint64_t value = 0;

    switch (size) {
    case 1:
        memcpy(&byte, at, 1);
        return byte;
    case 2:
        memcpy(&half, at, 2);
        return half;
    case 4:
        memcpy(&word, at, 4);
        return word;
    default:
        memcpy(&value, at, 8);
        return value;
    }
}

/* What is no number, at AT of a row. */
static void put_other(struct buffer *b, const struct column *c, const char *at,
                      struct address_walk *walk)
{
    if (c->kind == COLUMN_REAL) {
        double value;
        memcpy(&value, at, sizeof value);
        put_real(b, value);
    } else if (c->kind == COLUMN_TEXT) {
        const char *text;
        memcpy(&text, at, sizeof text);
        put_text(b, text);
    } else if (c->kind == COLUMN_LIST) {
        const struct signature_kernel *k = (const void *)(at - c->offset);
        put_list(b, k->blocks, k->n_blocks);
    } else {
        const struct signature_access *a = (const void *)(at - c->offset);
        uint64_t *last = address_walk_next(walk, a->instruction);
        put_signed(b, a->address - (last ? *last : 0));
        if (last)
            *last = a->address;
    }
}

/* The numbers of N rows, STEP bytes apart. SIZE is a constant where this is called, so that each
 * size has a loop of its own. */
static inline void put_numbers(struct buffer *b, enum column_kind kind, const char *at, size_t step,
                               uint32_t n, size_t size)
{
    uint64_t before = 0;

    for (uint32_t i = 0; i < n; i++, at += step) {
        uint64_t value = number_at(at, size);
        if (kind == COLUMN_NUMBER)
            put_number(b, value);
        else
            put_signed(b, kind == COLUMN_STEPS ? value - before : value);
        before = value;
    }
}

/* An element of column C of N rows, the first at AT. */
static void put_element(struct buffer *b, const struct column *c, const char *at, size_t step,
                        uint32_t n, struct address_walk *walk)
{
    bool number = c->kind == COLUMN_NUMBER || c->kind == COLUMN_STEPS || c->kind == COLUMN_SIGNED;

    for (uint32_t i = 0; !number && i < n; i++)
        put_other(b, c, at + i * step, walk);
    if (number && c->size == 1)
        put_numbers(b, c->kind, at, step, n, 1);
    else if (number && c->size == 2)
        put_numbers(b, c->kind, at, step, n, 2);
    else if (number && c->size == 4)
        put_numbers(b, c->kind, at, step, n, 4);
    else if (number)
        put_numbers(b, c->kind, at, step, n, 8);
}

/* Appends FROM, and frees it. */
static void put_buffer(struct buffer *b, struct buffer *from)
{
    b->failed = b->failed || from->failed;
    if (from->n && make_room(b, from->n)) {
        memcpy(b->bytes + b->n, from->bytes, from->n);
        b->n += from->n;
    }
    free(from->bytes);
}

/* The first ones of a short array of N rows that start at ROW. */
static void put_few(struct buffer *b, const struct column *c, const char *row, size_t step,
                    uint32_t n)
{
    struct buffer numbers = { 0 };
    uint64_t sum = 0;

    for (uint32_t i = 0; i < n; i++, row += step) {
        size_t have = number_at(row + c->n, 1);
        have = have < c->count ? have : c->count;
        sum += have;
        for (size_t k = 0; k < have; k++)
            put_number(&numbers, number_at(row + c->offset + k, 1));
    }
    put_number(b, sum);
    put_buffer(b, &numbers);
}

/* What is not 0 in an array of N rows, the first array at AT. */
static void put_sparse(struct buffer *b, const struct column *c, const char *at, size_t step,
                       uint32_t n)
{
    struct buffer gaps = { 0 }, values = { 0 };
    uint64_t sum = 0;

    for (uint32_t i = 0; i < n; i++, at += step) {
        uint64_t have = 0, gap = 0;
        for (size_t k = 0; k < c->count; k++) {
            uint64_t value = number_at(at + 8 * k, 8);
            gap++;
            if (value == 0)
                continue;
            put_number(&gaps, gap - 1);
            put_number(&values, value);
            gap = 0;
            have++;
        }
        put_number(b, have);
        sum += have;
    }
    put_number(b, sum);
    put_buffer(b, &gaps);
    put_buffer(b, &values);
}

/* Column C of N rows, the first at ROWS. */
static void put_column(struct buffer *b, const struct column *c, const char *rows, size_t step,
                       uint32_t n, struct address_walk *walk)
{
    if (c->kind == COLUMN_FEW) {
        put_few(b, c, rows, step, n);
        return;
    }
    if (c->kind == COLUMN_SPARSE) {
        put_sparse(b, c, rows + c->offset, step, n);
        return;
    }
    for (size_t element = 0; element < c->count; element++)
        put_element(b, c, rows + c->offset + element * c->size, step, n, walk);
}

static void put_columns(struct buffer *b, const struct section *section, const struct signature *s,
                        struct address_walk *walk)
{
    const char *rows;
    uint32_t n = (uint32_t)number_at((const char *)s + section->n_rows, 4);

    memcpy(&rows, (const char *)s + section->rows, sizeof rows);
    put_number(b, n);
    for (const struct column *c = section->columns; c->size; c++)
        put_column(b, c, rows, section->row_bytes, n, walk);
}

static bool write_word(FILE *to, uint32_t word)
{
    unsigned char bytes[4];

    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(word >> 8 * i);

    return fwrite(bytes, 1, 4, to) == 4;
}

/* Tag, length, N bytes, and the sum of the bytes and the tag. */
static bool write_bytes(FILE *to, const char *tag, const unsigned char *bytes, size_t n)
{
    uLong sum = crc32(crc32(0, (const unsigned char *)tag, 4), bytes, (uInt)n);

    return fwrite(tag, 1, 4, to) == 4 && write_word(to, (uint32_t)n) &&
           (n == 0 || fwrite(bytes, 1, n, to) == n) && write_word(to, (uint32_t)sum);
}

/* What a section holds: length of the columns as 4 bytes, and the columns deflated. */
static bool write_packed(FILE *to, const char *tag, const struct buffer *b, int level)
{
    uLongf n = compressBound(b->n);
    unsigned char *packed = malloc(n + 4);
    bool good =
        packed && b->n < SECTION_MOST && compress2(packed + 4, &n, b->bytes, b->n, level) == Z_OK;

    for (unsigned i = 0; good && i < 4; i++)
        packed[i] = (unsigned char)(b->n >> 8 * i);
    good = good && write_bytes(to, tag, packed, n + 4);
    free(packed);
    return good;
}

static bool write_section(FILE *to, const struct section *section, const struct signature *s,
                          int level)
{
    struct buffer b = { 0 };
    struct address_walk walk;

    if (!address_walk_begin(&walk, s))
        return false;
    put_columns(&b, section, s, &walk);
    address_walk_end(&walk);
    bool good = !b.failed && write_packed(to, section->tag, &b, level);
    free(b.bytes);
    return good;
}

/* TEXT as a string of JSON: what is no printable ASCII as the byte of Latin-1 that it is. */
static void write_string(FILE *to, const char *key, const char *text)
{
    fprintf(to, ",\"%s\":\"", key);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < ' ' || c > '~' || c == '"' || c == '\\')
            fprintf(to, "\\u%04x", c);
        else
            fputc(c, to);
    }
    fputc('"', to);
}

static void write_count(FILE *to, const char *key, uint64_t value)
{
    fprintf(to, ",\"%s\":%llu", key, (unsigned long long)value);
}

static void write_head(FILE *to, const struct signature *s)
{
    fprintf(to, "{\"schema\":\"%s\"", SIGNATURE_SCHEMA);
    write_string(to, "isa", s->isa);
    write_string(to, "program", s->program);
    write_string(to, "build_id", s->build_id);
    write_string(to, "emulator", s->emulator);
    write_string(to, "arguments", s->arguments);
    write_count(to, "instructions", s->instructions);
    write_count(to, "bursts", s->n_bursts);
    write_count(to, "burst", s->burst);
    write_count(to, "every", s->every);
    write_count(to, "pages", s->pages);
    write_count(to, "pages_read", s->pages_read);
    write_count(to, "pages_copied", s->pages_copied);
    write_count(to, "file_bytes", s->file_bytes);
    write_count(to, "lines", s->lines);
    write_count(to, "code_lines", s->code_lines);
    write_count(to, "code_pages", s->code_pages);
    write_count(to, "clock_reads", s->clock_reads);
    write_count(to, "cpu_asks", s->cpu_asks);
    write_count(to, "threads", s->threads);
    write_count(to, "line_bytes", s->line_bytes);
    write_count(to, "page_bytes", s->page_bytes);
    write_count(to, "kernels_crc", s->kernels_crc);
    write_count(to, "ended", (uint64_t)(s->ended < 0 ? 0 : s->ended));
    write_count(to, "exec", s->exec);
    write_count(to, "forks", s->forks);
    fputs("}\n", to);
}

/* The last section: the sum of the first line, which has none of its own. */
static bool write_last(FILE *to, const char *head, size_t n)
{
    uLong sum = crc32(0, (const unsigned char *)head, (uInt)n);
    unsigned char bytes[4];

    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(sum >> 8 * i);

    return write_bytes(to, SIGNATURE_LAST, bytes, sizeof bytes) && !ferror(to);
}

bool signature_write_next(const struct signature *s, FILE *to, enum signature_packing packing)
{
    char *head = NULL;
    size_t n = 0;
    FILE *line = open_memstream(&head, &n);

    if (!line)
        return false;
    write_head(line, s);
    bool good = fclose(line) == 0 && fwrite(head, 1, n, to) == n;
    for (size_t i = 0; good && i < SIGNATURE_SECTIONS; i++)
        good = write_section(to, &signature_sections[i], s, (int)packing);
    good = good && write_last(to, head, n);
    free(head);
    return good;
}

bool signature_write(const struct signature *s, const char *path, enum signature_packing packing)
{
    FILE *to = fopen(path, "wb");

    if (!to)
        return false;
    bool good = signature_write_next(s, to, packing);
    int error = errno;
    if (fclose(to) != 0)
        return false;
    errno = error;
    return good;
}
