/* Writes signatures. */
#include "file.h"
#include "instructions.h"
#include "samples.h"
#include "section.h"
#include "system_calls.h"
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { LENGTH = 4 }; /* bytes of the length of columns */

/* The number of rows of SECTION, and its columns. */
static void put_section(struct buffer *b, const struct section *section, const struct signature *s,
                        int level)
{
    const char *rows;
    uint32_t n;

    memcpy(&n, (const char *)s + section->n_rows, sizeof n);
    memcpy(&rows, (const char *)s + section->rows, sizeof rows);
    put_number(b, n);
    if (section->rows == offsetof(struct signature, code))
        instructions_put(b, s);
    else if (section->rows == offsetof(struct signature, events))
        samples_put_events(b, s);
    else if (section->rows == offsetof(struct signature, accesses))
        samples_put_accesses(b, s, level == SIGNATURE_FAST);
    else
        columns_put(b, section->columns, n ? rows : (const char *)s, section->row_bytes, n);
}

static bool write_word(FILE *to, uint32_t word)
{
    unsigned char bytes[4];

    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(word >> 8 * i);

    return fwrite(bytes, 1, 4, to) == 4;
}

/* Bytes that are in memory. */
struct piece {
    const void *bytes;
    size_t n;
};

/* Tag, length, the bytes of two pieces, and the sum of them and the tag. */
static bool write_pieces(FILE *to, const char *tag, const struct piece piece[2])
{
    uLong sum = crc32(0, (const unsigned char *)tag, 4);

    if (fwrite(tag, 1, 4, to) != 4 || !write_word(to, (uint32_t)(piece[0].n + piece[1].n)))
        return false;
    for (int i = 0; i < 2; i++) {
        if (piece[i].n == 0)
            continue;
        sum = crc32(sum, piece[i].bytes, (uInt)piece[i].n);
        if (fwrite(piece[i].bytes, 1, piece[i].n, to) != piece[i].n)
            return false;
    }
    return write_word(to, (uint32_t)sum);
}

static bool write_bytes(FILE *to, const char *tag, const unsigned char *bytes, size_t n)
{
    const struct piece all[2] = { { bytes, n }, { NULL, 0 } };

    return write_pieces(to, tag, all);
}

static void set_word(unsigned char *bytes, uint32_t word)
{
    for (unsigned i = 0; i < LENGTH; i++)
        bytes[i] = (unsigned char)(word >> 8 * i);
}

/* What a section holds: the length of the columns, and the columns deflated. */
static bool write_packed(FILE *to, const char *tag, const unsigned char *columns, size_t length,
                         int level)
{
    uLongf n = compressBound(length);
    unsigned char *packed = malloc(n + LENGTH);
    bool good = packed && compress2(packed + LENGTH, &n, columns, length, level) == Z_OK;

    if (good)
        set_word(packed, (uint32_t)length);
    good = good && write_bytes(to, tag, packed, n + LENGTH);
    free(packed);
    return good;
}

/* B begins with room for the length of its columns; MORE is what follows them as it is. */
static bool write_columns(FILE *to, const char *tag, const struct buffer *b, struct piece more,
                          int level)
{
    size_t length = b->n - LENGTH + more.n;

    if (b->failed || length >= SECTION_MOST)
        return false;
    if (level != SIGNATURE_FAST)
        return write_packed(to, tag, b->bytes + LENGTH, length, level);
    set_word(b->bytes, (uint32_t)length | SECTION_PLAIN);
    const struct piece both[2] = { { b->bytes, b->n }, more };
    return write_pieces(to, tag, both);
}

static bool write_section(FILE *to, const struct section *section, const struct signature *s,
                          int level)
{
    struct buffer b = { 0 };
    struct piece more = { NULL, 0 };

    for (unsigned i = 0; i < LENGTH; i++)
        put_byte(&b, 0);
    put_section(&b, section, s, level);
    if (level == SIGNATURE_FAST && section->rows == offsetof(struct signature, accesses))
        more = (struct piece){ s->accesses, s->n_accesses * sizeof *s->accesses };
    bool good = write_columns(to, section->tag, &b, more, level);
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

static void write_works(FILE *to, const struct signature *s)
{
    char key[32];

    for (unsigned w = 0; w < SIGNATURE_WORKS; w++) {
        const char *name = work_name((enum signature_work)w);
        snprintf(key, sizeof key, "calls_%s", name);
        write_count(to, key, s->works[w].count);
        snprintf(key, sizeof key, "%s_units", name);
        if (s->works[w].units > 0)
            write_count(to, key, s->works[w].units);
    }
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
    write_works(to, s);
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
