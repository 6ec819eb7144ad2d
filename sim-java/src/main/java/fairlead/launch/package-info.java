// SPDX-License-Identifier: Apache-2.0
/** Starts the processes of a native program, plays their calls on the twin and captures what they do. */
package fairlead.launch;
