// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lab.script.DrawScript;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import java.util.SplittableRandom;

/** Draws one raw command at a time, as raw.yaml and tree.yaml say. */
final class RawWords {
    static final int EPOCHS = 5; // most words use one of these few epochs, so that the words affect one another
    /** The first of these epochs. Where numbers have more than six bits, all of these bits matter. */
    static final int FIRST_EPOCH = HwLayout.ORIGIN_EPOCHS > HwLayout.SMALL_TABLE ? HwLayout.ORIGIN_EPOCHS - EPOCHS : 0;

    private final SplittableRandom random;
    private final MachineConfig machine;
    private final DrawScript script;
    private final long[] word = new long[4];
    private int op;
    private long flits;

    /** @param gets whether to compose gets */
    RawWords(SplittableRandom random, MachineConfig machine, boolean gets) {
        this.random = random;
        this.machine = machine;
        script = script("raw.yaml", random, machine, this)
                .with("legal", false)
                .with("gets", gets)
                .with("epochs", (long) EPOCHS)
                .with("first_epoch", (long) FIRST_EPOCH);
    }

    /** Returns a file of words and tree.yaml with what their blocks refer to. */
    static DrawScript script(String file, SplittableRandom random, MachineConfig machine, Object target) {
        return new DrawScript(RawWords.class, "tree.yaml " + file, random, target)
                .with("machine", machine)
                .with("network", machine.collective())
                .with(
                        "groups",
                        machine.collective().groups().stream()
                                .map(group ->
                                        group.stream().map(Integer::longValue).toList())
                                .toList())
                .with("FifoNumber", FifoNumber.class);
    }

    long common(int bound) {
        return random.nextInt(bound);
    }

    int op() {
        return op;
    }

    long word(int index) {
        return word[index];
    }

    /** Returns the number of DLA_DATA or TREE_BODY commands that should follow the request or head. */
    int data() {
        return (int) script.number("data");
    }

    /** Returns the greatest number of flits that all words so far can move. */
    long flits() {
        return flits;
    }

    void draw() {
        script.run("word");
        op = (int) script.number("op");
        for (int i = 0; i < word.length; i++) {
            word[i] = script.number("w" + i);
        }
        flits += 16 + (op == TileCommand.POST || op == TileCommand.DLA_REQUEST ? moved() : 0);
    }

    private long moved() {
        long length = Descriptor0.length(word[0]);
        return length > machine.memoryBytes() ? 0 : length / 8;
    }

    /** Draws the command that follows the last request or head: DLA_DATA or TREE_BODY. */
    void drawData() {
        op = op == TileCommand.TREE_GIVE || op == TileCommand.TREE_BODY ? TileCommand.TREE_BODY : TileCommand.DLA_DATA;
        for (int i = 0; i < word.length; i++) {
            word[i] = random.nextLong();
        }
        word[3] = random.nextInt(100) < 98 ? script.number("channel") : word[3];
        flits += 4;
    }
}
