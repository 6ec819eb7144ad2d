/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of MPI that hand their arguments on: FL_M(name, parameters, arguments). The other side knows them by
 * their names. */

/* communicators and groups */
FL_M(Comm_rank, (MPI_Comm comm, int* rank), comm, rank)
FL_M(Comm_size, (MPI_Comm comm, int* size), comm, size)
FL_M(Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm* made), comm, color, key, made)
FL_M(Comm_split_type, (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made), comm, type, key, info, made)
FL_M(Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm* made), comm, group, made)
FL_M(Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* made), comm, group, tag, made)
FL_M(Comm_group, (MPI_Comm comm, MPI_Group* group), comm, group)
FL_M(Comm_compare, (MPI_Comm one, MPI_Comm other, int* result), one, other, result)
FL_M(Comm_remote_size, (MPI_Comm comm, int* size), comm, size)
FL_M(Comm_remote_group, (MPI_Comm comm, MPI_Group* group), comm, group)
FL_M(Intercomm_create, (MPI_Comm comm, int leader, MPI_Comm peers, int peer, int tag, MPI_Comm* made),
     comm, leader, peers, peer, tag, made)
FL_M(Intercomm_merge, (MPI_Comm comm, int high, MPI_Comm* made), comm, high, made)
FL_M(Comm_test_inter, (MPI_Comm comm, int* flag), comm, flag)
FL_M(Comm_get_info, (MPI_Comm comm, MPI_Info* info), comm, info)
FL_M(Comm_set_info, (MPI_Comm comm, MPI_Info info), comm, info)
#define FL_NAMED(Object, T) \
    FL_M(Object##_set_name, (T object, const char* name), object, name, strlen(name)) \
    FL_M(Object##_get_name, (T object, char* name, int* length), object, name, length)
#define FL_HANDLED(Object, T) \
    FL_NAMED(Object, T) \
    FL_M(Object##_set_errhandler, (T object, MPI_Errhandler handler), object, handler) \
    FL_M(Object##_get_errhandler, (T object, MPI_Errhandler* handler), object, handler) \
    FL_M(Object##_call_errhandler, (T object, int code), object, code)
FL_HANDLED(Comm, MPI_Comm)
FL_M(Group_size, (MPI_Group group, int* size), group, size)
FL_M(Group_rank, (MPI_Group group, int* rank), group, rank)
FL_M(Group_incl, (MPI_Group group, int n, const int* ranks, MPI_Group* made), group, n, ranks, made)
FL_M(Group_excl, (MPI_Group group, int n, const int* ranks, MPI_Group* made), group, n, ranks, made)
FL_M(Group_range_incl, (MPI_Group group, int n, int ranges[][3], MPI_Group* made), group, n, ranges, made)
FL_M(Group_range_excl, (MPI_Group group, int n, int ranges[][3], MPI_Group* made), group, n, ranges, made)
#define FL_OF_TWO(name) FL_M(name, (MPI_Group one, MPI_Group other, MPI_Group* made), one, other, made)
FL_OF_TWO(Group_union) FL_OF_TWO(Group_intersection) FL_OF_TWO(Group_difference)
FL_M(Group_translate_ranks, (MPI_Group one, int n, const int* ranks, MPI_Group other, int* result), one, n, ranks, other, result)
FL_M(Group_compare, (MPI_Group one, MPI_Group other, int* result), one, other, result)
FL_M(Group_free, (MPI_Group* group), group)

/* topologies */
FL_M(Cart_create, (MPI_Comm comm, int n, const int* dims, const int* periods, int reorder, MPI_Comm* made),
     comm, n, dims, periods, reorder, made)
FL_M(Cart_sub, (MPI_Comm comm, const int* remain, MPI_Comm* made), comm, remain, made)
FL_M(Cartdim_get, (MPI_Comm comm, int* n), comm, n)
FL_M(Cart_get, (MPI_Comm comm, int most, int* dims, int* periods, int* coords), comm, most, dims, periods, coords)
FL_M(Cart_rank, (MPI_Comm comm, const int* coords, int* rank), comm, coords, rank)
FL_M(Cart_coords, (MPI_Comm comm, int rank, int most, int* coords), comm, rank, most, coords)
FL_M(Cart_shift, (MPI_Comm comm, int dim, int by, int* source, int* dest), comm, dim, by, source, dest)
FL_M(Cart_map, (MPI_Comm comm, int n, const int* dims, const int* periods, int* rank), comm, n, dims, rank, periods)
FL_M(Dims_create, (int nodes, int n, int* dims), nodes, n, dims)
FL_M(Topo_test, (MPI_Comm comm, int* kind), comm, kind)
FL_M(Graph_create, (MPI_Comm comm, int n, const int* index, const int* edges, int reorder, MPI_Comm* made),
     comm, n, index, edges, reorder, made)
FL_M(Graphdims_get, (MPI_Comm comm, int* nodes, int* edges), comm, nodes, edges)
FL_M(Graph_get, (MPI_Comm comm, int n, int m, int* index, int* edges), comm, n, m, index, edges)
FL_M(Graph_map, (MPI_Comm comm, int n, const int* index, const int* edges, int* rank), comm, n, index, rank, edges)
FL_M(Graph_neighbors_count, (MPI_Comm comm, int rank, int* count), comm, rank, count)
FL_M(Graph_neighbors, (MPI_Comm comm, int rank, int most, int* neighbors), comm, rank, most, neighbors)
FL_M(Dist_graph_create_adjacent, (MPI_Comm comm, int n, const int* sources, const int* weights, int m, const int* dests,
     const int* costs, MPI_Info info, int reorder, MPI_Comm* made),
     comm, n, sources, weights, m, dests, costs, info, reorder, made)
FL_M(Dist_graph_create, (MPI_Comm comm, int n, const int* sources, const int* degrees, const int* dests, const int* weights,
     MPI_Info info, int reorder, MPI_Comm* made), comm, n, sources, degrees, dests, weights, info, reorder, made)
FL_M(Dist_graph_neighbors_count, (MPI_Comm comm, int* in, int* out, int* weighted), comm, in, out, weighted)
FL_M(Dist_graph_neighbors, (MPI_Comm comm, int n, int* sources, int* weights, int m, int* dests, int* costs),
     comm, n, sources, weights, m, dests, costs)

/* messages */
#define FL_SEND(name) \
    FL_M(name, (const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm), \
         buffer, count, type, dest, tag, comm)
#define FL_ISEND(name) \
    FL_M(name, (const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request* request), \
         buffer, count, type, dest, tag, comm, request)
FL_SEND(Send) FL_SEND(Ssend) FL_SEND(Bsend) FL_SEND(Rsend)
FL_ISEND(Isend) FL_ISEND(Issend) FL_ISEND(Ibsend) FL_ISEND(Irsend)
FL_ISEND(Send_init) FL_ISEND(Ssend_init) FL_ISEND(Bsend_init) FL_ISEND(Rsend_init)
#define FL_IRECV(name) \
    FL_M(name, (void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request* request), \
         buffer, count, type, source, tag, comm, request)
FL_IRECV(Irecv) FL_IRECV(Recv_init)
FL_M(Start, (MPI_Request* request), 1, request)
FL_M(Startall, (int n, MPI_Request* requests), n, requests)
FL_M(Cancel, (MPI_Request* request), request)
FL_M(Recv, (void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status),
     buffer, count, type, source, tag, comm, status)
FL_M(Sendrecv, (const void* sent, int n, MPI_Datatype type, int dest, int tag, void* received, int m, MPI_Datatype into,
     int source, int wanted, MPI_Comm comm, MPI_Status* status),
     sent, n, type, dest, tag, received, m, into, source, wanted, comm, status)
FL_M(Sendrecv_replace, (void* buffer, int count, MPI_Datatype type, int dest, int tag, int source, int wanted, MPI_Comm comm,
     MPI_Status* status), buffer, count, type, dest, tag, source, wanted, comm, status)
FL_M(Isendrecv, (const void* sent, int n, MPI_Datatype type, int dest, int tag, void* received, int m, MPI_Datatype into,
     int source, int wanted, MPI_Comm comm, MPI_Request* request),
     sent, n, type, dest, tag, received, m, into, source, wanted, comm, request)
FL_M(Isendrecv_replace, (void* buffer, int count, MPI_Datatype type, int dest, int tag, int source, int wanted, MPI_Comm comm,
     MPI_Request* request), buffer, count, type, dest, tag, source, wanted, comm, request)
FL_M(Mprobe, (int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status), source, tag, comm, 0, status, message)
FL_M(Improbe, (int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status),
     source, tag, comm, flag, status, message)
FL_M(Mrecv, (void* buffer, int count, MPI_Datatype type, MPI_Message* message, MPI_Status* status),
     buffer, count, type, message, status)
FL_M(Imrecv, (void* buffer, int count, MPI_Datatype type, MPI_Message* message, MPI_Request* request),
     buffer, count, type, message, request)
FL_M(Probe, (int source, int tag, MPI_Comm comm, MPI_Status* status), source, tag, comm, status)
FL_M(Iprobe, (int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status), source, tag, comm, flag, status)
FL_M(Wait, (MPI_Request* request, MPI_Status* status), request, status)
FL_M(Waitall, (int n, MPI_Request* requests, MPI_Status* statuses), n, requests, statuses)
FL_M(Waitany, (int n, MPI_Request* requests, int* index, MPI_Status* status), n, requests, index, status)
FL_M(Waitsome, (int n, MPI_Request* requests, int* done, int* indices, MPI_Status* statuses), n, requests, done, indices, statuses)
FL_M(Test, (MPI_Request* request, int* flag, MPI_Status* status), request, flag, status)
FL_M(Testall, (int n, MPI_Request* requests, int* flag, MPI_Status* statuses), n, requests, flag, statuses)
FL_M(Testany, (int n, MPI_Request* requests, int* index, int* flag, MPI_Status* status), n, requests, index, flag, status)
FL_M(Testsome, (int n, MPI_Request* requests, int* done, int* indices, MPI_Status* statuses), n, requests, done, indices, statuses)
FL_M(Request_free, (MPI_Request* request), request)
FL_M(Request_get_status, (MPI_Request request, int* flag, MPI_Status* status), request, flag, status)
FL_M(Get_count, (const MPI_Status* status, MPI_Datatype type, int* count), status->fl_bytes, type, count)
FL_M(Get_elements, (const MPI_Status* status, MPI_Datatype type, int* count), status->fl_bytes, type, count)

/* collectives, and what begins them: FL_C(name, name of the nonblocking one, parameters, arguments) */
FL_C(Barrier, Ibarrier, (MPI_Comm comm), comm)
FL_C(Bcast, Ibcast, (void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm), buffer, count, type, 0, comm, root)
FL_C(Reduce, Ireduce, (const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm),
     in, out, count, type, op, comm, root)
#define FL_REDUCED(name, begin) \
    FL_C(name, begin, (const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm), \
         in, out, count, type, op, comm)
FL_REDUCED(Allreduce, Iallreduce) FL_REDUCED(Scan, Iscan) FL_REDUCED(Exscan, Iexscan)
FL_REDUCED(Reduce_scatter_block, Ireduce_scatter_block)
FL_C(Reduce_scatter, Ireduce_scatter, (const void* in, void* out, const int* counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     in, out, counts, type, op, comm)
#define FL_ROOTED (const void* in, int n, MPI_Datatype type, void* out, int m, MPI_Datatype into, int root, MPI_Comm comm)
FL_C(Gather, Igather, FL_ROOTED, in, n, type, out, m, into, comm, root)
FL_C(Scatter, Iscatter, FL_ROOTED, in, n, type, out, m, into, comm, root)
FL_C(Gatherv, Igatherv, (const void* in, int n, MPI_Datatype type, void* out, const int* counts, const int* places,
     MPI_Datatype into, int root, MPI_Comm comm), in, n, type, out, counts, places, into, comm, root)
FL_C(Scatterv, Iscatterv, (const void* in, const int* counts, const int* places, MPI_Datatype type, void* out, int m,
     MPI_Datatype into, int root, MPI_Comm comm), in, counts, places, type, out, m, into, comm, root)
/* those of neighbours have the same parameters */
#define FL_BOTH(name, begin, ...) FL_C(name, I##begin, __VA_ARGS__) FL_C(Neighbor_##begin, Ineighbor_##begin, __VA_ARGS__)
#define FL_ALL (const void* in, int n, MPI_Datatype type, void* out, int m, MPI_Datatype into, MPI_Comm comm)
FL_BOTH(Allgather, allgather, FL_ALL, in, n, type, out, m, into, comm)
FL_BOTH(Alltoall, alltoall, FL_ALL, in, n, type, out, m, into, comm)
FL_BOTH(Allgatherv, allgatherv, (const void* in, int n, MPI_Datatype type, void* out, const int* counts, const int* places,
        MPI_Datatype into, MPI_Comm comm), in, n, type, out, counts, places, into, comm)
FL_BOTH(Alltoallv, alltoallv, (const void* in, const int* counts, const int* places, MPI_Datatype type, void* out,
        const int* gets, const int* outs, MPI_Datatype into, MPI_Comm comm), in, counts, places, type, out, gets, outs, into, comm)
#define FL_TYPED(T) (const void* in, const int* counts, const T* places, const MPI_Datatype* types, void* out, \
        const int* gets, const T* outs, const MPI_Datatype* into, MPI_Comm comm)
FL_C(Alltoallw, Ialltoallw, FL_TYPED(int), in, counts, places, types, out, gets, outs, into, comm)
FL_C(Neighbor_alltoallw, Ineighbor_alltoallw, FL_TYPED(MPI_Aint), in, counts, places, types, out, gets, outs, into, comm)
FL_M(Reduce_local, (const void* in, void* inout, int count, MPI_Datatype type, MPI_Op op), in, inout, count, type, op)
FL_M(Op_create, (MPI_User_function* function, int commutes, MPI_Op* op), function, commutes, op)
FL_M(Op_free, (MPI_Op* op), op)
FL_M(Op_commutative, (MPI_Op op, int* commutes), op, commutes)

/* types */
FL_M(Type_contiguous, (int count, MPI_Datatype old, MPI_Datatype* made), count, old, made)
FL_M(Type_vector, (int count, int length, int stride, MPI_Datatype old, MPI_Datatype* made), count, length, stride, old, made)
FL_M(Type_create_hvector, (int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype* made),
     count, length, stride, old, made)
FL_M(Type_indexed, (int count, const int* lengths, const int* places, MPI_Datatype old, MPI_Datatype* made),
     count, lengths, places, old, made)
FL_M(Type_create_hindexed, (int count, const int* lengths, const MPI_Aint* places, MPI_Datatype old, MPI_Datatype* made),
     count, lengths, places, old, made)
FL_M(Type_create_indexed_block, (int count, int length, const int* places, MPI_Datatype old, MPI_Datatype* made),
     count, length, places, old, made)
FL_M(Type_create_hindexed_block, (int count, int length, const MPI_Aint* places, MPI_Datatype old, MPI_Datatype* made),
     count, length, places, old, made)
FL_M(Type_create_struct, (int count, const int* lengths, const MPI_Aint* places, const MPI_Datatype* types, MPI_Datatype* made),
     count, lengths, places, types, made)
FL_M(Type_create_resized, (MPI_Datatype old, MPI_Aint first, MPI_Aint extent, MPI_Datatype* made), old, first, extent, made)
FL_M(Type_create_subarray, (int dims, const int* sizes, const int* parts, const int* starts, int order, MPI_Datatype old,
     MPI_Datatype* made), dims, sizes, parts, starts, order, old, made)
FL_M(Type_get_envelope, (MPI_Datatype type, int* ints, int* places, int* types, int* combiner), type, ints, places, types, combiner)
FL_M(Type_get_contents, (MPI_Datatype type, int n, int m, int k, int* ints, MPI_Aint* places, MPI_Datatype* types),
     type, n, m, k, ints, places, types)
FL_M(Type_commit, (MPI_Datatype* type), type)
FL_M(Type_size, (MPI_Datatype type, int* size), type, size)
FL_M(Type_get_extent, (MPI_Datatype type, MPI_Aint* first, MPI_Aint* extent), type, first, extent)
FL_M(Type_get_true_extent, (MPI_Datatype type, MPI_Aint* first, MPI_Aint* extent), type, first, extent)
FL_NAMED(Type, MPI_Datatype)
FL_M(Pack, (const void* in, int count, MPI_Datatype type, void* out, int bytes, int* place, MPI_Comm comm),
     in, count, type, out, bytes, comm, place)
FL_M(Unpack, (const void* in, int bytes, int* place, void* out, int count, MPI_Datatype type, MPI_Comm comm),
     in, bytes, place, out, count, type, comm)
FL_M(Pack_size, (int count, MPI_Datatype type, MPI_Comm comm, int* bytes), count, type, comm, bytes)

/* windows */
FL_M(Win_attach, (MPI_Win win, void* base, MPI_Aint bytes), win, base, bytes)
FL_M(Win_detach, (MPI_Win win, const void* base), win, base)
FL_M(Win_shared_query, (MPI_Win win, int rank, MPI_Aint* bytes, int* unit, void* base), win, rank, bytes, unit, base)
FL_M(Win_get_group, (MPI_Win win, MPI_Group* group), win, group)
FL_HANDLED(Win, MPI_Win)
FL_M(Win_set_info, (MPI_Win win, MPI_Info info), win, info)
FL_M(Win_get_info, (MPI_Win win, MPI_Info* info), win, info)
FL_M(Win_fence, (int assert, MPI_Win win), win, assert)
FL_M(Win_lock, (int how, int rank, int assert, MPI_Win win), win, how, rank, assert)
FL_M(Win_unlock, (int rank, MPI_Win win), win, rank)
FL_M(Win_lock_all, (int assert, MPI_Win win), win, assert)
FL_M(Win_unlock_all, (MPI_Win win), win)
FL_M(Win_flush, (int rank, MPI_Win win), win, rank)
FL_M(Win_flush_local, (int rank, MPI_Win win), win, rank)
FL_M(Win_flush_all, (MPI_Win win), win)
FL_M(Win_flush_local_all, (MPI_Win win), win)
FL_M(Win_sync, (MPI_Win win), win)
FL_M(Win_post, (MPI_Group group, int assert, MPI_Win win), win, group, assert)
FL_M(Win_start, (MPI_Group group, int assert, MPI_Win win), win, group, assert)
FL_M(Win_complete, (MPI_Win win), win)
FL_M(Win_wait, (MPI_Win win), win)
FL_M(Win_test, (MPI_Win win, int* flag), win, flag)

/* remote accesses: win, target, its displacement, count and type first */
#define FL_AT int rank, MPI_Aint place, int m, MPI_Datatype into
#define FL_AT_ARGUMENTS win, rank, place, m, into
FL_M(Put, (const void* from, int n, MPI_Datatype type, FL_AT, MPI_Win win), FL_AT_ARGUMENTS, from, n, type)
FL_M(Get, (void* to, int n, MPI_Datatype type, FL_AT, MPI_Win win), FL_AT_ARGUMENTS, to, n, type)
FL_M(Accumulate, (const void* from, int n, MPI_Datatype type, FL_AT, MPI_Op op, MPI_Win win), FL_AT_ARGUMENTS, from, n, type, op)
FL_M(Get_accumulate, (const void* from, int n, MPI_Datatype type, void* to, int k, MPI_Datatype found, FL_AT, MPI_Op op,
     MPI_Win win), FL_AT_ARGUMENTS, from, n, type, op, to, k, found)
FL_M(Fetch_and_op, (const void* from, void* to, MPI_Datatype type, int rank, MPI_Aint place, MPI_Op op, MPI_Win win),
     win, rank, place, 1, type, from, 1, type, op, to, 1, type)
FL_M(Compare_and_swap, (const void* from, const void* compare, void* to, MPI_Datatype type, int rank, MPI_Aint place,
     MPI_Win win), win, rank, place, 1, type, from, compare, to)
FL_M(Rput, (const void* from, int n, MPI_Datatype type, FL_AT, MPI_Win win, MPI_Request* request),
     FL_AT_ARGUMENTS, from, n, type, request)
FL_M(Rget, (void* to, int n, MPI_Datatype type, FL_AT, MPI_Win win, MPI_Request* request), FL_AT_ARGUMENTS, to, n, type, request)
FL_M(Raccumulate, (const void* from, int n, MPI_Datatype type, FL_AT, MPI_Op op, MPI_Win win, MPI_Request* request),
     FL_AT_ARGUMENTS, from, n, type, op, request)
FL_M(Rget_accumulate, (const void* from, int n, MPI_Datatype type, void* to, int k, MPI_Datatype found, FL_AT, MPI_Op op,
     MPI_Win win, MPI_Request* request), FL_AT_ARGUMENTS, from, n, type, op, to, k, found, request)

/* info objects */
FL_M(Info_create, (MPI_Info* info), info)
FL_M(Info_set, (MPI_Info info, const char* key, const char* value), info, key, strlen(key), value, strlen(value))
FL_M(Info_get, (MPI_Info info, const char* key, int bytes, char* value, int* flag), info, key, strlen(key), bytes, value, flag)
FL_M(Info_get_valuelen, (MPI_Info info, const char* key, int* bytes, int* flag), info, key, strlen(key), bytes, flag)
FL_M(Info_get_nkeys, (MPI_Info info, int* keys), info, keys)
FL_M(Info_get_nthkey, (MPI_Info info, int n, char* key), info, n, key)
FL_M(Info_delete, (MPI_Info info, const char* key), info, key, strlen(key))
FL_M(Info_dup, (MPI_Info info, MPI_Info* made), info, made)
FL_M(Info_free, (MPI_Info* info), info)
