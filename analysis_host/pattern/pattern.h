/* A pattern as its text says it: sizes, arrays, statements and orders, as trees. */
#ifndef PATTERN_H
#define PATTERN_H

#include "arena.h"
#include "fault.h"
#include <stdint.h>

enum {
    MOST_TEXT = 1 << 16, /* bytes of a file */
    MOST_NAME = 23,
    MOST_ARRAYS = 24,
    MOST_STATEMENTS = 8,
    MOST_ITERATORS = 6,
    MOST_VARIANTS = 32, /* what an image takes of one name */
    MOST_SWEEP = 16,    /* numbers of a let */
    MOST_EXTENTS = 6,   /* of an array */
    MOST_LETS = 32,
    MOST_DEPTH = 64,    /* of brackets */
    MOST_NODES = 4096,  /* of an expression, with what its names stand for */
    MOST_VALUES = 1024, /* operands and operations of a right side */
    MOST_ORDER = 24,    /* loops of an order */
    MOST_CLAUSES = 48,  /* of a variant */
    MOST_CONTEXTS = 16, /* numbers in a clause `contexts` */
};

/* ---- affine expressions ---- */

enum affine_kind {
    AFFINE_NUMBER,
    AFFINE_SIZE,
    AFFINE_ITERATOR, /* number INDEX of its statement */
    AFFINE_ADD,
    AFFINE_SUB,
    AFFINE_MUL,   /* one side has neither size nor iterator in it */
    AFFINE_FLOOR, /* LEFT / the positive NUMBER, rounded down */
    AFFINE_MOD,   /* LEFT % the positive NUMBER, for LEFT >= 0 */
};

struct affine {
    enum affine_kind kind;
    struct place at; /* of the operator or name */
    int64_t number;
    unsigned index;
    unsigned nodes; /* of the tree */
    const struct affine *left, *right;
};

enum comparison { COMPARE_LT, COMPARE_LE, COMPARE_GT, COMPARE_GE, COMPARE_EQ };

struct condition {
    enum comparison compare;
    const struct affine *left, *right;
    const struct condition *next; /* all hold */
};

/* ---- what is computed ---- */

enum element_type { TYPE_F64, TYPE_F32, TYPE_I32, TYPE_I64, TYPES };

struct array {
    const char *name;
    struct place at;
    enum element_type type;
    unsigned n_extents;
    const struct affine *extents[MOST_EXTENTS];
    uint32_t pad; /* elements more a row */
    bool dense;   /* rows do not start on lines */
    bool broken;  /* its declaration has a fault */
    bool index;   /* its elements are subscripts LOW to HIGH, each once before any is there twice */
    bool random;  /* in any order; else every STRIDE-th, then from the next one on */
    const struct affine *low, *high;
    uint32_t stride;
};

struct access {
    struct place at; /* of the array's name */
    unsigned array;
    unsigned n;
    const struct affine *subscripts[MOST_EXTENTS];
    const struct access *gather; /* of an index array: it is subscript number GATHERED, which is
                                  * NULL above; NULL: none is */
    unsigned gathered;
};

enum value_kind {
    VALUE_NUMBER,
    VALUE_ACCESS,
    VALUE_ADD,
    VALUE_SUB,
    VALUE_MUL,
    VALUE_DIV,
    VALUE_NEGATE,
    VALUE_SQRT,
    VALUE_MIN,
    VALUE_MAX,
    VALUE_FMA,
};

struct value {
    enum value_kind kind;
    struct place at;
    bool whole;       /* a number without fraction */
    double number;    /* of VALUE_NUMBER */
    const char *text; /* the number as written, K and M multiplied out */
    const struct access *access;
    unsigned n; /* operands */
    const struct value **operands;
};

/* Operations of one kind that an instance does: "-" is an addition, fma() one and a product. */
struct work {
    unsigned add, mul, div, sqrt, loads;
};

struct statement {
    const char *name;
    struct place at;
    unsigned n_iterators;
    const char *iterators[MOST_ITERATORS];
    const struct condition *conditions; /* NULL: none */
    struct access target;
    const struct value *value;
    const struct access **reads; /* N_READS of them, in the order of the text */
    unsigned n_reads;
    struct work work;
    enum element_type type;
    bool broken;
};

/* ---- orders ---- */

enum clause_kind {
    CLAUSE_ORDER,
    CLAUSE_INTERCHANGE,
    CLAUSE_TILE,
    CLAUSE_SKEW,
    CLAUSE_INTERLEAVE,
    CLAUSE_REVERSE,
    CLAUSE_UNROLL,
    CLAUSE_PARALLEL,
    CLAUSE_SPACE,
    CLAUSE_BARRIER,
    CLAUSE_CONTEXTS,
    CLAUSE_PAD,
    CLAUSE_STORES,
    CLAUSE_SCHEDULE,
    CLAUSE_DENSE,
    CLAUSES,
};

enum space_kind { SPACE_UNIFIED, SPACE_INDEPENDENT, SPACE_CYCLIC };

/* How iterations of the parallel loop come to contexts: OpenMP 5.2, section 11.5.3. */
enum schedule_kind { SCHEDULE_STATIC, SCHEDULE_DYNAMIC, SCHEDULE_GUIDED };

/* The order of a statement where CONDITIONS hold. */
struct order {
    unsigned statement;
    unsigned n;
    const struct affine *loops[MOST_ORDER];
    const struct condition *conditions;
};

/* A word of a clause that names a loop, and the number that goes with it. */
struct loop_word {
    const char *name, *other; /* OTHER: interchange, skew */
    struct place at, other_at;
    int64_t number;
};

struct clause {
    enum clause_kind kind;
    struct place at;
    unsigned n; /* words: interchange, tile, skew ... */
    struct loop_word words[MOST_ITERATORS];
    const struct order *order;
};

struct variant {
    const char *name;
    struct place at; /* of its line */
    unsigned n_clauses;
    struct clause clauses[MOST_CLAUSES];
    const char *text; /* its clauses as written, one line; "" where it has none */
    enum space_kind space;
    bool has_space;
    uint32_t chunk; /* of a cyclic space */
    struct place chunk_at;
    enum schedule_kind schedule;
    bool has_schedule;
    uint32_t grain; /* iterations of a chunk of SCHEDULE; 0: a stretch for each context */
    struct place schedule_at;
    bool barrier;
    unsigned n_contexts;              /* 0: not said */
    uint16_t contexts[MOST_CONTEXTS]; /* ascending; 0, the last: all */
    uint32_t pads[MOST_ARRAYS];       /* elements more a row, of each array, in place of its own */
    bool has_pad[MOST_ARRAYS];
    bool dense[MOST_ARRAYS]; /* rows of an array do not start on lines */
    bool nontemporal;
    bool broken;
};

struct pattern {
    char name[MOST_NAME + 1];
    const char *about;
    uint32_t spec;    /* CRC-32 of the text without comments */
    const char *size; /* NULL: none is declared */
    struct place size_at;
    int64_t least, most, step; /* of the size; MOST is INT64_MAX where there is no end */
    unsigned n_arrays, n_statements, n_variants;
    struct array arrays[MOST_ARRAYS];
    struct statement statements[MOST_STATEMENTS];
    struct variant variants[MOST_VARIANTS];
    struct arena arena;
};

/* The word of a type: "f64" ... */
const char *type_word(enum element_type type);
unsigned type_bytes(enum element_type type);
bool type_is_float(enum element_type type);
/* Gives elements of index arrays the size of the first statement's: rates count bytes as elements
 * of one size. */
void pattern_size_indexes(struct pattern *p);
/* Makes all f64 of P f32, for processors that have no unit for f64. */
void pattern_narrow(struct pattern *p);

/* Numbers given in place of a `let`'s own. */
struct let_given {
    const char *name;
    unsigned n;
    int64_t numbers[MOST_SWEEP];
    bool used; /* there is such a let */
};

/* Reads the text of FAULTS as the pattern that its file is named for. What is wrong is added to
 * FAULTS; arrays, statements and variants that are broken are marked. GIVEN: N_GIVEN constants.
 * The caller frees the pattern, faults or not. */
struct pattern *pattern_parse(struct faults *faults, struct let_given *given, unsigned n_given);
void pattern_free(struct pattern *p);

#endif
