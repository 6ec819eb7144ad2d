// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

/** A factory of pools outside this module; it is found as a service on the class path. */
public interface PoolProvider {
    /** Returns the word before the colon in `--on WORD:WHERE`. */
    String word();

    /**
     * Opens a pool.
     *
     * @param where the text behind the colon in `--on WORD:WHERE`
     * @param store the store in which results are looked up and kept
     */
    Pool open(String where, Store store);
}
