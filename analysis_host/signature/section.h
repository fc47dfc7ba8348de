/* Sections of a signature as tables of columns: what file_read.c and file_write.c share. */
#ifndef SIGNATURE_SECTION_H
#define SIGNATURE_SECTION_H

#include "signature.h"

/* How a column is stored. Numbers are LEB128. */
enum column_kind {
    COLUMN_NUMBER,
    COLUMN_STEPS,   /* difference to the row before, zigzag */
    COLUMN_SIGNED,  /* zigzag */
    COLUMN_REAL,    /* 8 bytes of a double */
    COLUMN_TEXT,    /* char *: length + 1 and bytes; 0 is NULL */
    COLUMN_LIST,    /* uint32_t *: the numbers; the column before tells how many */
    COLUMN_ADDRESS, /* of an access: difference to the last of its instruction, zigzag */
    COLUMN_FEW,     /* uint8_t[]: the sum of all rows' counts, then of each row the first ones */
    COLUMN_SPARSE,  /* uint64_t[], most of them 0: how many are not, of each row; then their sum, of
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
    const struct column *columns; /* ends with size 0 */
};

enum { SIGNATURE_SECTIONS = 13, SECTION_HEAD = 8, SECTION_MOST = 1 << 30 };
extern const struct section signature_sections[SIGNATURE_SECTIONS];
#define SIGNATURE_LAST   "END " /* the tag of the section without rows that ends a signature */
#define SIGNATURE_SCHEMA "pontoon.signature/2"

/* The last address of each instruction, while accesses are walked in order. */
struct address_walk {
    const struct signature *s;
    uint64_t *last; /* one for each of code[] */
    uint32_t event;
    uint32_t left; /* accesses of the event that are still to come */
};

/* Returns false without memory. */
bool address_walk_begin(struct address_walk *w, const struct signature *s);
/* Returns the last address of the instruction that access INSTRUCTION of the next event's block is,
 * to be set to this access's; NULL where there is no such instruction. */
uint64_t *address_walk_next(struct address_walk *w, uint32_t instruction);
void address_walk_end(struct address_walk *w);

#endif
