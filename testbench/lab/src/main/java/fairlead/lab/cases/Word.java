// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.GetPayload;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Mix;

/**
 * One command word of a task for the host port of its node. {@link WordPlayer} sets the tag of a descriptor and the
 * byte counter of a get.
 *
 * @param gap least number of cycles after the previous word of the task
 * @param op a HwLayout.TileCommand or HostCommand
 * @param w2 also the first data word of a request that is no put; its operand or its length
 * @param w3 also the second data word; TIMER: first tag of the node, or 0
 * @param data number of DLA_DATA or TREE_BODY commands that follow
 * @param spread cycles between them
 */
public record Word(int node, int task, int gap, int op, long w0, long w1, long w2, long w3, int data, int spread) {

    Word at(int otherNode) {
        return new Word(otherNode, task, gap, op, w0, w1, w2, w3, data, spread);
    }

    Word withGap(int cycles) {
        return new Word(node, task, cycles, op, w0, w1, w2, w3, data, spread);
    }

    Word withSpread(int cycles) {
        return new Word(node, task, gap, op, w0, w1, w2, w3, data, cycles);
    }

    Word withData(int words) {
        return new Word(node, task, gap, op, w0, w1, w2, w3, words, spread);
    }

    Word withOperands(long value, long compare) {
        return new Word(node, task, gap, op, w0, w1, value, compare, data, spread);
    }

    Word with(long first, long second) {
        return new Word(node, task, gap, op, first, second, w2, w3, data, spread);
    }

    /** Returns whether it is a descriptor for an injection FIFO. */
    boolean isPost() {
        return op == TileCommand.POST;
    }

    boolean isDescriptor() {
        return isPost() || op == TileCommand.DLA_REQUEST;
    }

    boolean isOf(int kind) {
        return isDescriptor() && Descriptor0.kind(w0) == kind;
    }

    /** Returns whether it has a byte counter of its own node until it ends. */
    boolean isGet() {
        return isOf(OpKind.GET);
    }

    boolean countsDown() {
        return isOf(OpKind.PUT) && Descriptor1.ctrValid(w1) == 1;
    }

    int coord() {
        return (int) Descriptor0.target(w0);
    }

    /** Returns a word of the data of a request: the bytes of a put, where a get lands, or operands. */
    long payload(int index, int counter) {
        if (isGet()) {
            return index % 2 > 0
                    ? 0
                    : Descriptor1.local(w1) << GetPayload.LANDING_LSB
                            | Descriptor0.length(w0) << GetPayload.LENGTH_LSB
                            | (long) counter << GetPayload.CTR_LSB;
        } else if (!isOf(OpKind.PUT)) {
            return index % 2 > 0 ? w2 >>> Integer.SIZE : w2 & 0xFFFFFFFFL;
        }
        long left = Descriptor0.length(w0) - (long) Long.BYTES * index;
        long bytes = Mix.mix64(w2 + index * Mix.GOLDEN);
        return left >= Long.BYTES ? bytes : left <= 0 ? 0 : bytes & (1L << Byte.SIZE * left) - 1;
    }

    static String name(int op) {
        return op < HostCommand.LOAD ? TileCommand.name(op) : HostCommand.name(op);
    }

    static int flits(long bytes) {
        return (int) (bytes + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
    }
}
