// SPDX-License-Identifier: Apache-2.0
// Set-up, clocks, texts, memory and info objects.
#include "check.h"

static void infos(void) {
    MPI_Info info, copy;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "no_locks", "true"));
    OK(MPI_Info_set(info, "empty", ""));
    OK(MPI_Info_set(info, "no_locks", "false"));
    char text[MPI_MAX_INFO_VAL + 1] = "";
    int flag = 0, number = 0;
    OK(MPI_Info_get(info, "no_locks", MPI_MAX_INFO_VAL, text, &flag));
    CHECK(flag && !strcmp(text, "false"));
    OK(MPI_Info_get(info, "no_locks", 2, text, &flag));
    CHECK(!strcmp(text, "fa"));
    OK(MPI_Info_get_valuelen(info, "no_locks", &number, &flag));
    CHECK(flag && number == 5);
    OK(MPI_Info_get_valuelen(info, "other", &number, &flag));
    CHECK(!flag);
    OK(MPI_Info_dup(info, &copy));
    OK(MPI_Info_delete(info, "no_locks"));
    OK(MPI_Info_get_nkeys(info, &number));
    CHECK(number == 1);
    OK(MPI_Info_get_nkeys(copy, &number));
    CHECK(number == 2);
    OK(MPI_Info_get_nthkey(copy, 1, text));
    CHECK(!strcmp(text, "empty"));
    OK(MPI_Info_free(&info));
    OK(MPI_Info_free(&copy));
    CHECK(info == MPI_INFO_NULL);
}

int main(int argc, char** argv) {
    int flag = 1, given = -1, length = 0, part = 0;
    OK(MPI_Initialized(&flag));
    CHECK(!flag);
    OK(MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &given));
    CHECK(given == MPI_THREAD_SERIALIZED);
    OK(MPI_Query_thread(&given));
    CHECK(given == MPI_THREAD_SERIALIZED);
    OK(MPI_Is_thread_main(&flag));
    CHECK(flag);
    OK(MPI_Initialized(&flag));
    CHECK(flag);
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &me));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &ranks));
    double before = MPI_Wtime();
    CHECK(MPI_Wtick() == 1e-9);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    CHECK(MPI_Wtime() > before && MPI_Wtime() < before + 1e-3);
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    OK(MPI_Get_processor_name(text, &length));
    CHECK(!strncmp(text, "node", 4) && atoi(text + 4) == me && length == (int)strlen(text));
    OK(MPI_Get_library_version(text, &length));
    CHECK(!strncmp(text, "Fairlead", 8));
    OK(MPI_Get_version(&given, &part));
    CHECK(given == MPI_VERSION && part == MPI_SUBVERSION);
    char error[MPI_MAX_ERROR_STRING];
    OK(MPI_Error_string(MPI_ERR_RANK, error, &length));
    CHECK(!strcmp(error, "invalid rank"));
    OK(MPI_Error_class(MPI_ERR_RANK, &given));
    CHECK(given == MPI_ERR_RANK);
    int* memory;
    OK(MPI_Alloc_mem(4 * sizeof(int), MPI_INFO_NULL, &memory));
    MPI_Aint first, third;
    OK(MPI_Get_address(memory, &first));
    OK(MPI_Get_address(memory + 2, &third));
    CHECK(MPI_Aint_diff(third, first) == 8 && MPI_Aint_add(first, 8) == third);
    OK(MPI_Free_mem(memory));
    infos();
    OK(MPI_Finalize());
    OK(MPI_Finalized(&flag));
    CHECK(flag);
    return 0;
}
