/* Writes signatures whose time and faults are known to the folder that it is called with. */
#include "made_program.h"
#include "signature/file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { K = 1000, BURSTS = 16, FAR = 90, MIDDLE = 45 };

static struct signature_burst bursts[BURSTS];

/* Chains of K instructions; loads wait for each other and go to lines of group DISTANCE. */
static struct made_program *make_chain(unsigned op, unsigned distance)
{
    struct made_program *p = made_program_new();

    for (unsigned i = 0; i < K; i++) {
        struct signature_instruction *one = made_program_add(p, op, op == OP_LOAD ? 0 : 1, 1);
        if (op != OP_LOAD)
            continue;
        one->addresses[one->n_addresses++] = 1;
        made_program_load(p, 64UL * i, distance);
    }
    made_program_end(p, END_CUT, false);
    return p;
}

/* As many equal bursts as a prediction wants; the whole program is 100 times as long. */
static void finish(struct made_program *p, const char *name)
{
    for (unsigned i = 0; i < BURSTS; i++) {
        bursts[i] = p->burst;
        bursts[i].at = (uint64_t)i * K;
    }
    p->signature.bursts = bursts;
    p->signature.n_bursts = BURSTS;
    p->signature.instructions = 100 * BURSTS * K;
    p->blocks[0].executions = 100 * BURSTS;
    p->signature.threads = 1;
    snprintf(p->signature.program, sizeof p->signature.program, "%s", name);
    snprintf(p->signature.emulator, sizeof p->signature.emulator, "made");
}

static void write_to(const char *folder, struct made_program *p, const char *name)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%s.sig", folder, name);
    if (!signature_write(&p->signature, path, SIGNATURE_SMALL)) {
        perror(path);
        exit(1);
    }
    free(p);
}

static struct made_program *named(const char *name, unsigned op, unsigned distance)
{
    struct made_program *p = make_chain(op, distance);

    finish(p, name);
    return p;
}

static void write_faults(const char *folder)
{
    struct made_program *p = named("arm", OP_ADD, 0);

    strcpy(p->signature.isa, "arm");
    write_to(folder, p, "arm");
    p = named("empty", OP_ADD, 0);
    p->signature.instructions = 0;
    write_to(folder, p, "empty");
    p = named("idle", OP_ADD, 0);
    p->blocks[0].executions = 0;
    for (unsigned i = 0; i < BURSTS; i++)
        bursts[i].n_events = bursts[i].n_accesses = bursts[i].instructions = 0;
    write_to(folder, p, "idle");
    p = named("one", OP_ADD, 0);
    p->signature.n_bursts = 1;
    write_to(folder, p, "one_burst");
    p = named("threads", OP_ADD, 0);
    p->signature.threads = 100000;
    write_to(folder, p, "threads");
    p = named("crashed", OP_ADD, 0);
    p->signature.ended = 11;
    write_to(folder, p, "crashed");
    p = named("forks", OP_ADD, 0);
    p->signature.forks = 2;
    write_to(folder, p, "forks");
    p = named("became", OP_ADD, 0);
    p->signature.exec = true;
    write_to(folder, p, "exec");
    p = named("clock", OP_ADD, 0);
    p->signature.clock_reads = SIGNATURE_USUAL_READS + 5;
    write_to(folder, p, "clock");
    p = named("asks", OP_ADD, 0);
    p->signature.cpu_asks = SIGNATURE_USUAL_ASKS + 1;
    write_to(folder, p, "asks");
    p = named("\033[31mred", OP_ADD, 0);
    write_to(folder, p, "red");
}

/* Appends the chain OP as kernel NAME at N = 2^BITS. */
static void append_kernel(FILE *to, const char *isa, const char *name, unsigned bits)
{
    struct made_program *p = make_chain(OP_ADD, 0);

    finish(p, "kernel");
    strcpy(p->signature.isa, isa);
    snprintf(p->signature.arguments, sizeof p->signature.arguments,
             "%s type=f64 n=%u laps=3 state=warm", name, 1U << bits);
    if (!signature_write_next(&p->signature, to, SIGNATURE_SMALL))
        exit(1);
    free(p);
}

/* Writes N kernels for ISA, some of which the log has not timed. */
static void write_kernels(const char *folder, const char *file, const char *isa, unsigned n)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *to = fopen(path, "w");
    if (to == NULL)
        exit(1);
    append_kernel(to, isa, "name=nobody variant=knows", 5);
    for (unsigned i = 0; i < n; i++)
        append_kernel(to, isa, i % 2 ? "name=wht variant=iterative" : "name=fft variant=radix2",
                      3 + i);
    fclose(to);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    write_to(argv[1], named("chain", OP_ADD, 0), "chain");
    write_to(argv[1], named("far", OP_LOAD, FAR), "far");
    write_to(argv[1], named("middle", OP_LOAD, MIDDLE), "middle");
    write_faults(argv[1]);
    write_kernels(argv[1], "ten.kernels", "x86_64", 10);
    write_kernels(argv[1], "few.kernels", "x86_64", 3);
    write_kernels(argv[1], "arm.kernels", "arm", 10);
    return 0;
}
