/* How many cycles an iteration of a block of instructions takes, all of whose data is in L1. */
#ifndef BLOCK_H
#define BLOCK_H

#include "predict/board.h"
#include "predict/cause.h"
#include "profile/decode/decode.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Instructions; bytes of the names of units. */
enum { BLOCK_MOST = 1000, BLOCK_UNIT = 36 };

/* The code of a block, as read from a file. */
struct block_code {
    char name[160]; /* of messages: the file, and its symbol */
    uint8_t *bytes; /* owned */
    size_t n_bytes;
    uint64_t address; /* of the first byte; odd: Thumb */
};

/* Reads the code of ISA from FILE ("-": standard input): an object file's SYMBOL, or its only code
 * where SYMBOL is NULL; or assembler text, which the assembler of ISA translates: the command
 * ASSEMBLER, or the one that Debian names for ISA where ASSEMBLER is NULL. Returns 0; or an exit
 * status of predict after a message on standard error. Free with block_code_free() in every case.
 */
int block_code_read(struct block_code *c, const char *isa, const char *file, const char *symbol,
                    const char *assembler);
void block_code_free(struct block_code *c);

struct block_instruction {
    char text[DECODED_TEXT];
    bool known;            /* false: replayed as an operation of one cycle */
    double cycles[CAUSES]; /* an iteration, that it makes the block longer, by what it waits for */
    double total;          /* their sum */
    double latency, rthroughput; /* cycles, as replayed; a load's: of L1 */
    char unit[BLOCK_UNIT];       /* one of which it waits for and holds; "": any */
};

/* What no iteration can be shorter than, cycles. */
enum block_limit {
    BLOCK_FRONT_END, /* issue width */
    BLOCK_FETCH,     /* bytes of code */
    BLOCK_LOADS,     /* units */
    BLOCK_STORES,
    BLOCK_BRANCHES,
    BLOCK_INTEGER,
    BLOCK_VECTOR,
    BLOCK_OPERATION,  /* the units, or the operation, that are busy longest */
    BLOCK_DEPENDENCE, /* operands, with any number of units */
    BLOCK_LIMITS
};

struct block {
    const struct board *board;
    struct block_instruction *instruction; /* owned */
    size_t n, unknown;
    double cycles; /* an iteration */
    double cause[CAUSES];
    double limit[BLOCK_LIMITS];
    char operation[BLOCK_UNIT]; /* of BLOCK_OPERATION: "p01", "div"; "" where there is none */
};

/* Replays C on the machine of BOARD, which must outlive B. Returns 0; or an exit status of predict
 * after a message on standard error. Free with block_free() in every case. */
int block_make(struct block *b, const struct block_code *c, const struct board *board);
void block_free(struct block *b);

/* Returns the name of LIMIT, as text and JSON have it. */
const char *block_limit_name(enum block_limit limit);

/* Writes B as text of 80 columns, called NAME. */
void block_text(FILE *out, const struct block *b, const char *name);
/* Blocks as JSON; all zero: none. */
struct block_list {
    struct json_t *all;
};

/* Adds B as an object of schema pontoon.block/1. False without memory. */
bool block_list_add(struct block_list *l, const struct block *b, const char *name);
/* Writes the only object of L, or, where SEVERAL were asked for, the array of all. False without
 * memory; errors of OUT stay with it. */
bool block_list_write(FILE *out, const struct block_list *l, bool several);
void block_list_free(struct block_list *l);

#endif
