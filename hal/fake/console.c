/* Keeps what is written, and types what the test's script says. */
#include "fake.h"
#include <hal/console.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf *way_out; /* set inside fake_exits() */

static void append(char **text, size_t *n_text, const char *bytes, size_t n)
{
    char *longer = realloc(*text, *n_text + n + 1);

    if (longer == NULL) {
        (void)fputs("fake console: no memory to keep what was put\n", stderr);
        abort(); /* a test that went on would judge half an output */
    }
    if (n > 0)
        memcpy(longer + *n_text, bytes, n);
    *n_text += n;
    longer[*n_text] = '\0';
    *text = longer;
}

int hal_console_put(const char *bytes, size_t n)
{
    struct fake_console *c = &fake.console;
    size_t room = c->fail_after_bytes > c->n_out ? c->fail_after_bytes - c->n_out : 0;

    if (c->lost)
        return -1;
    c->lost = n > room;
    append(&c->out, &c->n_out, bytes, c->lost ? room : n);
    return c->lost ? -1 : 0;
}

int hal_console_get(void)
{
    struct fake_console *c = &fake.console;

    return c->in_taken < c->n_in ? (unsigned char)c->in[c->in_taken++] : -1;
}

void hal_console_complain(const char *text)
{
    struct fake_console *c = &fake.console;

    append(&c->complaints, &c->n_complaints, text, strlen(text));
    append(&c->complaints, &c->n_complaints, "\n", 1);
}

_Noreturn void hal_console_exit(int status)
{
    fake.console.exited = true;
    fake.console.exit_status = status;
    if (way_out != NULL)
        longjmp(*way_out, 1);
    exit(status);
}

bool fake_exits(void (*fn)(void *arg), void *arg)
{
    jmp_buf here;

    fake.console.exited = false;
    way_out = &here;
    if (setjmp(here) == 0)
        fn(arg);
    way_out = NULL;
    return fake.console.exited;
}
