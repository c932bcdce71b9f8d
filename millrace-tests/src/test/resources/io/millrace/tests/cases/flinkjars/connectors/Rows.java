// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package com.acme.connectors;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.jdbc.JdbcConnectionOptions;
import org.apache.flink.connector.jdbc.JdbcExecutionOptions;
import org.apache.flink.connector.jdbc.JdbcStatementBuilder;
import org.apache.flink.connector.jdbc.core.datastream.sink.JdbcSink;
import org.apache.flink.connector.jdbc.core.datastream.source.JdbcSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** From one table to another, by Flink's connector for JDBC. */
public class Rows {

    private static final String URL = "jdbc:h2:mem:rows;DB_CLOSE_DELAY=-1";

    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement()) {
            statement.execute("create table numbers(n int primary key, name varchar(20))");
            statement.execute("create table doubled(n int primary key, name varchar(20))");
            for (int i = 0; i < 100; i++) {
                statement.execute("insert into numbers values(" + i + ", 'n" + i + "')");
            }
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        env.enableCheckpointing(100);
        JdbcSource<String> source =
                JdbcSource.<String>builder()
                        .setSql("select name from numbers")
                        .setDBUrl(URL)
                        .setDriverName("org.h2.Driver")
                        .setUsername("")
                        .setPassword("")
                        .setResultExtractor(row -> row.getString(1))
                        .setTypeInformation(Types.STRING)
                        .build();
        JdbcStatementBuilder<String> filled =
                (statement, name) -> {
                    statement.setInt(1, Integer.parseInt(name.substring(1)));
                    statement.setString(2, name + name);
                };
        JdbcSink<String> sink =
                JdbcSink.<String>builder()
                        .withQueryStatement("merge into doubled key(n) values(?, ?)", filled)
                        .withExecutionOptions(JdbcExecutionOptions.builder().withBatchSize(10).build())
                        .buildAtLeastOnce(
                                new JdbcConnectionOptions.JdbcConnectionOptionsBuilder()
                                        .withUrl(URL)
                                        .withDriverName("org.h2.Driver")
                                        .build());
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "numbers").sinkTo(sink);
        env.execute("rows");
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery("select count(*), sum(n), max(name) from doubled")) {
            result.next();
            System.out.println(
                    "rows " + result.getInt(1) + " " + result.getInt(2) + " " + result.getString(3));
        }
    }
}
