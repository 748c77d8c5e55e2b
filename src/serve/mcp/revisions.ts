/**
 * The supported revisions of MCP, and everything in which they differ on this server.
 *
 * Until 2025-11-25 a client starts with a handshake; from 2026-07-28 on every request carries its own envelope. No
 * other module contains a difference between revisions.
 */

type LegacyMethod = "initialize" | "ping" | "tools/list" | "tools/call";
type ModernMethod = "server/discover" | "tools/list" | "tools/call" | "subscriptions/listen";
export type MethodName = LegacyMethod | ModernMethod;

export type Era = Readonly<{
  kind: "era";
  name: "legacy" | "modern";
  methods: readonly MethodName[];
  /** Methods that return an empty list, with the list's member name. Hosts call them although they are not offered. */
  emptyLists: Readonly<Record<string, string>>;
  /**
   * Requests name their revision in `params._meta`, and HTTP fields repeat parts of the body. Results have `resultType`
   * and name the server.
   */
  hasEnvelope: boolean;
  /**
   * Whether a body may be a batch (an array of messages). Revision 2025-06-18 forbids clients to send batches, but does
   * not forbid servers to accept them.
   */
  allowsBatches: boolean;
  /** Clients may post responses. */
  allowsResponses: boolean;
  /** Legacy clients discard the body of an error unless the status is 2xx. The modern era requires 404. */
  unknownMethodStatus: 200 | 404;
}>;

const LEGACY: Era = {
  kind: "era",
  name: "legacy",
  methods: ["initialize", "ping", "tools/list", "tools/call"],
  // Several hosts disconnect from a server that returns "method not found" for these.
  emptyLists: {
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
  },
  hasEnvelope: false,
  allowsBatches: true,
  allowsResponses: true,
  unknownMethodStatus: 200,
};

const MODERN: Era = {
  kind: "era",
  name: "modern",
  methods: ["server/discover", "tools/list", "tools/call", "subscriptions/listen"],
  emptyLists: {},
  hasEnvelope: true,
  allowsBatches: false,
  allowsResponses: false,
  unknownMethodStatus: 404,
};

export const ERAS = { legacy: LEGACY, modern: MODERN } as const;

/** Newest first, as clients that choose from the list expect. */
const REVISIONS: ReadonlyMap<string, Era> = new Map([
  ["2026-07-28", MODERN],
  ["2025-11-25", LEGACY],
  ["2025-06-18", LEGACY],
  ["2025-03-26", LEGACY],
  ["2024-11-05", LEGACY],
]);

export const SUPPORTED_VERSIONS: readonly string[] = [...REVISIONS.keys()];

export function eraOf(version: string): Era | undefined {
  return REVISIONS.get(version);
}

/** Returns the requested revision, or else the newest with a handshake (MCP 2025-11-25, "Version Negotiation"). */
export function negotiateVersion(requested = "2025-06-18"): string {
  return eraOf(requested) === LEGACY ? requested : "2025-11-25";
}
