/* Stands in for a port's: registers that the test plays. */
#ifndef PMU_REGISTERS_H
#define PMU_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#define PMU_CYCLES_MOST UINT32_MAX

bool pmu_is_there(void);
unsigned pmu_counters(void);
bool pmu_has(uint32_t event);
void pmu_enable(void);
void pmu_program(unsigned counter, uint32_t event);
uint32_t pmu_count(unsigned counter);
uint64_t pmu_cycles(void);
void pmu_start(uint32_t counters);
void pmu_stop(uint32_t counters);
uint32_t pmu_overflows(void);
void pmu_clear_overflows(uint32_t counters);

#endif
