/* Sections of a signature: the table that its writer and its reader share, and the rules that rows
 * keep. */
#ifndef SIGNATURE_SECTION_H
#define SIGNATURE_SECTION_H

#include "signature.h"

enum column_kind {
    COLUMN_NUMBER, /* COUNT integers or doubles of SIZE bytes */
    COLUMN_SPARSE, /* uint64_t[COUNT], most of them 0 */
    COLUMN_TEXT,   /* char * */
    COLUMN_LIST,   /* uint32_t *, with as many elements as the uint32_t at offset SIZE */
};

struct column {
    enum column_kind kind;
    size_t offset; /* of the member in its row */
    size_t size;   /* bytes of an element */
    size_t count;  /* elements */
};

enum section_need {
    SECTION_OPTIONAL, /* a signature without it is read, with a message */
    SECTION_REQUIRED, /* a signature without it is refused */
    SECTION_IF_ROWS,  /* it is written where it has rows */
};

struct section {
    char tag[5];
    enum section_need need;
    size_t rows, n_rows; /* offsets in struct signature: of the pointer, of the uint32_t */
    size_t row_bytes;
    const struct column *columns;                      /* ends with size 0 */
    bool (*rows_are_valid)(const struct signature *s); /* NULL: they refer to no other rows */
};

enum { SIGNATURE_SECTIONS = 16, SECTION_BYTES_MAX = 1 << 30 };
extern const struct section signature_sections[SIGNATURE_SECTIONS];
#define SIGNATURE_LAST   "END " /* the tag of the section without rows that ends a signature */
#define SIGNATURE_SCHEMA "pontoon.signature/4"

/* A member of struct signature in the first line of a file. */
struct head_count {
    const char *key;
    size_t offset, size; /* in struct signature; SIZE: 1, 4 or 8 bytes */
};
extern const struct head_count signature_head_counts[]; /* ends with key NULL */

/* Returns the rows of SECTION in S, and sets *N to their number. */
void *section_rows(const struct signature *s, const struct section *section, uint32_t *n);

/* Returns the bytes of the numbers of a row in a file. */
size_t section_number_bytes(const struct section *section);

/* Copies the numbers of the N rows at ROWS to the planes at TO, section_number_bytes() * N bytes:
 * the first byte of a number of all rows, then the second byte of all rows, from the lowest byte
 * on. */
void section_to_planes(const struct section *section, const char *rows, uint32_t n,
                       unsigned char *to);

/* Copies the planes at FROM to the numbers of N rows, which are all 0. */
void section_from_planes(const struct section *section, const unsigned char *from, char *rows,
                         uint32_t n);

/* Frees the rows of SECTION. */
void section_drop(struct signature *s, const struct section *section);

/* Drops sections with references to rows that do not exist, and appends their tags to MESSAGE of
 * SIZE bytes. Returns false if one of them is required. */
bool section_check_all(struct signature *s, char *message, size_t size);

#endif
