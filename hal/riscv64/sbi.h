/* Words of the RISC-V Supervisor Binary Interface 1.0, chapters 3 (errors), 4 (base), 7 (IPI), 9
 * (HSM). */
#ifndef SBI_H
#define SBI_H

enum { SBI_BASE = 0x10, SBI_IPI = 0x735049, SBI_HSM = 0x48534d };
enum { SBI_BASE_PROBE = 3, SBI_IPI_SEND = 0, SBI_HSM_START = 0, SBI_HSM_STATUS = 2 };
enum {
    SBI_NOT_SUPPORTED = -2,
    SBI_INVALID_PARAM = -3,
    SBI_INVALID_ADDRESS = -5,
    SBI_ALREADY_AVAILABLE = -6
};

#endif
