// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

/**
 * A key that {@link Machine.Builder#set} takes: one of those of a scenario file.
 *
 * @param path dotted name, such as {@code machine.buffers.link_vc}
 * @param standard default value; null if the key must be given or if other keys decide its default
 * @param allowed the allowed values in words, such as {@code an integer from 1 to 64}
 * @param meaning one line
 */
public record MachineKey(String path, Object standard, String allowed, String meaning) {}
