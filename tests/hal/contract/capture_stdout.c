/* Captures the console of ports that write to standard output. */
#include "capture.h"
#include <stdio.h>
#include <unistd.h>

static FILE *kept;
static int standard_output = -1;

void capture_begin(void)
{
    (void)fflush(stdout);
    kept = tmpfile();
    standard_output = dup(STDOUT_FILENO);
    (void)dup2(fileno(kept), STDOUT_FILENO);
}

size_t capture_end(char *text, size_t n_bytes)
{
    (void)fflush(stdout);
    (void)dup2(standard_output, STDOUT_FILENO);
    (void)close(standard_output);
    (void)fseek(kept, 0, SEEK_END);
    size_t whole = (size_t)ftell(kept);
    rewind(kept);
    text[fread(text, 1, n_bytes - 1, kept)] = '\0';
    (void)fclose(kept);
    return whole;
}
