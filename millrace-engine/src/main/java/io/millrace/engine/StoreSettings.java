// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.configuration.Configuration;
import io.millrace.spi.NamesSettings;
import io.millrace.spi.OpenFileSystems;
import io.millrace.spi.StoreKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The settings that the module of a store reads when its file system is opened, and what becomes of
 * them when a job brings some.
 *
 * <p>A file system is found by a path, and a path names no job: so these settings hold for the
 * whole process, and the first that are given stand. A job that brings settings adds them to the
 * process; one that brings other values for what is set, or comes with new ones when the store has
 * been opened without them, is refused, for it would read and write elsewhere than it says.
 */
final class StoreSettings {

    private StoreSettings() {}

    /** Whether the module of a store reads this key. */
    static boolean isRead(String key) {
        return StoreKeys.ALL.stream().anyMatch(store -> store.reads(key));
    }

    /**
     * Whether this is a setting of a store. One whose module is not here is taken to know all that
     * begin as its own do.
     */
    static boolean isKnown(String key) {
        if (!isRead(key)) {
            return false;
        }
        Map<String, NamesSettings> names = OpenFileSystems.namesOfSettings();
        return StoreKeys.ALL.stream()
                .filter(store -> store.reads(key))
                .flatMap(store -> store.schemes().stream())
                .map(names::get)
                .noneMatch(telling -> telling != null && !telling.knows(key));
    }

    /** Those of the stores whose modules are here. */
    static Set<String> names() {
        Set<String> all = new TreeSet<>();
        OpenFileSystems.namesOfSettings().values().forEach(each -> all.addAll(each.settings()));
        return all;
    }

    /**
     * Has the process follow what a job says about stores.
     *
     * @throws UnsupportedOperationException naming the keys that can't be followed
     */
    static void follow(Configuration configuration) {
        if (configuration.keySet().stream().noneMatch(StoreSettings::isRead)) {
            return;
        }
        Map<String, String> all = configuration.toMap();
        for (StoreKeys store : StoreKeys.ALL) {
            OpenFileSystems.Adoption adoption =
                    OpenFileSystems.adopt(store.of(all), store.schemes());
            if (!adoption.isDone()) {
                throw refused(adoption, store);
            }
        }
    }

    /** Values are not told: some are secrets. */
    private static UnsupportedOperationException refused(
            OpenFileSystems.Adoption adoption, StoreKeys store) {
        List<String> why = new ArrayList<>();
        if (!adoption.others().isEmpty()) {
            why.add(
                    String.join(", ", adoption.others())
                            + (adoption.others().size() == 1
                                    ? " has another value"
                                    : " have other values")
                            + " in this process already");
        }
        if (!adoption.late().isEmpty()) {
            why.add(
                    String.join(", ", adoption.late())
                            + (adoption.late().size() == 1 ? " comes" : " come")
                            + " too late, since a file system of "
                            + String.join(":, ", store.schemes())
                            + ": is open without");
        }
        return new UnsupportedOperationException(
                "The job's settings of a store can't be followed, for they hold for the whole process and"
                        + " the first that are given stand: "
                        + String.join("; ", why)
                        + ". Give all jobs of the process the same; or set them once for the launcher"
                        + " (its file of settings, or -D) or by FileSystem.initialize(configuration)"
                        + " before anything is opened. Between jobs that don't run at the same time"
                        + " FileSystem.initialize may be called again.");
    }
}
