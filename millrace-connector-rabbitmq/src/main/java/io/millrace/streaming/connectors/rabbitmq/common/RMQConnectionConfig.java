// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq.common;

import com.rabbitmq.client.ConnectionFactory;
import java.io.Serializable;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.KeyManagementException;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/**
 * How to reach a broker, and how to talk to it: an address ({@link Builder#setUri}), or host, port,
 * virtual host, user and password. What is left out is as the client has it.
 *
 * <p>Neither {@link #toString} nor an error shows user or password.
 */
public class RMQConnectionConfig implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final long DELIVERY_TIMEOUT_MS = 30_000;
    private static final String PLAIN = "amqp";
    private static final String TLS = "amqps";

    private final String host;
    private final Integer port;
    private final String virtualHost;
    private final String username;
    private final String password;
    private final String uri;
    private final Integer networkRecoveryInterval;
    private final Boolean automaticRecovery;
    private final Boolean topologyRecovery;
    private final Integer connectionTimeout;
    private final Integer requestedChannelMax;
    private final Integer requestedFrameMax;
    private final Integer requestedHeartbeat;
    private final Integer prefetchCount;
    private final long deliveryTimeout;

    private RMQConnectionConfig(Builder builder) {
        this.host = builder.host;
        this.port = builder.port;
        this.virtualHost = builder.virtualHost;
        this.username = builder.username;
        this.password = builder.password;
        this.uri = builder.uri;
        this.networkRecoveryInterval = builder.networkRecoveryInterval;
        this.automaticRecovery = builder.automaticRecovery;
        this.topologyRecovery = builder.topologyRecovery;
        this.connectionTimeout = builder.connectionTimeout;
        this.requestedChannelMax = builder.requestedChannelMax;
        this.requestedFrameMax = builder.requestedFrameMax;
        this.requestedHeartbeat = builder.requestedHeartbeat;
        this.prefetchCount = builder.prefetchCount;
        this.deliveryTimeout =
                builder.deliveryTimeout == null ? DELIVERY_TIMEOUT_MS : builder.deliveryTimeout;
    }

    /** The broker's host; null when there is an address. */
    public String getHost() {
        return host;
    }

    /** The broker's port; -1 when there is an address. */
    public int getPort() {
        return port == null ? -1 : port;
    }

    /** The virtual host; null when there is an address. */
    public String getVirtualHost() {
        return virtualHost;
    }

    /** The user; null when there is an address. */
    public String getUsername() {
        return username;
    }

    /** The password; null when there is an address. */
    public String getPassword() {
        return password;
    }

    /** The address, with whatever credentials are in it; null when there is none. */
    public String getUri() {
        return uri;
    }

    /** Milliseconds between two attempts to connect again; null for 5000. */
    public Integer getNetworkRecoveryInterval() {
        return networkRecoveryInterval;
    }

    /** Whether a lost connection is made anew; null for yes. */
    public Boolean isAutomaticRecovery() {
        return automaticRecovery;
    }

    /** Whether the queue is declared again on a connection that was made anew; null for yes. */
    public Boolean isTopologyRecovery() {
        return topologyRecovery;
    }

    /** Milliseconds that an attempt to connect may take, 0 for as long as it takes. */
    public Integer getConnectionTimeout() {
        return connectionTimeout;
    }

    /** How many channels are asked for, 0 for no limit. */
    public Integer getRequestedChannelMax() {
        return requestedChannelMax;
    }

    /** How many bytes a frame may have, 0 for no limit. */
    public Integer getRequestedFrameMax() {
        return requestedFrameMax;
    }

    /** Seconds between two signs of life, 0 for none. */
    public Integer getRequestedHeartbeat() {
        return requestedHeartbeat;
    }

    /**
     * How many messages a source may hold that are not acknowledged. They are acknowledged when a
     * checkpoint completes, so no more than this are read from one to the next. Without one the
     * broker sends as much as is taken.
     */
    public Optional<Integer> getPrefetchCount() {
        return Optional.ofNullable(prefetchCount);
    }

    /**
     * Milliseconds that a source waits for a message before it looks about, but half a second at
     * most; 30000 unless told, as in Flink.
     */
    public long getDeliveryTimeout() {
        return deliveryTimeout;
    }

    /**
     * A factory that is set up as this says. An address that begins with {@code amqps:} makes
     * connections over TLS, on which the broker must show a certificate that the JVM trusts and
     * that is its host's.
     *
     * @throws URISyntaxException when the address is none; the message shows no credentials
     */
    public ConnectionFactory getConnectionFactory()
            throws URISyntaxException, NoSuchAlgorithmException, KeyManagementException {
        ConnectionFactory factory = new ConnectionFactory();
        if (uri == null) {
            factory.setHost(host);
            factory.setPort(port);
            factory.setVirtualHost(virtualHost);
            factory.setUsername(username);
            factory.setPassword(password);
        } else {
            address(factory);
        }
        if (networkRecoveryInterval != null) {
            factory.setNetworkRecoveryInterval(networkRecoveryInterval);
        }
        if (automaticRecovery != null) {
            factory.setAutomaticRecoveryEnabled(automaticRecovery);
        }
        if (topologyRecovery != null) {
            factory.setTopologyRecoveryEnabled(topologyRecovery);
        }
        if (connectionTimeout != null) {
            factory.setConnectionTimeout(connectionTimeout);
        }
        if (requestedChannelMax != null) {
            factory.setRequestedChannelMax(requestedChannelMax);
        }
        if (requestedFrameMax != null) {
            factory.setRequestedFrameMax(requestedFrameMax);
        }
        if (requestedHeartbeat != null) {
            factory.setRequestedHeartbeat(requestedHeartbeat);
        }
        return factory;
    }

    private void address(ConnectionFactory factory)
            throws URISyntaxException, NoSuchAlgorithmException, KeyManagementException {
        URI parsed;
        try {
            parsed = new URI(uri);
        } catch (URISyntaxException e) {
            // Neither the exception nor what it says may be passed on: it has all of the address.
            throw new URISyntaxException(
                    withoutCredentials(uri), "The address of the broker can't be read");
        }
        boolean tls = TLS.equalsIgnoreCase(parsed.getScheme());
        if (!tls && !PLAIN.equalsIgnoreCase(parsed.getScheme())) {
            throw new URISyntaxException(
                    withoutCredentials(uri),
                    "The address of the broker must begin with amqp:// or amqps://");
        }
        int portOrDefault = parsed.getPort();
        if (portOrDefault == -1) {
            portOrDefault =
                    tls
                            ? ConnectionFactory.DEFAULT_AMQP_OVER_SSL_PORT
                            : ConnectionFactory.DEFAULT_AMQP_PORT;
        }
        try {
            factory.setUri(parsed);
        } catch (IllegalArgumentException e) {
            // What it says may have the credentials.
            throw new URISyntaxException(
                    withoutCredentials(uri), "The address of the broker can't be understood");
        }
        factory.setPort(portOrDefault);
        if (tls) {
            // The client by itself would trust any certificate.
            factory.useSslProtocol(SSLContext.getDefault());
            factory.enableHostnameVerification();
        }
    }

    /** The address without user, password and parameters. */
    private static String withoutCredentials(String address) {
        int begin = address.indexOf("://");
        begin = begin < 0 ? 0 : begin + 3;
        int end = address.lastIndexOf('@');
        String rest = end < begin ? address.substring(begin) : address.substring(end + 1);
        int parameters = rest.indexOf('?');
        return address.substring(0, begin)
                + (parameters < 0 ? rest : rest.substring(0, parameters));
    }

    /** The broker's address, without user and password. */
    @Override
    public String toString() {
        if (uri != null) {
            return withoutCredentials(uri);
        }
        String path = virtualHost.startsWith("/") ? virtualHost : "/" + virtualHost;
        return PLAIN + "://" + host + ":" + port + path;
    }

    /** Collects the parts. */
    public static class Builder {

        private String host;
        private Integer port;
        private String virtualHost;
        private String username;
        private String password;
        private String uri;
        private Integer networkRecoveryInterval;
        private Boolean automaticRecovery;
        private Boolean topologyRecovery;
        private Integer connectionTimeout;
        private Integer requestedChannelMax;
        private Integer requestedFrameMax;
        private Integer requestedHeartbeat;
        private Integer prefetchCount;
        private Long deliveryTimeout;

        /** With nothing set. */
        public Builder() {}

        /** The port; together with host, virtual host, user and password. */
        public Builder setPort(int port) {
            this.port = port;
            return this;
        }

        /** The host. */
        public Builder setHost(String host) {
            this.host = host;
            return this;
        }

        /** The virtual host; {@code /} is the one that every broker has. */
        public Builder setVirtualHost(String virtualHost) {
            this.virtualHost = virtualHost;
            return this;
        }

        /** The user. */
        public Builder setUserName(String username) {
            this.username = username;
            return this;
        }

        /** The user's password. */
        public Builder setPassword(String password) {
            this.password = password;
            return this;
        }

        /**
         * All of it in one: {@code amqp://user:password@host:port/virtualHost}, or {@code
         * amqps://...} for TLS. Used instead of host, port, virtual host, user and password.
         */
        public Builder setUri(String uri) {
            this.uri = uri;
            return this;
        }

        /** Whether the queue is declared again on a connection that was made anew. */
        public Builder setTopologyRecoveryEnabled(boolean topologyRecovery) {
            this.topologyRecovery = topologyRecovery;
            return this;
        }

        /** Seconds between two signs of life, 0 for none. */
        public Builder setRequestedHeartbeat(int requestedHeartbeat) {
            this.requestedHeartbeat = requestedHeartbeat;
            return this;
        }

        /** How many bytes a frame may have, 0 for no limit. */
        public Builder setRequestedFrameMax(int requestedFrameMax) {
            this.requestedFrameMax = requestedFrameMax;
            return this;
        }

        /** How many channels are asked for, 0 for no limit. */
        public Builder setRequestedChannelMax(int requestedChannelMax) {
            this.requestedChannelMax = requestedChannelMax;
            return this;
        }

        /** Milliseconds between two attempts to connect again. */
        public Builder setNetworkRecoveryInterval(int networkRecoveryInterval) {
            this.networkRecoveryInterval = networkRecoveryInterval;
            return this;
        }

        /** Milliseconds that an attempt to connect may take, 0 for as long as it takes. */
        public Builder setConnectionTimeout(int connectionTimeout) {
            this.connectionTimeout = connectionTimeout;
            return this;
        }

        /** Whether a lost connection is made anew; if not, the job fails. */
        public Builder setAutomaticRecovery(boolean automaticRecovery) {
            this.automaticRecovery = automaticRecovery;
            return this;
        }

        /**
         * How many messages a source may hold that are not acknowledged: at least twice the
         * messages of a checkpoint interval, or it stands still.
         *
         * @throws IllegalArgumentException if it is not from 1 to 65535
         */
        public Builder setPrefetchCount(int prefetchCount) {
            if (prefetchCount < 1 || prefetchCount > 65_535) {
                throw new IllegalArgumentException(
                        "A prefetch count must be from 1 to 65535, but is "
                                + prefetchCount
                                + ". For no limit, set none.");
            }
            this.prefetchCount = prefetchCount;
            return this;
        }

        /**
         * Milliseconds that a source waits for a message before it looks about. It does so every
         * half a second in any case, to say it when it stands still, so that a longer time has no
         * effect; and it needs no short one, for a cancellation wakes it.
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder setDeliveryTimeout(long deliveryTimeout) {
            return setDeliveryTimeout(deliveryTimeout, TimeUnit.MILLISECONDS);
        }

        /** The same in another unit. */
        public Builder setDeliveryTimeout(long deliveryTimeout, TimeUnit unit) {
            if (deliveryTimeout <= 0) {
                throw new IllegalArgumentException(
                        "A delivery timeout must be positive, but is " + deliveryTimeout);
            }
            this.deliveryTimeout = Math.max(1, unit.toMillis(deliveryTimeout));
            return this;
        }

        /**
         * @throws NullPointerException if there is no address and something is missing that would
         *     take its place; the message names it
         */
        public RMQConnectionConfig build() {
            if (uri == null) {
                Objects.requireNonNull(host, "Neither a host nor a URI is set");
                Objects.requireNonNull(port, "A host is set, but no port");
                Objects.requireNonNull(virtualHost, "A host is set, but no virtual host");
                Objects.requireNonNull(username, "A host is set, but no user name");
                Objects.requireNonNull(password, "A host is set, but no password");
            }
            return new RMQConnectionConfig(this);
        }
    }
}
