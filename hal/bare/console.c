/* The stream is the board's UART. What a person is to read goes there, too, as a line that is no
 * sentence: there is no other place. */
#include "bare.h"
#include <hal/console.h>

static void put_text(const char *text)
{
    for (; *text; text++)
        board_uart.driver->put(&board_uart, (uint8_t)*text);
}

void bare_console_start(void)
{
    board_uart.driver->start(&board_uart);
}

int hal_console_put(const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        board_uart.driver->put(&board_uart, (uint8_t)bytes[i]);
    return 0;
}

int hal_console_get(void)
{
    return board_uart.driver->get(&board_uart);
}

void hal_console_complain(const char *text)
{
    put_text(text);
    put_text("\r\n");
}

_Noreturn void hal_console_exit(int status)
{
    board_uart.driver->drain(&board_uart);
    bare_leave(status);
}
