// SPDX-License-Identifier: Apache-2.0
/** Drawn programs beside strangers: tasks that are not of the program (docs/lab/strangers.md). */
package fairlead.lab.strangers;
