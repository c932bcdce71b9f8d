// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.contrib.streaming.state;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.DescribedEnum;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.ReadableConfig;
import io.millrace.configuration.description.InlineElement;
import io.millrace.configuration.description.TextElement;
import io.millrace.contrib.streaming.state.RocksDBMemoryControllerUtils.RocksDBMemoryFactory;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.rocksdb.MemoryFactories;
import io.millrace.runtime.state.AbstractStateBackend;
import io.millrace.runtime.state.ConfigurableStateBackend;
import io.millrace.spi.types.ProgramClasses;
import io.millrace.util.TernaryBoolean;
import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Keyed state in RocksDB, on local disks: for state larger than memory. Values are written when
 * they are set and read when they are asked for, each time as a copy.
 *
 * <p>What is not set here is taken from settings. The module {@code millrace-rocksdb} must be there
 * when the job runs.
 */
@PublicEvolving
public class EmbeddedRocksDBStateBackend extends AbstractStateBackend
        implements ConfigurableStateBackend {

    private static final long serialVersionUID = 1L;

    private static final int UNDEFINED_NUMBER = -1;

    static {
        MemoryFactories.readBy(backend -> backend.memoryFactory);
    }

    /** Where timers are. */
    public enum PriorityQueueStateType implements DescribedEnum {
        /** All on the heap, beside the database. */
        HEAP("all on the heap, beside the database"),
        /** In the database, the next ones on the heap too. */
        ROCKSDB("in the database, the next ones on the heap too");

        private final String description;

        PriorityQueueStateType(String description) {
            this.description = description;
        }

        @Override
        public InlineElement getDescription() {
            return TextElement.text(description);
        }
    }

    private TernaryBoolean incremental;
    private String[] directories;
    private PredefinedOptions predefinedOptions;
    private RocksDBOptionsFactory optionsFactory;
    private int transferThreads = UNDEFINED_NUMBER;
    private long writeBatchSize = UNDEFINED_NUMBER;
    private PriorityQueueStateType timers;
    private RocksDBMemoryConfiguration memory = new RocksDBMemoryConfiguration();
    private RocksDBMemoryFactory memoryFactory = RocksDBMemoryFactory.DEFAULT;

    /** As the settings say. */
    public EmbeddedRocksDBStateBackend() {
        this(TernaryBoolean.UNDEFINED);
    }

    /**
     * With or without incremental checkpoints.
     *
     * @param enableIncrementalCheckpointing whether a checkpoint writes only what is new
     */
    public EmbeddedRocksDBStateBackend(boolean enableIncrementalCheckpointing) {
        this(TernaryBoolean.fromBoolean(enableIncrementalCheckpointing));
    }

    /**
     * With or without incremental checkpoints, or as the settings say.
     *
     * @param enableIncrementalCheckpointing whether a checkpoint writes only what is new
     */
    public EmbeddedRocksDBStateBackend(TernaryBoolean enableIncrementalCheckpointing) {
        this.incremental = checkNotNull(enableIncrementalCheckpointing, "incremental checkpoints");
    }

    @Override
    public EmbeddedRocksDBStateBackend configure(ReadableConfig config, ClassLoader classLoader) {
        EmbeddedRocksDBStateBackend filledIn =
                new EmbeddedRocksDBStateBackend(
                        TernaryBoolean.mergeTernaryBooleanWithConfig(
                                incremental, CheckpointingOptions.INCREMENTAL_CHECKPOINTS, config));
        filledIn.directories = directories;
        String configured = config.get(RocksDBOptions.LOCAL_DIRECTORIES);
        if (directories == null && configured != null) {
            try {
                filledIn.setDbStoragePaths(split(configured));
            } catch (IllegalArgumentException e) {
                throw new IllegalConfigurationException(
                        RocksDBOptions.LOCAL_DIRECTORIES.key()
                                + " = "
                                + configured
                                + ": "
                                + e.getMessage(),
                        e);
            }
        }
        filledIn.predefinedOptions =
                predefinedOptions != null ? predefinedOptions : predefined(config);
        filledIn.optionsFactory = factory(config, classLoader);
        filledIn.setNumberOfTransferThreads(
                transferThreads != UNDEFINED_NUMBER
                        ? transferThreads
                        : config.get(RocksDBOptions.CHECKPOINT_TRANSFER_THREAD_NUM));
        filledIn.setWriteBatchSize(
                writeBatchSize != UNDEFINED_NUMBER
                        ? writeBatchSize
                        : config.get(RocksDBConfigurableOptions.WRITE_BATCH_SIZE).getBytes());
        filledIn.timers =
                timers != null ? timers : config.get(RocksDBOptions.TIMER_SERVICE_FACTORY);
        filledIn.memory = RocksDBMemoryConfiguration.fromOtherAndConfiguration(memory, config);
        filledIn.memory.validate();
        filledIn.memoryFactory = memoryFactory;
        return filledIn;
    }

    private static String[] split(String list) {
        List<String> all = new ArrayList<>();
        for (String each : list.split("[," + File.pathSeparator + "]", -1)) {
            if (!each.isBlank()) {
                all.add(each.trim());
            }
        }
        checkArgument(!all.isEmpty(), "There is no directory in '%s'.", list);
        return all.toArray(String[]::new);
    }

    private static PredefinedOptions predefined(ReadableConfig config) {
        String name = config.get(RocksDBOptions.PREDEFINED_OPTIONS);
        try {
            return PredefinedOptions.valueOf(name.trim());
        } catch (IllegalArgumentException e) {
            throw new IllegalConfigurationException(
                    RocksDBOptions.PREDEFINED_OPTIONS.key()
                            + " = "
                            + name
                            + " is not known; there is "
                            + Arrays.toString(PredefinedOptions.values())
                            + ".",
                    e);
        }
    }

    private RocksDBOptionsFactory factory(ReadableConfig config, ClassLoader classLoader) {
        RocksDBOptionsFactory factory = optionsFactory;
        String name = config.get(RocksDBOptions.OPTIONS_FACTORY);
        if (factory == null && name != null) {
            try {
                factory =
                        ProgramClasses.named(name.trim(), false, classLoader)
                                .asSubclass(RocksDBOptionsFactory.class)
                                .getConstructor()
                                .newInstance();
            } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
                throw new IllegalConfigurationException(
                        RocksDBOptions.OPTIONS_FACTORY.key()
                                + " = "
                                + name
                                + " is not the class of a RocksDBOptionsFactory with a public"
                                + " constructor without parameters: "
                                + e,
                        e);
            }
        }
        return factory instanceof ConfigurableRocksDBOptionsFactory configurable
                ? configurable.configure(config)
                : factory;
    }

    /** How much memory the databases may take; to be changed in place. */
    public RocksDBMemoryConfiguration getMemoryConfiguration() {
        return memory;
    }

    /**
     * The directory for the files of the databases.
     *
     * @param path absolute, on a local disk; null for as the settings say
     */
    public void setDbStoragePath(String path) {
        setDbStoragePaths(path == null ? null : new String[] {path});
    }

    /**
     * The directories for the files of the databases; each database is in one of them.
     *
     * @param paths absolute, on local disks; null for as the settings say
     */
    public void setDbStoragePaths(String... paths) {
        if (paths == null) {
            directories = null;
            return;
        }
        checkArgument(paths.length > 0, "There must be at least one directory.");
        String[] checked = new String[paths.length];
        for (int i = 0; i < paths.length; i++) {
            checked[i] = local(checkNotNull(paths[i], "The directory is null."));
        }
        directories = checked;
    }

    private static String local(String path) {
        String plain = path;
        try {
            URI uri = new URI(path);
            if (uri.getScheme() != null && uri.getScheme().length() > 1) {
                checkArgument(
                        uri.getScheme().equals("file"),
                        "'%s' is not on a local disk; RocksDB keeps its files on one.",
                        path);
                plain = uri.getPath();
            }
        } catch (URISyntaxException e) {
            plain = path; // a path with characters that a URI has not
        }
        checkArgument(
                new File(plain).isAbsolute(),
                "'%s' is not an absolute path. Relative paths are not supported.",
                path);
        return plain;
    }

    /** The directories for the files of the databases; null for as the settings say. */
    public String[] getDbStoragePaths() {
        return directories == null ? null : directories.clone();
    }

    /** Whether a checkpoint writes only what is new. */
    public boolean isIncrementalCheckpointsEnabled() {
        return incremental.getOrDefault(
                CheckpointingOptions.INCREMENTAL_CHECKPOINTS.defaultValue());
    }

    /** Where timers are. */
    public PriorityQueueStateType getPriorityQueueStateType() {
        return timers != null ? timers : RocksDBOptions.TIMER_SERVICE_FACTORY.defaultValue();
    }

    /** Where timers are. */
    public void setPriorityQueueStateType(PriorityQueueStateType priorityQueueStateType) {
        timers = checkNotNull(priorityQueueStateType, "The kind of timers is null.");
    }

    /** A set of options for a kind of disk. */
    public void setPredefinedOptions(PredefinedOptions options) {
        predefinedOptions = checkNotNull(options, "The options are null.");
    }

    /** A set of options for a kind of disk. */
    public PredefinedOptions getPredefinedOptions() {
        return predefinedOptions != null ? predefinedOptions : PredefinedOptions.DEFAULT;
    }

    /** Has the last word on options. */
    public void setRocksDBOptions(RocksDBOptionsFactory optionsFactory) {
        this.optionsFactory = optionsFactory;
    }

    /** Has the last word on options; null for none. */
    public RocksDBOptionsFactory getRocksDBOptions() {
        return optionsFactory;
    }

    /** How many threads move the files of one database when it is restored. */
    public int getNumberOfTransferThreads() {
        return transferThreads == UNDEFINED_NUMBER
                ? RocksDBOptions.CHECKPOINT_TRANSFER_THREAD_NUM.defaultValue()
                : transferThreads;
    }

    /**
     * How many threads move the files of one database when it is restored.
     *
     * @param numberOfTransferThreads at least 1
     */
    public void setNumberOfTransferThreads(int numberOfTransferThreads) {
        checkArgument(
                numberOfTransferThreads > 0,
                "The number of threads that move files (%s) must be at least 1, but is %s.",
                RocksDBOptions.CHECKPOINT_TRANSFER_THREAD_NUM.key(),
                numberOfTransferThreads);
        transferThreads = numberOfTransferThreads;
    }

    /** How many bytes are written at once while state is restored. */
    public long getWriteBatchSize() {
        return writeBatchSize == UNDEFINED_NUMBER
                ? RocksDBConfigurableOptions.WRITE_BATCH_SIZE.defaultValue().getBytes()
                : writeBatchSize;
    }

    /**
     * How many bytes are written at once while state is restored.
     *
     * @param writeBatchSize at least 0; 0 for a fixed number of entries
     */
    public void setWriteBatchSize(long writeBatchSize) {
        checkArgument(
                writeBatchSize >= 0,
                "The size of a batch of writes must be at least 0 bytes, but is %s.",
                writeBatchSize);
        this.writeBatchSize = writeBatchSize;
    }

    /**
     * Makes the cache and the counter of write buffers that all databases of the job share, where
     * there is a budget.
     */
    public void setRocksDBMemoryFactory(RocksDBMemoryFactory rocksDBMemoryFactory) {
        memoryFactory = checkNotNull(rocksDBMemoryFactory, "The memory factory is null.");
    }

    @Override
    public boolean useManagedMemory() {
        return true;
    }

    @Override
    public boolean supportsNoClaimRestoreMode() {
        return true;
    }

    @Override
    public boolean supportsSavepointFormat(SavepointFormatType formatType) {
        return true;
    }

    @Override
    public String toString() {
        return "EmbeddedRocksDBStateBackend{localRocksDbDirectories="
                + Arrays.toString(directories)
                + ", enableIncrementalCheckpointing="
                + incremental
                + ", numberOfTransferThreads="
                + transferThreads
                + ", writeBatchSize="
                + writeBatchSize
                + '}';
    }
}
