class Generated { org.apache.flink.util.Collector c; }
