/* Interprets byte code: indirect jumps. */
#include <stdio.h>
#include <stdlib.h>

enum { PUSH, ADD, SUB, MUL, DUP, SWAP, LOAD, STORE, JUMP_IF, DROP, LESS, HALT };

static const int program[] = {
    PUSH, 0, STORE, 0,       PUSH, 1,    STORE, 1,             /* sum, i */
    LOAD, 1, LOAD,  1,       MUL,  LOAD, 0,     ADD, STORE, 0, /* sum += i * i */
    LOAD, 1, PUSH,  1,       ADD,  DUP,  STORE, 1,             /* i++ */
    LOAD, 2, LESS,  JUMP_IF, 8,    HALT,
};

int main(int argc, char **argv)
{
    long stack[64], cell[4] = { 0, 0, argc > 1 ? atol(argv[1]) : 150000, 0 };
    unsigned at = 0, top = 0;

    for (;;) {
        switch (program[at++]) {
        case PUSH:
            stack[top++] = program[at++];
            break;
        case ADD:
            top--;
            stack[top - 1] += stack[top];
            break;
        case SUB:
            top--;
            stack[top - 1] -= stack[top];
            break;
        case MUL:
            top--;
            stack[top - 1] *= stack[top];
            break;
        case DUP:
            stack[top] = stack[top - 1];
            top++;
            break;
        case SWAP: {
            long t = stack[top - 1];
            stack[top - 1] = stack[top - 2];
            stack[top - 2] = t;
            break;
        }
        case LOAD:
            stack[top++] = cell[program[at++]];
            break;
        case STORE:
            cell[program[at++]] = stack[--top];
            break;
        case JUMP_IF:
            at = stack[--top] ? (unsigned)program[at] : at + 1;
            break;
        case DROP:
            top--;
            break;
        case LESS:
            top--;
            stack[top - 1] = stack[top - 1] < stack[top];
            break;
        default:
            printf("%ld\n", cell[0]);
            return 0;
        }
    }
}
