/**
 * The content of the MCP server: its name, instructions and tools. The protocol is in `serve/mcp`.
 */

import { DATA_SETS, summaryOf } from "../data/datasets.ts";
import type { JsonSchema } from "../data/schema.ts";
import type { McpSettings } from "../../serve/mcp/methods.ts";
import { apiIndex } from "../data/api-index.ts";
import type { Service } from "./service.ts";
import { caveats, furtherSources, goodToKnow, houseFacts, licenceTerms, reviewFacts } from "./house-facts.ts";

/** Maximum length in characters of the instructions and of a tool's description. MCP hosts truncate longer text. */
const HOST_TEXT_MAX = 2000;

type DataSet = (typeof DATA_SETS)[number];

/** Returns the server's name, instructions and tools. All text is rendered here, because `serve/mcp` has no data. */
export function mcpSettings(service: Service) {
  const { facts, baseUrl } = service;
  const { version, description, docs } = apiIndex(facts, baseUrl);
  const icons = [{ src: `${baseUrl}/apple-touch-icon.png`, mimeType: "image/png", sizes: ["180x180"] }];
  const sentences = toolSentences(service);
  const usage = "No tool takes arguments. The results change rarely.";
  return {
    baseUrl,
    server: { name: "holiday-cottage", title: facts.cottage.name, version, description, websiteUrl: docs, icons },
    instructions: withinHostLimit([...caveats(facts), description, usage, ...sentences.cottage]),
    tools: DATA_SETS.map((set) => createTool(set, service, sentences[set.name])),
  } satisfies McpSettings;
}

function createTool(set: DataSet, { facts }: Service, sentences: readonly string[]) {
  const { tool: name, title, schema } = set;
  const description = withinHostLimit([...caveats(facts), summaryOf(set, facts), ...sentences]);
  return {
    name,
    description: toolDescription({ name, title, description, outputSchema: withoutPatterns(schema) }),
    result: toolResult(JSON.stringify(facts[set.name])),
  };
}

/** Returns the sentences that follow a data set's summary in its tool's description, keyed by data set. */
function toolSentences({ facts, pages, baseUrl }: Service): Readonly<Record<DataSet["name"], readonly string[]>> {
  const noReviews = facts.reviews.reviewCount === 0 ? reviewFacts(facts) : [];
  return {
    cottage: [
      ...houseFacts(facts),
      "priceRange is a rough figure, not an offer.",
      ...noReviews,
      ...furtherSources(pages, facts, baseUrl),
      ...licenceTerms(facts, baseUrl),
      // The owner's sentences come last, because they may exceed the maximum length.
      ...goodToKnow(facts),
    ],
    reviews: [...reviewFacts(facts), ...licenceTerms(facts, baseUrl)],
    attractions: [],
    booking: [
      "Nothing can be booked, changed, paid or cancelled here.",
      "Unless get-cottage states them, fees, deposit, minimum stay and cancellation terms are on the channels' pages.",
    ],
  };
}

/**
 * Returns the `Tool` object of MCP.
 *
 * @param tool its `outputSchema` must have `type: "object"`, or older clients reject the whole list of tools
 */
export function toolDescription(
  tool: Readonly<Record<"name" | "title" | "description", string> & { outputSchema: object }>,
) {
  const { name, title, description, outputSchema } = tool;
  // Some hosts reject the whole list of tools if an input schema has no `properties`.
  const inputSchema = { type: "object", properties: {}, additionalProperties: false };
  const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return { name, title, description, inputSchema, outputSchema, annotations: { title, ...hints } };
}

/**
 * Returns the JSON text of a `tools/call` result without its opening brace. The server inserts the properties that all
 * results have in common.
 *
 * @param json the data, which the result contains twice: as text for models, and as an object for programs
 */
export function toolResult(json: string): Buffer {
  const content = JSON.stringify([{ type: "text", text: json }]);
  return Buffer.from(`"content":${content},"structuredContent":${json},"isError":false}`);
}

/** Joins sentences up to the length that MCP hosts display. Omits each sentence that would exceed this length. */
export function withinHostLimit(sentences: readonly string[]): string {
  let text = "";
  for (const sentence of sentences) {
    const longer = text === "" ? sentence : `${text} ${sentence}`;
    if (longer.length <= HOST_TEXT_MAX) text = longer;
  }
  return text;
}

/** Returns a copy of a schema without its patterns, which are of no use to a model. */
function withoutPatterns(schema: JsonSchema): object {
  const omitPattern = (name: string, value: unknown) => (name === "pattern" ? undefined : value);
  return JSON.parse(JSON.stringify(schema, omitPattern));
}
