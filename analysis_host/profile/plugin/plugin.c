/* A plugin of QEMU that watches a program run and writes what it did at its end. Arguments:
 *   out=FILE      of the signature, not decoded, and FILE.maps of where code came from; processes
 *                 that the program starts write FILE.PID
 *   line=N page=N bytes, powers of two
 *   every=N burst=N warm=N bursts=N whole=N  of samples (collected.h)
 *   start=ADDRESS stop=ADDRESS  of instructions, hexadecimal: what runs between them is watched;
 * START once more forgets the counts, but not which lines were touched code=ADDRESS  in the file of
 * the first code; START and STOP are addresses of the file, too Nothing is printed or written while
 * the program runs. */
#include "collect.h"
#include "files.h"
#include "noted.h"
#include "qemu_plugin.h"
#include "signature/file.h"
#include "threads.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, MOST_INSTRUCTIONS = 4096 };

int qemu_plugin_version = QEMU_PLUGIN_INTERFACE;

static struct collect collect;
static struct threads threads;
static bool idle[COLLECT_THREADS];      /* what a thread runs belongs to a loop that waits */
static _Thread_local unsigned own_vcpu; /* of the thread that this one runs */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned n_running; /* threads that were begun: from the second on the lock is taken */
static char out[PATH_BYTES];
static char isa[16], emulator[64];
static bool child;                 /* this process is a copy */
static uint64_t start_at, stop_at; /* 0: from the first, to the last */
static uint64_t code_at;           /* of START and STOP; 0: they are where they are said to be */

static void take(void)
{
    if (n_running > 1)
        pthread_mutex_lock(&lock);
}

static void give(void)
{
    if (n_running > 1)
        pthread_mutex_unlock(&lock);
}

/* Returns false where the block belongs to a loop that waits for another thread. */
static bool works(unsigned vcpu, const struct collect_block *block)
{
    if (n_running > 1 && collect.on)
        idle[vcpu] = !threads_ran(&threads, &collect, vcpu, block->n, block->spins, &lock);
    return !idle[vcpu];
}

static void ran(unsigned vcpu, void *ctx)
{
    take();
    if (works(vcpu, ctx))
        collect_ran(&collect, vcpu, ctx);
    give();
}

static void restart(void)
{
    collect_restart(&collect);
    threads_restart(&threads);
}

/* A block that watching begins or ends with. */
static void ran_mark(unsigned vcpu, void *ctx)
{
    const struct collect_block *block = ctx;

    take();
    if (block->address == stop_at) {
        collect.on = false;
    } else {
        if (collect.on)
            restart();
        collect.on = true;
    }
    collect_ran(&collect, vcpu, ctx);
    give();
}

/* What QEMU tells of an access by two calls, which each access need not make again. */
struct access_kind {
    qemu_plugin_meminfo_t info;
    uint8_t bytes; /* 0: not known */
    bool store;
};

static struct access_kind known_kinds[64];

static inline unsigned kind_number(qemu_plugin_meminfo_t info)
{
    return (info >> 4 ^ info >> 12) & 63;
}

/* Within the lock. */
static inline const struct access_kind *kind_of(qemu_plugin_meminfo_t info)
{
    struct access_kind *kind = &known_kinds[kind_number(info)];

    if (kind->info != info || kind->bytes == 0)
        *kind = (struct access_kind){ info, (uint8_t)(1U << qemu_plugin_mem_size_shift(info)),
                                      qemu_plugin_mem_is_store(info) };
    return kind;
}

__attribute__((flatten, noinline)) static void
access_fully(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address, void *ctx)
{
    take();
    const struct access_kind *kind = kind_of(info);
    if (n_running > 1)
        threads_accessed(&threads, &collect, vcpu, kind->store, address);
    if (!idle[vcpu])
        collect_accessed(&collect, vcpu, ctx, kind->store, address, kind->bytes);
    give();
}

/* Most accesses end here, with no call: this function saves no register. */
__attribute__((flatten)) static void accessed(unsigned vcpu, qemu_plugin_meminfo_t info,
                                              uint64_t address, void *ctx)
{
    const struct access_kind *kind = &known_kinds[kind_number(info)];

    if (!collect.on)
        return;
    if (n_running > 1 || kind->info != info || kind->bytes == 0 ||
        !collect_accessed_quickly(&collect, vcpu, ctx, kind->store, address, kind->bytes))
        access_fully(vcpu, info, address, ctx);
}

/* Programs that may lie anywhere are moved as a whole. */
static void move_marks(void)
{
    uint64_t moved = code_at ? qemu_plugin_start_code() - code_at : 0;

    start_at += start_at ? moved : 0;
    stop_at += stop_at ? moved : 0;
    code_at = 0;
}

/* Copies the instructions of TB. Returns how many. */
static unsigned copy_instructions(const struct qemu_plugin_tb *tb,
                                  struct collect_instruction to[MOST_INSTRUCTIONS])
{
    size_t n = qemu_plugin_tb_n_insns(tb);
    unsigned k = 0;

    for (; k < n && k < MOST_INSTRUCTIONS; k++) {
        const struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, k);
        size_t length = qemu_plugin_insn_size(insn);
        to[k] = (struct collect_instruction){ .address = qemu_plugin_insn_vaddr(insn) };
        to[k].length = (uint8_t)(length < SIGNATURE_BYTES ? length : SIGNATURE_BYTES);
        memcpy(to[k].bytes, qemu_plugin_insn_data(insn), to[k].length);
    }
    return k;
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    static struct collect_instruction insns[MOST_INSTRUCTIONS];
    static pthread_mutex_t translating = PTHREAD_MUTEX_INITIALIZER;

    (void)id;
    pthread_mutex_lock(&translating);
    take();
    move_marks();
    unsigned n = copy_instructions(tb, insns);
    struct collect_block *b =
        n ? collect_block_of(&collect, insns, n,
                             qemu_plugin_insn_haddr(qemu_plugin_tb_get_insn(tb, 0)))
          : NULL;
    give();
    pthread_mutex_unlock(&translating);
    if (!b)
        return;
    bool mark = b->address == start_at || b->address == stop_at;
    qemu_plugin_register_vcpu_tb_exec_cb(tb, mark ? ran_mark : ran, QEMU_PLUGIN_CB_NO_REGS, b);
    for (unsigned i = 0; i < n; i++)
        qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, i), accessed,
                                         QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
                                         &b->instruction[i]);
}

static void thread_began(qemu_plugin_id_t id, unsigned vcpu)
{
    (void)id;
    take();
    collect_thread_begins(&collect, vcpu);
    threads_start(&threads, &collect, vcpu, own_vcpu);
    idle[vcpu] = false;
    give();
    n_running++; /* in the thread that starts it, which runs nothing meanwhile */
}

/* Appends ".PID" in a process that is a copy. */
static void name_output(char path[PATH_BYTES + 32])
{
    if (child)
        snprintf(path, PATH_BYTES + 32, "%s.%ld", out, (long)getpid());
    else
        snprintf(path, PATH_BYTES + 32, "%s", out);
}

static void write_maps(const char *path)
{
    char name[PATH_BYTES + 64];

    snprintf(name, sizeof name, "%s.maps", path);
    FILE *maps = fopen("/proc/self/maps", "r");
    FILE *to = fopen(name, "w");
    if (maps && to)
        result_maps(&collect, maps, to);
    if (maps)
        fclose(maps);
    if (to)
        fclose(to);
}

/* Writes all there is; EXEC: another program takes the process over. */
static void write_result(bool exec)
{
    struct signature s = { .exec = exec };
    char path[PATH_BYTES + 32];

    collect_catch_up(&collect);
    name_output(path);
    snprintf(s.isa, sizeof s.isa, "%s", isa);
    snprintf(s.emulator, sizeof s.emulator, "%s", emulator);
    threads_result(&threads, &collect, &s);
    result_make(&collect, &s);
    if (start_at == 0) /* kernels are replayed as a whole */
        signature_thin(&s, SIGNATURE_REPLAYED);
    if (!signature_write(&s, path, SIGNATURE_FAST)) {
        perror("profile: signature");
        _exit(2);
    }
    signature_free(&s);
    write_maps(path);
}

static void ended(qemu_plugin_id_t id, void *ctx)
{
    (void)id;
    (void)ctx;
    take();
    write_result(false);
    collect.on = false;
    give();
}

/* Numbers of execve and its like on each ISA. */
static bool is_exec(int64_t number)
{
    switch (collect.isa) {
    case ISA_X86_64:
        return number == 59 || number == 322;
    case ISA_I386:
        return number == 11 || number == 358;
    case ISA_ARM:
        return number == 11 || number == 387;
    default:
        return number == 221 || number == 281;
    }
}

/* write, pwrite and writev, whose first argument says what to. */
static bool writes_file(int64_t number)
{
    switch (collect.isa) {
    case ISA_X86_64:
        return number == 1 || number == 18 || number == 20;
    case ISA_I386:
    case ISA_ARM:
        return number == 4 || number == 146 || number == 181;
    default:
        return number == 64 || number == 66 || number == 68;
    }
}

/* read and pread, whose second argument says where to. */
static bool reads_file(int64_t number)
{
    switch (collect.isa) {
    case ISA_X86_64:
        return number == 0 || number == 17;
    case ISA_I386:
    case ISA_ARM:
        return number == 3 || number == 180;
    default:
        return number == 63 || number == 67;
    }
}

static void called(qemu_plugin_id_t id, unsigned vcpu, int64_t number, uint64_t a1, uint64_t a2,
                   uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8)
{
    const uint64_t arguments[] = { a1, a2, a3, a4, a5, a6 };

    (void)id, (void)a7, (void)a8;
    own_vcpu = vcpu;
    take();
    threads_called(&threads, &collect, vcpu, number, arguments);
    collect_called(&collect, vcpu, number, reads_file(number) ? a2 : 0,
                   writes_file(number) && files_is_file((int)a1));
    files_call(&collect, vcpu, number, arguments);
    if (is_exec(number))
        write_result(true);
    give();
}

/* read, write, pread, pwrite, readv, writev ... : those that return how much they moved. */
static bool moves_bytes(int64_t number)
{
    switch (collect.isa) {
    case ISA_X86_64:
        return number <= 1 || (number >= 17 && number <= 20) || number == 40;
    case ISA_I386:
    case ISA_ARM:
        return number == 3 || number == 4 || (number >= 145 && number <= 146) || number == 180 ||
               number == 181;
    default:
        return number >= 63 && number <= 71;
    }
}

static void returned(qemu_plugin_id_t id, unsigned vcpu, int64_t number, int64_t value)
{
    (void)id;
    take();
    files_return(&collect, vcpu, number, value);
    bool moved = value > 0 && moves_bytes(number);
    threads_returned(&threads, &collect, vcpu, number, value, moved ? (uint64_t)value : 0);
    if (moved)
        collect_moved(&collect, vcpu, number, (uint64_t)value);
    give();
}

/* A copy of the process begins with nothing. */
static void forked(void)
{
    child = true;
    n_running = 1;
    restart();
}

/* Returns the value of NAME= in the arguments, or NULL. */
static const char *argument(int argc, char **argv, const char *name)
{
    size_t n = strlen(name);

    for (int i = 0; i < argc; i++)
        if (strncmp(argv[i], name, n) == 0 && argv[i][n] == '=')
            return argv[i] + n + 1;
    return NULL;
}

static uint64_t number_argument(int argc, char **argv, const char *name, int base, uint64_t without)
{
    const char *text = argument(argc, argv, name);

    return text ? strtoull(text, NULL, base) : without;
}

static unsigned log2_of(uint64_t bytes)
{
    unsigned shift = 0;

    while (bytes >> shift > 1)
        shift++;
    return shift;
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv)
{
    const char *path = argument(argc, argv, "out");
    struct collect_rules rules = {
        .line_shift = log2_of(number_argument(argc, argv, "line", 10, 64)),
        .page_shift = log2_of(number_argument(argc, argv, "page", 10, 4096)),
        .burst = (uint32_t)number_argument(argc, argv, "burst", 10, 6000),
        .warm = (uint32_t)number_argument(argc, argv, "warm", 10, 1200),
        .every = number_argument(argc, argv, "every", 10, 20000),
        .most_bursts = (uint32_t)number_argument(argc, argv, "bursts", 10, 400),
        .whole = number_argument(argc, argv, "whole", 10, 2000000),
    };

    if (!path)
        give_up("the plugin has no out=");
    snprintf(out, sizeof out, "%s", path);
    snprintf(isa, sizeof isa, "%s", info->target_name);
    snprintf(emulator, sizeof emulator, "qemu plugins %d", info->version.cur);
    collect_begin(&collect, &rules, isa_called(isa));
    threads_begin(&threads, isa_called(isa), rules.line_shift);
    start_at = number_argument(argc, argv, "start", 16, 0);
    stop_at = number_argument(argc, argv, "stop", 16, 0);
    code_at = number_argument(argc, argv, "code", 16, 0);
    collect.on = start_at == 0;
    pthread_atfork(NULL, NULL, forked);
    qemu_plugin_register_vcpu_init_cb(id, thread_began);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    if (!info->system_emulation) {
        qemu_plugin_register_vcpu_syscall_cb(id, called);
        qemu_plugin_register_vcpu_syscall_ret_cb(id, returned);
    }
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
