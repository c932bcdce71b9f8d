// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What user code wants done before its class loader is given up ({@code
 * registerUserCodeClassLoaderReleaseHookIfAbsent}). A class loader counts as given up when the last
 * operator that used it has closed; so operators say when they begin and end to use one. Any
 * thread.
 */
final class ReleaseHooks {

    private static final Logger LOG = LoggerFactory.getLogger(ReleaseHooks.class);

    /**
     * Entries live only while an operator uses the loader, so that none is kept from being
     * collected.
     */
    private static final ConcurrentHashMap<ClassLoader, Users> USERS = new ConcurrentHashMap<>();

    private record Users(int count, Map<String, Runnable> hooks) {}

    private ReleaseHooks() {}

    /** One more operator uses this loader. */
    static void retain(ClassLoader loader) {
        USERS.compute(
                loader,
                (key, users) ->
                        users == null
                                ? new Users(1, Map.of())
                                : new Users(users.count() + 1, users.hooks()));
    }

    /** Keeps the first hook of each name. */
    static void registerIfAbsent(ClassLoader loader, String name, Runnable hook) {
        USERS.compute(
                loader,
                (key, users) -> {
                    Map<String, Runnable> hooks = new LinkedHashMap<>();
                    if (users != null) {
                        hooks.putAll(users.hooks());
                    }
                    hooks.putIfAbsent(name, hook);
                    return new Users(users == null ? 0 : users.count(), hooks);
                });
    }

    /** One operator less; after the last one the hooks run, each whatever the others do. */
    static void release(ClassLoader loader) {
        Map<String, Runnable> due = new LinkedHashMap<>();
        USERS.computeIfPresent(
                loader,
                (key, users) -> {
                    if (users.count() > 1) {
                        return new Users(users.count() - 1, users.hooks());
                    }
                    due.putAll(users.hooks());
                    return null;
                });
        due.forEach(
                (name, hook) -> {
                    try {
                        hook.run();
                    } catch (Throwable e) {
                        LOG.warn(
                                "The class loader release hook '{}' of the user's code failed",
                                name,
                                e);
                    }
                });
    }
}
