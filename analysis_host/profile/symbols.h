/* Names of code: functions, source lines, build ids, from the files that it was loaded from. */
#ifndef PROFILE_SYMBOLS_H
#define PROFILE_SYMBOLS_H

#include "signature/signature.h"

/* Fills functions[], the function of each block and loop, the source of each loop, and the build id
 * of the file PROGRAM. MAPS is the file that the plugin wrote: where each file's code was. What a
 * file does not tell stays "?", and without libdw all of it does but the names of files. Returns
 * false without memory. */
bool symbols_find(struct signature *s, const char *maps, const char *program);

#endif
