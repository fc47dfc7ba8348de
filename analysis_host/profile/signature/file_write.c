/* Writes signatures. */
#include "file.h"
#include "section.h"
#include "system_calls.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void set_word(unsigned char bytes[4], uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(word >> 8 * i);
}

/* Tag, length, the N bytes, and the sum of the tag and the bytes. */
static bool write_bytes(FILE *to, const char *tag, const unsigned char *bytes, size_t n)
{
    unsigned char length[4], sum[4];

    set_word(length, (uint32_t)n);
    set_word(sum, (uint32_t)crc32(crc32(0, (const unsigned char *)tag, 4), bytes, (uInt)n));
    return fwrite(tag, 1, 4, to) == 4 && fwrite(length, 1, 4, to) == 4 &&
           fwrite(bytes, 1, n, to) == n && fwrite(sum, 1, 4, to) == 4;
}

static void put_number(FILE *to, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        fputc((int)(value >> 8 * i & 255), to);
}

/* What is no plain number of N rows, in new memory of *LENGTH bytes. SIGNATURE.md has the format.
 */
static char *other_columns(const struct section *section, const char *rows, uint32_t n,
                           size_t *length)
{
    char *bytes = NULL;
    FILE *to = open_memstream(&bytes, length);

    if (!to)
        return NULL;
    for (const struct column *c = section->columns; c->size; c++)
        for (uint32_t i = 0; c->kind != COLUMN_NUMBER && i < n; i++) {
            const char *row = rows + i * section->row_bytes;
            const void *member = row + c->offset;
            if (c->kind == COLUMN_SPARSE) {
                const uint64_t *values = member;
                for (uint32_t k = 0; k < c->count; k++)
                    if (values[k] != 0) {
                        put_number(to, k + 1, 2);
                        put_number(to, values[k], 8);
                    }
                put_number(to, 0, 2);
                continue;
            }
            memcpy(&member, row + c->offset, sizeof member);
            if (c->kind == COLUMN_TEXT) {
                fprintf(to, "%s%s%c", member ? "=" : "", member ? (const char *)member : "", 0);
                continue;
            }
            uint32_t elements;
            memcpy(&elements, row + c->size, sizeof elements);
            for (uint32_t k = 0; k < elements; k++)
                put_number(to, ((const uint32_t *)member)[k], 4);
        }
    if (fclose(to) == 0)
        return bytes;
    free(bytes);
    return NULL;
}

/* The number of rows, the length of what follows, and that compressed: planes, then other columns.
 */
static bool write_section(FILE *to, const struct section *section, const struct signature *s,
                          int level)
{
    enum { HEAD = 8 };
    uint32_t n;
    const char *rows = section_rows(s, section, &n);
    if (section->need == SECTION_IF_ROWS && n == 0)
        return true;
    size_t planes = n * section_number_bytes(section), more_length = 0;
    char *more = other_columns(section, rows, n, &more_length);
    size_t length = planes + more_length;
    uLongf packed = compressBound(length);
    unsigned char *plain = malloc(length + 1), *bytes = malloc(HEAD + packed);
    bool good = more && plain && bytes && length <= SECTION_BYTES_MAX;

    if (good) {
        section_to_planes(section, rows, n, plain);
        memcpy(plain + planes, more, more_length);
        set_word(bytes, n);
        set_word(bytes + 4, (uint32_t)length);
        good = compress2(bytes + HEAD, &packed, plain, length, level) == Z_OK &&
               write_bytes(to, section->tag, bytes, HEAD + packed);
    }
    free(more);
    free(plain);
    free(bytes);
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

static void write_head(FILE *to, const struct signature *s)
{
    fprintf(to, "{\"schema\":\"%s\"", SIGNATURE_SCHEMA);
    write_string(to, "isa", s->isa);
    write_string(to, "program", s->program);
    write_string(to, "build_id", s->build_id);
    write_string(to, "emulator", s->emulator);
    write_string(to, "arguments", s->arguments);
    fprintf(to, ",\"bursts\":%u", s->n_bursts);
    for (const struct head_count *c = signature_head_counts; c->key; c++) {
        const char *at = (const char *)s + c->offset;
        uint64_t value = 0;
        uint32_t word = 0;
        if (c->size == 8)
            memcpy(&value, at, 8);
        else if (c->size == 4)
            memcpy(&word, at, 4);
        else
            word = *at != 0;
        fprintf(to, ",\"%s\":%llu", c->key, (unsigned long long)(value | word));
    }
    for (unsigned w = 0; w < SIGNATURE_WORKS; w++) {
        const char *name = work_name((enum signature_work)w);
        fprintf(to, ",\"calls_%s\":%llu", name, (unsigned long long)s->works[w].count);
        if (s->works[w].units > 0)
            fprintf(to, ",\"%s_units\":%llu", name, (unsigned long long)s->works[w].units);
    }
    fputs("}\n", to);
}

bool signature_write_next(const struct signature *s, FILE *to, enum signature_packing packing)
{
    char *head = NULL;
    size_t n = 0;
    FILE *line = open_memstream(&head, &n);
    unsigned char sum[4];

    if (!line)
        return false;
    write_head(line, s);
    bool good = fclose(line) == 0 && fwrite(head, 1, n, to) == n;
    for (size_t i = 0; good && i < SIGNATURE_SECTIONS; i++)
        good = write_section(to, &signature_sections[i], s, (int)packing);
    if (good) /* the first line has no sum of its own */
        set_word(sum, (uint32_t)crc32(0, (const unsigned char *)head, (uInt)n));
    good = good && write_bytes(to, SIGNATURE_LAST, sum, sizeof sum) && !ferror(to);
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
