/* The part of QEMU's plugin interface that plugin.c uses. */
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
struct qemu_info;

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_R = 1, QEMU_PLUGIN_MEM_W, QEMU_PLUGIN_MEM_RW };
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
typedef uint32_t qemu_plugin_meminfo_t;

/* A plugin defines these. Install returns 0, or anything else to refuse; ARGV holds "name=value".
 */
extern int qemu_plugin_version;
int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv);

/* QEMU defines these. */
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*translated)(qemu_plugin_id_t id,
                                                              struct qemu_plugin_tb *tb));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *insn);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *tb, enum qemu_plugin_op op,
                                              void *at, uint64_t value);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
                                      void (*accessed)(unsigned vcpu, qemu_plugin_meminfo_t info,
                                                       uint64_t address, void *ctx),
                                      enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw rw,
                                      void *ctx);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t info);

#endif
