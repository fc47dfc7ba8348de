/* Flushes standard output and says when it lost something. */
#include "output.h"
#include "capture/exit_status.h"
#include "complain.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

int output_flush(int status)
{
    if (fflush(stdout) == 0 && ferror(stdout) == 0)
        return status;
    complain("standard output: %s", strerror(errno));
    return EXIT_LOG_LOST;
}
