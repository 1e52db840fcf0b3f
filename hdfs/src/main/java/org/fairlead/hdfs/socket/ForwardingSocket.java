// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.util.Set;

/** A socket that another one stands behind. It says when something is done to that one before it is connected. */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // the one behind does what it needs
abstract class ForwardingSocket extends Socket {
    /** The one that all is done to. */
    abstract Socket socket();

    /** Something is done to the socket itself. */
    abstract void touched();

    private Socket touch() {
        touched();
        return socket();
    }

    @Override
    public void bind(SocketAddress local) throws IOException {
        touch().bind(local);
    }

    @Override
    public InetAddress getInetAddress() {
        return socket().getInetAddress();
    }

    @Override
    public InetAddress getLocalAddress() {
        return socket().getLocalAddress();
    }

    @Override
    public int getPort() {
        return socket().getPort();
    }

    @Override
    public int getLocalPort() {
        return socket().getLocalPort();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return socket().getRemoteSocketAddress();
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return socket().getLocalSocketAddress();
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return socket().getInputStream();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return socket().getOutputStream();
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        touch().setTcpNoDelay(on);
    }

    @Override
    public boolean getTcpNoDelay() throws SocketException {
        return socket().getTcpNoDelay();
    }

    @Override
    public void setSoLinger(boolean on, int seconds) throws SocketException {
        touch().setSoLinger(on, seconds);
    }

    @Override
    public int getSoLinger() throws SocketException {
        return socket().getSoLinger();
    }

    @Override
    public void sendUrgentData(int data) throws IOException {
        socket().sendUrgentData(data);
    }

    @Override
    public void setOOBInline(boolean on) throws SocketException {
        touch().setOOBInline(on);
    }

    @Override
    public boolean getOOBInline() throws SocketException {
        return socket().getOOBInline();
    }

    @Override
    public void setSoTimeout(int millis) throws SocketException {
        touch().setSoTimeout(millis);
    }

    @Override
    public int getSoTimeout() throws SocketException {
        return socket().getSoTimeout();
    }

    @Override
    public void setSendBufferSize(int bytes) throws SocketException {
        touch().setSendBufferSize(bytes);
    }

    @Override
    public int getSendBufferSize() throws SocketException {
        return socket().getSendBufferSize();
    }

    @Override
    public void setReceiveBufferSize(int bytes) throws SocketException {
        touch().setReceiveBufferSize(bytes);
    }

    @Override
    public int getReceiveBufferSize() throws SocketException {
        return socket().getReceiveBufferSize();
    }

    @Override
    public void setKeepAlive(boolean on) throws SocketException {
        touch().setKeepAlive(on);
    }

    @Override
    public boolean getKeepAlive() throws SocketException {
        return socket().getKeepAlive();
    }

    @Override
    public void setTrafficClass(int bits) throws SocketException {
        touch().setTrafficClass(bits);
    }

    @Override
    public int getTrafficClass() throws SocketException {
        return socket().getTrafficClass();
    }

    @Override
    public void setReuseAddress(boolean on) throws SocketException {
        touch().setReuseAddress(on);
    }

    @Override
    public boolean getReuseAddress() throws SocketException {
        return socket().getReuseAddress();
    }

    @Override
    public <T> Socket setOption(SocketOption<T> name, T value) throws IOException {
        touch().setOption(name, value);
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) throws IOException {
        return socket().getOption(name);
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return socket().supportedOptions();
    }

    @Override
    public void setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
        socket().setPerformancePreferences(connectionTime, latency, bandwidth);
    }

    @Override
    public void shutdownInput() throws IOException {
        socket().shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        socket().shutdownOutput();
    }

    @Override
    public boolean isConnected() {
        return socket().isConnected();
    }

    @Override
    public boolean isBound() {
        return socket().isBound();
    }

    @Override
    public boolean isInputShutdown() {
        return socket().isInputShutdown();
    }

    @Override
    public boolean isOutputShutdown() {
        return socket().isOutputShutdown();
    }

    @Override
    public String toString() {
        return socket().toString();
    }
}
