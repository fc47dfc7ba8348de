/* The part of QEMU's plugin interface that the profiling plugin uses. */
#ifndef QEMU_PLUGIN_H
#define QEMU_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* QEMU's interface for TCG plugins, version 1 (QEMU 4.2 to 8.2), as far as it is used. QEMU
 * resolves the functions when it loads the plugin; qemu_plugin_version and qemu_plugin_install() it
 * looks up. */

enum { QEMU_PLUGIN_INTERFACE = 1 };

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;   /* a translated block */
struct qemu_plugin_insn; /* an instruction in it */
struct qemu_info {
    const char *target_name; /* "x86_64", "arm" ... */
    struct {
        int min, cur;
    } version;
    bool system_emulation;
    struct {
        int smp_vcpus, max_vcpus;
    } system;
};

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_R = 1, QEMU_PLUGIN_MEM_W, QEMU_PLUGIN_MEM_RW };
typedef uint32_t qemu_plugin_meminfo_t;

/* A plugin defines these. Install returns 0, or anything else to refuse; ARGV holds "name=value".
 */
extern int qemu_plugin_version __attribute__((visibility("default")));
__attribute__((visibility("default"))) int
qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv);

/* QEMU defines these. */
void qemu_plugin_register_vcpu_init_cb(qemu_plugin_id_t id,
                                       void (*started)(qemu_plugin_id_t id, unsigned vcpu));
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*translated)(qemu_plugin_id_t id,
                                                              struct qemu_plugin_tb *tb));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
                                          void (*ran)(unsigned vcpu, void *ctx),
                                          enum qemu_plugin_cb_flags flags, void *ctx);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
                                      void (*accessed)(unsigned vcpu, qemu_plugin_meminfo_t info,
                                                       uint64_t address, void *ctx),
                                      enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw rw,
                                      void *ctx);
/* Of the program, as loaded; called while a processor runs. 0 in an emulator of whole machines. */
uint64_t qemu_plugin_start_code(void);
void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t id,
                                          void (*called)(qemu_plugin_id_t id, unsigned vcpu,
                                                         int64_t number, uint64_t a1, uint64_t a2,
                                                         uint64_t a3, uint64_t a4, uint64_t a5,
                                                         uint64_t a6, uint64_t a7, uint64_t a8));
void qemu_plugin_register_vcpu_syscall_ret_cb(qemu_plugin_id_t id,
                                              void (*returned)(qemu_plugin_id_t id, unsigned vcpu,
                                                               int64_t number, int64_t value));
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id,
                                    void (*ended)(qemu_plugin_id_t id, void *ctx), void *ctx);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *insn);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t info);
unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t info);
const char *qemu_plugin_path_to_binary(void);
uint64_t qemu_plugin_start_code(void);

#endif
