/* In place of the compiler library's, which calculate without a unit for floating point and are 1.4
 * KiB long. Source: Run-time ABI for the ARM Architecture, IHI 0043, section 4.1.2; arguments and
 * results are in core registers (4.1). */
#include "convert.h"

#define IN_CORE_REGISTERS __attribute__((pcs("aapcs")))

IN_CORE_REGISTERS double __aeabi_ul2d(uint64_t value);
IN_CORE_REGISTERS float __aeabi_ul2f(uint64_t value);

double __aeabi_ul2d(uint64_t value)
{
    return convert_to_double(value);
}

float __aeabi_ul2f(uint64_t value)
{
    return convert_to_float(value);
}
