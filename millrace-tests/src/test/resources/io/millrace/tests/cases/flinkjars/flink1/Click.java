// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package org.apache.flink.training.clicks;

/** A POJO. */
public class Click {
    public String user;
    public String page;
    public long at;

    public Click() {}

    public Click(String user, String page, long at) {
        this.user = user;
        this.page = page;
        this.at = at;
    }
}
