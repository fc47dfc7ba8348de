/* Writes columns of rows. */
#include "section.h"
#include <string.h>

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
static void put_other(struct buffer *b, const struct column *c, const char *at)
{
    if (c->kind == COLUMN_REAL) {
        double value;
        memcpy(&value, at, sizeof value);
        put_real(b, value);
    } else if (c->kind == COLUMN_TEXT) {
        const char *text;
        memcpy(&text, at, sizeof text);
        put_text(b, text);
    } else {
        const struct signature_kernel *k = (const void *)(at - c->offset);
        put_list(b, k->blocks, k->n_blocks);
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
                        uint32_t n)
{
    bool number = c->kind == COLUMN_NUMBER || c->kind == COLUMN_STEPS || c->kind == COLUMN_SIGNED;

    for (uint32_t i = 0; !number && i < n; i++)
        put_other(b, c, at + i * step);
    if (number && c->size == 1)
        put_numbers(b, c->kind, at, step, n, 1);
    else if (number && c->size == 2)
        put_numbers(b, c->kind, at, step, n, 2);
    else if (number && c->size == 4)
        put_numbers(b, c->kind, at, step, n, 4);
    else if (number)
        put_numbers(b, c->kind, at, step, n, 8);
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
    buffer_append(b, &numbers);
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
    buffer_append(b, &gaps);
    buffer_append(b, &values);
}

/* Column C of N rows, the first at ROWS. */
static void put_column(struct buffer *b, const struct column *c, const char *rows, size_t step,
                       uint32_t n)
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
        put_element(b, c, rows + c->offset + element * c->size, step, n);
}

void columns_put(struct buffer *b, const struct column *columns, const char *rows, size_t row_bytes,
                 uint32_t n)
{
    for (const struct column *c = columns; c->size; c++)
        put_column(b, c, rows, row_bytes, n);
}
