// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package program;

import java.util.concurrent.CountDownLatch;

/** Never comes to building a job. */
public final class Waiting {

    private Waiting() {}

    public static void main(String[] args) throws InterruptedException {
        System.out.println("waiting");
        new CountDownLatch(1).await();
    }
}
