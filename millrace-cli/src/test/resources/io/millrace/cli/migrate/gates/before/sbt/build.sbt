val flinkVersion = "1.20.0"

libraryDependencies ++= Seq(
  "org.apache.flink" % "flink-streaming-java" % flinkVersion,
  "org.apache.flink" % "flink-clients" % flinkVersion % "provided",
  "org.apache.flink" %% "flink-streaming-scala" % "1.20.0"
)
