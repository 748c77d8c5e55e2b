/**
 * A program written against the client that hey-api generates: it reads facts and calls a tool.
 *
 * It has compiler options of its own, since the generated runtime does not compile with `exactOptionalPropertyTypes`.
 */
import { createClient } from "../generated/hey-api/client/index.ts";
import { getCottage, listGuestReviews, postMcpJsonRpc } from "../generated/hey-api/sdk.gen.ts";
import type { PostMcpJsonRpcResponses } from "../generated/hey-api/types.gen.ts";

export interface Visit {
  readonly name: string;
  readonly stars: readonly number[];
  readonly channels: readonly string[];
}

export async function visit(baseUrl: string): Promise<Visit> {
  const client = createClient({ baseUrl });
  const cottage = await getCottage({ client, throwOnError: true });
  const reviews = await listGuestReviews({ client, throwOnError: true });
  const params = { name: "get-booking-options", arguments: {} };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params } as const;
  const called = await postMcpJsonRpc({ client, throwOnError: true, body });
  // hey-api types every response without content as unknown, so the status has to be named.
  const message = called.data as PostMcpJsonRpcResponses[200];
  if (!("result" in message)) throw new TypeError("There is no result");
  const facts = message.result.structuredContent;
  if (facts?.object !== "booking_options") throw new TypeError("The tool returned other facts");
  return {
    name: cottage.data.name,
    stars: reviews.data.reviews.map(({ rating }) => rating),
    channels: facts.channels.map(({ platform }) => platform),
  };
}
