// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source;

import io.millrace.annotation.Internal;
import io.millrace.api.common.functions.FlatMapFunction;
import io.millrace.api.java.tuple.Tuple3;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.Path;
import io.millrace.util.Collector;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The lines of what {@link FileMonitoringFunction} tells of, in UTF-8. */
@Internal
@Deprecated
public class FileReadFunction implements FlatMapFunction<Tuple3<String, Long, Long>, String> {

    private static final long serialVersionUID = 1L;

    @Override
    public void flatMap(Tuple3<String, Long, Long> value, Collector<String> out) throws Exception {
        Path path = new Path(value.f0);
        try (FSDataInputStream stream = path.getFileSystem().open(path)) {
            stream.seek(value.f1);
            InputStream part =
                    value.f2 < 0
                            ? stream
                            : new ByteArrayInputStream(
                                    stream.readNBytes(Math.toIntExact(value.f2 - value.f1)));
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(part, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.collect(line);
            }
        }
    }
}
