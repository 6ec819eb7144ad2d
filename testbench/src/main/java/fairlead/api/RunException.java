// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

/**
 * Reports that a run could not be made to its end: the native library is missing or damaged, an assertion of the RTL
 * failed, or the two engines of a {@link EngineKind#LOCKSTEP} run differ; or the code of a task threw, which is the
 * cause, or can go no further. A verdict that does not hold is no such case.
 */
public final class RunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RunException(Throwable cause) {
        this(cause.getMessage(), cause);
    }

    RunException(String message, Throwable cause) {
        super(message, cause);
    }
}
