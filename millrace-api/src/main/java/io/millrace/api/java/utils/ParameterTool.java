// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.utils;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.Public;
import io.millrace.configuration.Configuration;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;

/**
 * Parameters of a program: from its arguments, a properties file, a map or the properties of the
 * JVM. Each key has one value. Given to {@code env.getConfig().setGlobalJobParameters}, they are
 * there in every rich function.
 */
@Public
public class ParameterTool extends AbstractParameterTool {

    private static final long serialVersionUID = 1L;

    /** The parameters; can't be changed. */
    protected final Map<String, String> data;

    private ParameterTool(Map<String, String> data) {
        this.data = Collections.unmodifiableMap(new HashMap<>(data));
        begin(this.data.keySet());
    }

    // ------------------------------------------------------------------ where they come from

    /**
     * From the arguments of a program: {@code --key value} or {@code -key value}; a key may stand
     * alone. What begins with a dash is no value, except for negative numbers. Of a key given twice
     * the last value counts.
     *
     * @throws IllegalArgumentException if a value stands where a key was expected
     */
    public static ParameterTool fromArgs(String[] args) {
        Map<String, String> map = new HashMap<>();
        ProgramArguments.each(args, map::put);
        return fromMap(map);
    }

    /**
     * From a file of properties.
     *
     * @throws FileNotFoundException if there is none
     * @throws IOException if it can't be read
     */
    public static ParameterTool fromPropertiesFile(String path) throws IOException {
        return fromPropertiesFile(new File(path));
    }

    /**
     * From a file of properties.
     *
     * @throws FileNotFoundException if there is none
     * @throws IOException if it can't be read
     */
    public static ParameterTool fromPropertiesFile(File file) throws IOException {
        if (!file.exists()) {
            throw new FileNotFoundException(
                    "The file of properties " + file.getAbsolutePath() + " does not exist.");
        }
        try (InputStream in = new FileInputStream(file)) {
            return fromPropertiesFile(in);
        }
    }

    /**
     * From a stream of properties, which is read and left open.
     *
     * @throws IOException if it can't be read
     */
    public static ParameterTool fromPropertiesFile(InputStream inputStream) throws IOException {
        Properties properties = new Properties();
        properties.load(inputStream);
        return fromProperties(properties);
    }

    /** From a map. */
    public static ParameterTool fromMap(Map<String, String> map) {
        return new ParameterTool(checkNotNull(map, "The map of parameters is null."));
    }

    /** From the properties of the JVM, those given with -D before the class. */
    public static ParameterTool fromSystemProperties() {
        return fromProperties(System.getProperties());
    }

    private static ParameterTool fromProperties(Properties properties) {
        Map<String, String> map = new HashMap<>();
        // Those whose key and value are text; defaults of the properties included.
        properties
                .stringPropertyNames()
                .forEach(name -> map.put(name, properties.getProperty(name)));
        return new ParameterTool(map);
    }

    // ------------------------------------------------------------------ reading

    @Override
    public int getNumberOfParameters() {
        return data.size();
    }

    /** The value of a key, null if it was not given. */
    @Override
    public String get(String key) {
        addToDefaults(key, null);
        unrequestedParameters.remove(key);
        return data.get(key);
    }

    @Override
    public boolean has(String value) {
        addToDefaults(value, null);
        unrequestedParameters.remove(value);
        return data.containsKey(value);
    }

    // ------------------------------------------------------------------ in other forms

    /** As a configuration. */
    public Configuration getConfiguration() {
        return Configuration.fromMap(data);
    }

    /** As properties. */
    public Properties getProperties() {
        Properties properties = new Properties();
        properties.putAll(data);
        return properties;
    }

    /**
     * Writes what has been asked for so far, with the defaults, into a file of properties: a
     * template for {@link #fromPropertiesFile}. A file that is there is replaced.
     *
     * @throws IOException if it can't be written
     */
    public void createPropertiesFile(String pathToFile) throws IOException {
        createPropertiesFile(pathToFile, true);
    }

    /**
     * Writes what has been asked for so far, with the defaults, into a file of properties.
     *
     * @param overwrite whether a file that is there is replaced
     * @throws RuntimeException if there is one and it is not to be replaced
     * @throws IOException if it can't be written
     */
    public void createPropertiesFile(String pathToFile, boolean overwrite) throws IOException {
        File file = new File(pathToFile);
        if (file.exists() && !overwrite) {
            throw new RuntimeException(
                    "The file of properties exists and is not to be replaced.",
                    new FileAlreadyExistsException(file.getAbsolutePath()));
        }
        Properties defaults = new Properties();
        defaults.putAll(defaultData);
        try (OutputStream out = Files.newOutputStream(file.toPath())) {
            defaults.store(
                    out,
                    "Parameters with their defaults; those without one are " + DEFAULT_UNDEFINED);
        }
    }

    /** The parameters of both; where both have a key, those of the other count. */
    public ParameterTool mergeWith(ParameterTool other) {
        Map<String, String> merged = new HashMap<>(data);
        merged.putAll(other.data);
        ParameterTool both = new ParameterTool(merged);
        both.unrequestedParameters.removeAll(requested());
        both.unrequestedParameters.removeAll(other.requested());
        return both;
    }

    private Set<String> requested() {
        Set<String> requested = new HashSet<>(data.keySet());
        requested.removeAll(unrequestedParameters);
        return requested;
    }

    @Override
    public Map<String, String> toMap() {
        return data;
    }

    @Override
    protected Object clone() throws CloneNotSupportedException {
        return new ParameterTool(data);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        begin(data.keySet());
    }

    @Override
    public boolean equals(Object o) {
        return this == o
                || (o instanceof ParameterTool other
                        && getClass() == other.getClass()
                        && data.equals(other.data)
                        && defaultData.equals(other.defaultData)
                        && unrequestedParameters.equals(other.unrequestedParameters));
    }

    @Override
    public int hashCode() {
        return Objects.hash(data, defaultData, unrequestedParameters);
    }
}
