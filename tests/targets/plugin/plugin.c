/* A plugin of QEMU that gives an image the clock of a modelled machine: an instruction takes a
 * cycle, and an access to memory that hal_alloc() gave out what hal/sim's model says. Arguments:
 *   machine=FILE    the machine (hal/sim/README.md)
 *   clock=ADDRESS   of bare_model_clock in the image (hal/bare/model_clock.h)
 *   start=ADDRESS   of bare_run in the image: from there on the clock runs
 * One processor, and memory mapped one to one. */
#include "machine.h"
#include "model.h"
#include "qemu_plugin.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOWS = 8, SIXTEENTHS = 16 };

/* As struct bare_model_clock lies in the memory of a little-endian board. */
struct model_clock {
    uint64_t ticks;
    uint64_t hz;
    uint64_t n_windows;
    struct {
        uint64_t start, end, page_bytes;
    } window[WINDOWS];
};

int qemu_plugin_version = QEMU_PLUGIN_INTERFACE;

static struct sim_machine machine;
static struct sim_model *model;
static uint64_t clock_at, start_at;
static struct model_clock
    *image_clock;           /* the image's, in this process; NULL: it has not started yet */
static uint64_t told_16ths; /* of the model's clock, what the image was told */

static _Noreturn void give_up(const char *cause)
{
    fprintf(stderr, "plugin: %s\n", cause);
    exit(2);
}

/* The model's base pages are the small window's, its large pages the largest there are. */
static void make_model(void)
{
    uint64_t end = 0;

    machine.large_bytes = 0;
    for (uint64_t i = 0; i < image_clock->n_windows && i < WINDOWS; i++) {
        end = image_clock->window[i].end > end ? image_clock->window[i].end : end;
        if (image_clock->window[i].page_bytes > machine.page_bytes &&
            image_clock->window[i].page_bytes > machine.large_bytes)
            machine.large_bytes = image_clock->window[i].page_bytes;
    }
    uint64_t unit = machine.large_bytes ? machine.large_bytes : machine.page_bytes;
    model = sim_model_new(&machine, (end + unit - 1) / unit * unit);
    if (!model)
        give_up("not enough memory for the model");
    for (uint64_t i = 0; i < image_clock->n_windows && i < WINDOWS; i++)
        sim_model_map(model, image_clock->window[i].start,
                      image_clock->window[i].end - image_clock->window[i].start,
                      image_clock->window[i].page_bytes > machine.page_bytes);
}

static void accessed(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address, void *ctx)
{
    (void)vcpu;
    (void)ctx;
    if (!model)
        return;
    if (qemu_plugin_mem_is_store(info))
        sim_model_store(model, address);
    else
        sim_model_load(model, address);
    uint64_t cycles = (sim_model_clock_16ths(model) - told_16ths) / SIXTEENTHS;
    told_16ths += cycles * SIXTEENTHS;
    image_clock->ticks += cycles;
}

/* Memory is mapped one to one and is one piece in this process, too. */
static void start_clock(const struct qemu_plugin_insn *insn)
{
    char *here = qemu_plugin_insn_haddr(insn);

    if (!here)
        give_up("the image's code is not in memory");
    image_clock = (struct model_clock *)(void *)(here - start_at + clock_at);
    image_clock->hz = machine.mhz * 1000000;
    make_model();
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    size_t n = qemu_plugin_tb_n_insns(tb);

    (void)id;
    for (size_t i = 0; i < n && !image_clock; i++)
        if (qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, i)) == start_at)
            start_clock(qemu_plugin_tb_get_insn(tb, i));
    if (!image_clock)
        return;
    qemu_plugin_register_vcpu_tb_exec_inline(tb, QEMU_PLUGIN_INLINE_ADD_U64, &image_clock->ticks,
                                             n);
    for (size_t i = 0; i < n; i++)
        qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, i), accessed,
                                         QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, NULL);
}

/* Returns the value of NAME= in the arguments; ends the process without one. */
static const char *argument(int argc, char **argv, const char *name)
{
    size_t n = strlen(name);

    for (int i = 0; i < argc; i++)
        if (strncmp(argv[i], name, n) == 0 && argv[i][n] == '=')
            return argv[i] + n + 1;
    fprintf(stderr, "plugin: %s= is missing\n", name);
    exit(2);
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv)
{
    char error[2048];

    (void)info;
    if (sim_machine_read(&machine, argument(argc, argv, "machine"), error, sizeof error) != 0)
        give_up(error);
    clock_at = strtoull(argument(argc, argv, "clock"), NULL, 16);
    start_at = strtoull(argument(argc, argv, "start"), NULL, 16);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
