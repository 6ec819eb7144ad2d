// SPDX-License-Identifier: Apache-2.0
// Handlers of errors and attributes.
#include "check.h"

static int seen, seen_object, copies, drops;

static void note(MPI_Comm* comm, int* code, ...) {
    seen = *code;
    seen_object = *comm;
}

static int copy(MPI_Comm old, int keyval, void* extra, void* in, void* out, int* flag) {
    (void)old, (void)keyval;
    copies++;
    *(void**)out = (char*)in + *(int*)extra;
    *flag = 1;
    return MPI_SUCCESS;
}

static int drop(MPI_Comm object, int keyval, void* value, void* extra) {
    (void)object, (void)keyval, (void)value, (void)extra;
    drops++;
    return MPI_SUCCESS;
}

/* what topologies, persistent requests and collectives that do not wait refuse */
static void refused(void) {
    MPI_Comm comm, made;
    MPI_Request request;
    int value = 0, values[8], dims[2] = {0, 0}, many[2] = {1, ranks + 1};
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)); /* of what names no communicator */
    CHECK(MPI_Dims_create(7, 2, (int[]){2, 0}) == MPI_ERR_DIMS && MPI_Dims_create(4, 1, (int[]){-1}) == MPI_ERR_DIMS);
    CHECK(MPI_Dims_create(6, 1, (int[]){3}) == MPI_ERR_DIMS && MPI_Dims_create(4, -1, dims) == MPI_ERR_ARG);
    CHECK(MPI_Cart_create(comm, 2, dims, dims, 0, &made) == MPI_ERR_DIMS);
    CHECK(MPI_Cart_create(comm, 2, many, dims, 0, &made) == MPI_ERR_ARG);
    CHECK(MPI_Cartdim_get(comm, &value) == MPI_ERR_TOPOLOGY && MPI_Graphdims_get(comm, &value, &value) == MPI_ERR_TOPOLOGY);
    CHECK(MPI_Dist_graph_neighbors_count(comm, &value, &value, &value) == MPI_ERR_TOPOLOGY);
    CHECK(MPI_Neighbor_allgather(&me, 1, MPI_INT, values, 1, MPI_INT, comm) == MPI_ERR_TOPOLOGY);
    CHECK(MPI_Graph_create(comm, 1, (int[]){1}, (int[]){1}, 0, &made) == MPI_ERR_ARG);
    CHECK(MPI_Graph_create(comm, 2, (int[]){2, 1}, (int[]){0, 0}, 0, &made) == MPI_ERR_ARG);
    CHECK(MPI_Dims_create(4, 3, (int[]){1 << 30, 1 << 30, 1 << 30}) == MPI_ERR_DIMS);
    CHECK(MPI_Cart_create(comm, 2, (int[]){1 << 30, 1 << 30}, dims, 0, &made) == MPI_ERR_ARG);
    CHECK(MPI_Dist_graph_create(comm, 2, (int[]){me, me}, (int[]){-1, 2}, values, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made) == MPI_ERR_ARG);
    CHECK(MPI_Dist_graph_create_adjacent(comm, 1, &ranks, MPI_UNWEIGHTED, 0, NULL, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made) == MPI_ERR_RANK);
    OK(MPI_Cart_create(comm, 1, &ranks, (int[]){0}, 0, &made));
    CHECK(MPI_Cart_rank(made, &ranks, &value) == MPI_ERR_ARG && MPI_Cart_coords(made, ranks, 1, values) == MPI_ERR_RANK);
    CHECK(MPI_Cart_shift(made, 1, 1, &value, &value) == MPI_ERR_ARG);
    OK(MPI_Comm_free(&made));
    CHECK(MPI_Ibcast(&value, 1, MPI_INT, ranks, comm, &request) == MPI_ERR_ROOT);
    CHECK(MPI_Iallreduce(&value, values, 1, MPI_FLOAT, MPI_BAND, comm, &request) == MPI_ERR_OP);
    CHECK(MPI_Send_init(&value, 1, MPI_INT, ranks, 0, comm, &request) == MPI_ERR_RANK);
    OK(MPI_Bcast_init(&value, 1, MPI_INT, ranks, comm, MPI_INFO_NULL, &request));
    CHECK(MPI_Start(&request) == MPI_ERR_ROOT);
    OK(MPI_Request_free(&request));
    OK(MPI_Irecv(&value, 1, MPI_INT, me, 1, comm, &request));
    CHECK(MPI_Start(&request) == MPI_ERR_REQUEST);
    OK(MPI_Send(&me, 1, MPI_INT, me, 1, comm));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    /* another number of bytes is seen when they are there */
    OK(MPI_Ibcast(values, me ? 8 : 2, MPI_INT, 0, comm, &request));
    CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == (me ? MPI_ERR_TRUNCATE : MPI_SUCCESS));
    CHECK(MPI_Type_get_contents(MPI_INT, 0, 0, 0, values, NULL, NULL) == MPI_ERR_ARG);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
    OK(MPI_Comm_free(&comm));
}

static void handlers(void) {
    MPI_Comm comm;
    MPI_Errhandler handler, found;
    MPI_Win win;
    int value = 0, *base, code;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_get_errhandler(comm, &found));
    CHECK(found == MPI_ERRORS_ARE_FATAL);
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    CHECK(MPI_Send(&value, 1, MPI_INT, ranks, 0, comm) == MPI_ERR_RANK);
    CHECK(MPI_Send(&value, 1, MPI_INT, 0, -5, comm) == MPI_ERR_TAG);
    CHECK(MPI_Send(&value, -1, MPI_INT, 0, 0, comm) == MPI_ERR_COUNT);
    CHECK(MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, comm) == MPI_ERR_TYPE);
    CHECK(MPI_Bcast(&value, 1, MPI_INT, ranks, comm) == MPI_ERR_ROOT);
    CHECK(MPI_Allreduce(&value, &code, 1, MPI_FLOAT, MPI_BAND, comm) == MPI_ERR_OP);
    double two[2] = {1, 2};
    OK(MPI_Send(two, 2, MPI_DOUBLE, me, 0, comm));
    CHECK(MPI_Recv(two, 1, MPI_DOUBLE, me, 0, comm, MPI_STATUS_IGNORE) == MPI_ERR_TRUNCATE);
    OK(MPI_Comm_create_errhandler(note, &handler));
    OK(MPI_Comm_set_errhandler(comm, handler));
    CHECK(MPI_Send(&value, 1, MPI_INT, ranks + 3, 0, comm) == MPI_ERR_RANK && seen == MPI_ERR_RANK && seen_object == comm);
    CHECK(MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER) == MPI_ERR_OTHER && seen == MPI_ERR_OTHER);
    OK(MPI_Errhandler_free(&handler));
    CHECK(handler == MPI_ERRHANDLER_NULL);
    OK(MPI_Win_allocate(8, 4, MPI_INFO_NULL, comm, &base, &win));
    OK(MPI_Win_get_errhandler(win, &found));
    CHECK(found == MPI_ERRORS_ARE_FATAL);
    OK(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    CHECK(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win) == MPI_ERR_RMA_SYNC);
    CHECK(MPI_Win_unlock(0, win) == MPI_ERR_RMA_SYNC && MPI_Win_complete(win) == MPI_ERR_RMA_SYNC);
    CHECK(MPI_Win_lock(7, 0, 0, win) == MPI_ERR_LOCKTYPE);
    OK(MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win));
    CHECK(MPI_Put(&value, 1, MPI_INT, me, 2, 1, MPI_INT, win) == MPI_ERR_RMA_RANGE);
    CHECK(MPI_Put(&value, 1, MPI_INT, me, -1, 1, MPI_INT, win) == MPI_ERR_RMA_RANGE);
    CHECK(MPI_Win_attach(win, base, 8) == MPI_ERR_RMA_FLAVOR);
    OK(MPI_Win_create_errhandler(note, &handler));
    OK(MPI_Win_set_errhandler(win, handler));
    CHECK(MPI_Win_fence(0, win) == MPI_ERR_RMA_SYNC && seen == MPI_ERR_RMA_SYNC && seen_object == win);
    CHECK(MPI_Win_call_errhandler(win, 3) == 3 && seen == 3);
    OK(MPI_Win_unlock(me, win));
    OK(MPI_Win_free(&win));
    OK(MPI_Comm_free(&comm));
}

static void attributes(void) {
    int key, shift = 1, flag, result;
    char text[4], *value;
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Win win;
    int* tags;
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &tags, &flag));
    CHECK(flag && *tags >= 32767);
    OK(MPI_Comm_create_keyval(copy, drop, &key, &shift));
    OK(MPI_Comm_set_attr(MPI_COMM_WORLD, key, text));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_get_attr(comm, key, &value, &flag));
    CHECK(flag && value == text + 1 && copies == 1);
    OK(MPI_Comm_free(&comm));
    CHECK(drops == 1);
    OK(MPI_Comm_delete_attr(MPI_COMM_WORLD, key));
    CHECK(drops == 2);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &flag));
    CHECK(!flag);
    OK(MPI_Comm_free_keyval(&key));
    CHECK(key == MPI_KEYVAL_INVALID);
    OK(MPI_Type_create_keyval(MPI_TYPE_DUP_FN, drop, &key, NULL));
    OK(MPI_Type_set_attr(MPI_INT, key, text));
    OK(MPI_Type_dup(MPI_INT, &type));
    OK(MPI_Type_get_attr(type, key, &value, &flag));
    CHECK(flag && value == text);
    OK(MPI_Type_free(&type));
    OK(MPI_Type_delete_attr(MPI_INT, key));
    OK(MPI_Type_free_keyval(&key));
    CHECK(drops == 4);
    OK(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, drop, &key, NULL));
    OK(MPI_Win_create(text, 4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    OK(MPI_Win_set_attr(win, key, text));
    OK(MPI_Win_set_attr(win, key, text + 2));
    OK(MPI_Win_get_attr(win, key, &value, &flag));
    CHECK(flag && value == text + 2 && drops == 5);
    OK(MPI_Win_delete_attr(win, key));
    OK(MPI_Win_free_keyval(&key));
    OK(MPI_Win_free(&win));
    CHECK(drops == 6);
    result = MPI_Comm_set_attr(MPI_COMM_WORLD, 77, text);
    CHECK(result == MPI_ERR_KEYVAL);
}

int main(void) {
    begin();
    handlers();
    refused();
    attributes();
    OK(MPI_Finalize());
    return 0;
}
