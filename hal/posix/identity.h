/* What the files of a system say of its machine. */
#ifndef POSIX_IDENTITY_H
#define POSIX_IDENTITY_H

#include <hal/identity.h>

enum { POSIX_IDENTITY = 9 };

struct posix_identity {
    struct hal_identity at[POSIX_IDENTITY];
    unsigned n;
};

/* Reads proc/ and sys/ below ROOT ("" for those of this system), the name of the machine and the
 * time. */
void posix_identity_read(struct posix_identity *identity, const char *root);

#endif
