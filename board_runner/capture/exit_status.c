/* Names the exit statuses. */
#include "exit_status.h"
#include <stddef.h>

const char *exit_status_text(int status)
{
    static const struct {
        int status;
        const char *text;
    } texts[] = {
        { EXIT_COMPLETE, "complete" },         { EXIT_USAGE, "wrong usage" },
        { EXIT_NOT_STARTED, "not started" },   { EXIT_SILENT, "silent" },
        { EXIT_DAMAGED, "damaged" },           { EXIT_BOARD_FAULT, "board fault" },
        { EXIT_LOG_LOST, "log not written" },  { EXIT_INTERRUPTED, "interrupted" },
        { EXIT_NOT_ASKED, "no second round" },
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (texts[i].status == status)
            return texts[i].text;
    return "died";
}
