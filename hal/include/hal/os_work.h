/* What programs have an operating system do, beyond its shortest call. */
#ifndef HAL_OS_WORK_H
#define HAL_OS_WORK_H

#include <stddef.h>

enum hal_os_work {
    HAL_OS_READ,  /* read a few bytes of a file that memory holds, after those read last */
    HAL_OS_WRITE, /* write a few bytes over those of a file */
    HAL_OS_FIND,  /* look up a path */
    HAL_OS_OPEN,  /* open a file by its path, and close it */
    HAL_OS_LIST,  /* list a folder, from its first entry to its last */
    HAL_OS_GROW,  /* append pages to a file with one call */
    HAL_OS_EMPTY, /* take all from that file again */
};

/* Has the system do WORK, with N pages (> 0) where it is HAL_OS_GROW. Returns how much was done:
 * the entries, the pages (N or fewer), else 1; 0: there is no operating system, or it does not let
 * this program do that. What is written goes to a file without a name, which is gone with the
 * program, however that ends. One thread at a time. */
size_t hal_os_work(enum hal_os_work work, size_t n);

#endif
