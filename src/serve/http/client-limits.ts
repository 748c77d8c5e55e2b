/**
 * Limits the requests and connections of each client. A client is an IPv4 address or an IPv6 /64 network, because one
 * subscriber controls a whole /64.
 */

import type { Socket } from "node:net";
import type { Duplex, Writable } from "node:stream";
import { failure, type Failure, type RawHeaders } from "./message.ts";

const { isIPv4, isIPv6 } = process.getBuiltinModule("node:net");

/** An address, optionally with brackets, a port or quotes, e.g. `"[2001:db8::1]:443"`. */
const DECORATED_ADDRESS = /^"?(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?"?$/;

/** Returns the rate-limit key of an IP address, or undefined for other text. */
export function addressKey(text: string): string | undefined {
  const match = DECORATED_ADDRESS.exec(text);
  const address = match?.[1] ?? match?.[2] ?? text;
  if (isIPv4(address)) return address;
  return isIPv6(address) ? ipv6RateLimitKey(address) : undefined;
}

function ipv6RateLimitKey(address: string): string {
  const groups = ipv6Groups(address);
  const isIpv4Mapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
  if (isIpv4Mapped) return ipv4FromGroups(groups.slice(6));
  const prefix = groups.slice(0, 4).join(":");
  return `${prefix}::/64`;
}

const HEX_GROUPS = /[\da-f]+/g;

/** Returns the eight groups of an IPv6 address in lower-case hexadecimal, without leading zeros. */
function ipv6Groups(address: string): string[] {
  const [withoutZone] = address.split("%", 1);
  // The URL parser normalises the address: `0::FFFF:192.0.2.1` becomes `[::ffff:c000:201]`.
  const { hostname } = new URL(`http://[${withoutZone}]`);
  const withoutBrackets = hostname.slice(1, -1);
  // `::` stands for groups of zeros. Without `::`, all eight groups are in `left`.
  const [left = "", right = ""] = withoutBrackets.split("::");
  const leftGroups = left.match(HEX_GROUPS) ?? [];
  const rightGroups = right.match(HEX_GROUPS) ?? [];
  const zeros = Array<string>(8 - leftGroups.length - rightGroups.length).fill("0");
  return [...leftGroups, ...zeros, ...rightGroups];
}

/** Converts two hexadecimal IPv6 groups to an IPv4 address: `c000` and `201` become `192.0.2.1`. */
function ipv4FromGroups(groups: readonly string[]): string {
  const hex = groups.map((group) => group.padStart(4, "0")).join("");
  return Buffer.from(hex, "hex").join(".");
}

/**
 * Returns the rate-limit key of a client behind `hops` trusted proxies. Each proxy appends the address of its own
 * client to X-Forwarded-For, so the `hops`-th address from the end is that of the client.
 */
export function clientKey(peer: string, forwardedFor: string | undefined, hops: number): string {
  if (forwardedFor === undefined || hops === 0) return peer;
  const address = forwardedFor.split(",").at(-hops) ?? "";
  return addressKey(address.trim()) ?? peer;
}

export type Decision = Readonly<{
  limit: number;
  allowed: boolean;
  remaining: number;
  /** Seconds until the client has one more token or, if the request was rejected, until the client may retry. */
  wait: number;
}>;

type Bucket = { tokens: number; updatedAtMs: number };

/**
 * Creates a rate limiter with one token bucket per client. A request puts the client's bucket into `recent`. When
 * `recent` is full, it replaces `previous`, so that inactive clients are forgotten.
 */
export function tokenBuckets(perMinute: number, recentMax = 10_000) {
  const tokensPerMs = perMinute / 60_000;
  let recent = new Map<string, Bucket>();
  let previous = new Map<string, Bucket>();

  const store = (client: string, bucket: Bucket) => {
    if (recent.size >= recentMax) {
      previous = recent;
      recent = new Map();
    }
    // Copy the key, because a slice of a header field would keep the whole field in memory.
    recent.set(Buffer.from(client, "latin1").toString("latin1"), bucket);
  };

  /**
   * Charges a request to its client. Takes `cost` tokens from the client's bucket, minus the `alreadyTaken` ones that
   * the same request has paid before. If the bucket holds too few, takes none and rejects the request.
   */
  return (client: string, cost: number, now: number, alreadyTaken = 0): Decision => {
    const bucket = recent.get(client) ?? previous.get(client) ?? { tokens: perMinute, updatedAtMs: now };
    if (!recent.has(client)) store(client, bucket);
    const available = Math.min(perMinute, bucket.tokens + (now - bucket.updatedAtMs) * tokensPerMs);
    // Charge at most a full bucket. Otherwise, large batches would always be rejected.
    const total = Math.min(cost, perMinute);
    const due = total - alreadyTaken;
    const allowed = available >= due;
    bucket.tokens = allowed ? available - due : available;
    bucket.updatedAtMs = now;
    const remaining = Math.floor(bucket.tokens);
    const awaited = allowed ? remaining + 1 : total;
    const wait = Math.ceil((awaited - bucket.tokens) / tokensPerMs / 1000);
    return { limit: perMinute, allowed, remaining, wait };
  };
}

/** See draft-ietf-httpapi-ratelimit-headers-11. */
export function rateLimitFields({ limit, remaining, wait }: Decision): RawHeaders {
  return ["RateLimit-Policy", `"default";q=${limit};w=60`, "RateLimit", `"default";r=${remaining};t=${wait}`];
}

export function rateLimited({ limit, wait }: Decision): Failure {
  const hint = `Wait ${wait} s, and reuse earlier responses; each message of a batch counts as a request`;
  const headers = ["Retry-After", `${wait}`];
  return failure("rate_limited", `More than ${limit} requests a minute`, hint, { headers });
}

/** Each connection takes one of the usual 1,024 file descriptors. Other files need the rest. */
export const CONNECTIONS_MAX = 960;
/** Maximum number of pipelined requests waiting, across all connections. One packet can contain thousands. */
const PIPELINED_MAX = 2048;

export interface Connection {
  readonly socket: Socket;
  /** Identifies the client that opened the connection, by IPv4 address or IPv6 /64 network. */
  readonly peer: string;
  /** Sequence number of the last activity. The connection with the lowest number has been inactive longest. */
  lastActive: number;
  /** If true, the connection ignores further input, and closes after its current response. */
  isFinal: boolean;
  /** Number of pipelined responses waiting for an earlier response to finish. */
  queued: number;
}

export function connectionTable(
  onOverload: () => void,
  connectionsMax = CONNECTIONS_MAX,
  pipelinedMax = PIPELINED_MAX,
) {
  const connections = new Map<Duplex, Connection>();
  let activity = 0;
  let queued = 0;

  const addQueued = (connection: Connection, responses: number) => {
    connection.queued += responses;
    queued += responses;
  };
  const destroy = (connection: Connection) => {
    connection.isFinal = true;
    connection.socket.destroy();
  };

  return {
    /**
     * Adds a connection. If there are now too many, finds the peer that has the most connections, and closes the one of
     * them that has been inactive longest.
     */
    add(socket: Socket) {
      activity += 1;
      // `remoteAddress` is undefined if the client has already disconnected.
      const peer = addressKey(socket.remoteAddress ?? "") ?? "unknown";
      const connection: Connection = { socket, peer, lastActive: activity, isFinal: false, queued: 0 };
      connections.set(socket, connection);
      socket.once("close", () => {
        connections.delete(socket);
        addQueued(connection, -connection.queued);
      });
      if (connections.size <= connectionsMax) return;
      const candidates = connectionsOfHeaviestPeer(connections.values(), () => 1);
      const leastRecent = candidates.reduce((a, b) => (a.lastActive < b.lastActive ? a : b));
      connections.delete(leastRecent.socket);
      destroy(leastRecent);
      onOverload();
    },

    /** Records activity and returns the connection, or undefined if further input must be ignored. */
    touch(socket: Duplex): Connection | undefined {
      const connection = connections.get(socket);
      if (connection === undefined || connection.isFinal) return undefined;
      activity += 1;
      connection.lastActive = activity;
      return connection;
    },

    /**
     * Queues a pipelined response. If too many are queued, closes all connections of the peer with the most
     * queued responses. Returns false if `connection` is one of them.
     */
    tryQueue(connection: Connection, response: Writable): boolean {
      addQueued(connection, 1);
      if (queued > pipelinedMax) {
        connectionsOfHeaviestPeer(connections.values(), (each) => each.queued).forEach(destroy);
        onOverload();
        if (connection.isFinal) return false;
      }
      response.once("finish", () => {
        if (connection.queued > 0) addQueued(connection, -1);
      });
      return true;
    },

    isEmpty: () => connections.size === 0,

    /** Closes connections that have received no data. Node's `closeIdleConnections()` leaves them open. */
    closeUnused() {
      for (const { socket } of connections.values()) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}

/** Returns the connections of the peer with the highest total load. */
function connectionsOfHeaviestPeer(connections: Iterable<Connection>, loadOf: (connection: Connection) => number) {
  const peers = new Map<string, { connections: Connection[]; load: number }>();
  for (const connection of connections) {
    const peer = peers.get(connection.peer) ?? { connections: [], load: 0 };
    peers.set(connection.peer, peer);
    peer.connections.push(connection);
    peer.load += loadOf(connection);
  }
  const heaviest = [...peers.values()].reduce((a, b) => (b.load > a.load ? b : a));
  return heaviest.connections;
}
