// SPDX-License-Identifier: Apache-2.0
/** Threads that execute the parts of a machine cycle by cycle. */
package fairlead.engine.threads;
