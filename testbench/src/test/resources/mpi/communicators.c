// SPDX-License-Identifier: Apache-2.0
// Communicators and groups: what they have, and messages that stay inside.
#include "check.h"

static void groups(void) {
    MPI_Group all, even, odd, other;
    int size, rank, result;
    OK(MPI_Comm_group(MPI_COMM_WORLD, &all));
    OK(MPI_Group_size(all, &size));
    OK(MPI_Group_rank(all, &rank));
    CHECK(size == ranks && rank == me);
    int range[1][3] = {{0, ranks - 1, 2}};
    OK(MPI_Group_range_incl(all, 1, range, &even));
    OK(MPI_Group_range_excl(all, 1, range, &odd));
    OK(MPI_Group_size(even, &size));
    CHECK(size == (ranks + 1) / 2);
    OK(MPI_Group_rank(even, &rank));
    CHECK(rank == (me % 2 ? MPI_UNDEFINED : me / 2));
    OK(MPI_Group_union(even, odd, &other));
    OK(MPI_Group_compare(all, other, &result));
    CHECK(result == (ranks < 3 ? MPI_IDENT : MPI_SIMILAR));
    OK(MPI_Group_free(&other));
    OK(MPI_Group_intersection(even, odd, &other));
    CHECK(other == MPI_GROUP_EMPTY);
    OK(MPI_Group_difference(all, odd, &other));
    OK(MPI_Group_compare(even, other, &result));
    CHECK(result == MPI_IDENT);
    OK(MPI_Group_compare(even, all, &result));
    CHECK(ranks == 1 || result == MPI_UNEQUAL);
    int zero[] = {0, MPI_PROC_NULL}, there[2];
    OK(MPI_Group_translate_ranks(even, 2, zero, all, there));
    CHECK(there[0] == 0 && there[1] == MPI_PROC_NULL);
    MPI_Group some, rest;
    OK(MPI_Group_incl(all, 1, zero, &some));
    OK(MPI_Group_excl(all, 1, zero, &rest));
    OK(MPI_Group_translate_ranks(some, 1, zero, rest, there));
    CHECK(there[0] == MPI_UNDEFINED);
    OK(MPI_Group_free(&some));
    MPI_Comm made;
    OK(MPI_Comm_create(MPI_COMM_WORLD, even, &made));
    CHECK((made == MPI_COMM_NULL) == (me % 2 == 1));
    if (made != MPI_COMM_NULL) {
        int one = 1, sum = 0;
        OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, made));
        CHECK(sum == (ranks + 1) / 2);
        MPI_Comm again;
        OK(MPI_Comm_create_group(made, even, 7, &again));
        OK(MPI_Comm_compare(made, again, &result));
        CHECK(result == MPI_CONGRUENT);
        OK(MPI_Comm_free(&again));
        OK(MPI_Comm_free(&made));
    }
    OK(MPI_Group_free(&all));
    CHECK(all == MPI_GROUP_NULL);
}

/* even and odd ranks, between which messages go */
static void between(void) {
    MPI_Comm half, inter, all;
    int flag, size, got = -1, rank;
    MPI_Group others;
    OK(MPI_Comm_split(MPI_COMM_WORLD, me % 2, 0, &half));
    OK(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - me % 2, 3, &inter));
    OK(MPI_Comm_test_inter(inter, &flag));
    OK(MPI_Comm_remote_size(inter, &size));
    CHECK(flag && size == (ranks + me % 2) / 2);
    OK(MPI_Comm_remote_group(inter, &others));
    OK(MPI_Group_rank(others, &rank));
    CHECK(rank == MPI_UNDEFINED);
    if (me < 2) OK(MPI_Sendrecv(&me, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE));
    CHECK(me > 1 || got == 1 - me);
    OK(MPI_Intercomm_merge(inter, me % 2 == 0, &all));
    OK(MPI_Comm_rank(all, &rank));
    CHECK(rank == (me % 2 ? me / 2 : ranks / 2 + me / 2));
    OK(MPI_Allreduce(&me, &got, 1, MPI_INT, MPI_SUM, all));
    CHECK(got == ranks * (ranks - 1) / 2);
    OK(MPI_Comm_free(&all));
    OK(MPI_Comm_free(&inter));
    OK(MPI_Comm_free(&half));
}

int main(void) {
    begin();
    groups();
    if (ranks > 1) between();
    MPI_Comm copy, half, node;
    int result, size, rank;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
    OK(MPI_Comm_compare(copy, MPI_COMM_WORLD, &result));
    CHECK(result == MPI_CONGRUENT);
    OK(MPI_Comm_compare(copy, copy, &result));
    CHECK(result == MPI_IDENT);
    OK(MPI_Comm_test_inter(copy, &result));
    CHECK(!result);
    char name[MPI_MAX_OBJECT_NAME];
    OK(MPI_Comm_get_name(MPI_COMM_WORLD, name, &size));
    CHECK(!strcmp(name, "MPI_COMM_WORLD") && size == 14);
    OK(MPI_Comm_set_name(copy, "copy"));
    OK(MPI_Comm_get_name(copy, name, &size));
    CHECK(!strcmp(name, "copy"));
    /* halves, in the reverse order */
    OK(MPI_Comm_split(copy, me % 2, -me, &half));
    OK(MPI_Comm_size(half, &size));
    OK(MPI_Comm_rank(half, &rank));
    CHECK(size == (ranks + 1 - me % 2) / 2 && rank == size - 1 - me / 2);
    OK(MPI_Comm_compare(half, copy, &result));
    CHECK(ranks < 2 || result == MPI_UNEQUAL);
    int leader = me;
    OK(MPI_Bcast(&leader, 1, MPI_INT, size - 1, half));
    CHECK(leader == me % 2);
    /* a message of one communicator is not received in another */
    int sent = 1, got = 0;
    MPI_Request request;
    OK(MPI_Isend(&sent, 1, MPI_INT, next_rank(), 0, copy, &request));
    int other = 2;
    OK(MPI_Sendrecv(&other, 1, MPI_INT, next_rank(), 0, &got, 1, MPI_INT, last_rank(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK(got == 2);
    OK(MPI_Recv(&got, 1, MPI_INT, last_rank(), 0, copy, MPI_STATUS_IGNORE));
    CHECK(got == 1);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    OK(MPI_Comm_size(node, &size));
    CHECK(size == 1);
    OK(MPI_Comm_free(&node));
    OK(MPI_Comm_split(MPI_COMM_WORLD, me ? MPI_UNDEFINED : 3, 0, &node));
    CHECK((node == MPI_COMM_NULL) == (me > 0));
    OK(MPI_Comm_free(&half));
    OK(MPI_Comm_free(&copy));
    OK(MPI_Finalize());
    return 0;
}
