/**
 * The revisions of MCP that are spoken here, and all in which they differ on this server.
 *
 * Five dates make two eras: until 2025-11-25 a client opens with a handshake, from 2026-07-28 on every request
 * carries its own envelope. A difference that is not a column of this table does not exist elsewhere either.
 */

export type MethodName = "initialize" | "ping" | "tools/list" | "tools/call" | "server/discover" | "subscriptions/listen";

export interface Era {
  readonly name: "legacy" | "modern";
  readonly methods: readonly MethodName[];
  /** Lists of what is not offered, and the member of each that is empty. Hosts ask for them all the same. */
  readonly emptyLists: Readonly<Record<string, string>>;
  /** Requests name their revision in `params._meta`, and HTTP fields repeat what the body says. */
  readonly envelope: boolean;
  /** A body may be an array of messages. 2025-06-18 took that from clients but forbids no server to serve it. */
  readonly batches: boolean;
  /** Clients may post responses. */
  readonly responses: boolean;
  /** Every result says `resultType` and who answers, and the cacheable ones how long they stay fresh. */
  readonly completeResults: boolean;
  /** Clients of the legacy era lose an error that comes with any status but 2xx; the modern era demands 404. */
  readonly unknownMethodStatus: 200 | 404;
}

const LEGACY: Era = {
  name: "legacy",
  methods: ["initialize", "ping", "tools/list", "tools/call"],
  // Several hosts take the error that such a list deserves for a broken server, and drop it.
  emptyLists: { "prompts/list": "prompts", "resources/list": "resources", "resources/templates/list": "resourceTemplates" },
  envelope: false,
  batches: true,
  responses: true,
  completeResults: false,
  unknownMethodStatus: 200,
};

const MODERN: Era = {
  name: "modern",
  methods: ["server/discover", "tools/list", "tools/call", "subscriptions/listen"],
  emptyLists: {},
  envelope: true,
  batches: false,
  responses: false,
  completeResults: true,
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

/** For a client that asks for a revision older than all of ours, or for no date at all. */
export const DEFAULT_VERSION = "2025-06-18";

/** Undefined when the revision is not spoken here. */
export function eraOf(version: string): Era | undefined {
  return REVISIONS.get(version);
}

/** What `initialize` agrees on: the revision asked for, else the newest not later, else the default. */
export function negotiated(asked: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(asked)) return DEFAULT_VERSION;
  return SUPPORTED_VERSIONS.find((version) => version <= asked && eraOf(version) === LEGACY) ?? DEFAULT_VERSION;
}
