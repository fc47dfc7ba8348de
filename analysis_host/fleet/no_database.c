/* Stands in for the database where libsqlite3 or libcrypto was not found. */
#include "database.h"
#include "report/output/visible.h"

enum fleet_database_status fleet_database_open(struct fleet_database **store, const char *file,
                                               bool may_make, FILE *err)
{
    (void)may_make;
    *store = NULL;
    output_say(err, file, "this analyze was built without libsqlite3 or libcrypto: there is no --db");
    return STORE_UNUSABLE;
}

void fleet_database_close(struct fleet_database *store)
{
    (void)store;
}

bool fleet_database_knows(struct fleet_database *store, const uint8_t sha256[FLEET_SHA])
{
    (void)store;
    (void)sha256;
    return false;
}

enum fleet_database_status fleet_database_put(struct fleet_database *store,
                                              const struct fleet_read *read)
{
    (void)store;
    (void)read;
    return STORE_UNUSABLE;
}

enum fleet_database_status fleet_database_load(struct fleet_database *store, struct fleet *fleet,
                                               int64_t from, int64_t until)
{
    (void)store;
    (void)fleet;
    (void)from;
    (void)until;
    return STORE_UNUSABLE;
}

enum fleet_database_status fleet_database_copy(struct fleet_database *store, const char *file,
                                               int64_t from, int64_t until)
{
    (void)store;
    (void)file;
    (void)from;
    (void)until;
    return STORE_UNUSABLE;
}
