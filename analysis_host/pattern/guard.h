/* Ends the program with a message where a file takes too much time or memory. */
#ifndef GUARD_H
#define GUARD_H

/* From now on the work is on FILE, which is kept and not copied, and may take SECONDS of processor
 * time and some 60 MB. What takes more ends the program with status 2. */
void guard_begin(const char *file, unsigned seconds);

#endif
