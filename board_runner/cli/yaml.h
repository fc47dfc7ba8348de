/* Pieces of YAML on standard output, for the descriptions that schedulers read. */
#ifndef YAML_H
#define YAML_H

/* Writes TEXT as a quoted scalar, with BEFORE and AFTER around it as they are. */
void yaml_put(const char *before, const char *text, const char *after);
/* Writes BEFORE, then SCHEME ("file://" or "") and the absolute path of FILE as one scalar, then a
 * line end. A FILE that is not there is written as it is. */
void yaml_put_path(const char *before, const char *scheme, const char *file);

#endif
