/* Drivers of serial lines. */
#ifndef UART_H
#define UART_H

#include <stdint.h>

/* Serial lines. A board names a driver and states facts; 8 bits, no parity, one stop bit. */

struct uart;

struct uart_driver {
    void (*start)(const struct uart *uart);             /* sets rate and form, turns on */
    void (*put)(const struct uart *uart, uint8_t byte); /* waits for room */
    int (*get)(const struct uart *uart);                /* 0 to 255, or -1: nothing came */
    void (*drain)(const struct uart *uart);             /* waits until the last bit has left */
};

struct uart {
    const struct uart_driver *driver;
    uintptr_t base;    /* of the registers: an address, or a port number */
    unsigned shift;    /* registers are 1 << shift bytes apart (16550 only) */
    uint32_t clock_hz; /* what the UART's divisor divides */
    uint32_t baud;     /* wanted; 0: as the boot loader left it */
    /* How registers are reached (16550 only): uart_memory_8, uart_memory_32, or a port's own. */
    const struct uart_access *access;
};

struct uart_access {
    uint32_t (*in)(uintptr_t at);
    void (*out)(uintptr_t at, uint32_t value);
};

/* 16550 and what is compatible with it: PCs, Allwinner, Nuvoton. */
extern const struct uart_driver uart_16550;

/* OMAP's, which is a 16550 that must be turned on. Needs the parts uart_16550 and uart_memory, too.
 */
extern const struct uart_driver uart_omap;

/* ARM PrimeCell UART: Versatile Express, RealView, Highbank. */
extern const struct uart_driver uart_pl011;

/* Zynq-7000's. */
extern const struct uart_driver uart_cadence;

/* The UART of i.MX processors. */
extern const struct uart_driver uart_imx;

/* Raspberry Pi's mini UART; BASE: that of the auxiliary block, CLOCK_HZ: the core clock. */
extern const struct uart_driver uart_mini;

/* SiFive's: FU540 and FU740. */
extern const struct uart_driver uart_sifive;

/* ARM's CMSDK APB UART: MPS2 boards. */
extern const struct uart_driver uart_cmsdk;

/* STM32F1 to F4: status and data registers come first. */
extern const struct uart_driver uart_stm32;

/* STM32F0, F3, F7, H7, L4: what is received and what is sent have registers of their own. */
extern const struct uart_driver uart_stm32h7;

/* nRF51's; BAUD is one of 9600, 115200 and 1000000; the board names its pins. */
extern const struct uart_driver uart_nrf;

/* A 16550's registers in memory, reached by loads and stores of 8 or 32 bits (part uart_memory). */
extern const struct uart_access uart_memory_8, uart_memory_32;

#endif
