/**
 * The content of the MCP server: its name, instructions and tools. The protocol is in `serve/mcp`.
 */

import { DATA_SETS, type Facts, describeDataSet } from "../data/datasets.ts";
import type { JsonSchema } from "../data/schema.ts";
import type { McpSettings } from "../../serve/mcp/methods.ts";
import { apiIndex } from "../data/api-index.ts";
import type { DataSet, Service } from "./service.ts";
import { caveats, goodToKnow, houseFacts, licenceTerms, furtherSources, reviewFacts } from "./house-facts.ts";

/** Maximum length, in characters, of the instructions and of each tool's description. MCP hosts cut off the rest. */
const HOST_TEXT_MAX = 2000;

/** Returns the server's name, instructions and tools, rendered here because `serve/mcp` has no access to the facts. */
export function mcpSettings(service: Service) {
  const { facts, baseUrl } = service;
  const { version, description, docs } = apiIndex(facts, baseUrl);
  const icons = [{ src: `${baseUrl}/apple-touch-icon.png`, mimeType: "image/png", sizes: ["180x180"] }];
  const extraSentences = extraSentencesByDataSet(service);
  return {
    baseUrl,
    server: { name: "holiday-cottage", title: facts.cottage.name, version, description, websiteUrl: docs, icons },
    instructions: joinWithinLimit([
      ...caveats(facts),
      description,
      "No tool takes arguments. The results change rarely.",
      ...extraSentences.cottage,
    ]),
    tools: DATA_SETS.map((dataSet) => createTool(dataSet, facts, extraSentences[dataSet.name])),
  } satisfies McpSettings;
}

/** Creates a tool without arguments. Its result is rendered in advance. */
function createTool(dataSet: DataSet, facts: Facts, extraSentences: readonly string[]) {
  const { toolName: name, title, schema } = dataSet;
  const description = joinWithinLimit([...caveats(facts), describeDataSet(dataSet, facts), ...extraSentences]);
  return {
    name,
    definition: toolDefinition({ name, title, description, outputSchema: withoutPatterns(schema) }),
    result: toolResult(JSON.stringify(facts[dataSet.name])),
  };
}

/** Returns, for each data set, the sentences to append to the summary in its tool's description. */
function extraSentencesByDataSet({ facts, pages, baseUrl }: Service): Record<DataSet["name"], string[]> {
  const noReviewsNote = facts.reviews.reviewCount === 0 ? reviewFacts(facts) : [];
  return {
    cottage: [
      ...houseFacts(facts),
      "priceRange is a rough figure, not an offer.",
      ...noReviewsNote,
      ...furtherSources(pages, facts, baseUrl),
      ...licenceTerms(facts, baseUrl),
      // Last, because they may be long, and `joinWithinLimit` drops sentences that do not fit.
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

type ToolProperties = Readonly<{ name: string; title: string; description: string; outputSchema: object }>;

/**
 * Returns an MCP `Tool` object. The output schema must have `type: "object"`, because some older clients otherwise
 * reject the whole list of tools.
 */
export function toolDefinition({ name, title, description, outputSchema }: ToolProperties) {
  // Some hosts reject the whole list of tools if an input schema has no `properties`.
  const inputSchema = { type: "object", properties: {}, additionalProperties: false };
  const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return { name, title, description, inputSchema, outputSchema, annotations: { title, ...hints } };
}

/**
 * Returns the JSON text of a `tools/call` result without its opening brace, so that the server can prepend the
 * properties that all results share.
 *
 * @param json the data, which the result contains twice: as text for models, and as an object for programs
 */
export function toolResult(json: string): Buffer {
  const content = JSON.stringify([{ type: "text", text: json }]);
  return Buffer.from(`"content":${content},"structuredContent":${json},"isError":false}`);
}

/**
 * Joins sentences up to `HOST_TEXT_MAX` characters. Skips any sentence that does not fit, but still tries the ones
 * after it.
 */
export function joinWithinLimit(sentences: readonly string[]): string {
  let text = "";
  for (const sentence of sentences) {
    const candidate = text === "" ? sentence : `${text} ${sentence}`;
    if (candidate.length <= HOST_TEXT_MAX) text = candidate;
  }
  return text;
}

/** Returns a copy of a schema without its `pattern` keywords, which do not help a language model. */
function withoutPatterns(schema: JsonSchema): object {
  const omitPattern = (name: string, value: unknown) => (name === "pattern" ? undefined : value);
  return JSON.parse(JSON.stringify(schema, omitPattern));
}
