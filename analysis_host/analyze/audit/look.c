/* Registers and options by the names that manuals give them. Sources: Cortex-A9 TRM, DDI 0388
 * (ACTLR); L2C-310 TRM, DDI 0246 (Auxiliary and Prefetch Control); ARM ARM, DDI 0406 and DDI 0487
 * (SCTLR, CPACR_EL1); Armv7-M ARM, DDI 0403 (CCR, CPACR); STM32 reference manuals (FLASH_ACR);
 * Intel SDM, volumes 3A (CR0, CR4) and 4 (MSR 1A4H, MSR 1A0H); Linux, Documentation/admin-guide. */
#include "rule.h"
#include <string.h>

/* PORT: the beginning of the key hal; "": any. The first that fits counts. */
static const struct {
    const char *topic, *port, *look;
} table[] = {
    { "caches", "arm_a9",
      "SCTLR.C, SCTLR.I and SCTLR.M; ACTLR.SMP (bit 6); L2C-310 Control Register, bit 0" },
    { "caches", "arm_m", "SCB->CCR: DC (bit 16) and IC (bit 17); MPU attributes of the memory" },
    { "caches", "arm", "SCTLR.C, SCTLR.I and SCTLR.M; ACTLR.L2EN (Cortex-A8)" },
    { "caches", "aarch64",
      "SCTLR_ELx.C, .I and .M; attributes of the page table; CPUECTLR_EL1.SMPEN" },
    { "caches", "riscv", "the core's cache enable; physical memory attributes of the memory" },
    { "caches", "x86", "CR0.CD and CR0.NW; MTRR default type; PAT" },
    { "caches", "", "cache enables of the core; attributes of the page table" },
    { "mmu", "riscv", "satp.MODE" },
    { "mmu", "x86", "CR0.PG, CR4.PAE, IA32_EFER.LME" },
    { "cache_size", "arm_a9", "L2C-310 Data Lockdown registers and Auxiliary Control (way size)" },
    { "cache_size", "posix",
      "another virtual machine or program in the cache; resctrl (schemata); page colours: larger "
      "pages" },
    { "cache_size", "",
      "ways locked down or used as memory; the size that the SoC's manual says is fitted" },
    { "write", "arm_a9",
      "C and B bits (TEX remap) of the page table; L2C-310 Debug Control Register "
      "(write-through)" },
    { "write", "x86", "MTRR and PAT types (WT)" },
    { "write", "", "attributes of the page table or MPU: write-back, write-allocate" },
    { "prefetch", "arm_a9",
      "ACTLR bits 1 and 2 (L2 prefetch hint, L1 prefetch enable); L2C-310 Prefetch Control "
      "Register, bits 28 to 30" },
    { "prefetch", "aarch64", "CPUECTLR_EL1 and CPUACTLR_EL1: prefetch bits in the core's TRM" },
    { "prefetch", "x86",
      "MSR 1A4H, bits 0 to 3 (Intel); hardware prefetchers in the firmware's setup" },
    { "prefetch", "posix",
      "MSR 1A4H, bits 0 to 3 (Intel); hardware prefetchers in the firmware's setup" },
    { "prefetch", "",
      "prefetch enables in the auxiliary control registers of the core and of the outer cache" },
    { "dram", "posix",
      "DIMMs in every channel (dmidecode -t memory); configured memory speed; NUMA interleave" },
    { "dram", "",
      "data rate (PLL and clock divider of the controller), bus width, channels, and what training "
      "reported" },
    { "clock", "posix",
      "cpupower frequency-info: governor, limits; firmware power settings; cooling" },
    { "clock", "",
      "PLL and divider registers of the core clock; voltage step; what the boot loader leaves" },
    { "flash", "arm_m",
      "FLASH_ACR: LATENCY (wait states), PRFTEN, ICEN, DCEN (STM32); voltage range" },
    { "flash", "", "wait states, prefetch and cache of the flash controller" },
    { "psram", "",
      "clock divider and latency cycles of the serial memory controller (OCTOSPI, FlexSPI); DTR "
      "mode" },
    { "core", "",
      "clock, revision and microcode of the core; the image and its compiler options; what runs "
      "beside" },
    { "branch", "arm_m", "SCB->CCR: BP (bit 18)" },
    { "branch", "", "SCTLR.Z (bit 11), set in the start-up code" },
    { "alignment", "posix",
      "who emulates: firmware (RISC-V: SBI), the kernel (/proc/cpu/alignment, dmesg); compiler: "
      "-mstrict-align, packed structures" },
    { "alignment", "aarch64",
      "SCTLR_EL1.A (bit 1); compiler: -mstrict-align where it has to stay" },
    { "alignment", "arm_m",
      "SCB->CCR: UNALIGN_TRP (bit 3); compiler: -mno-unaligned-access where it has to stay" },
    { "alignment", "", "SCTLR.A (bit 1); compiler: -mno-unaligned-access where it has to stay" },
    { "smp", "aarch64", "CPUECTLR_EL1.SMPEN (bit 6), before the caches are on; firmware at EL3" },
    { "smp", "", "ACTLR.SMP and ACTLR.FW (bits 6 and 0), before the caches are on" },
    { "fpu", "arm_m", "SCB->CPACR, CP10 and CP11; -mfpu= and -mfloat-abi=hard" },
    { "fpu", "arm", "CPACR.cp10, .cp11 and FPEXC.EN; -mfpu= and -mfloat-abi=hard" },
    { "fpu", "aarch64", "CPACR_EL1.FPEN; CPTR_EL2.TFP and CPTR_EL3.TFP" },
    { "fpu", "x86", "CR0.EM, CR4.OSFXSR" },
    { "fpu", "riscv", "sstatus.FS and mstatus.FS; -march with f and d" },
    { "fpu", "", "enable of the floating-point unit; compiler options" },
    { "divider", "arm", "-mcpu= of the core (idiv): the compiler calls __aeabi_idiv" },
    { "divider", "", "compiler options: -march or -mcpu with integer division" },
    { "vector", "arm", "CPACR.ASEDIS and FPEXC.EN; -mfpu=neon" },
    { "vector", "x86", "CR4.OSFXSR; CR4.OSXSAVE and XCR0 (AVX)" },
    { "vector", "posix", "-march= of the machine; XCR0 (hypervisor: CPU model)" },
    { "vector", "", "enable of the vector unit; -march or -mcpu with it" },
    { "vector_clock", "",
      "frequency licence of wide vectors: narrower ones (-mprefer-vector-width=256) where code is "
      "mixed" },
    { "huge_page", "",
      "/sys/kernel/mm/transparent_hugepage/enabled; hypervisor: huge pages behind the guest's "
      "memory" },
    { "neighbour", "", "the SMT sibling: core scheduling, dedicated cores, or SMT off" },
    { "background", "",
      "top (st: time that a hypervisor takes); systemctl list-timers; cpu.max of the control "
      "group; isolcpus= or a cpuset of its own; chrt -f" },
    { "interrupts", "",
      "/proc/interrupts, smp_affinity of each; st in top (hypervisor); nohz_full=" },
    { "node", "", "a DIMM or channel missing on that node (dmidecode -t memory, numactl -H)" },
    { "pinning", "", "cpuset and capabilities of the container; taskset" },
    { "cooling", "", "heat sink, fan, power limit (RAPL: PL1); turbostat" },
};

const char *audit_look(const struct log_run *run, const char *topic)
{
    const char *hal = log_key_text(run->keys, run->n_keys, "hal");

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].topic, topic) == 0 &&
            strncmp(hal != NULL ? hal : "", table[i].port, strlen(table[i].port)) == 0)
            return table[i].look;
    return "";
}
