/* Exit statuses of board_runner; --help and the manual page list them. */
#ifndef EXIT_STATUS_H
#define EXIT_STATUS_H

enum {
    EXIT_COMPLETE = 0,
    EXIT_USAGE = 2,
    EXIT_NOT_STARTED = 3,
    EXIT_SILENT = 4,
    EXIT_DAMAGED = 5,
    EXIT_BOARD_FAULT = 6,
    EXIT_LOG_LOST = 7,
    EXIT_NOT_ASKED = 8,
    EXIT_INTERRUPTED = 130,
};

#endif
