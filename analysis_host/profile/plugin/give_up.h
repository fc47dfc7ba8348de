/* The end of a plugin that cannot go on. */
#ifndef GIVE_UP_H
#define GIVE_UP_H

/* Prints CAUSE and ends the process with status 2. */
_Noreturn void give_up(const char *cause);

#endif
