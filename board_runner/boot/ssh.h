#ifndef SSH_H
#define SSH_H

#include "capture/capture.h"

/* An image on a machine that is reached by ssh: ssh and scp are run, so that the user's own
 * configuration, keys and agents hold. */

enum { SSH_DIR_BYTES = 128 };

struct ssh {
    const char *host;     /* as ssh takes it */
    char *const *options; /* for ssh and scp; ends with NULL */
    const char *image;
    const char *run; /* command.h, its {image} being the copy */
    char *const *probe_options;
    int64_t limit_ms;        /* for each stage */
    char dir[SSH_DIR_BYTES]; /* on the host, this program's own; "" when there is none */
};

/* Copies the image and starts it as C's link, which the caller closes. 0, or an exit status with
 * the cause in C (stage.h). */
int ssh_start(struct capture *c, struct ssh *ssh);
/* Ends what still runs there and removes what was copied. 0, or an exit status with the cause. */
int ssh_clean_up(struct capture *c, struct ssh *ssh);

#endif
