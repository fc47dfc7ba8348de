/* A plugin of QEMU's user emulation that runs a program on hal/sim's model: an instruction takes a
 * cycle, and an access what the model says. At the end it writes to out=FILE a line of
 * instructions, cycles, and accesses by level, memory last. Further argument: machine=FILE. One
 * thread. What one instruction moves in pieces within a line, without another block between, is one
 * access, as in signatures. */
#include "machine.h"
#include "model.h"
#include "profile/plugin/qemu_plugin.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIXTEENTHS = 16, REGION_BITS = 18, REGIONS = 4096 };

int qemu_plugin_version = QEMU_PLUGIN_INTERFACE;

static struct sim_machine machine;
static struct sim_model *model;
static const char *out;
static uint64_t instructions, blocks;
static uint64_t region[REGIONS]; /* numbers of 256 KiB of the program, by first touch */
static unsigned n_regions;
static bool alone; /* the block that runs is one instruction */
static struct {
    const void *instruction;
    uint64_t line, block;
} last[2]; /* load, store */

static _Noreturn void give_up(const char *cause)
{
    fprintf(stderr, "model_plugin: %s\n", cause);
    exit(2);
}

/* The model's address of ADDRESS: regions side by side, so that sets of lines and pages stay. */
static uint64_t place_of(uint64_t address)
{
    static unsigned before;
    uint64_t number = address >> REGION_BITS;
    unsigned i = before;

    if (n_regions == 0 || region[i] != number)
        for (i = 0; i < n_regions && region[i] != number; i++)
            ;
    if (i == n_regions) {
        if (n_regions == REGIONS)
            give_up("the program touches more than 1 GiB");
        region[n_regions++] = number;
        sim_model_map(model, (uint64_t)i << REGION_BITS, 1U << REGION_BITS, false);
    }
    before = i;
    return ((uint64_t)i << REGION_BITS) + (address & ((1U << REGION_BITS) - 1));
}

/* True when the access is a further piece of the one before: of a vector, or of a repeated
 * instruction, each round of which is a block of its own. */
static bool goes_on(const void *instruction, bool store, uint64_t line)
{
    bool next = alone && last[store].block + 1 == blocks;

    return last[store].instruction == instruction && last[store].line == line &&
           (last[store].block == blocks || next);
}

/* Serves what an instruction moves of a line. */
static void touch_line(const void *instruction, bool store, uint64_t address)
{
    uint64_t line = address / machine.cache[0].line_bytes;
    bool same = goes_on(instruction, store, line);

    last[store].instruction = instruction;
    last[store].line = line;
    last[store].block = blocks;
    if (same)
        return;
    if (store)
        sim_model_store(model, place_of(address));
    else
        sim_model_load(model, place_of(address));
}

/* An access to two lines is one to each, as the simulated board has it. */
static void accessed(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address, void *ctx)
{
    bool store = qemu_plugin_mem_is_store(info);
    uint64_t line = machine.cache[0].line_bytes;
    uint64_t last_byte = address + (1U << qemu_plugin_mem_size_shift(info)) - 1;

    (void)vcpu;
    touch_line(ctx, store, address);
    if (last_byte / line != address / line)
        touch_line(ctx, store, last_byte / line * line);
}

static void ran(unsigned vcpu, void *ctx)
{
    (void)vcpu;
    blocks++;
    alone = (uintptr_t)ctx == 1;
    instructions += (uint64_t)(uintptr_t)ctx;
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    size_t n = qemu_plugin_tb_n_insns(tb);

    (void)id;
    qemu_plugin_register_vcpu_tb_exec_cb(tb, ran, QEMU_PLUGIN_CB_NO_REGS, (void *)(uintptr_t)n);
    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *one = qemu_plugin_tb_get_insn(tb, i);
        qemu_plugin_register_vcpu_mem_cb(one, accessed, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
                                         (void *)(uintptr_t)qemu_plugin_insn_vaddr(one));
    }
}

static void ended(qemu_plugin_id_t id, void *ctx)
{
    FILE *to = fopen(out, "w");

    (void)id;
    (void)ctx;
    if (to == NULL)
        give_up("the result cannot be written");
    fprintf(to, "%llu %.0f", (unsigned long long)instructions,
            (double)instructions + (double)sim_model_clock_16ths(model) / SIXTEENTHS);
    for (unsigned level = 0; level <= machine.n_caches; level++)
        fprintf(to, " %llu", (unsigned long long)sim_model_hits(model, level));
    fprintf(to, "\n");
    fclose(to);
}

/* Returns the value of NAME= in the arguments; ends the process without one. */
static const char *argument(int argc, char **argv, const char *name)
{
    size_t n = strlen(name);

    for (int i = 0; i < argc; i++)
        if (strncmp(argv[i], name, n) == 0 && argv[i][n] == '=')
            return argv[i] + n + 1;
    give_up("an argument is missing");
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv)
{
    char error[2048];

    (void)info;
    out = strdup(argument(argc, argv, "out"));
    if (sim_machine_read(&machine, argument(argc, argv, "machine"), error, sizeof error) != 0)
        give_up(error);
    model = sim_model_new(&machine, (uint64_t)REGIONS << REGION_BITS);
    if (model == NULL)
        give_up("not enough memory for the model");
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
