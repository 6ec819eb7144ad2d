// SPDX-License-Identifier: Apache-2.0
// The symmetric heap: equal addresses on all PEs, alignment, contents after realloc, blocks that are free again.
#include "check.h"

static void* places[64];

static void symmetric(void* block) {
    places[shmem_my_pe()] = block;
    shmem_barrier_all();
    void* other;
    shmem_getmem(&other, &places[next_pe()], sizeof other, next_pe());
    CHECK(other == block);
}

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    CHECK(shmem_malloc(0) == NULL);
    long* a = shmem_malloc(100 * sizeof *a);
    symmetric(a);
    char* b = shmem_align(4096, 10);
    symmetric(b);
    CHECK(((uintptr_t)b & 4095) == 0 && shmem_align(3, 10) == NULL);
    int* c = shmem_calloc(50, sizeof *c);
    symmetric(c);
    for (int i = 0; i < 50; i++) CHECK(c[i] == 0);
    for (int i = 0; i < 100; i++) a[i] = me * 1000 + i;
    long* d = shmem_realloc(a, 200000);
    symmetric(d);
    for (int i = 0; i < 100; i++) CHECK(d[i] == me * 1000 + i);
    shmem_long_p(&d[24999], me, next_pe());
    shmem_barrier_all();
    CHECK(d[24999] == last_pe());
    void* e = shmem_malloc_with_hints(64, SHMEM_MALLOC_ATOMICS_REMOTE | SHMEM_MALLOC_SIGNAL_REMOTE);
    CHECK(e == (void*)a); /* the first block that is free */
    shmem_free(e);
    shmem_free(NULL);
    shmem_free(b);
    shmem_free(c);
    CHECK(shmem_realloc(d, 0) == NULL);
    CHECK(shmem_malloc((size_t)1 << 62) == NULL && shmem_calloc((size_t)1 << 62, 16) == NULL);
    char* f = shmalloc(100);
    char* g = shmemalign(256, 100);
    CHECK(f && g && ((uintptr_t)g & 255) == 0);
    strcpy(f, "kept");
    f = shrealloc(f, 1000);
    CHECK(!strcmp(f, "kept"));
    shfree(f);
    shfree(g);
    shmem_finalize();
    return 0;
}
