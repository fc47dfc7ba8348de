/* A small signature, made by hand. */
#include "made_signature.h"
#include <stdlib.h>
#include <string.h>

/* A copy of N rows of SIZE bytes. */
static void *copied(const void *rows, size_t n, size_t size)
{
    void *copy = malloc(n * size);

    if (!copy)
        abort();
    return memcpy(copy, rows, n * size);
}

#define ROWS(s, array, type, ...)                                                                  \
    do {                                                                                           \
        const struct type rows[] = { __VA_ARGS__ };                                                \
        (s)->array = copied(rows, sizeof rows / sizeof *rows, sizeof *rows);                       \
        (s)->n_##array = sizeof rows / sizeof *rows;                                               \
    } while (0)

static void make_code(struct signature *s)
{
    ROWS(s, code, signature_instruction,
         { .address = 0x1000, .bytes = { 0x90 }, .length = 1, .op = OP_NONE },
         { .address = 0x1001,
           .bytes = { 0x8b, 0x07 },
           .length = 2,
           .op = OP_LOAD,
           .loads = 1,
           .access_bytes = 4,
           .n_addresses = 1,
           .addresses = { 7 },
           .n_writes = 1,
           .writes = { 0 } },
         { .address = 0x1003,
           .bytes = { 0x89, 0x06 },
           .length = 2,
           .op = OP_STORE,
           .stores = 1,
           .access_bytes = 4,
           .n_addresses = 1,
           .addresses = { 6 },
           .n_reads = 1,
           .reads = { 0 } },
         { .address = 0x1005,
           .bytes = { 0x75, 0xfa },
           .length = 2,
           .op = OP_BRANCH,
           .end = END_CONDITIONAL });
    ROWS(s, blocks, signature_block,
         { .first = 0, .n = 1, .executions = 1, .loop = SIGNATURE_NONE },
         { .first = 1,
           .n = 3,
           .executions = 1000,
           .taken = 999,
           .missed = { 9, 8, 7, 6 },
           .end = END_CONDITIONAL });
    ROWS(s, edges, signature_edge, { 0, 1, 1 }, { 1, 1, 999 });
}

static void make_run(struct signature *s)
{
    ROWS(s, bursts, signature_burst,
         { .at = 0, .n_events = 3, .n_accesses = 4, .instructions = 7, .warm = 1 });
    ROWS(s, events, signature_event, { .block = 0 },
         { .block = 1, .n_accesses = 2, .taken = 1, .missed = 5 }, { .block = 1, .n_accesses = 2 });
    ROWS(s, accesses, signature_access,
         { .address = 0x40000,
           .bytes = 4,
           .distance = SIGNATURE_COLD,
           .page_distance = SIGNATURE_COLD,
           .depth = { 16, 16, 16 } },
         { .address = 0x80000, .bytes = 4, .instruction = 1, .store = 1, .distance = 3 },
         { .address = 0x40004, .bytes = 4 },
         { .address = 0x7fffc,
           .bytes = 4,
           .instruction = 1,
           .store = 1,
           .flags = ACCESS_STREAM | ACCESS_STRIDE });
}

static void make_rest(struct signature *s)
{
    ROWS(s, functions, signature_function, { strdup("main"), strdup("made"), 0x1000 });
    ROWS(s, loops, signature_loop,
         { .header = 1,
           .parent = SIGNATURE_NONE,
           .activations = 1,
           .iterations = 1000,
           .instructions = 3000,
           .longest = 1000,
           .file = strdup("made.c"),
           .line = 5 });
    ROWS(s, memory, signature_memory,
         { .instruction = 1,
           .count = 1000,
           .distance = { 900, 99 },
           .cold = 1,
           .stride = -4,
           .strided = 998 });
    ROWS(s, flow, signature_flow, { 1, 2, 1000, 1000, false });
    ROWS(s, writebacks, signature_writebacks,
         { .instruction = 2, .loop = SIGNATURE_NONE, .ways = { { 9, 8 }, { 7 } } });
    ROWS(s, rest, signature_rest, { .blocks = 1, .instructions = 2, .executed = 20 });
    ROWS(s, thread, signature_thread, { .instructions = 3000 }, { .instructions = 1 });
    ROWS(s, sync, signature_sync, { .kind = SYNC_CREATE, .at = 5, .by = 1, .pages = 2 },
         { .thread = 1, .kind = SYNC_WAIT, .at = 1, .by_at = 9, .calls = 1, .bytes = 4096 });
    ROWS(s, calls, signature_call, { 60, 1, 0 }, { 1, 2, 4096 });
    ROWS(s, kernels, signature_kernel,
         { .n_blocks = 1,
           .blocks = copied(&(uint32_t){ 1 }, 1, 4),
           .instructions = 3,
           .executed = 3000,
           .longest = 3000,
           .stability = 1.5,
           .parallel = 0.25,
           .reuse = 7,
           .volume_bytes = 128 });
}

struct signature made_signature(void)
{
    struct signature s = { .isa = "x86_64",
                           .program = "made \"up\"\xe9",
                           .build_id = "0123",
                           .emulator = "none",
                           .arguments = "made up\n",
                           .instructions = 3001,
                           .pages = 2,
                           .pages_read = 1,
                           .pages_copied = 1,
                           .file_bytes = 5000,
                           .works = { [WORK_READ] = { 9, 0 }, [WORK_GROW] = { 2, 3 } },
                           .lines = 3,
                           .code_lines = 1,
                           .code_pages = 1,
                           .threads = 2,
                           .line_bytes = 64,
                           .page_bytes = 4096,
                           .burst = 6000,
                           .every = 20000,
                           .kernels_crc = 0xdeadbeef };

    make_code(&s);
    make_run(&s);
    make_rest(&s);
    return s;
}
