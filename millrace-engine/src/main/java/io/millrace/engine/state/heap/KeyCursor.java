// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

/**
 * The current key of a backend, in the form that its tables want. An integral key is kept as a bare
 * long and boxed again only for who asks, so that setting the key stores no reference.
 *
 * @param <K> type of the keys
 */
final class KeyCursor<K> {

    /** Null: keys are objects. */
    private final Boxed boxed;

    /** Changes with every key that is set; a slot found under another sequence number is void. */
    long sequence;

    /** Mixed hash of the key. */
    long mix;

    private boolean set;
    private long longKey;
    private K objectKey;
    private int hash;

    KeyCursor(Boxed boxed) {
        this.boxed = boxed;
    }

    boolean longKeys() {
        return boxed != null;
    }

    void set(K key, int keyHash) {
        sequence++;
        if (key == null) {
            set = false;
            objectKey = null;
            return;
        }
        set = true;
        if (boxed != null) {
            longKey = boxed.unbox(key);
            mix = Mix.of(longKey);
        } else {
            objectKey = key;
            hash = keyHash;
            mix = Mix.of(keyHash);
        }
    }

    boolean isSet() {
        return set;
    }

    @SuppressWarnings("unchecked") // the box was made from a K
    K key() {
        if (!set) {
            return null;
        }
        return boxed != null ? (K) boxed.box(longKey) : objectKey;
    }

    /** The slot of the current key in its page, -1 when it is not there. */
    int find(Page page) {
        return boxed != null
                ? ((LongKeyPage) page).find(longKey, mix)
                : ((ObjectKeyPage) page).find(objectKey, hash, mix);
    }

    /** Adds the current key, which is not in the page, to it. */
    int add(Page page) {
        return boxed != null
                ? ((LongKeyPage) page).add(longKey, mix)
                : ((ObjectKeyPage) page).add(objectKey, hash, mix);
    }
}
