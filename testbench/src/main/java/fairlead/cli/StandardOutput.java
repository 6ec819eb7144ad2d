// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.nio.charset.Charset;

/**
 * Results on a descriptor that nothing but this program writes to. A virtual machine that crashes writes to descriptor
 * 1, whatever its options; so the launcher makes descriptor 1 the one of stderr and says in the system property {@code
 * fairlead.stdout} which one is the user's stdout.
 */
final class StandardOutput {
    private static final String PROPERTY = "fairlead.stdout";
    private static final int BUFFER = 8192;

    private StandardOutput() {}

    /** Lets {@link System#out} write to the descriptor of the property; without it nothing changes. */
    static void open() throws ReflectiveOperationException {
        final String number = System.getProperty(PROPERTY);
        if (number == null) {
            return;
        }
        final Constructor<FileDescriptor> descriptor = FileDescriptor.class.getDeclaredConstructor(int.class);
        descriptor.setAccessible(true); // the launcher opens the package
        System.setOut(new PrintStream(
                new BufferedOutputStream(
                        new FileOutputStream(descriptor.newInstance(Integer.parseInt(number))), BUFFER),
                true,
                charset()));
    }

    /** Returns the charset that the virtual machine uses for its standard output. */
    private static Charset charset() {
        final String name = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
        return name == null ? Charset.defaultCharset() : Charset.forName(name);
    }
}
