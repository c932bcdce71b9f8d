// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

/**
 * The current key of a backend, in the form that its tables want. An integral key is kept as a bare
 * long and boxed again only for who asks, so that setting the key stores no reference.
 *
 * @param <K> type of the keys
 */
class KeyCursor<K> {

    /** Null: keys are objects. */
    private final Boxed boxed;

    /** Changes with every key that is set; a slot found under another sequence number is void. */
    long sequence;

    /** Mixed hash of the key. */
    long mix;

    /** What stands in namespaces under this cursor's key; null: nothing does. */
    private NamespaceCursor<?, ?>[] followers;

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

    /** Is told of each new key. */
    final void addFollower(NamespaceCursor<?, ?> follower) {
        int before = followers == null ? 0 : followers.length;
        NamespaceCursor<?, ?>[] more = new NamespaceCursor<?, ?>[before + 1];
        if (followers != null) {
            System.arraycopy(followers, 0, more, 0, before);
        }
        more[before] = follower;
        followers = more;
    }

    final void set(K key, int keyHash) {
        sequence++;
        if (followers != null) {
            for (NamespaceCursor<?, ?> follower : followers) {
                follower.sequence++;
            }
        }
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

    /** Whether there is something to look for. */
    boolean isSet() {
        return set;
    }

    /** Before the key is looked for, once per sequence number; false: none is set. */
    boolean prepare() {
        return set;
    }

    /** The key's own hash code; not its mixed one. */
    final int hash() {
        return boxed != null ? key().hashCode() : hash;
    }

    @SuppressWarnings("unchecked") // the box was made from a K
    final K key() {
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
