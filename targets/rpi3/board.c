/* Sources: BCM2835 ARM Peripherals, chapters 1.2 (memory map), 2 (mini UART) and 6 (pins), which
 * begins at 0x3f000000 on a BCM2837; Raspberry Pi, tools/armstubs/armstub8.S (spin table). UNTESTED
 * on hardware. */
#include "board64.h"
#include "gpio_bcm.h"

enum { GPIO = 0x3f200000, AUX = 0x3f215000, TX = 14, RX = 15 };

static void start(void)
{
    gpio_bcm_connect(GPIO, TX, GPIO_BCM_ALT5);
    gpio_bcm_connect(GPIO, RX, GPIO_BCM_ALT5);
}

static const struct board64_range devices[] = { { 0x3f000000, 16 << 20 }, { 0, 0 } };

/* `enable_uart=1` holds the core clock at 250 MHz. */
const struct uart board_uart = {
    .driver = &uart_mini, .base = AUX, .clock_hz = 250000000, .baud = 115200
};
const struct board64 board = { .ram = { 0, 0x3b400000 },
                               .devices = devices,
                               .cores = 4,
                               .start_by = FACTS_START_SPIN_TABLE,
                               .spin_table = 0xd8,
                               .line_after_dashes = true,
                               .start = start };
