/* The MMU of a bare ARMv7-A board. */
#ifndef MMU_H
#define MMU_H

/* Translation tables: everything one to one, memory cached, devices not. Source: ARM Architecture
 * Reference Manual, DDI 0406C, section B3.5, short-descriptor format. */

/* Fills the tables for `board` and gives its memory to hal_alloc(): windows of 4 KiB pages, 1 MiB
 * sections and 16 MiB supersections. Once, before mmu_on(). */
void mmu_map(void);

/* Turns on MMU, data and instruction cache and branch prediction of the calling core, whose caches
 * are invalid, except for those that the build leaves off (PONTOON_SCTLR_OFF). */
void mmu_on(void);

#endif
