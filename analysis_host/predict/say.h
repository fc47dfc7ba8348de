/* Messages on standard error of predict, and of profile where it fits. */
#ifndef SAY_H
#define SAY_H

/* Exit statuses of the program. */
enum { SAY_ANSWERED = 0, SAY_DOUBTS = 1, SAY_USAGE = 2, SAY_NOTHING = 3, SAY_OUTPUT = 4 };

/* Says "PROGRAM: FILE: TEXT" (report/output/visible.h), printf-like. Returns STATUS. */
int say(int status, const char *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
