/* Emulates a processor of eight bits whose program fills a page, sorts it and adds it up. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum operation {
    HALT,
    LOAD_IMMEDIATE,
    LOAD_ZERO_PAGE,
    LOAD_INDEXED,
    STORE_ZERO_PAGE,
    STORE_INDEXED,
    LOAD_X,
    INCREMENT_X,
    INCREMENT_ZERO_PAGE,
    COMPARE_X,
    COMPARE_INDEXED,
    ADD_INDEXED,
    XOR_IMMEDIATE,
    SHIFT_LEFT,
    CLEAR_CARRY,
    BRANCH_NOT_EQUAL,
    BRANCH_EQUAL,
    BRANCH_CARRY_CLEAR,
    PUSH,
    PULL,
    CALL,
    RETURN
};

enum { STACK = 0x0100, PAGE = 0x0200, START = 0x1000 };

struct processor {
    uint8_t a, x, stack, carry, zero, negative;
    uint16_t at;
    unsigned long steps;
    uint8_t memory[65536];
};

static uint8_t fetch(struct processor *p)
{
    return p->memory[p->at++];
}

static uint16_t fetch_place(struct processor *p)
{
    uint16_t low = fetch(p);

    return (uint16_t)(low | fetch(p) << 8);
}

static void flag(struct processor *p, uint8_t value)
{
    p->zero = value == 0;
    p->negative = value >> 7;
}

static void compare(struct processor *p, uint8_t left, uint8_t right)
{
    p->carry = left >= right;
    flag(p, (uint8_t)(left - right));
}

static void branch(struct processor *p, int taken)
{
    int8_t distance = (int8_t)fetch(p);

    if (taken)
        p->at = (uint16_t)(p->at + distance);
}

static void add(struct processor *p, uint8_t value)
{
    unsigned sum = p->a + value + p->carry;

    p->carry = sum > 255;
    p->a = (uint8_t)sum;
    flag(p, p->a);
}

static void push(struct processor *p, uint8_t value)
{
    p->memory[STACK + p->stack--] = value;
}

static uint8_t pull(struct processor *p)
{
    return p->memory[STACK + ++p->stack];
}

static void call(struct processor *p)
{
    uint16_t to = fetch_place(p);

    push(p, (uint8_t)(p->at >> 8));
    push(p, (uint8_t)p->at);
    p->at = to;
}

static void come_back(struct processor *p)
{
    uint16_t low = pull(p);

    p->at = (uint16_t)(low | pull(p) << 8);
}

static uint8_t *indexed(struct processor *p)
{
    return p->memory + (uint16_t)(fetch_place(p) + p->x);
}

static void run(struct processor *p)
{
    for (p->at = START;; p->steps++)
        switch (fetch(p)) {
        case LOAD_IMMEDIATE:
            flag(p, p->a = fetch(p));
            break;
        case LOAD_ZERO_PAGE:
            flag(p, p->a = p->memory[fetch(p)]);
            break;
        case LOAD_INDEXED:
            flag(p, p->a = *indexed(p));
            break;
        case STORE_ZERO_PAGE:
            p->memory[fetch(p)] = p->a;
            break;
        case STORE_INDEXED:
            *indexed(p) = p->a;
            break;
        case LOAD_X:
            flag(p, p->x = fetch(p));
            break;
        case INCREMENT_X:
            flag(p, ++p->x);
            break;
        case INCREMENT_ZERO_PAGE:
            flag(p, ++p->memory[fetch(p)]);
            break;
        case COMPARE_X:
            compare(p, p->x, fetch(p));
            break;
        case COMPARE_INDEXED:
            compare(p, p->a, *indexed(p));
            break;
        case ADD_INDEXED:
            add(p, *indexed(p));
            break;
        case XOR_IMMEDIATE:
            flag(p, p->a ^= fetch(p));
            break;
        case SHIFT_LEFT:
            p->carry = p->a >> 7;
            flag(p, p->a = (uint8_t)(p->a << 1));
            break;
        case CLEAR_CARRY:
            p->carry = 0;
            break;
        case BRANCH_NOT_EQUAL:
            branch(p, !p->zero);
            break;
        case BRANCH_EQUAL:
            branch(p, p->zero);
            break;
        case BRANCH_CARRY_CLEAR:
            branch(p, !p->carry);
            break;
        case PUSH:
            push(p, p->a);
            break;
        case PULL:
            flag(p, p->a = pull(p));
            break;
        case CALL:
            call(p);
            break;
        case RETURN:
            come_back(p);
            break;
        default:
            return;
        }
}

static struct processor machine;
static uint16_t end = START;

/* Appends an operation and its BYTES of operand; returns the place after it. */
static uint16_t emit(enum operation what, unsigned bytes, unsigned operand)
{
    machine.memory[end++] = (uint8_t)what;
    for (; bytes > 0; bytes--, operand >>= 8)
        machine.memory[end++] = (uint8_t)operand;
    return end;
}

static void emit_back(enum operation what, uint16_t to)
{
    emit(what, 1, (unsigned)(to - (end + 2)) & 255);
}

/* Lets the branch that ends at FROM go to where the next operation comes. */
static void come_here(uint16_t from)
{
    machine.memory[from - 1] = (uint8_t)(end - from);
}

static void assemble(void)
{
    uint16_t over, fill, pass, pair, lower, same, sum, calls;

    emit(LOAD_X, 1, 0);
    fill = emit(LOAD_ZERO_PAGE, 1, 0) - 2;
    emit(SHIFT_LEFT, 0, 0);
    over = emit(BRANCH_CARRY_CLEAR, 1, 0);
    emit(XOR_IMMEDIATE, 1, 0x1d);
    come_here(over);
    emit(STORE_ZERO_PAGE, 1, 0);
    emit(STORE_INDEXED, 2, PAGE);
    emit(INCREMENT_X, 0, 0);
    emit_back(BRANCH_NOT_EQUAL, fill);
    pass = emit(LOAD_IMMEDIATE, 1, 0) - 2;
    emit(STORE_ZERO_PAGE, 1, 1);
    emit(LOAD_X, 1, 0);
    pair = emit(LOAD_INDEXED, 2, PAGE) - 3;
    emit(COMPARE_INDEXED, 2, PAGE + 1);
    lower = emit(BRANCH_CARRY_CLEAR, 1, 0);
    same = emit(BRANCH_EQUAL, 1, 0);
    emit(PUSH, 0, 0);
    emit(LOAD_INDEXED, 2, PAGE + 1);
    emit(STORE_INDEXED, 2, PAGE);
    emit(PULL, 0, 0);
    emit(STORE_INDEXED, 2, PAGE + 1);
    emit(INCREMENT_ZERO_PAGE, 1, 1);
    come_here(lower);
    come_here(same);
    emit(INCREMENT_X, 0, 0);
    emit(COMPARE_X, 1, 255);
    emit_back(BRANCH_NOT_EQUAL, pair);
    emit(LOAD_ZERO_PAGE, 1, 1);
    emit_back(BRANCH_NOT_EQUAL, pass);
    calls = emit(CALL, 2, 0);
    emit(HALT, 0, 0);
    machine.memory[calls - 2] = (uint8_t)end;
    machine.memory[calls - 1] = (uint8_t)(end >> 8);
    emit(LOAD_X, 1, 0);
    emit(CLEAR_CARRY, 0, 0);
    sum = emit(ADD_INDEXED, 2, PAGE) - 3;
    emit(INCREMENT_X, 0, 0);
    emit_back(BRANCH_NOT_EQUAL, sum);
    emit(STORE_ZERO_PAGE, 1, 2);
    emit(RETURN, 0, 0);
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 4;

    assemble();
    for (int i = 0; i < rounds; i++) {
        machine.memory[0] = (uint8_t)(7 + 11 * i);
        run(&machine);
        printf("%u %u %u\n", machine.memory[PAGE], machine.memory[PAGE + 255], machine.memory[2]);
    }
    printf("%lu\n", machine.steps);
    return 0;
}
