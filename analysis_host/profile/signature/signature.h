/* What a program did, with no word of any board: its code, blocks and loops, how often and in which
 * order they ran, which memory they touched after how much else. profile writes it, predict reads
 * it. All of it is plain arrays, so that tests can make one by hand. */
#ifndef SIGNATURE_H
#define SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SIGNATURE_BYTES = 16, /* of an instruction's encoding: 15 on x86 */
    SIGNATURE_REGISTERS = 8,
    SIGNATURE_SETS = 3,       /* numbers of sets that depths are taken for, of lines and of pages */
    SIGNATURE_PREDICTORS = 4, /* of the bank in predictor.h */
    SIGNATURE_GROUPS = 97,    /* of stack distances: below 16, then 4 an octave, up to 2^28 */
    SIGNATURE_COLD = 255,     /* distance: never touched before */
    SIGNATURE_DEEP = 16,      /* depth: not among the last 16 of its set */
    SIGNATURE_DEEPER = 17,    /* depth: this and the group of how many more than 16 it is */
    SIGNATURE_DEPTHS = SIGNATURE_DEEPER + SIGNATURE_GROUPS,
};
/* Debian's C library asks 35 times as a program starts which processor it has; a library that
 * chooses its code so adds some. */
enum { SIGNATURE_USUAL_ASKS = 38 };
/* The loader of libraries reads the counter a few times in every program. */
enum { SIGNATURE_USUAL_READS = 32 };
/* Most instructions of samples that predict replays. */
enum { SIGNATURE_REPLAYED = 1200000 };
#define SIGNATURE_NONE UINT32_MAX /* no such block, loop, function ... */

/* Sets of depth[0 .. 2] and page_depth[0 .. 2]. */
static const unsigned signature_line_sets[SIGNATURE_SETS] = { 64, 128, 256 };
static const unsigned signature_page_sets[SIGNATURE_SETS] = { 4, 16, 64 };

/* What an instruction computes. Rows of the probe `ops` where it has one. */
enum signature_op {
    OP_NONE, /* no operation, a hint, a fence */
    OP_MOVE, /* between registers, a constant into one */
    OP_ADD,  /* add, sub, negation, cmp, test, set, select, address computation of one sum */
    OP_LOGIC,
    OP_SHIFT,
    OP_LEA, /* x86: an address of three parts */
    OP_MUL,
    OP_DIV,
    OP_BITS, /* population count, leading zeros, byte swap */
    OP_FADD, /* floating point, scalar or vector as type and vector say; compare, min and max, too
              */
    OP_FMUL,
    OP_FMA,
    OP_FDIV,
    OP_FSQRT,
    OP_CONVERT,
    OP_VADD, /* vectors of integers; logic, compare, too */
    OP_VMUL,
    OP_SHUFFLE,
    OP_CROSS,  /* between register files */
    OP_LOAD,   /* only that */
    OP_STORE,  /* only that */
    OP_BRANCH, /* see enum signature_end for the kind */
    OP_CALL,
    OP_SYSCALL,
    OP_REPEAT, /* rep movs and its like */
    OP_ATOMIC,
    OP_OTHER, /* nothing that the decoder knows */
    SIGNATURE_OPS
};

enum signature_type { TYPE_NONE, TYPE_I8, TYPE_I16, TYPE_I32, TYPE_I64, TYPE_F32, TYPE_F64 };

/* How a block ends. */
enum signature_end {
    END_CUT, /* QEMU's limits: falls through, no branch */
    END_CONDITIONAL,
    END_JUMP,
    END_INDIRECT,
    END_CALL,
    END_CALL_INDIRECT,
    END_RETURN,
    END_SYSCALL,
    SIGNATURE_ENDS
};

enum signature_idiom {
    IDIOM_NONE,
    IDIOM_ZERO,      /* xor a,a: its result waits for nothing */
    IDIOM_MOVE,      /* register to register: may cost dispatch only */
    IDIOM_STACK,     /* push, pop, call, return: do not chain on the stack pointer */
    IDIOM_TWO_FLAGS, /* x86: selects by the carry and the zero flag, which is two operations */
    IDIOM_SIGNED,    /* x86: selects by the order of two signed numbers */
};

/* A static instruction. Registers are numbers below 128 of its ISA's own order; the flags are one.
 * A register is under address[] where it only makes the address, else under reads[]; both where
 * both. */
struct signature_instruction {
    uint64_t address;               /* of ARM: odd where it is Thumb; signature_address() */
    uint8_t bytes[SIGNATURE_BYTES]; /* all 0 once they are decoded */
    uint8_t length;                 /* of bytes */
    uint8_t op;                     /* enum signature_op: besides what it loads and stores */
    uint8_t type;                   /* enum signature_type: of an element */
    uint8_t vector;                 /* bytes of the vector; 0: scalar */
    uint8_t idiom;                  /* enum signature_idiom */
    uint8_t loads;                  /* accesses that it makes at most; 0: none */
    uint8_t stores;                 /* likewise */
    uint8_t access_bytes;           /* of one access, as decoded; 0: not known */
    uint8_t end; /* enum signature_end, of the instruction by itself; END_CUT: no branch */
    uint8_t n_reads, n_addresses, n_writes;
    uint8_t reads[SIGNATURE_REGISTERS], addresses[SIGNATURE_REGISTERS], writes[SIGNATURE_REGISTERS];
};

/* Instructions that ran one after the other, entered at the first. Those that no sample has are
 * sums in signature_rest once the signature is finished. */
struct signature_block {
    uint32_t first, n;                     /* in code[]: consecutive */
    uint64_t executions;                   /* a repeated instruction counts once */
    uint64_t repeats;                      /* further rounds of its last, a repeated instruction */
    uint64_t taken;                        /* of a conditional end */
    uint64_t missed[SIGNATURE_PREDICTORS]; /* mispredicted by each of the bank */
    uint8_t end;                           /* enum signature_end */
    uint32_t loop;                         /* the innermost, or NONE */
    uint32_t function;                     /* in functions[], or NONE */
};

/* COUNT times block TO followed block FROM. Of the most frequent 8 of each block. */
struct signature_edge {
    uint32_t from, to;
    uint64_t count;
};

/* A function of the program, or a part of the program that has no names. */
struct signature_function {
    char *name;       /* "main"; "+0x12a0" by its place in the file; "?" */
    char *object;     /* "words", "libc.so.6"; "?" */
    uint64_t address; /* of the first of its blocks that ran; 0: not known */
};

/* A loop: its back edges lead to HEADER. */
struct signature_loop {
    uint32_t header;       /* block, or NONE where no sample has it */
    uint32_t parent;       /* loop around it, or NONE */
    uint32_t function;     /* of the header, or NONE */
    uint64_t activations;  /* times that it was entered */
    uint64_t iterations;   /* times that the header ran */
    uint64_t instructions; /* of it and of the loops in it; what they call is not counted */
    uint64_t longest;      /* longest activation, in iterations; 0: not known */
    uint64_t address;      /* of the header; 0: not known */
    char *file;            /* source of the header; NULL: not known */
    uint32_t line;
};

/* What ran of a loop, but not of the loops in it, in blocks that no sample has. */
struct signature_rest {
    uint32_t loop;         /* or NONE: outside loops */
    uint32_t blocks;       /* static ones */
    uint32_t instructions; /* static ones, of each block: blocks may overlap */
    uint64_t executed;     /* instructions that ran, rounds of repeated ones, too */
};

/* What a static load or store met in the whole run, or all loads, or stores, of a loop that have no
 * row of their own. */
struct signature_memory {
    uint32_t instruction; /* in code[]; NONE: a sum of several */
    uint32_t loop;        /* the innermost that it is in, or NONE; set once it is finished */
    uint8_t store;        /* 1: a store */
    uint64_t count;
    uint64_t distance[SIGNATURE_GROUPS]; /* lines */
    uint64_t cold;                       /* of COUNT, never touched before */
    uint64_t depth[SIGNATURE_SETS][SIGNATURE_DEEP + 1];
    uint64_t page_distance[SIGNATURE_GROUPS];
    uint64_t cold_pages; /* of COUNT, the first access to a page */
    uint64_t page_depth[SIGNATURE_SETS][SIGNATURE_DEEP + 1];
    int64_t stride;   /* bytes, the most frequent; of a sum 0 */
    uint64_t strided; /* accesses that repeated the last stride */
    uint64_t lines;   /* distinct lines that it was the first to touch */
};

/* Of the stores of an instruction, or of a loop, how many brought a line into a cache in place of
 * one that had been stored to, by the cache's number of sets and of ways (less 1). */
struct signature_writebacks {
    uint32_t instruction; /* in code[]; NONE once it is finished: a sum of several */
    uint32_t loop;        /* as in signature_memory */
    uint64_t ways[SIGNATURE_SETS][SIGNATURE_DEEP];
};

/* A sample of instructions in order. */
struct signature_burst {
    uint64_t at; /* instructions of the whole program before it */
    uint32_t thread;
    uint32_t first_event, n_events;
    uint32_t first_access, n_accesses;
    uint32_t instructions;
    uint32_t warm; /* of them, what only warms a model up */
};

/* A block that ran. */
struct signature_event {
    uint32_t block;
    uint32_t repeats;      /* further rounds of its last instruction */
    uint16_t n_accesses;   /* of accesses[], after those of the event before */
    uint8_t taken;         /* 1: its end led elsewhere than to the next address */
    uint8_t missed;        /* bit P: predictor P was wrong about its end */
    uint8_t code_distance; /* of the farthest of its lines, among lines of code; 0: one just run */
    uint8_t code_page;     /* likewise of pages */
};

/* Touches of one line by one instruction: what a vector or a repeated instruction does in pieces
 * within one line is one. */
struct signature_access {
    uint64_t address; /* of the first byte */
    uint16_t bytes;
    uint16_t instruction; /* in its block, from 0 */
    uint8_t store;
    uint8_t distance;      /* group of the number of other lines since the last touch, or COLD */
    uint8_t page_distance; /* likewise of pages: COLD is a first access */
    uint8_t depth[SIGNATURE_SETS]; /* in its set: 0 the last one, DEEP: deeper; from DEEPER on where
                                      there are as many sets as lines in a page */
    uint8_t page_depth[SIGNATURE_SETS]; /* likewise of pages */
    uint8_t flags;
};

enum signature_flag {
    ACCESS_STREAM = 1, /* next or next but one line of a page, in one direction, the second time */
    ACCESS_STRIDE = 2, /* this instruction's stride repeats, and is below 2 KiB */
    ACCESS_FILE = 4,   /* the line is of a file that is mapped */
    ACCESS_HANDOVER = 8,   /* the line is another thread's until now */
    ACCESS_CONTENDED = 16, /* threads take the line from each other all the time */
    ACCESS_OTHERS = 32,    /* only other threads touched the line before */
};

/* CONSUMER used what PRODUCER (both in code[]) made, COUNT times. */
struct signature_flow {
    uint32_t producer, consumer;
    uint64_t count;
    uint64_t distance; /* instructions between, sum of all */
    uint8_t memory;    /* 1: through memory, else a register */
};

/* System calls of one number. */
struct signature_call {
    uint32_t number;
    uint64_t count;
    uint64_t bytes; /* moved, of read and write and their like */
};

/* What system calls do that takes longer than the shortest of them. */
enum signature_work {
    WORK_READ,   /* read from a file */
    WORK_WRITE,  /* write over what a file holds, or less than a page after it */
    WORK_GROW,   /* write pages that a file did not have; units: these */
    WORK_FIND,   /* look up a path */
    WORK_OPEN,   /* open a file */
    WORK_CLOSE,  /* close one, or what is no file */
    WORK_LIST,   /* ask for entries of a folder; units: bytes */
    WORK_MAP,    /* map a file or memory */
    WORK_CHANGE, /* change what is mapped */
    SIGNATURE_WORKS
};

/* Calls that did one of them. */
struct signature_works {
    uint64_t count, units; /* units: 0 where none are named above */
};

/* A thread of a program that has several. */
struct signature_thread {
    uint64_t first;        /* instruction, counted as AT of its bursts and rows of sync[] */
    uint64_t instructions; /* that it ran, without those of loops that wait */
};

enum signature_sync_kind {
    SYNC_CREATE, /* begins thread BY */
    SYNC_AFTER,  /* goes on with what thread BY stored before its instruction BY_AT */
    SYNC_SPIN,   /* likewise, in a loop that waits */
    SYNC_WAIT,   /* likewise, after the system put it to sleep */
    SYNC_SLEEP,  /* the system put it to sleep; nobody knows who woke it */
    SYNC_END,
    SIGNATURE_SYNCS
};

/* What thread THREAD does with others before its instruction AT, and what the system did for it
 * since its row before. */
struct signature_sync {
    uint32_t thread;
    uint8_t kind; /* enum signature_sync_kind */
    uint64_t at;
    uint32_t by; /* thread, or NONE */
    uint64_t by_at;
    uint32_t pages, calls; /* first touches of pages of data, system calls */
    uint64_t bytes;        /* moved by calls */
};

/* A kernel: static instructions that cover much of the run (Guerre et al., II.B and II.C). */
struct signature_kernel {
    uint32_t loop; /* the loop that holds it, or NONE */
    uint32_t n_blocks;
    uint32_t *blocks;      /* of those in samples, once it is finished */
    uint32_t instructions; /* static, of all */
    uint64_t executed;     /* dynamic */
    uint64_t longest;      /* longest contiguous run, in dynamic instructions */
    double stability;      /* mean number of producers of an operand */
    double parallel;       /* width of the ideal graph / instructions */
    double reuse_bytes;    /* mean stack distance of its accesses, in bytes of lines */
    double reuse;          /* mean instructions between making a value and using it */
    uint64_t volume_bytes; /* lines that it touched in samples, or as the first, times line_bytes */
};

struct signature {
    char isa[16];        /* "x86_64", "i386", "aarch64", "arm", "riscv64" */
    char program[128];   /* name without folder */
    char build_id[64];   /* hexadecimal; "" where it has none */
    char emulator[64];   /* "qemu 7.2" */
    char arguments[512]; /* as typed, cut */
    uint64_t instructions;
    uint64_t pages;        /* touched for the first time, data */
    uint64_t pages_read;   /* of them, those whose first access was a load; at most PAGES */
    uint64_t pages_copied; /* of these, those that were stored to later; at most PAGES_READ */
    uint64_t file_bytes;   /* that calls stored in files */
    struct signature_works works[SIGNATURE_WORKS]; /* all 0: not counted */
    uint64_t lines;                                /* distinct, data */
    uint64_t code_lines, code_pages;
    uint64_t clock_reads; /* instructions that read a counter or clock */
    uint64_t cpu_asks;    /* instructions that ask which processor this is */
    uint32_t threads;     /* that ran */
    uint32_t line_bytes, page_bytes;
    uint32_t burst; /* instructions aimed at in each */
    uint64_t every; /* instructions from the start of one burst to the next at the end of the run */
    uint32_t kernels_crc; /* of the probes' kernels that ran, 0: none did */
    int ended;            /* 0 by itself, else the signal that ended it */
    bool exec;            /* it became another program, which is not in here */
    uint32_t forks;       /* processes that it started, which have files of their own */

    struct signature_instruction *code;
    struct signature_block *blocks;
    struct signature_edge *edges;
    struct signature_function *functions;
    struct signature_loop *loops;
    struct signature_memory *memory;
    struct signature_burst *bursts;
    struct signature_event *events;
    struct signature_access *accesses;
    struct signature_flow *flow;
    struct signature_call *calls;
    struct signature_kernel *kernels;
    struct signature_writebacks *writebacks;
    struct signature_rest *rest;
    struct signature_thread *thread; /* empty where the program has one thread */
    struct signature_sync *sync;     /* those of each thread in their order */
    uint32_t n_thread, n_sync;
    uint32_t n_code, n_blocks, n_edges, n_functions, n_loops, n_memory, n_bursts, n_events,
        n_accesses, n_flow, n_calls, n_kernels, n_writebacks, n_rest;
};

/* Returns the least distance of group CODE, in lines or pages: 0, 16, 19, 23, 27, 32 ... CODE is
 * below SIGNATURE_GROUPS, or SIGNATURE_GROUPS for the end of the last. */
uint64_t signature_distance_least(unsigned code);

/* Returns the address of instruction I of code[] without ARM's mark for Thumb. */
uint64_t signature_address(const struct signature *s, uint32_t i);

/* A replay of at most MOST instructions takes bursts at equal distances: returns the least
 * distance, in bursts, at which they are no more. */
uint32_t signature_stride(const struct signature *s, uint64_t most);

/* Returns how many bursts such a replay takes at the distance STRIDE (at least 1), the first from
 * the middle of the first STRIDE of them, so that few are not those of the start; and which one is
 * number I of them. */
uint32_t signature_strided(const struct signature *s, uint32_t stride);
uint32_t signature_strided_at(const struct signature *s, uint32_t stride, uint32_t i);

/* Drops the bursts of S that a replay of at most MOST instructions does not take. */
void signature_thin(struct signature *s, uint64_t most);

/* Returns how often the program slept or read a clock, beyond what every program's start does:
 * calls of Linux, and instructions. */
uint64_t signature_waits(const struct signature *s);

/* Frees what S holds (not S itself) and clears it. */
void signature_free(struct signature *s);

#endif
