/* Sections of a signature as tables of columns: what file_read.c and file_write.c share. */
#ifndef SIGNATURE_SECTION_H
#define SIGNATURE_SECTION_H

#include "numbers.h"
#include "signature.h"

/* How a column is stored. Numbers are LEB128. */
enum column_kind {
    COLUMN_NUMBER,
    COLUMN_STEPS,  /* difference to the row before, zigzag */
    COLUMN_SIGNED, /* zigzag */
    COLUMN_REAL,   /* 8 bytes of a double */
    COLUMN_TEXT,   /* char *: length + 1 and bytes; 0 is NULL */
    COLUMN_LIST,   /* uint32_t *: the numbers; the column before tells how many */
    COLUMN_FEW,    /* uint8_t[]: the sum of all rows' counts, then of each row the first ones */
    COLUMN_SPARSE, /* uint64_t[], most of them 0: how many are not, of each row; then their sum, of
                       each how many 0 are before it; then the values */
};

struct column {
    enum column_kind kind;
    size_t offset; /* of the member in its row */
    size_t size;   /* bytes of an element */
    size_t count;  /* elements: each has a column of its own, but for FEW and SPARSE */
    size_t n;      /* FEW: offset of the uint8_t that tells how many of the elements there are */
};

struct section {
    char tag[5];
    bool matters;        /* without it there is no prediction */
    size_t rows, n_rows; /* offsets in struct signature: of the pointer, of the uint32_t */
    size_t row_bytes;
    const struct column *columns; /* ends with size 0; NULL: instructions.h, samples.h */
};

enum { SIGNATURE_SECTIONS = 14, SECTION_HEAD = 8, SECTION_MOST = 1 << 30 };
extern const struct section signature_sections[SIGNATURE_SECTIONS];
extern const struct column signature_form_columns[]; /* of a form (instructions.h) */
#define SECTION_PLAIN    (UINT32_C(1) << 31) /* beside a length of columns: they are not packed */
#define SIGNATURE_LAST   "END " /* the tag of the section without rows that ends a signature */
#define SIGNATURE_SCHEMA "pontoon.signature/3"

/* Appends COLUMNS of N rows of ROW_BYTES bytes, the first at ROWS. */
void columns_put(struct buffer *b, const struct column *columns, const char *rows, size_t row_bytes,
                 uint32_t n);

/* Reads them into N rows of zeros. C is bad where they are damaged, and without memory; what rows
 * hold is the caller's in any case. */
void columns_get(struct cursor *c, const struct column *columns, char *rows, size_t row_bytes,
                 uint32_t n);

/* Returns how many bytes such a row takes at least: so many rows there are at most. */
size_t columns_least_bytes(const struct column *columns);

#endif
