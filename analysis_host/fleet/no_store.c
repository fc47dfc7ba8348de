/* Stands in for the database where libsqlite3 was not found. */
#include "report/output/visible.h"
#include "store.h"

enum fleet_store_status fleet_store_open(struct fleet_store **store, const char *file,
                                         bool may_make, FILE *err)
{
    (void)may_make;
    *store = NULL;
    output_say(err, file, "this analyze was built without libsqlite3: there is no --db");
    return STORE_UNUSABLE;
}

void fleet_store_close(struct fleet_store *store)
{
    (void)store;
}

bool fleet_store_knows(struct fleet_store *store, const uint8_t sha256[FLEET_SHA])
{
    (void)store;
    (void)sha256;
    return false;
}

enum fleet_store_status fleet_store_put(struct fleet_store *store, const struct fleet_read *read)
{
    (void)store;
    (void)read;
    return STORE_UNUSABLE;
}

enum fleet_store_status fleet_store_load(struct fleet_store *store, struct fleet *fleet,
                                         int64_t from, int64_t until)
{
    (void)store;
    (void)fleet;
    (void)from;
    (void)until;
    return STORE_UNUSABLE;
}

enum fleet_store_status fleet_store_copy(struct fleet_store *store, const char *file, int64_t from,
                                         int64_t until)
{
    (void)store;
    (void)file;
    (void)from;
    (void)until;
    return STORE_UNUSABLE;
}
