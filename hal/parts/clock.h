/* Drivers of counters that time can be read from. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

/* Counters that time can be read from. A board lists those it has, best first. */

struct clock;

struct clock_driver {
    unsigned bits;                               /* width of what read gives, 16 to 64 */
    void (*start)(const struct clock *clock);    /* lets it run; NULL: it always does */
    uint64_t (*read)(const struct clock *clock); /* counts up, modulo 2^bits */
};

struct clock {
    const struct clock_driver *driver;
    const char *name; /* for the RUN sentence */
    uintptr_t base;   /* of the registers */
    uint64_t hz;      /* 0: to be measured against a clock whose rate is known */
};

/* A register that counts up by itself, 32 bits wide, at BASE. */
extern const struct clock_driver clock_counter;

/* SP804 dual timer, the first of the two; BASE: Timer1Load. */
extern const struct clock_driver clock_sp804;

/* Cortex-A9: the global timer (BASE: PERIPHBASE + 0x200) and the core's private one (+ 0x600). */
extern const struct clock_driver clock_a9_global, clock_a9_private;

/* OMAP general-purpose timer; BASE: its TCLR, which TCRR and TLDR follow in every
 * generation. */
extern const struct clock_driver clock_gptimer;

/* STM32 general-purpose timer of 32 bits, TIM2 or TIM5, which its bus has a clock for. */
extern const struct clock_driver clock_stm32;

/* The SysTick timer of Cortex-M cores, 24 bits wide; BASE: 0xe000e010, HZ: the core's. */
extern const struct clock_driver clock_systick;

/* nRF51 and nRF52 timer, 32 bits wide. */
extern const struct clock_driver clock_nrf;

/* Allwinner timer 0 on the 24 MHz crystal; BASE: TMR0_CTRL. */
extern const struct clock_driver clock_allwinner;

#endif
