// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/** What one look into a job directory has found: checkpoints, and files of its owners. */
final class JobFiles {

    private final List<OwnerName.File> ofOwners = new ArrayList<>();
    private final NavigableSet<Long> checkpoints = new TreeSet<>();

    private JobFiles() {}

    /** Nothing where there is no such directory. */
    static JobFiles in(FileSystem fileSystem, Path jobDirectory) throws IOException {
        JobFiles found = new JobFiles();
        FileStatus[] children;
        try {
            children = fileSystem.listStatus(jobDirectory);
        } catch (FileNotFoundException e) {
            return found;
        }
        for (FileStatus child : children) {
            String name = child.getPath().getName();
            OptionalLong id = CheckpointPaths.checkpointId(name);
            OwnerName.File ofOwner = OwnerName.File.of(name);
            if (id.isPresent() && child.isDir()) {
                found.checkpoints.add(id.getAsLong());
            } else if (ofOwner != null && !child.isDir()) {
                found.ofOwners.add(ofOwner);
            }
        }
        return found;
    }

    /** Ids of the directories of checkpoints, those without manifest too. */
    NavigableSet<Long> checkpoints() {
        return checkpoints;
    }

    List<OwnerName.File> ofOwners() {
        return ofOwners;
    }

    /** Those of whom there is a file of that kind. */
    NavigableSet<OwnerName> owners(OwnerName.Kind kind) {
        NavigableSet<OwnerName> found = new TreeSet<>();
        for (OwnerName.File file : ofOwners) {
            if (file.kind() == kind) {
                found.add(file.owner());
            }
        }
        return found;
    }

    /** The owner whose word counts about what is there; empty where there has been none. */
    Optional<OwnerName> recorder() {
        NavigableSet<OwnerName> recorders = owners(OwnerName.Kind.RECORD);
        return recorders.isEmpty() ? Optional.empty() : Optional.of(recorders.last());
    }

    /** The highest number an owner has had; 0 for none. */
    long highestNumber() {
        return ofOwners.stream().mapToLong(file -> file.owner().number()).max().orElse(0);
    }

    /** Whether no file is left of another owner with the number of this one or a higher one. */
    boolean isAboveAllOthers(OwnerName owner) {
        return ofOwners.stream()
                .map(OwnerName.File::owner)
                .allMatch(other -> other.equals(owner) || other.number() < owner.number());
    }

    /** The largest id in the name of a file of that kind, whoever's it is; 0 for none. */
    long highestId(OwnerName.Kind kind) {
        return ofOwners.stream()
                .filter(file -> file.kind() == kind)
                .mapToLong(OwnerName.File::id)
                .max()
                .orElse(0);
    }
}
