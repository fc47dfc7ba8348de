/* Sources: BCM2711 ARM Peripherals, chapters 1.2 (memory map, low peripherals), 5 (pins) and 11
 * (UART); Raspberry Pi, tools/armstubs/armstub8.S (spin table). UNTESTED on hardware. */
#include "board64.h"
#include "gpio_bcm.h"

enum { GPIO = 0xfe200000, UART_0 = 0xfe201000, TX = 14, RX = 15, BT_TX = 32, BT_RX = 33 };

/* Bluetooth has the UART else. */
static void start(void)
{
    gpio_bcm_connect(GPIO, BT_TX, GPIO_BCM_INPUT);
    gpio_bcm_connect(GPIO, BT_RX, GPIO_BCM_INPUT);
    gpio_bcm_connect(GPIO, TX, GPIO_BCM_ALT0);
    gpio_bcm_connect(GPIO, RX, GPIO_BCM_ALT0);
}

static const struct board64_range devices[] = { { 0xfe000000, 16 << 20 }, { 0, 0 } };

const struct uart board_uart = {
    .driver = &uart_pl011, .base = UART_0, .clock_hz = 48000000, .baud = 115200
};
const struct board64 board = { .ram = { 0, 0x3b400000 },
                               .devices = devices,
                               .cores = 4,
                               .start_by = FACTS_START_SPIN_TABLE,
                               .spin_table = 0xd8,
                               .line_after_dashes = true,
                               .start = start };
