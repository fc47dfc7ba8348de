/* The table of sections, the layout of their numbers in a file, and the rules of their rows. */
#include "section.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rules of rows ---- */

static bool index_is_valid(uint32_t index, uint32_t n)
{
    return index < n || index == SIGNATURE_NONE;
}

static bool code_is_valid(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_code; i++) {
        const struct signature_instruction *c = &s->code[i];
        if (c->length > SIGNATURE_BYTES || c->op >= SIGNATURE_OPS || c->type > TYPE_F64 ||
            c->idiom > IDIOM_SIGNED || c->end >= SIGNATURE_ENDS ||
            c->n_reads > SIGNATURE_REGISTERS || c->n_addresses > SIGNATURE_REGISTERS ||
            c->n_writes > SIGNATURE_REGISTERS)
            return false;
        for (unsigned r = 0; r < SIGNATURE_REGISTERS; r++)
            if ((c->reads[r] | c->addresses[r] | c->writes[r]) > 127)
                return false;
    }
    return true;
}

static bool blocks_are_valid(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_blocks; i++) {
        const struct signature_block *b = &s->blocks[i];
        if (b->n == 0 || b->first >= s->n_code || b->n > s->n_code - b->first ||
            b->end >= SIGNATURE_ENDS)
            return false;
    }
    return true;
}

/* The events of a burst are consecutive, and so are its accesses. */
static bool bursts_are_valid(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_bursts; i++) {
        const struct signature_burst *b = &s->bursts[i];
        if (b->first_event > s->n_events || b->n_events > s->n_events - b->first_event ||
            b->first_access > s->n_accesses || b->n_accesses > s->n_accesses - b->first_access ||
            b->warm > b->instructions)
            return false;
        uint64_t accesses = 0;
        for (uint32_t e = 0; e < b->n_events; e++)
            accesses += s->events[b->first_event + e].n_accesses;
        if (accesses != b->n_accesses)
            return false;
    }
    return true;
}

static bool events_are_valid(const struct signature *s)
{
    uint64_t accesses = 0;

    for (uint32_t i = 0; i < s->n_events; i++) {
        const struct signature_event *e = &s->events[i];
        if (e->block >= s->n_blocks || e->taken > 1 || e->missed >> SIGNATURE_PREDICTORS)
            return false;
        accesses += e->n_accesses;
    }
    return accesses == s->n_accesses;
}

static bool distance_is_valid(unsigned distance)
{
    return distance < SIGNATURE_GROUPS || distance == SIGNATURE_COLD;
}

/* Of an instruction of a block of N. All conditions hold nearly always: none has a branch. */
static bool access_is_valid(const struct signature_access *a, uint32_t n)
{
    unsigned good = a->instruction < n;

    good &= a->store <= 1;
    good &= distance_is_valid(a->distance);
    good &= distance_is_valid(a->page_distance);
    for (unsigned k = 0; k < SIGNATURE_SETS; k++) {
        good &= a->depth[k] < SIGNATURE_DEPTHS;
        good &= a->page_depth[k] <= SIGNATURE_DEEP;
    }
    return good != 0;
}

/* Each access is by an instruction of its event's block. Events were checked before. */
static bool accesses_are_valid(const struct signature *s)
{
    const struct signature_access *a = s->accesses;

    for (uint32_t e = 0; e < s->n_events; e++)
        for (uint32_t i = 0; i < s->events[e].n_accesses; i++, a++)
            if (!access_is_valid(a, s->blocks[s->events[e].block].n))
                return false;
    return true;
}

static bool edges_are_valid(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_edges; i++)
        if (s->edges[i].from >= s->n_blocks || s->edges[i].to >= s->n_blocks)
            return false;
    return true;
}

static bool functions_are_valid(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_functions; i++)
        if (!s->functions[i].name || !s->functions[i].object)
            return false;
    return true;
}

/* A loop's parent has a lower number, so that there is no circle. */
static bool loops_are_valid(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_loops; i++) {
        const struct signature_loop *l = &s->loops[i];
        if (!index_is_valid(l->header, s->n_blocks) || !index_is_valid(l->parent, i) ||
            !index_is_valid(l->function, s->n_functions))
            return false;
    }
    return true;
}

static bool memory_is_valid(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_memory; i++)
        if (!index_is_valid(s->memory[i].instruction, s->n_code) || s->memory[i].store > 1)
            return false;
    return true;
}

static bool flow_is_valid(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_flow; i++)
        if (s->flow[i].producer >= s->n_code || s->flow[i].consumer >= s->n_code ||
            s->flow[i].memory > 1)
            return false;
    return true;
}

static bool kernels_are_valid(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_kernels; i++) {
        const struct signature_kernel *k = &s->kernels[i];
        if (!index_is_valid(k->loop, s->n_loops))
            return false;
        for (uint32_t b = 0; b < k->n_blocks; b++)
            if (k->blocks[b] >= s->n_blocks)
                return false;
    }
    return true;
}

static bool writebacks_are_valid(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_writebacks; i++)
        if (!index_is_valid(s->writebacks[i].instruction, s->n_code))
            return false;
    return true;
}

/* A thread that another one waits for, or begins, is in the table. */
static bool sync_is_valid(const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_sync; i++) {
        const struct signature_sync *row = &s->sync[i];
        if (row->thread >= s->n_thread || row->kind >= SIGNATURE_SYNCS ||
            !index_is_valid(row->by, s->n_thread) ||
            (row->by == SIGNATURE_NONE && row->kind < SYNC_SLEEP))
            return false;
    }
    return true;
}

/* ---- the table ---- */

/* clang-format off */
#define SIZE(type, member) sizeof(((struct type *)NULL)->member)
#define NUMBER(type, member) { COLUMN_NUMBER, offsetof(struct type, member), SIZE(type, member), 1 }
#define ARRAY(type, member, element)                                                               \
    { COLUMN_NUMBER, offsetof(struct type, member), element, SIZE(type, member) / (element) }
#define SPARSE(type, member)     { COLUMN_SPARSE, offsetof(struct type, member), 8, SIZE(type, member) / 8 }
#define TEXT(type, member)       { COLUMN_TEXT, offsetof(struct type, member), sizeof(char *), 1 }
#define LIST(type, member, n)    { COLUMN_LIST, offsetof(struct type, member), offsetof(struct type, n), 1 }
#define LAST                     { COLUMN_NUMBER, 0, 0, 0 }

#define C(member) NUMBER(signature_instruction, member)
static const struct column code[] = {
    C(address), ARRAY(signature_instruction, bytes, 1), C(length), C(op), C(type), C(vector), C(idiom),
    C(loads), C(stores), C(access_bytes), C(end), C(n_reads), C(n_addresses), C(n_writes),
    ARRAY(signature_instruction, reads, 1), ARRAY(signature_instruction, addresses, 1),
    ARRAY(signature_instruction, writes, 1), LAST,
};
#define B(member) NUMBER(signature_block, member)
static const struct column blocks[] = {
    B(first), B(n), B(executions), B(repeats), B(taken), ARRAY(signature_block, missed, 8), B(end),
    B(loop), B(function), LAST,
};
#define T(member) NUMBER(signature_burst, member)
static const struct column bursts[] = {
    T(at), T(thread), T(first_event), T(n_events), T(first_access), T(n_accesses), T(instructions),
    T(warm), LAST,
};
#define E(member) NUMBER(signature_event, member)
static const struct column events[] = {
    E(block), E(repeats), E(n_accesses), E(taken), E(missed), E(code_distance), E(code_page), LAST,
};
#define A(member) NUMBER(signature_access, member)
static const struct column accesses[] = {
    A(address), A(bytes), A(instruction), A(store), A(distance), A(page_distance),
    ARRAY(signature_access, depth, 1), ARRAY(signature_access, page_depth, 1), A(flags), LAST,
};
#define G(member) NUMBER(signature_edge, member)
static const struct column edges[] = { G(from), G(to), G(count), LAST };
static const struct column functions[] = {
    TEXT(signature_function, name), TEXT(signature_function, object),
    NUMBER(signature_function, address), LAST,
};
#define L(member) NUMBER(signature_loop, member)
static const struct column loops[] = {
    L(header), L(parent), L(function), L(activations), L(iterations), L(instructions), L(longest),
    L(address), TEXT(signature_loop, file), L(line), LAST,
};
#define M(member) NUMBER(signature_memory, member)
static const struct column memory[] = {
    M(instruction), M(loop), M(store), M(count), SPARSE(signature_memory, distance), M(cold),
    SPARSE(signature_memory, depth), SPARSE(signature_memory, page_distance), M(cold_pages),
    SPARSE(signature_memory, page_depth), M(stride), M(strided), M(lines), LAST,
};
#define F(member) NUMBER(signature_flow, member)
static const struct column flow[] = {
    F(producer), F(consumer), F(count), F(distance), F(memory), LAST,
};
#define S(member) NUMBER(signature_call, member)
static const struct column calls[] = { S(number), S(count), S(bytes), LAST };
#define K(member) NUMBER(signature_kernel, member)
static const struct column kernels[] = {
    K(loop), K(n_blocks), LIST(signature_kernel, blocks, n_blocks), K(instructions), K(executed),
    K(longest), K(stability), K(parallel), K(reuse_bytes), K(reuse), K(volume_bytes), LAST,
};
#define D(member) NUMBER(signature_writebacks, member)
static const struct column writebacks[] = {
    D(instruction), D(loop), SPARSE(signature_writebacks, ways), LAST,
};
#define R(member) NUMBER(signature_rest, member)
static const struct column rest[] = { R(loop), R(blocks), R(instructions), R(executed), LAST };

#define H(member) NUMBER(signature_thread, member)
static const struct column thread[] = { H(first), H(instructions), LAST };
#define Y(member) NUMBER(signature_sync, member)
static const struct column sync_rows[] = {
    Y(thread), Y(kind), Y(at), Y(by), Y(by_at), Y(pages), Y(calls), Y(bytes), LAST,
};

#define ROWS(array, type)                                                                          \
    offsetof(struct signature, array), offsetof(struct signature, n_##array), sizeof(struct type), array
/* A section refers only to sections before it, but a burst to its events and accesses. */
const struct section signature_sections[SIGNATURE_SECTIONS] = {
    { "CODE", SECTION_REQUIRED, ROWS(code, signature_instruction), code_is_valid },
    { "BLOK", SECTION_REQUIRED, ROWS(blocks, signature_block), blocks_are_valid },
    { "TRAC", SECTION_REQUIRED, ROWS(bursts, signature_burst), bursts_are_valid },
    { "EVNT", SECTION_REQUIRED, ROWS(events, signature_event), events_are_valid },
    { "ACCS", SECTION_REQUIRED, ROWS(accesses, signature_access), accesses_are_valid },
    { "EDGE", SECTION_OPTIONAL, ROWS(edges, signature_edge), edges_are_valid },
    { "FUNC", SECTION_OPTIONAL, ROWS(functions, signature_function), functions_are_valid },
    { "LOOP", SECTION_OPTIONAL, ROWS(loops, signature_loop), loops_are_valid },
    { "MEMS", SECTION_OPTIONAL, ROWS(memory, signature_memory), memory_is_valid },
    { "FLOW", SECTION_OPTIONAL, ROWS(flow, signature_flow), flow_is_valid },
    { "SYSC", SECTION_OPTIONAL, ROWS(calls, signature_call), NULL },
    { "KERN", SECTION_OPTIONAL, ROWS(kernels, signature_kernel), kernels_are_valid },
    { "WRBK", SECTION_OPTIONAL, ROWS(writebacks, signature_writebacks), writebacks_are_valid },
    { "REST", SECTION_OPTIONAL, ROWS(rest, signature_rest), NULL },
    { "THRD", SECTION_IF_ROWS, ROWS(thread, signature_thread), NULL },
    { "SYNC", SECTION_IF_ROWS, offsetof(struct signature, sync), offsetof(struct signature, n_sync),
      sizeof(struct signature_sync), sync_rows, sync_is_valid },
};

#define HEAD(member) { #member, offsetof(struct signature, member), SIZE(signature, member) }
const struct head_count signature_head_counts[] = {
    HEAD(instructions), HEAD(burst), HEAD(every), HEAD(pages), HEAD(pages_read),
    HEAD(pages_copied), HEAD(file_bytes), HEAD(lines), HEAD(code_lines), HEAD(code_pages),
    HEAD(clock_reads), HEAD(cpu_asks), HEAD(threads), HEAD(line_bytes), HEAD(page_bytes),
    HEAD(kernels_crc), HEAD(ended), HEAD(exec), HEAD(forks), { NULL, 0, 0 },
};
/* clang-format on */

/* ---- numbers in a file ---- */

void *section_rows(const struct signature *s, const struct section *section, uint32_t *n)
{
    void *rows;

    memcpy(&rows, (const char *)s + section->rows, sizeof rows);
    memcpy(n, (const char *)s + section->n_rows, sizeof *n);
    return rows;
}

size_t section_number_bytes(const struct section *section)
{
    size_t bytes = 0;

    for (const struct column *c = section->columns; c->size; c++)
        bytes += c->kind == COLUMN_NUMBER ? c->size * c->count : 0;
    return bytes;
}

/* Bytes of a row in the order of their planes: AT[i] is the offset of byte I of the numbers. */
static size_t plane_offsets(const struct section *section, uint16_t *at)
{
    static const uint16_t one = 1;
    bool little = *(const unsigned char *)&one == 1;
    size_t n = 0;

    for (const struct column *c = section->columns; c->size; c++)
        for (size_t i = 0; c->kind == COLUMN_NUMBER && i < c->size * c->count; i++) {
            size_t byte = i % c->size;
            at[n++] = (uint16_t)(c->offset + i - byte + (little ? byte : c->size - 1 - byte));
        }
    return n;
}

enum {
    ROWS_AT_ONCE = 512, /* rows that stay in a cache while all their planes are copied */
    PLANES_MAX = 128,   /* bytes of the numbers of a row: those of a block are 80 */
};

void section_to_planes(const struct section *section, const char *rows, uint32_t n,
                       unsigned char *to)
{
    uint16_t at[PLANES_MAX];
    size_t planes = plane_offsets(section, at);

    for (size_t first = 0; first < n; first += ROWS_AT_ONCE) {
        size_t end = n - first < ROWS_AT_ONCE ? n : first + ROWS_AT_ONCE;
        for (size_t p = 0; p < planes; p++)
            for (size_t i = first; i < end; i++)
                to[p * n + i] = (unsigned char)rows[i * section->row_bytes + at[p]];
    }
}

/* Copies N bytes to rows of STEP bytes, which are 0: as most high bytes of numbers are. */
static void copy_plane(char *to, size_t step, const unsigned char *from, size_t n)
{
    enum { EIGHT = 8 };

    for (; n >= EIGHT; n -= EIGHT, from += EIGHT, to += EIGHT * step) {
        uint64_t bytes;
        memcpy(&bytes, from, sizeof bytes);
        if (bytes == 0)
            continue;
        to[0] = (char)from[0];
        to[step] = (char)from[1];
        to[2 * step] = (char)from[2];
        to[3 * step] = (char)from[3];
        to[4 * step] = (char)from[4];
        to[5 * step] = (char)from[5];
        to[6 * step] = (char)from[6];
        to[7 * step] = (char)from[7];
    }
    for (size_t i = 0; i < n; i++)
        to[i * step] = (char)from[i];
}

void section_from_planes(const struct section *section, const unsigned char *from, char *rows,
                         uint32_t n)
{
    uint16_t at[PLANES_MAX];
    size_t planes = plane_offsets(section, at), step = section->row_bytes;

    for (size_t first = 0; first < n; first += ROWS_AT_ONCE) {
        size_t here = n - first < ROWS_AT_ONCE ? n - first : ROWS_AT_ONCE;
        for (size_t p = 0; p < planes; p++)
            copy_plane(rows + first * step + at[p], step, from + p * n + first, here);
    }
}

/* ---- rows that are dropped ---- */

void section_drop(struct signature *s, const struct section *section)
{
    uint32_t n, none = 0;
    char *rows = section_rows(s, section, &n);

    for (const struct column *c = section->columns; c->size; c++)
        for (uint32_t i = 0; c->kind >= COLUMN_TEXT && i < n; i++) {
            void *owned;
            memcpy(&owned, rows + i * section->row_bytes + c->offset, sizeof owned);
            free(owned);
        }
    free(rows);
    rows = NULL;
    memcpy((char *)s + section->rows, &rows, sizeof rows);
    memcpy((char *)s + section->n_rows, &none, sizeof none);
}

void signature_free(struct signature *s)
{
    for (size_t i = 0; i < SIGNATURE_SECTIONS; i++)
        section_drop(s, &signature_sections[i]);
    memset(s, 0, sizeof *s);
}

/* Loops and functions that were dropped become none. */
static void clear_references(struct signature *s)
{
#define CLEAR(array, member, n)                                                                    \
    for (uint32_t i = 0; i < s->n_##array; i++)                                                    \
    s->array[i].member = s->array[i].member < (n) ? s->array[i].member : SIGNATURE_NONE
    CLEAR(blocks, loop, s->n_loops);
    CLEAR(blocks, function, s->n_functions);
    CLEAR(loops, function, s->n_functions);
    CLEAR(kernels, loop, s->n_loops);
    CLEAR(memory, loop, s->n_loops);
    CLEAR(writebacks, loop, s->n_loops);
    CLEAR(rest, loop, s->n_loops);
#undef CLEAR
}

bool section_check_all(struct signature *s, char *message, size_t size)
{
    bool good = true;

    clear_references(s);
    for (size_t i = 0; i < SIGNATURE_SECTIONS && good; i++) {
        const struct section *section = &signature_sections[i];
        if (section->rows_are_valid == NULL || section->rows_are_valid(s))
            continue;
        size_t n = strlen(message);
        snprintf(message + n, size - n, "%ssection %s refers to rows that do not exist",
                 n ? "; " : "", section->tag);
        section_drop(s, section);
        good = section->need != SECTION_REQUIRED;
    }
    clear_references(s);
    return good;
}
