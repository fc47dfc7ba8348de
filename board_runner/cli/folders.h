/* The folders of boards and images, as seen from the program: nothing of the build is compiled in.
 */
#ifndef PLACES_H
#define PLACES_H

#include "request.h"

/* Fills the folders of boards and images in *REQUEST; the texts last as long as the program.
 *
 * A build writes board_runner.where beside the program: lines `source = DIR`, absolute or from the
 * program's folder. The first DIR that has targets/ is the source tree; the image of TARGET is
 * beside the program, those of other boards are in build/ of the source tree. Without that file,
 * the program is taken to be installed: boards are in ../share/pontoon/targets from it.
 *
 * TARGET is the board that the build of this program is for. Returns 0, or -1 after a message. */
int folders_find(struct request *request, const char *target);

#endif
