// SPDX-License-Identifier: Apache-2.0
// The names of MPI 1, and those for large counts.
#include "check.h"

static int deleted;
static int drop(MPI_Comm comm, int keyval, void* value, void* extra) {
    (void)comm, (void)keyval, (void)value, (void)extra;
    return deleted++, MPI_SUCCESS;
}

static void attributes(void) {
    int keyval, flag, value = 5, *found = NULL;
    OK(MPI_Keyval_create(MPI_NULL_COPY_FN, drop, &keyval, NULL));
    OK(MPI_Attr_put(MPI_COMM_WORLD, keyval, &value));
    OK(MPI_Attr_get(MPI_COMM_WORLD, keyval, &found, &flag));
    CHECK(flag && found == &value);
    OK(MPI_Attr_delete(MPI_COMM_WORLD, keyval));
    CHECK(deleted == 1);
    OK(MPI_Keyval_free(&keyval));
    OK(MPI_Attr_get(MPI_COMM_WORLD, MPI_TAG_UB, &found, &flag));
    CHECK(flag && *found >= 32767);
}

static int errors;
static void count_error(MPI_Comm* comm, int* code, ...) { (void)comm, errors += *code == MPI_ERR_RANK; }

static void handlers(void) {
    MPI_Errhandler handler, old;
    OK(MPI_Errhandler_get(MPI_COMM_WORLD, &old));
    OK(MPI_Errhandler_create(count_error, &handler));
    OK(MPI_Errhandler_set(MPI_COMM_WORLD, handler));
    CHECK(MPI_Send(&errors, 1, MPI_INT, ranks, 0, MPI_COMM_WORLD) == MPI_ERR_RANK && errors == 1);
    OK(MPI_Errhandler_set(MPI_COMM_WORLD, old));
}

static void types(void) {
    struct { char a; double b[2]; } element = {0}, other = {0};
    MPI_Aint first, second, extent, lower, upper;
    MPI_Datatype type, resized, part;
    MPI_Count large, more;
    MPI_Status status;
    OK(MPI_Address(&element, &first));
    OK(MPI_Address(element.b, &second));
    OK(MPI_Type_struct(2, (int[]){1, 2}, (MPI_Aint[]){0, second - first}, (MPI_Datatype[]){MPI_CHAR, MPI_DOUBLE}, &type));
    OK(MPI_Type_commit(&type));
    OK(MPI_Type_extent(type, &extent));
    CHECK(extent == sizeof element);
    OK(MPI_Type_create_resized(type, -8, 40, &resized));
    OK(MPI_Type_lb(resized, &lower));
    OK(MPI_Type_ub(resized, &upper));
    CHECK(lower == -8 && upper == 32);
    OK(MPI_Type_get_extent_x(resized, &large, &more));
    CHECK(large == -8 && more == 40);
    OK(MPI_Type_get_true_extent_x(resized, &large, &more));
    CHECK(large == 0 && more == sizeof element);
    OK(MPI_Type_size_x(type, &large));
    CHECK(large == 17);
    element.a = 'x', element.b[1] = me;
    OK(MPI_Sendrecv(&element, 1, type, me, 0, &other, 1, type, me, 0, MPI_COMM_WORLD, &status));
    CHECK(other.a == 'x' && other.b[1] == me);
    OK(MPI_Status_set_elements_x(&status, MPI_INT, 6));
    OK(MPI_Get_elements_x(&status, MPI_INT, &large));
    CHECK(large == 6);
    OK(MPI_Type_hvector(2, 1, 8, MPI_INT, &part));
    OK(MPI_Type_free(&part));
    OK(MPI_Type_hindexed(2, (int[]){1, 1}, (MPI_Aint[]){8, 0}, MPI_INT, &part));
    OK(MPI_Type_commit(&part));
    int pair[3] = {1, 2, 3}, swapped[2] = {0, 0};
    OK(MPI_Sendrecv(pair, 1, part, me, 0, swapped, 2, MPI_INT, me, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK(swapped[0] == 3 && swapped[1] == 1);
    OK(MPI_Type_free(&part));
    OK(MPI_Type_free(&resized));
    OK(MPI_Type_free(&type));
}

/* how types were made */
static void contents(void) {
    MPI_Datatype line, type, types[1];
    int ints, places, old, combiner, values[8];
    MPI_Aint place[1];
    OK(MPI_Type_get_envelope(MPI_INT, &ints, &places, &old, &combiner));
    CHECK(combiner == MPI_COMBINER_NAMED && ints + places + old == 0);
    OK(MPI_Type_vector(3, 2, 5, MPI_INT, &line));
    OK(MPI_Type_create_hvector(4, 1, 100, line, &type));
    OK(MPI_Type_get_envelope(type, &ints, &places, &old, &combiner));
    CHECK(combiner == MPI_COMBINER_HVECTOR && ints == 2 && places == 1 && old == 1);
    OK(MPI_Type_get_contents(type, 2, 1, 1, values, place, types));
    CHECK(values[0] == 4 && values[1] == 1 && place[0] == 100 && types[0] != line);
    OK(MPI_Type_free(&line));
    OK(MPI_Type_free(&type));
    OK(MPI_Type_get_envelope(types[0], &ints, &places, &old, &combiner));
    CHECK(combiner == MPI_COMBINER_VECTOR && ints == 3 && places == 0 && old == 1);
    OK(MPI_Type_get_contents(types[0], 3, 0, 1, values, place, types));
    CHECK(values[0] == 3 && values[1] == 2 && values[2] == 5 && types[0] == MPI_INT);
    OK(MPI_Type_create_subarray(2, (int[]){4, 5}, (int[]){2, 3}, (int[]){1, 0}, MPI_ORDER_C, MPI_INT, &type));
    OK(MPI_Type_get_envelope(type, &ints, &places, &old, &combiner));
    CHECK(combiner == MPI_COMBINER_SUBARRAY && ints == 8 && places == 0 && old == 1);
    OK(MPI_Type_get_contents(type, 8, 0, 1, values, place, types));
    CHECK(values[0] == 2 && values[2] == 5 && values[4] == 3 && values[5] == 1 && values[7] == MPI_ORDER_C);
    OK(MPI_Type_free(&type));
}

int main(void) {
    begin();
    attributes();
    handlers();
    types();
    contents();
    OK(MPI_Finalize());
    return 0;
}
