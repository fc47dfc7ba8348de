/* Words of the RISC-V Supervisor Binary Interface 1.0, chapters 3 (errors), 4 (base), 7 (IPI), 9
 * (HSM), 11 (PMU). */
#ifndef SBI_H
#define SBI_H

enum { SBI_BASE = 0x10, SBI_IPI = 0x735049, SBI_HSM = 0x48534d, SBI_PMU = 0x504d55 };
enum { SBI_BASE_PROBE = 3, SBI_IPI_SEND = 0, SBI_HSM_START = 0, SBI_HSM_STATUS = 2 };
enum {
    SBI_PMU_COUNTERS = 0,
    SBI_PMU_INFO = 1,
    SBI_PMU_CONFIGURE = 2,
    SBI_PMU_START = 3,
    SBI_PMU_STOP = 4
};
/* Flags of SBI_PMU_CONFIGURE, of _START, of _STOP. */
enum {
    SBI_PMU_CLEAR_VALUE = 1 << 1,
    SBI_PMU_AUTO_START = 1 << 2,
    SBI_PMU_SET_INIT_VALUE = 1,
    SBI_PMU_RESET = 1
};
/* Types of events, in bits 16 to 19 of their index; a raw one is a value of mhpmevent. */
enum { SBI_PMU_GENERAL = 0 << 16, SBI_PMU_CACHE = 1 << 16, SBI_PMU_RAW = 2 << 16 };
enum {
    SBI_NOT_SUPPORTED = -2,
    SBI_INVALID_PARAM = -3,
    SBI_INVALID_ADDRESS = -5,
    SBI_ALREADY_AVAILABLE = -6
};

#endif
