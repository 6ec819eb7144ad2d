/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of MPI that do something in the process: FL_B(result, name, parameters, body). */

/* set-up, clocks, texts */
FL_B(int, Init, (int* argc FL_UNUSED, char*** argv FL_UNUSED), { return fl_start(MPI_THREAD_SINGLE, NAME, FROM); })
FL_B(int, Init_thread, (int* argc FL_UNUSED, char*** argv FL_UNUSED, int wanted, int* given), {
    *given = wanted;
    return fl_start(wanted, NAME, FROM);
})
FL_B(int, Initialized, (int* flag), { return *flag = fl_state > 0, 0; })
FL_B(int, Finalized, (int* flag), { return *flag = fl_state > 1, 0; })
FL_B(int, Finalize, (void), {
    fl_drop(ON_COMM, MPI_COMM_SELF);
    CALL(FINALIZE, 0);
    return fl_state = 2, 0;
})
FL_B(int, Query_thread, (int* given), { return *given = fl_threads, 0; })
FL_B(int, Is_thread_main, (int* flag), { return *flag = 1, 0; })
FL_B(int, Abort, (MPI_Comm comm FL_UNUSED, int code), { return (int)CALL(EXIT, code); })
FL_B(double, Wtime, (void), { return (double)CALL(CLOCK, 0) * 1e-9; })
FL_B(double, Wtick, (void), { return 1e-9; })
FL_B(int, Get_version, (int* version, int* part), { return *version = MPI_VERSION, *part = MPI_SUBVERSION, 0; })
FL_B(int, Get_library_version, (char* text, int* length), { return *length = sprintf(text, "Fairlead"), 0; })
FL_B(int, Get_processor_name, (char* text, int* length), { return *length = sprintf(text, "node%d", fl_pe), 0; })
FL_B(int, Error_class, (int code, int* class_), { return *class_ = code, 0; })
FL_B(int, Error_string, (int code, char* text, int* length), {
    int known = code >= 0 && code < MPI_ERR_LASTCODE;
    return *length = sprintf(text, "%s", known ? fl_texts[code] : "unknown error"), 0;
})

/* memory and addresses */
FL_B(int, Alloc_mem, (MPI_Aint bytes, MPI_Info info FL_UNUSED, void* base), {
    *(void**)base = fl_memory(bytes);
    return *(void**)base ? MPI_SUCCESS : MPI_ERR_NO_MEM;
})
FL_B(int, Free_mem, (void* base), { return free(base), 0; })
FL_B(int, Get_address, (const void* place, MPI_Aint* address), { return *address = (MPI_Aint)place, 0; })
FL_B(MPI_Aint, Aint_add, (MPI_Aint base, MPI_Aint place), { return base + place; })
FL_B(MPI_Aint, Aint_diff, (MPI_Aint one, MPI_Aint other), { return one - other; })

/* statuses */
FL_B(int, Status_set_elements_x, (MPI_Status* status, MPI_Datatype type, MPI_Count count), {
    int size = 0; int code = PMPI_Type_size(type, &size);
    status->fl_bytes = size * count;
    return code;
})
FL_B(int, Status_set_elements, (MPI_Status* status, MPI_Datatype type, int count),
     { return PMPI_Status_set_elements_x(status, type, count); })
FL_B(int, Status_set_cancelled, (MPI_Status* status, int flag), { return status->fl_cancelled = flag, 0; })
FL_B(int, Test_cancelled, (const MPI_Status* status, int* flag), { return *flag = status->fl_cancelled, 0; })
FL_B(int, Buffer_attach, (void* buffer, int bytes), { return fl_buffer = buffer, fl_buffer_bytes = bytes, 0; })
FL_B(int, Buffer_detach, (void* buffer, int* bytes), { return *(void**)buffer = fl_buffer, *bytes = fl_buffer_bytes, 0; })

/* objects that have attributes */
FL_B(int, Comm_dup, (MPI_Comm comm, MPI_Comm* made), {
    int code = FL_ASK(comm, made);
    return code ? code : fl_copy(ON_COMM, comm, *made);
})
FL_B(int, Comm_dup_with_info, (MPI_Comm comm, MPI_Info info FL_UNUSED, MPI_Comm* made), {
    int code = FL_ASK(comm, made);
    return code ? code : fl_copy(ON_COMM, comm, *made);
})
FL_B(int, Comm_idup, (MPI_Comm comm, MPI_Comm* made, MPI_Request* request), {
    int code = FL_ASK(comm, made, request);
    return code ? code : fl_copy(ON_COMM, comm, *made);
})
FL_B(int, Comm_free, (MPI_Comm* comm), {
    int code = fl_drop(ON_COMM, *comm);
    return code ? code : FL_ASK(comm);
})
FL_B(int, Type_dup, (MPI_Datatype type, MPI_Datatype* made), {
    int code = FL_ASK(type, made);
    return code ? code : fl_copy(ON_TYPE, type, *made);
})
FL_B(int, Type_free, (MPI_Datatype* type), {
    int code = fl_drop(ON_TYPE, *type);
    return code ? code : FL_ASK(type);
})
FL_B(int, Win_create, (void* base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, MPI_Win* win), {
    int code = FL_ASK(base, bytes, unit, info, comm, win, MPI_WIN_FLAVOR_CREATE);
    return code ? code : fl_window(*win, base, bytes, unit, MPI_WIN_FLAVOR_CREATE);
})
FL_B(int, Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win* win), {
    int code = FL_ASK(0, 0, 1, info, comm, win, MPI_WIN_FLAVOR_DYNAMIC);
    return code ? code : fl_window(*win, NULL, 0, 1, MPI_WIN_FLAVOR_DYNAMIC);
})
FL_B(int, Win_allocate, (MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* win), {
    void* made = fl_memory(bytes);
    int code = FL_ASK(made, bytes, unit, info, comm, win, MPI_WIN_FLAVOR_ALLOCATE);
    *(void**)base = made;
    return code ? code : fl_window(*win, made, bytes, unit, MPI_WIN_FLAVOR_ALLOCATE);
})
FL_B(int, Win_allocate_shared, (MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* win), {
    void* made = fl_memory(bytes);
    int code = FL_ASK(made, bytes, unit, info, comm, win, MPI_WIN_FLAVOR_SHARED);
    *(void**)base = made;
    return code ? code : fl_window(*win, made, bytes, unit, MPI_WIN_FLAVOR_SHARED);
})
FL_B(int, Win_free, (MPI_Win* win), {
    MPI_Win old = *win;
    int code = fl_drop(ON_WIN, old);
    if (!code) code = FL_ASK(win);
    if (!code) fl_forget(old);
    return code;
})

/* attributes */
#define FL_KEYVALS(object, Object, ON)                                                                              \
    FL_B(int, Object##_create_keyval, (MPI_##Object##_copy_attr_function* copy, MPI_##Object##_delete_attr_function* drop, \
         int* keyval, void* extra), { return fl_keyval(copy, drop, keyval, extra); })                               \
    FL_B(int, Object##_free_keyval, (int* keyval), { return *keyval = MPI_KEYVAL_INVALID, 0; })                     \
    FL_B(int, Object##_set_attr, (int object, int keyval, void* value), { return fl_set(ON, object, keyval, value); }) \
    FL_B(int, Object##_delete_attr, (int object, int keyval), { return fl_delete(ON, object, keyval); })            \
    FL_B(int, Object##_get_attr, (int object, int keyval, void* value, int* flag), { return fl_get(ON, object, keyval, value, flag); })
FL_KEYVALS(comm, Comm, ON_COMM)
FL_KEYVALS(type, Type, ON_TYPE)
FL_KEYVALS(win, Win, ON_WIN)

/* functions of the program for errors */
FL_B(int, Comm_create_errhandler, (MPI_Comm_errhandler_function* function, MPI_Errhandler* handler),
     { return fl_handler(function, handler); })
FL_B(int, Win_create_errhandler, (MPI_Win_errhandler_function* function, MPI_Errhandler* handler),
     { return fl_handler(function, handler); })
FL_B(int, Errhandler_free, (MPI_Errhandler* handler), { return *handler = MPI_ERRHANDLER_NULL, 0; })

/* large counts */
FL_B(int, Type_size_x, (MPI_Datatype type, MPI_Count* size), {
    int bytes = 0; int code = PMPI_Type_size(type, &bytes);
    return *size = bytes, code;
})
FL_B(int, Type_get_extent_x, (MPI_Datatype type, MPI_Count* first, MPI_Count* extent),
     { return PMPI_Type_get_extent(type, first, extent); })
FL_B(int, Type_get_true_extent_x, (MPI_Datatype type, MPI_Count* first, MPI_Count* extent),
     { return PMPI_Type_get_true_extent(type, first, extent); })
FL_B(int, Get_elements_x, (const MPI_Status* status, MPI_Datatype type, MPI_Count* count), {
    int elements = 0; int code = PMPI_Get_elements(status, type, &elements);
    return *count = elements, code;
})

/* names of MPI 1 */
FL_B(int, Address, (const void* place, MPI_Aint* address), { return PMPI_Get_address(place, address); })
FL_B(int, Type_extent, (MPI_Datatype type, MPI_Aint* extent), {
    MPI_Aint first;
    return PMPI_Type_get_extent(type, &first, extent);
})
FL_B(int, Type_lb, (MPI_Datatype type, MPI_Aint* first), {
    MPI_Aint extent;
    return PMPI_Type_get_extent(type, first, &extent);
})
FL_B(int, Type_ub, (MPI_Datatype type, MPI_Aint* end), {
    MPI_Aint first = 0; int code = PMPI_Type_get_extent(type, &first, end);
    return *end += first, code;
})
FL_B(int, Type_hvector, (int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype* made),
     { return PMPI_Type_create_hvector(count, length, stride, old, made); })
FL_B(int, Type_hindexed, (int count, const int* lengths, const MPI_Aint* places, MPI_Datatype old, MPI_Datatype* made),
     { return PMPI_Type_create_hindexed(count, lengths, places, old, made); })
FL_B(int, Type_struct, (int count, const int* lengths, const MPI_Aint* places, const MPI_Datatype* types, MPI_Datatype* made),
     { return PMPI_Type_create_struct(count, lengths, places, types, made); })
FL_B(int, Keyval_create, (MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* drop, int* keyval, void* extra),
     { return fl_keyval(copy, drop, keyval, extra); })
FL_B(int, Keyval_free, (int* keyval), { return *keyval = MPI_KEYVAL_INVALID, 0; })
FL_B(int, Attr_put, (MPI_Comm comm, int keyval, void* value), { return fl_set(ON_COMM, comm, keyval, value); })
FL_B(int, Attr_get, (MPI_Comm comm, int keyval, void* value, int* flag), { return fl_get(ON_COMM, comm, keyval, value, flag); })
FL_B(int, Attr_delete, (MPI_Comm comm, int keyval), { return fl_delete(ON_COMM, comm, keyval); })
FL_B(int, Errhandler_create, (MPI_Comm_errhandler_function* function, MPI_Errhandler* handler),
     { return fl_handler(function, handler); })
FL_B(int, Errhandler_set, (MPI_Comm comm, MPI_Errhandler handler), { return PMPI_Comm_set_errhandler(comm, handler); })
FL_B(int, Errhandler_get, (MPI_Comm comm, MPI_Errhandler* handler), { return PMPI_Comm_get_errhandler(comm, handler); })
