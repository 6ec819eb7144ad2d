// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.node.Observer;
import fairlead.program.DeviceMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The answers of the device, as lines with cycles, until so many messages have been drained. */
final class DeviceStory implements Observer {
    private final List<String> lines = new ArrayList<>();
    private int left;

    DeviceStory(final int messages) {
        left = messages;
    }

    @Override
    public void events(final EventCursor batch) {
        while (left > 0 && batch.next()) {
            event(batch);
        }
        batch.rewind();
    }

    private void event(final EventCursor e) {
        if (left == 0 || e.kind() != EventKind.DEVICE_ANSWER) {
            return;
        }
        final int command = (int) DeviceEvent.command(e.b());
        final int result = (int) DeviceEvent.result(e.b());
        String what = "";
        if (result == DeviceResult.DONE && command == TileCommand.DEVICE_READ_HEADER) {
            what = ": a message of " + DeviceMessage.bytesOf(e.a()) + " bytes for thread "
                    + DeviceMessage.threadOf(e.a());
        } else if (result == DeviceResult.DONE && command == TileCommand.DEVICE_DRAIN) {
            what = ": " + e.a() + " bytes in memory";
            left--;
        }
        lines.add(String.format(
                Locale.ROOT,
                "%8d  node %d thread %d  %-18s %s%s",
                e.cycle(),
                e.node(),
                DeviceEvent.processor(e.b()),
                TileCommand.name(command),
                DeviceResult.name(result),
                what));
    }

    List<String> lines() {
        return lines;
    }
}
