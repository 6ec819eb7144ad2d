// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

/**
 * The native methods that JNA binds directly. This class is defined once for each library in a class loader of its own,
 * because a class can be bound to one library only.
 */
public final class DirectAbi implements FabricAbi {
    @Override
    public native String fl_layout_hash();

    @Override
    public native String fl_capabilities();

    @Override
    public native int fl_create(long words, int count, long handle);

    @Override
    public native int fl_destroy(long handle);

    @Override
    public native int fl_configure(long handle, int node, int register, long value);

    @Override
    public native int fl_tree(long handle, long words, int count);

    @Override
    public native int fl_reset(long handle);

    @Override
    public native int fl_load(long handle, int node, int address, long data, int bytes);

    @Override
    public native int fl_submit(long handle, long commands, int count);

    @Override
    public native int fl_run(long handle, long limit);

    @Override
    public native int fl_memory(long handle, int node, long out);

    @Override
    public native int fl_stats(long handle, long out, int capacity);

    @Override
    public native int fl_vcs(long handle, long out, int capacity);

    @Override
    public native int fl_tree_links(long handle, long out, int capacity);

    @Override
    public native int fl_inspect(long handle, int node, long out, int capacity);

    @Override
    public native int fl_peek(long handle, int node, String name, int index, long value);

    @Override
    public native int fl_poke(long handle, int node, String name, int index, long value);

    @Override
    public native int fl_pins(long handle, String file, int node, long edges);

    @Override
    public native int fl_wave(long handle, String file, long nodes, int count, long from, long to);

    @Override
    public native int fl_record(long handle, String file);

    @Override
    public native int fl_save(long handle, long out);

    @Override
    public native int fl_restore(long handle, long data, long bytes);

    @Override
    public native String fl_last_error(long handle);
}
