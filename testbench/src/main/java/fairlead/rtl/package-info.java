// SPDX-License-Identifier: Apache-2.0
/**
 * The RTL as an engine. {@link fairlead.rtl.RtlEngine} runs the fabric of Verilated tiles through JNA, one call
 * a batch; {@link fairlead.rtl.FabricAbi} is its C interface. Libraries are found, checked and, for other
 * structures, built here. A failure of native code becomes an exception of this package.
 */
package fairlead.rtl;
