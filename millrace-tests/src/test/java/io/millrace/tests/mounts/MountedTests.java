// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.mounts;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs tests in a process whose {@code java.io.tmpdir}, where tests have their directories, is on a
 * mount. The classes are the arguments. Prints a line for each test, {@code passed} or {@code
 * FAILED}, and last, shortly, why those did that failed, and how many passed; ends with 1 unless
 * all did.
 */
public final class MountedTests {

    /** Before the number of those that passed. */
    static final String PASSED = "mounted tests passed: ";

    private static final int SHORTLY = 200;

    private MountedTests() {}

    private static final class Lines implements TestExecutionListener {
        @Override
        public void executionStarted(TestIdentifier test) {
            if (test.isTest()) {
                System.out.println("begins " + test.getDisplayName());
            }
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
                boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
                System.out.println((passed ? "passed " : "FAILED ") + test.getDisplayName());
            }
        }
    }

    public static void main(String[] classes) {
        Launcher launcher = LauncherFactory.create();
        SummaryGeneratingListener results = new SummaryGeneratingListener();
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(
                                List.of(classes).stream()
                                        .map(DiscoverySelectors::selectClass)
                                        .toList())
                        .build(),
                results,
                new Lines());
        TestExecutionSummary summary = results.getSummary();
        summary.printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        for (TestExecutionSummary.Failure failure : summary.getFailures()) {
            String why = String.valueOf(failure.getException().getMessage());
            System.out.println(
                    failure.getTestIdentifier().getLegacyReportingName()
                            + ": "
                            + why.substring(0, Math.min(why.length(), SHORTLY)));
        }
        System.out.println(PASSED + summary.getTestsSucceededCount());
        System.out.flush();
        boolean all =
                summary.getTestsSucceededCount() > 0
                        && summary.getTestsSucceededCount() == summary.getTestsFoundCount();
        System.exit(all ? 0 : 1);
    }
}
