// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.configuration.Configuration;
import java.io.File;
import java.io.IOException;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who this process is to a secured cluster. All of it is Hadoop's {@link UserGroupInformation}:
 * without settings it uses the ticket cache of this user ({@code kinit}), with a keytab and a
 * principal this process logs in once and Hadoop's client renews that by itself. Any thread.
 */
final class KerberosLogin {

    static final String KEYTAB = "security.kerberos.login.keytab";
    static final String PRINCIPAL = "security.kerberos.login.principal";
    static final String KRB5 = "security.kerberos.krb5-conf.path";

    private static final String AUTHENTICATION = "hadoop.security.authentication";
    private static final String KERBEROS = "kerberos";
    private static final String KRB5_PROPERTY = "java.security.krb5.conf";

    private static final Logger LOG = LoggerFactory.getLogger(KerberosLogin.class);

    /** As whom this process has logged in; a login holds for the whole process. */
    private static String loggedIn;

    private KerberosLogin() {}

    /**
     * Logs in if the settings say so.
     *
     * @throws IOException naming the setting that is missing or wrong
     */
    static void ifConfigured(Configuration settings, org.apache.hadoop.conf.Configuration hadoop)
            throws IOException {
        String keytab = settings.toMap().get(KEYTAB);
        String principal = settings.toMap().get(PRINCIPAL);
        String krb5 = settings.toMap().get(KRB5);
        if (krb5 != null) {
            if (!new File(krb5).isFile()) {
                throw new IOException(
                        "The setting "
                                + KRB5
                                + " names the file "
                                + krb5
                                + ", which is not there.");
            }
            System.setProperty(KRB5_PROPERTY, krb5);
        }
        if (keytab == null && principal == null) {
            useTicketCache(hadoop);
            return;
        }
        if (keytab == null || principal == null) {
            throw new IOException(
                    "Of "
                            + KEYTAB
                            + " and "
                            + PRINCIPAL
                            + " only one is set. A login needs both; without either the ticket cache of this"
                            + " user counts (kinit).");
        }
        loginByKeytab(keytab, principal, hadoop);
    }

    /**
     * Hadoop's login looks for what it is to do in a configuration of its own, that of the class
     * path, unless it is told of another.
     */
    private static synchronized void useTicketCache(org.apache.hadoop.conf.Configuration hadoop) {
        if (KERBEROS.equalsIgnoreCase(hadoop.get(AUTHENTICATION))
                && !UserGroupInformation.isSecurityEnabled()) {
            UserGroupInformation.setConfiguration(hadoop);
        }
    }

    private static void loginByKeytab(
            String keytab, String principal, org.apache.hadoop.conf.Configuration hadoop)
            throws IOException {
        synchronized (KerberosLogin.class) {
            if ((principal + " by " + keytab).equals(loggedIn)) {
                return;
            }
            UserGroupInformation.setConfiguration(hadoop);
            if (!UserGroupInformation.isSecurityEnabled()) {
                throw new IOException(
                        KEYTAB
                                + " is set, but Hadoop's configuration says hadoop.security.authentication = "
                                + hadoop.get(AUTHENTICATION)
                                + ", not kerberos, so nobody would ask for it. Is it the configuration of the"
                                + " cluster that was found (HADOOP_CONF_DIR)?");
            }
            if (!new File(keytab).canRead()) {
                throw new IOException(
                        "The setting "
                                + KEYTAB
                                + " names the file "
                                + keytab
                                + ", which this process cannot read.");
            }
            UserGroupInformation.loginUserFromKeytab(principal, keytab);
            loggedIn = principal + " by " + keytab;
            LOG.info("Logged in to Hadoop as {} by the keytab {}.", principal, keytab);
        }
    }
}
