/* Code that the model runs: jumps, calls and lines of no-ops are fetched as it loads data, each
 * takes what its level takes; operations go to the scoreboard, where they have entries of what the
 * core has of them. */
#include "hal/code.h"
#include "board.h"
#include "targets.h"
#include <string.h>

/* What is written: a word with its kind, its number, and the address that it leads to, as far as
 * hosts use addresses. */
enum kind { JUMP, CALL, RETURN, BEGIN, LAP_END, END, FILL, OPERATION };
enum { KIND_SHIFT = 56, NUMBER_SHIFT = 48, CALLS_MOST = 4096, LINE_BYTES = 64 };
#define ADDRESS (((uint64_t)1 << NUMBER_SHIFT) - 1)

/* A core that runs it. Values but those of chains are not known, only when they are there. */
struct core {
    struct hal_code_laps *laps;       /* NULL: outside of laps */
    uint64_t chain_16ths[2];          /* when each chain's place is known */
    uint64_t made_16ths, place_16ths; /* what TO_FP and TO_LOAD made of it */
    const char *back[CALLS_MOST];     /* where calls return to */
    unsigned n_calls;
};

int hal_code_alloc(struct hal_block *block, size_t size_bytes)
{
    return hal_alloc(block, size_bytes, sim_board()->machine.page_bytes, HAL_PAGES_BASE);
}

/* ---- writers ---- */

static void *put(void *at, unsigned kind, unsigned number, const void *to)
{
    uint64_t word = (uint64_t)kind << KIND_SHIFT | (uint64_t)(number & 0xff) << NUMBER_SHIFT |
                    ((uintptr_t)to & ADDRESS);

    *(uint64_t *)at = word;
    return (char *)at + sizeof word;
}

void hal_code_jump(void *at, const void *to)
{
    (void)put(at, to != NULL ? JUMP : RETURN, 0, to);
}

void *hal_code_fill(void *at, size_t n_bytes)
{
    for (; n_bytes >= HAL_CODE_BYTES; n_bytes -= HAL_CODE_BYTES)
        at = put(at, FILL, 0, NULL);
    return at;
}

void *hal_code_call(void *at, const void *to)
{
    return put(at, CALL, 0, to);
}

void *hal_code_enter(void *at)
{
    return at;
}

void *hal_code_leave(void *at)
{
    return put(at, RETURN, 0, NULL);
}

bool hal_code_knows(enum hal_code_op op)
{
    return op < HAL_CODE_OPS;
}

void *hal_code_op(void *at, enum hal_code_op op, unsigned number)
{
    return put(at, OPERATION + op, number, NULL);
}

void *hal_code_begin(void *at)
{
    return put(at, BEGIN, 0, NULL);
}

void *hal_code_lap_end(void *at, const void *first)
{
    return put(at, LAP_END, 0, first);
}

void *hal_code_end(void *at)
{
    return put(at, END, 0, NULL);
}

size_t hal_code_near_bytes(void)
{
    return HAL_CODE_BYTES;
}

int hal_code_finish(const struct hal_block *block)
{
    (void)block;
    return 0;
}

/* ---- running it ---- */

static uint64_t operate(unsigned op, unsigned type, uint64_t operands)
{
    return sim_model_operate(sim_board_now.model, op * SIM_TYPES + type, operands);
}

static void hold(enum sim_queue queue)
{
    sim_model_hold(sim_board_now.model, queue);
}

/* An operation that no unit is short of. */
static void pass(void)
{
    (void)sim_model_start(sim_board_now.model, 0, SIM_16THS);
}

/* A load of a word; returns when it is there. */
static uint64_t load(const void *at, uint64_t operands)
{
    hold(SIM_LOADS);
    hold(SIM_WORD_REGISTERS);
    return sim_model_start_load(sim_board_now.model, (uintptr_t)at - sim_board_now.arena, operands);
}

static void add_word(uint64_t operands)
{
    hold(SIM_WORD_REGISTERS);
    (void)operate(SIM_ADD, SIM_I64, operands);
}

static void add_real(uint64_t operands)
{
    hold(SIM_REAL_REGISTERS);
    (void)operate(SIM_ADD, SIM_F32, operands);
}

static void chase(struct core *c, unsigned chain)
{
    const void *const *at = c->laps->chain[chain];

    c->chain_16ths[chain] = load(at, c->chain_16ths[chain]);
    c->laps->chain[chain] = *at;
}

/* The next operation in the order of the program. */
static void run_op(struct core *c, enum hal_code_op op, unsigned number)
{
    switch (op) {
    case HAL_CODE_LOAD:
        (void)load((const char *)c->laps->data, 0);
        break;
    case HAL_CODE_LOAD_AFTER:
        (void)load((const char *)c->laps->data, c->place_16ths);
        break;
    case HAL_CODE_STORE:
        hold(SIM_STORES);
        pass();
        break;
    case HAL_CODE_BRANCH:
        hold(SIM_BRANCHES);
        pass();
        break;
    case HAL_CODE_CHASE:
        chase(c, number % 2);
        break;
    case HAL_CODE_INT:
        add_word(0);
        break;
    case HAL_CODE_INT_AFTER:
        add_word(c->chain_16ths[number % 2]);
        break;
    case HAL_CODE_FP:
        add_real(0);
        break;
    case HAL_CODE_FP_AFTER:
        add_real(c->made_16ths);
        break;
    case HAL_CODE_TO_LOAD:
        hold(SIM_WORD_REGISTERS);
        c->place_16ths = operate(SIM_AND, SIM_I64, c->chain_16ths[number % 2]);
        break;
    case HAL_CODE_TO_FP:
        hold(SIM_REAL_REGISTERS);
        c->made_16ths = operate(SIM_CVT, SIM_F32, c->chain_16ths[number % 2]);
        break;
    default:
        pass();
    }
}

/* Where a lap goes on that ends at AT with a branch back to FIRST. */
static const char *end_lap(const char *at, const char *first, size_t *laps)
{
    add_word(0);
    hold(SIM_BRANCHES);
    pass();
    return --*laps > 0 ? first : at + sizeof(uint64_t);
}

static const char *call(struct core *c, const char *at, const char *to)
{
    sim_board_load(at, sizeof(uint64_t));
    if (c->n_calls < CALLS_MOST)
        c->back[c->n_calls++] = at + sizeof(uint64_t);
    return to;
}

/* NULL: the code has come to its end. */
static const char *come_back(struct core *c, const char *at)
{
    sim_board_load(at, sizeof(uint64_t));
    return c->n_calls > 0 ? c->back[--c->n_calls] : NULL;
}

static void run(struct core *c, const char *at, size_t laps)
{
    while (at != NULL) {
        uint64_t word = *(const uint64_t *)at;
        const char *to = (const char *)(uintptr_t)(word & ADDRESS), *next = at + sizeof word;

        switch (word >> KIND_SHIFT) {
        case JUMP:
            sim_board_load(at, sizeof word);
            sim_targets_jump((uintptr_t)at - sim_board_now.arena);
            at = to;
            break;
        case CALL:
            at = call(c, at, to);
            break;
        case RETURN:
        case END:
            at = come_back(c, at);
            break;
        case LAP_END:
            at = end_lap(at, to, &laps);
            break;
        case BEGIN:
            at = next;
            break;
        case FILL: /* the model fetches no line ahead, and decodes a line while it fetches one */
            if ((uintptr_t)at % LINE_BYTES == 0)
                sim_board_load(at, sizeof word);
            at = next;
            break;
        default:
            run_op(c, (enum hal_code_op)((word >> KIND_SHIFT) - OPERATION),
                   (unsigned)(word >> NUMBER_SHIFT) & 0xff);
            at = next;
        }
    }
}

void hal_code_run(const void *first)
{
    struct core c = { .laps = NULL };

    run(&c, first, 0);
}

void hal_code_run_laps(const void *first, struct hal_code_laps *laps)
{
    struct core c = { .laps = laps };

    run(&c, first, laps->laps);
    sim_threads_point(sim_board_now.model);
}

void hal_code_free(struct hal_block *block)
{
    hal_free(block);
}
