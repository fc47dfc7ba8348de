/* Tables of the columns of each section of a signature. */
#include "section.h"

#define SIZE(type, member) sizeof(((struct type *)NULL)->member)
#define NUMBER(type, member)                                                                       \
    {                                                                                              \
        COLUMN_NUMBER, offsetof(struct type, member), SIZE(type, member), 1, 0                     \
    }
#define STEPS(type, member)                                                                        \
    {                                                                                              \
        COLUMN_STEPS, offsetof(struct type, member), SIZE(type, member), 1, 0                      \
    }
#define SIGNED(type, member)                                                                       \
    {                                                                                              \
        COLUMN_SIGNED, offsetof(struct type, member), SIZE(type, member), 1, 0                     \
    }
#define REAL(type, member)                                                                         \
    {                                                                                              \
        COLUMN_REAL, offsetof(struct type, member), sizeof(double), 1, 0                           \
    }
#define TEXT(type, member)                                                                         \
    {                                                                                              \
        COLUMN_TEXT, offsetof(struct type, member), sizeof(char *), 1, 0                           \
    }
#define NUMBERS(type, member, element)                                                             \
    {                                                                                              \
        COLUMN_NUMBER, offsetof(struct type, member), element, SIZE(type, member) / (element), 0   \
    }
#define FEW(type, member, count)                                                                   \
    {                                                                                              \
        COLUMN_FEW, offsetof(struct type, member), 1, SIZE(type, member),                          \
            offsetof(struct type, count)                                                           \
    }
#define SPARSE(type, member)                                                                       \
    {                                                                                              \
        COLUMN_SPARSE, offsetof(struct type, member), 8, SIZE(type, member) / 8, 0                 \
    }
#define LAST_COLUMN                                                                                \
    {                                                                                              \
        COLUMN_NUMBER, 0, 0, 0, 0                                                                  \
    }

const struct column signature_form_columns[] = {
    NUMBER(signature_instruction, length),
    FEW(signature_instruction, bytes, length),
    NUMBER(signature_instruction, op),
    NUMBER(signature_instruction, type),
    NUMBER(signature_instruction, vector),
    NUMBER(signature_instruction, idiom),
    NUMBER(signature_instruction, loads),
    NUMBER(signature_instruction, stores),
    NUMBER(signature_instruction, access_bytes),
    NUMBER(signature_instruction, end),
    NUMBER(signature_instruction, n_reads),
    NUMBER(signature_instruction, n_addresses),
    NUMBER(signature_instruction, n_writes),
    FEW(signature_instruction, reads, n_reads),
    FEW(signature_instruction, addresses, n_addresses),
    FEW(signature_instruction, writes, n_writes),
    LAST_COLUMN,
};
static const struct column blocks[] = {
    STEPS(signature_block, first),       NUMBER(signature_block, n),
    NUMBER(signature_block, executions), NUMBER(signature_block, repeats),
    NUMBER(signature_block, taken),      NUMBERS(signature_block, missed, 8),
    NUMBER(signature_block, end),        STEPS(signature_block, loop),
    STEPS(signature_block, function),    LAST_COLUMN,
};
static const struct column edges[] = {
    STEPS(signature_edge, from),
    STEPS(signature_edge, to),
    NUMBER(signature_edge, count),
    LAST_COLUMN,
};
static const struct column functions[] = {
    TEXT(signature_function, name),
    TEXT(signature_function, object),
    STEPS(signature_function, address),
    LAST_COLUMN,
};
static const struct column loops[] = {
    STEPS(signature_loop, header),
    STEPS(signature_loop, parent),
    STEPS(signature_loop, function),
    NUMBER(signature_loop, activations),
    NUMBER(signature_loop, iterations),
    NUMBER(signature_loop, instructions),
    NUMBER(signature_loop, longest),
    STEPS(signature_loop, address),
    TEXT(signature_loop, file),
    NUMBER(signature_loop, line),
    LAST_COLUMN,
};
static const struct column memory[] = {
    STEPS(signature_memory, instruction), STEPS(signature_memory, loop),
    NUMBER(signature_memory, store),      NUMBER(signature_memory, count),
    SPARSE(signature_memory, distance),   NUMBER(signature_memory, cold),
    SPARSE(signature_memory, depth),      SPARSE(signature_memory, page_distance),
    NUMBER(signature_memory, cold_pages), SPARSE(signature_memory, page_depth),
    SIGNED(signature_memory, stride),     NUMBER(signature_memory, strided),
    NUMBER(signature_memory, lines),      LAST_COLUMN,
};
static const struct column bursts[] = {
    STEPS(signature_burst, at),
    NUMBER(signature_burst, thread),
    STEPS(signature_burst, first_event),
    NUMBER(signature_burst, n_events),
    STEPS(signature_burst, first_access),
    NUMBER(signature_burst, n_accesses),
    NUMBER(signature_burst, instructions),
    NUMBER(signature_burst, warm),
    LAST_COLUMN,
};
static const struct column flow[] = {
    STEPS(signature_flow, producer), STEPS(signature_flow, consumer),
    NUMBER(signature_flow, count),   NUMBER(signature_flow, distance),
    NUMBER(signature_flow, memory),  LAST_COLUMN,
};
static const struct column calls[] = {
    NUMBER(signature_call, number),
    NUMBER(signature_call, count),
    NUMBER(signature_call, bytes),
    LAST_COLUMN,
};
static const struct column kernels[] = {
    NUMBER(signature_kernel, loop),
    NUMBER(signature_kernel, n_blocks),
    { COLUMN_LIST, offsetof(struct signature_kernel, blocks), 4, 1, 0 },
    NUMBER(signature_kernel, instructions),
    NUMBER(signature_kernel, executed),
    NUMBER(signature_kernel, longest),
    REAL(signature_kernel, stability),
    REAL(signature_kernel, parallel),
    REAL(signature_kernel, reuse_bytes),
    REAL(signature_kernel, reuse),
    NUMBER(signature_kernel, volume_bytes),
    LAST_COLUMN,
};

static const struct column driven[] = {
    STEPS(signature_driven, instruction),
    STEPS(signature_driven, loop),
    SPARSE(signature_driven, ways),
    LAST_COLUMN,
};

static const struct column rest[] = {
    STEPS(signature_rest, loop),
    NUMBER(signature_rest, blocks),
    NUMBER(signature_rest, instructions),
    NUMBER(signature_rest, executed),
    LAST_COLUMN,
};

#define ROWS_OF(tag, matters, array, type, columns)                                                \
    {                                                                                              \
        tag, matters, offsetof(struct signature, array), offsetof(struct signature, n_##array),    \
            sizeof(struct type), columns                                                           \
    }
#define ROWS(tag, matters, array, type) ROWS_OF(tag, matters, array, type, array)
#define OTHER(tag, array, type)         ROWS_OF(tag, true, array, type, NULL)
/* Later ones need the earlier ones. */
const struct section signature_sections[SIGNATURE_SECTIONS] = {
    OTHER("CODE", code, signature_instruction),
    ROWS("BLOK", true, blocks, signature_block),
    ROWS("TRAC", true, bursts, signature_burst),
    OTHER("EVNT", events, signature_event),
    OTHER("ACCS", accesses, signature_access),
    ROWS("EDGE", false, edges, signature_edge),
    ROWS("FUNC", false, functions, signature_function),
    ROWS("LOOP", false, loops, signature_loop),
    ROWS("MEMS", false, memory, signature_memory),
    ROWS("FLOW", false, flow, signature_flow),
    ROWS("SYSC", false, calls, signature_call),
    ROWS("KERN", false, kernels, signature_kernel),
    ROWS("DRVN", false, driven, signature_driven),
    ROWS("REST", false, rest, signature_rest),
};
