/* Reads columns of rows. */
#include "section.h"
#include <stdlib.h>
#include <string.h>

enum { ROWS_AT_ONCE = 256 };

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
static void get_others(struct strand *t, char *at, size_t step, uint32_t n)
{
    for (uint32_t i = 0; i < n && !t->from.bad; i++, at += step)
        if (t->column->kind == COLUMN_REAL) {
            double value = get_real(&t->from);
            memcpy(at, &value, sizeof value);
        } else if (t->column->kind == COLUMN_TEXT) {
            char *text = get_text(&t->from);
            memcpy(at, &text, sizeof text);
        } else {
            struct signature_kernel *k = (void *)(at - t->column->offset);
            k->blocks = get_list(&t->from, k->n_blocks);
            t->from.bad = t->from.bad || !k->blocks;
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
static void get_strand(struct strand *t, char *at, size_t step, uint32_t n)
{
    if (t->column->kind == COLUMN_FEW)
        get_few(t, at, step, n);
    else if (t->column->kind == COLUMN_SPARSE)
        get_sparse(t, at, step, n);
    else if (!is_number(t->column))
        get_others(t, at, step, n);
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
        n -= (~all & number_goes_on) / 128 * UINT64_C(0x0101010101010101) >>
             56; /* bytes that end one */
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
static bool has_numbers_alone(const struct column *columns)
{
    for (const struct column *c = columns; c->size; c++)
        if (!is_number(c) && !is_array(c))
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

/* Finds the strands of COLUMNS of N rows; returns how many. Where they are all of numbers,
 * each knows its bytes, and else the first alone. */
static size_t find_strands(struct cursor *c, const struct column *columns, uint32_t n,
                           struct strand *strands)
{
    bool apart = has_numbers_alone(columns);
    size_t k = 0;

    for (const struct column *column = columns; column->size; column++)
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
static void get_strands(struct cursor *c, const struct column *columns, char *rows, size_t step,
                        uint32_t n, struct strand *strands)
{
    bool apart = has_numbers_alone(columns);
    size_t k = find_strands(c, columns, n, strands);
    uint32_t some = apart ? ROWS_AT_ONCE : n;

    for (uint32_t from = 0; from < n && !c->bad; from += some) {
        uint32_t here = n - from < some ? n - from : some;
        for (size_t i = 0; i < k && !c->bad; i++) {
            if (!apart)
                strands[i].from = *c;
            get_strand(&strands[i], rows + from * step + strands[i].offset, step, here);
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

static size_t count_strands(const struct column *columns)
{
    size_t n = 0;

    for (const struct column *c = columns; c->size; c++)
        n += strands_of(c);
    return n;
}

size_t columns_least_bytes(const struct column *columns)
{
    size_t n = 0;

    for (const struct column *c = columns; c->size; c++)
        n += c->kind == COLUMN_LIST || c->kind == COLUMN_FEW ? 0 : strands_of(c);
    return n;
}

void columns_get(struct cursor *c, const struct column *columns, char *rows, size_t row_bytes,
                 uint32_t n)
{
    struct strand *strands = calloc(count_strands(columns), sizeof *strands);

    if (strands)
        get_strands(c, columns, rows, row_bytes, n, strands);
    else
        c->bad = true;
    free(strands);
}
