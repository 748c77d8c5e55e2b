/**
 * A program that uses the generated types: it runs every operation and uses every field with the declared type. The
 * test also checks that it compiles.
 */
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/api.ts";

type Schemas = components["schemas"];

export interface Visit {
  readonly index: Schemas["ApiIndex"];
  readonly cottage: Schemas["Cottage"];
  readonly reviews: Schemas["ReviewList"];
  readonly attractions: Schemas["AttractionList"];
  readonly booking: Schemas["BookingOptions"];
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  readonly called: Schemas["BookingOptions"];
  readonly refusal: Schemas["Error"];
}

function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new TypeError(`There is no ${name}`);
  return value;
}

export async function visit(baseUrl: string): Promise<Visit> {
  const client = createClient<paths>({ baseUrl });
  const index = await client.GET("/api/");
  const cottage = await client.GET("/api/v1/cottage", { params: { header: { "If-None-Match": '"none"' } } });
  const reviews = await client.GET("/api/v1/reviews");
  const attractions = await client.GET("/api/v1/attractions");
  const booking = await client.GET("/api/v1/booking");
  const listed = await client.POST("/mcp", { body: { jsonrpc: "2.0", id: 1, method: "tools/list" } });
  const params = { name: "get-booking-options", arguments: {} };
  const called = await client.POST("/mcp", { body: { jsonrpc: "2.0", id: 2, method: "tools/call", params } });
  const refusal = await client.GET("/mcp");
  const { structuredContent: facts } = resultOf(called.data);
  if (facts?.object !== "booking_options") throw new TypeError("The tool returned other facts");
  return {
    index: present(index.data, "index"),
    cottage: present(cottage.data, "cottage"),
    reviews: present(reviews.data, "reviews"),
    attractions: present(attractions.data, "attractions"),
    booking: present(booking.data, "booking"),
    tools: present(resultOf(listed.data).tools, "tools"),
    called: facts,
    refusal: present(refusal.error, "refusal"),
  };
}

type Response = Schemas["JsonRpcResponse"];

function resultOf(message: Response | readonly Response[] | string | undefined): Schemas["JsonRpcResult"]["result"] {
  if (typeof message !== "object" || !("result" in message)) throw new TypeError("There is no result");
  return message.result;
}

/** Summarises the responses. Each expression compiles only with the right type. */
export function summary({ cottage, reviews, attractions, booking, refusal }: Visit): string {
  const kind: "cottage" = cottage.object;
  const beds: number = cottage.bedTypes.king + cottage.bedTypes.double;
  const stars: number[] = reviews.reviews.map(({ rating }) => rating);
  const farthest: string | undefined = attractions.attractions.at(-1)?.distanceFromCottage.toLowerCase();
  const instant: (boolean | null | undefined)[] = booking.channels.map(
    ({ supportsInstantBook }) => supportsInstantBook,
  );
  const hint: string | undefined = refusal.error.hint;
  // @ts-expect-error a number is not a string
  const wrong: string = cottage.bedrooms;
  // @ts-expect-error there is no such field
  void cottage.bedroms;
  return JSON.stringify({ kind, beds, stars, farthest, instant, hint, wrong });
}
