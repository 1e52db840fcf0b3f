// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import java.util.List;
import org.apache.spark.SparkContext;
import org.fairlead.spark.read.PlacedFileSystem;

/** Checks, before input is fetched ahead, that this Hadoop and this Spark have what that relies on and no public interface promises. */
final class PrefetchSignatures {
    private static final String BUILDER = "org.apache.hadoop.hdfs.ReplicaAccessorBuilder";
    private static final String ACCESSOR = "org.apache.hadoop.hdfs.ReplicaAccessor";
    private static final String FACTORY = "org.apache.hadoop.hdfs.client.impl.BlockReaderFactory";
    private static final String CLIENT = "org.apache.hadoop.hdfs.DFSClient";
    private static final String LOCATED = "org.apache.hadoop.hdfs.protocol.LocatedBlock";
    private static final String TOKEN = "org.apache.hadoop.security.token.Token";
    private static final String CONFIGURATION = "org.apache.hadoop.conf.Configuration";
    private static final String BUFFER = "java.nio.ByteBuffer";

    private PrefetchSignatures() {}

    /** What is not there, in words; nothing when all is as expected. */
    static List<String> missing() {
        SignatureCheck check = new SignatureCheck(SparkContext.class.getClassLoader());
        reads(check);
        fetches(check);
        messages(check);
        List<String> missing = check.missing();
        return missing.isEmpty() && !PlacedFileSystem.isSupported()
                ? List.of("org.apache.hadoop.hdfs.DistributedFileSystem.dfs")
                : missing;
    }

    private static void reads(SignatureCheck check) {
        check.constructor(BUILDER);
        check.method(BUILDER, BUILDER, "setFileName", String.class);
        check.method(BUILDER, BUILDER, "setBlock", long.class, String.class);
        check.method(BUILDER, BUILDER, "setGenerationStamp", long.class);
        check.method(BUILDER, BUILDER, "setVerifyChecksum", boolean.class);
        check.method(BUILDER, BUILDER, "setClientName", String.class);
        check.method(BUILDER, BUILDER, "setAllowShortCircuitReads", boolean.class);
        check.method(BUILDER, BUILDER, "setVisibleLength", long.class);
        check.method(BUILDER, BUILDER, "setConfiguration", CONFIGURATION);
        check.method(BUILDER, BUILDER, "setBlockAccessToken", byte[].class);
        check.method(BUILDER, ACCESSOR, "build");
        check.method(ACCESSOR, int.class, "read", long.class, byte[].class, int.class, int.class);
        check.method(ACCESSOR, int.class, "read", long.class, BUFFER);
        check.method(ACCESSOR, void.class, "close");
        check.method(ACCESSOR, boolean.class, "isLocal");
        check.method(ACCESSOR, boolean.class, "isShortCircuit");
        check.constructor("org.apache.hadoop.hdfs.security.token.block.InvalidBlockTokenException", String.class);
        check.method(
                "org.apache.hadoop.hdfs.client.impl.DfsClientConf", List.class, "getReplicaAccessorBuilderClasses");
    }

    private static void fetches(SignatureCheck check) {
        String conf = "org.apache.hadoop.hdfs.client.impl.DfsClientConf";
        String datanode = "org.apache.hadoop.hdfs.protocol.DatanodeInfo";
        check.constructor(CLIENT, "java.net.URI", CONFIGURATION, "org.apache.hadoop.fs.FileSystem$Statistics");
        check.method(CLIENT, conf, "getConf");
        check.method(CLIENT, String.class, "getClientName");
        check.method(CLIENT, "org.apache.hadoop.hdfs.ClientContext", "getClientContext");
        check.method(
                CLIENT,
                "org.apache.hadoop.hdfs.protocol.LocatedBlocks",
                "getLocatedBlocks",
                String.class,
                long.class,
                long.class);
        check.method(LOCATED, TOKEN, "getBlockToken");
        check.method(LOCATED, boolean.class, "isStriped");
        check.constructor(FACTORY, conf);
        check.method(FACTORY, FACTORY, "setInetSocketAddress", "java.net.InetSocketAddress");
        check.method(FACTORY, FACTORY, "setRemotePeerFactory", "org.apache.hadoop.hdfs.RemotePeerFactory");
        check.method(FACTORY, FACTORY, "setDatanodeInfo", datanode);
        check.method(FACTORY, FACTORY, "setStorageType", "org.apache.hadoop.fs.StorageType");
        check.method(FACTORY, FACTORY, "setFileName", String.class);
        check.method(FACTORY, FACTORY, "setBlock", "org.apache.hadoop.hdfs.protocol.ExtendedBlock");
        check.method(FACTORY, FACTORY, "setBlockToken", TOKEN);
        check.method(FACTORY, FACTORY, "setStartOffset", long.class);
        check.method(FACTORY, FACTORY, "setLength", long.class);
        check.method(FACTORY, FACTORY, "setVerifyChecksum", boolean.class);
        check.method(FACTORY, FACTORY, "setClientName", String.class);
        check.method(FACTORY, FACTORY, "setCachingStrategy", "org.apache.hadoop.hdfs.server.datanode.CachingStrategy");
        check.method(FACTORY, FACTORY, "setAllowShortCircuitLocalReads", boolean.class);
        check.method(FACTORY, FACTORY, "setClientCacheContext", "org.apache.hadoop.hdfs.ClientContext");
        check.method(FACTORY, FACTORY, "setUserGroupInformation", "org.apache.hadoop.security.UserGroupInformation");
        check.method(FACTORY, FACTORY, "setConfiguration", CONFIGURATION);
        check.method(FACTORY, "org.apache.hadoop.hdfs.BlockReader", "build");
    }

    private static void messages(SignatureCheck check) {
        String env = "org.apache.spark.rpc.RpcEnv";
        String address = "org.apache.spark.rpc.RpcEndpointRef";
        String endpoint = "org.apache.spark.rpc.RpcEndpoint";
        check.method("org.apache.spark.SparkEnv", env, "rpcEnv");
        check.method(env, address, "setupEndpoint", String.class, endpoint);
        check.method(env, void.class, "stop", address);
        check.method(
                address,
                "scala.concurrent.Future",
                "ask",
                Object.class,
                "org.apache.spark.rpc.RpcTimeout",
                "scala.reflect.ClassTag");
        check.method(endpoint, env, "rpcEnv");
        check.method(endpoint, "scala.PartialFunction", "receiveAndReply", "org.apache.spark.rpc.RpcCallContext");
        check.method("org.apache.spark.rpc.RpcCallContext", void.class, "reply", Object.class);
    }
}
