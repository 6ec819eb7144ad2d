// SPDX-License-Identifier: Apache-2.0
// Set-up and queries, also by the names of version 1.0.
#include "check.h"

static int global;

int main(void) {
    int provided = -1, major = 0, minor = 0, local = 0;
    CHECK(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) == 0 && provided == SHMEM_THREAD_MULTIPLE);
    start_pes(0);
    shmem_init();
    shmem_query_thread(&provided);
    CHECK(provided == SHMEM_THREAD_MULTIPLE);
    int me = shmem_my_pe(), n = shmem_n_pes();
    CHECK(me >= 0 && me < n && me == _my_pe() && n == _num_pes());
    char name[SHMEM_MAX_NAME_LEN] = "";
    shmem_info_get_version(&major, &minor);
    shmem_info_get_name(name);
    CHECK(major == SHMEM_MAJOR_VERSION && minor == SHMEM_MINOR_VERSION && !strcmp(name, SHMEM_VENDOR_STRING));
    CHECK(shmem_pe_accessible(n - 1) && !shmem_pe_accessible(n) && !shmem_pe_accessible(-1));
    void* heap = shmem_malloc(8);
    CHECK(shmem_addr_accessible(&global, 0) && shmem_addr_accessible(heap, n - 1));
    CHECK(!shmem_addr_accessible(&local, 0) && !shmem_addr_accessible(&global, n));
    CHECK(shmem_ptr(&global, me) == &global && (n == 1 || !shmem_ptr(&global, next_pe())));
    shmem_pcontrol(1);
    shmem_clear_cache_inv();
    shmem_set_cache_inv();
    shmem_udcflush();
    shmem_clear_cache_line_inv(&global);
    shmem_set_cache_line_inv(&global);
    shmem_udcflush_line(&global);
    shmem_barrier_all();
    shmem_sync_all();
    shmem_finalize();
    shmem_finalize(); /* does nothing */
    return 0;
}
