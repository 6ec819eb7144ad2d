// SPDX-License-Identifier: Apache-2.0
// Derived types: sizes, extents, packing, messages and accesses to windows.
#include "check.h"
#include <stddef.h>

static void require(MPI_Datatype* type, int size, MPI_Aint first, MPI_Aint extent, MPI_Aint true_first, MPI_Aint true_extent) {
    int bytes;
    MPI_Aint lower, all;
    OK(MPI_Type_commit(type));
    OK(MPI_Type_size(*type, &bytes));
    CHECK(bytes == size);
    OK(MPI_Type_get_extent(*type, &lower, &all));
    CHECK(lower == first && all == extent);
    OK(MPI_Type_get_true_extent(*type, &lower, &all));
    CHECK(lower == true_first && all == true_extent);
}

/* Packs one element from numbers and compares it with those that are expected; then unpacks and sends it. */
static void moves(MPI_Datatype type, int n, const int* want) {
    int from[64], to[64], packed[64], bytes, place = 0;
    for (int i = 0; i < 64; i++) from[i] = i, to[i] = -1;
    OK(MPI_Pack_size(1, type, MPI_COMM_WORLD, &bytes));
    CHECK(bytes >= n * (int)sizeof(int) && bytes <= (int)sizeof packed);
    OK(MPI_Pack(from, 1, type, packed, sizeof packed, &place, MPI_COMM_WORLD));
    CHECK(place == n * (int)sizeof(int) && !memcmp(packed, want, place));
    place = 0;
    OK(MPI_Unpack(packed, sizeof packed, &place, to, 1, type, MPI_COMM_WORLD));
    int sum = 0, expected = -64;
    for (int i = 0; i < 64; i++) sum += to[i];
    for (int i = 0; i < n; i++) CHECK(to[want[i]] == want[i]), expected += want[i] + 1;
    CHECK(sum == expected);
    MPI_Status status;
    int got[64], count;
    OK(MPI_Sendrecv(from, 1, type, next_rank(), 0, got, 64, MPI_INT, last_rank(), 0, MPI_COMM_WORLD, &status));
    OK(MPI_Get_count(&status, MPI_INT, &count));
    CHECK(count == n && !memcmp(got, want, n * sizeof(int)));
    OK(MPI_Get_elements(&status, type, &count));
    CHECK(count == n);
    OK(MPI_Sendrecv(got, n, MPI_INT, next_rank(), 0, to, 1, type, last_rank(), 0, MPI_COMM_WORLD, &status));
    OK(MPI_Get_count(&status, type, &count));
    CHECK(count == 1);
}

static void constructors(void) {
    MPI_Datatype type, other;
    OK(MPI_Type_contiguous(3, MPI_INT, &type));
    require(&type, 12, 0, 12, 0, 12);
    moves(type, 3, (int[]){0, 1, 2});
    OK(MPI_Type_vector(2, 2, 5, MPI_INT, &other));
    require(&other, 16, 0, 28, 0, 28);
    moves(other, 4, (int[]){0, 1, 5, 6});
    OK(MPI_Type_free(&other));
    OK(MPI_Type_create_hvector(2, 1, 16, type, &other));
    require(&other, 24, 0, 28, 0, 28);
    moves(other, 6, (int[]){0, 1, 2, 4, 5, 6});
    OK(MPI_Type_free(&type));
    OK(MPI_Type_indexed(3, (int[]){2, 0, 1}, (int[]){7, 30, 3}, MPI_INT, &type));
    require(&type, 12, 12, 24, 12, 24);
    moves(type, 3, (int[]){7, 8, 3});
    OK(MPI_Type_free(&type));
    OK(MPI_Type_create_hindexed(2, (int[]){1, 1}, (MPI_Aint[]){40, 0}, MPI_INT, &type));
    require(&type, 8, 0, 44, 0, 44);
    moves(type, 2, (int[]){10, 0});
    OK(MPI_Type_free(&type));
    OK(MPI_Type_create_indexed_block(2, 2, (int[]){1, 5}, MPI_INT, &type));
    moves(type, 4, (int[]){1, 2, 5, 6});
    OK(MPI_Type_free(&type));
    OK(MPI_Type_create_hindexed_block(2, 1, (MPI_Aint[]){4, 8}, MPI_INT, &type));
    moves(type, 2, (int[]){1, 2});
    OK(MPI_Type_create_resized(type, 0, 16, &other));
    require(&other, 8, 0, 16, 4, 8);
    OK(MPI_Type_free(&type));
    OK(MPI_Type_contiguous(2, other, &type));
    moves(type, 4, (int[]){1, 2, 5, 6});
    OK(MPI_Type_create_subarray(2, (int[]){4, 6}, (int[]){2, 3}, (int[]){1, 2}, MPI_ORDER_C, MPI_INT, &other));
    require(&other, 24, 0, 96, 32, 36);
    moves(other, 6, (int[]){8, 9, 10, 14, 15, 16});
    OK(MPI_Type_create_subarray(2, (int[]){4, 6}, (int[]){2, 3}, (int[]){1, 2}, MPI_ORDER_FORTRAN, MPI_INT, &other));
    moves(other, 6, (int[]){9, 10, 13, 14, 17, 18});
    OK(MPI_Type_dup(other, &type));
    moves(type, 6, (int[]){9, 10, 13, 14, 17, 18});
    char name[MPI_MAX_OBJECT_NAME];
    int length;
    OK(MPI_Type_get_name(MPI_INT, name, &length));
    CHECK(!strcmp(name, "MPI_INT"));
    OK(MPI_Type_set_name(type, "part"));
    OK(MPI_Type_get_name(type, name, &length));
    CHECK(!strcmp(name, "part") && length == 4);
    OK(MPI_Type_free(&type));
    CHECK(type == MPI_DATATYPE_NULL);
}

struct mixed {
    char letter;
    double number;
    short few[3];
};

static void structs(void) {
    MPI_Datatype type;
    MPI_Aint places[] = {offsetof(struct mixed, letter), offsetof(struct mixed, number), offsetof(struct mixed, few)};
    MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT};
    OK(MPI_Type_create_struct(3, (int[]){1, 1, 3}, places, types, &type));
    require(&type, 15, 0, sizeof(struct mixed), 0, 22);
    struct mixed out[3], in[3];
    memset(in, 7, sizeof in);
    for (int i = 0; i < 3; i++) out[i] = (struct mixed){(char)('a' + me), me + 0.5 * i, {1, 2, (short)i}};
    OK(MPI_Sendrecv(out, 3, type, next_rank(), 0, in, 3, type, last_rank(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    for (int i = 0; i < 3; i++) {
        CHECK(in[i].letter == 'a' + last_rank() && in[i].number == last_rank() + 0.5 * i && in[i].few[2] == i);
        CHECK(((char*)&in[i])[1] == 7);
    }
    /* in collectives, and of absolute addresses */
    OK(MPI_Bcast(out, 3, type, 0, MPI_COMM_WORLD));
    CHECK(out[2].letter == 'a' && out[2].number == 1);
    OK(MPI_Type_free(&type));
    int one = me, two = -1;
    MPI_Aint at[2];
    OK(MPI_Get_address(&one, &at[0]));
    OK(MPI_Get_address(&two, &at[1]));
    OK(MPI_Type_create_hindexed(1, (int[]){1}, at, MPI_INT, &types[0]));
    OK(MPI_Type_create_hindexed(1, (int[]){1}, at + 1, MPI_INT, &types[1]));
    OK(MPI_Sendrecv(MPI_BOTTOM, 1, types[0], next_rank(), 0, MPI_BOTTOM, 1, types[1], last_rank(), 0, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE));
    CHECK(two == last_rank());
    OK(MPI_Type_free(&types[0]));
    OK(MPI_Type_free(&types[1]));
}

/* a column of the neighbour becomes a row, and columns are added to */
static void windows(void) {
    enum { N = 6 };
    static int matrix[N][N];
    int row[N];
    MPI_Datatype column;
    MPI_Win win;
    for (int i = 0; i < N * N; i++) matrix[i / N][i % N] = 100 * me + i;
    OK(MPI_Type_vector(N, 1, N, MPI_INT, &column));
    OK(MPI_Type_commit(&column));
    OK(MPI_Win_create(matrix, sizeof matrix, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    OK(MPI_Win_fence(0, win));
    OK(MPI_Get(row, N, MPI_INT, next_rank(), 2, 1, column, win));
    OK(MPI_Win_fence(0, win));
    for (int i = 0; i < N; i++) CHECK(row[i] == 100 * next_rank() + i * N + 2), row[i] = -i;
    OK(MPI_Put(row, N, MPI_INT, next_rank(), 3, 1, column, win));
    OK(MPI_Win_fence(0, win));
    for (int i = 0; i < N; i++) CHECK(matrix[i][3] == -i && matrix[i][2] == 100 * me + i * N + 2);
    OK(MPI_Win_fence(0, win));
    for (int i = 0; i < N; i++) row[i] = 1;
    OK(MPI_Accumulate(row, N, MPI_INT, 0, 3, 1, column, MPI_SUM, win));
    int found[N];
    OK(MPI_Win_fence(0, win));
    OK(MPI_Get_accumulate(NULL, 0, MPI_INT, found, N, MPI_INT, 0, 3, 1, column, MPI_NO_OP, win));
    OK(MPI_Win_fence(0, win));
    for (int i = 0; i < N; i++) CHECK(found[i] == ranks - i);
    OK(MPI_Win_free(&win));
    OK(MPI_Type_free(&column));
}

int main(void) {
    begin();
    constructors();
    structs();
    windows();
    OK(MPI_Finalize());
    return 0;
}
