/* A fake board at the other end of a pseudo-terminal. */
#include "fake_line.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

void fake_line_says(const struct fake *fake, struct pty_board *b, const char *name)
{
    size_t n;
    char *bytes = fake_read(fake, name, &n);

    pty_board_say(b, bytes, n);
    free(bytes);
}

void fake_line_asks(struct pty_board *b, const char *wanted)
{
    enum { PATIENCE = 400, MS = 50, LONG_MS = 20000 };
    char line[600] = "";
    int c = -1;

    for (unsigned i = 0; i < PATIENCE && c < 0; i++) {
        pty_board_say_text(b, "options now\r\n");
        c = pty_board_hear(b, MS);
    }
    for (size_t n = 0; n + 1 < sizeof line && c >= 0; n++) {
        line[n] = (char)c;
        c = c != '\r' ? pty_board_hear(b, LONG_MS) : -1;
    }
    assert_string_equal(line, wanted);
}
