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

/** Returns a client's rate-limit key, e.g. `192.0.2.1` or `2001:db8:0:1::/64`. Returns undefined for other text. */
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

/** Returns the eight groups of an IPv6 address, e.g. 2001, db8, 0, 0, 0, 0, 0, a for `2001:DB8::A`. */
function ipv6Groups(address: string): string[] {
  const withoutZone = address.replace(/%.*/, "");
  // The URL parser normalises the address: `0::FFFF:192.0.2.1` becomes `[::ffff:c000:201]`.
  const { hostname } = new URL(`http://[${withoutZone}]`);
  // `::` abbreviates groups of zeros. If the address has no `::`, all eight groups are in `left`.
  const [left = "", right = ""] = hostname.split("::");
  const leftGroups = left.match(HEX_GROUPS) ?? [];
  const rightGroups = right.match(HEX_GROUPS) ?? [];
  const zeroCount = 8 - leftGroups.length - rightGroups.length;
  const zeros = Array<string>(zeroCount).fill("0");
  return [...leftGroups, ...zeros, ...rightGroups];
}

/** Converts two hexadecimal IPv6 groups to an IPv4 address: `c000` and `201` become `192.0.2.1`. */
function ipv4FromGroups(groups: readonly string[]): string {
  const hex = groups.map((group) => group.padStart(4, "0")).join("");
  return Buffer.from(hex, "hex").join(".");
}

/**
 * Returns the rate-limit key of a client behind `hops` trusted proxies. Each proxy appends the address that it received
 * the request from to X-Forwarded-For, so the client's address is the `hops`-th from the end.
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
  /** Seconds until a rejected request may be retried. If the request is allowed, seconds until the next token. */
  wait: number;
}>;

type Bucket = { tokens: number; updatedAtMs: number };

/**
 * Creates a rate limiter with one token bucket per client. A request moves the client's bucket to `recent`. When
 * `recent` is full, it becomes `previous`, and the buckets of the old `previous` are forgotten.
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
   * Charges `cost` tokens for a request, minus the `alreadyTaken` tokens that it has already paid. If the client's
   * bucket has too few tokens, takes none and rejects the request.
   */
  return (client: string, cost: number, now: number, alreadyTaken = 0): Decision => {
    const bucket = recent.get(client) ?? previous.get(client) ?? { tokens: perMinute, updatedAtMs: now };
    if (!recent.has(client)) store(client, bucket);
    const available = Math.min(perMinute, bucket.tokens + (now - bucket.updatedAtMs) * tokensPerMs);
    // Charge at most a full bucket, because a batch that costs more would always be rejected.
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

/** A process can usually open 1,024 files. Connections count as files, so leave some for other uses. */
export const CONNECTIONS_MAX = 960;
/** Maximum number of waiting pipelined requests, across all connections. A client could send thousands. */
const PIPELINED_MAX = 2048;

export interface Connection {
  readonly socket: Socket;
  /** The client's IPv4 address or IPv6 /64 network. */
  readonly peer: string;
  /** Value of a counter at the last activity. The lowest value is that of the connection inactive longest. */
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
    /** Adds a connection. If there are too many, the peer that has the most loses its least recently active one. */
    add(socket: Socket) {
      activity += 1;
      // `remoteAddress` is undefined if the client has disconnected.
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

    /** Records activity on a connection and returns it. Returns undefined if its further input must be ignored. */
    touch(socket: Duplex): Connection | undefined {
      const connection = connections.get(socket);
      if (connection === undefined || connection.isFinal) return undefined;
      activity += 1;
      connection.lastActive = activity;
      return connection;
    },

    /**
     * Counts a pipelined response that waits for earlier ones. If too many are waiting, closes all connections of the
     * peer that has the most. Returns false if `connection` is among them.
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

/** Groups connections by peer (client address). Returns the group with the highest total load. */
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
