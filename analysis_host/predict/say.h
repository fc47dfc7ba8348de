/* Messages on standard error of predict, and of profile where it fits. */
#ifndef SAY_H
#define SAY_H

/* Exit statuses of the program. */
enum { SAY_ANSWERED = 0, SAY_DOUBTS = 1, SAY_USAGE = 2, SAY_NOTHING = 3 };

/* The program that says something; "predict" at first. */
extern const char *say_program;

/* Says "PROGRAM: FILE: TEXT", printf-like. Returns STATUS. */
int say(int status, const char *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
