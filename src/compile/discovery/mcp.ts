/**
 * The content of the MCP server: its name, instructions and tools. The protocol is in `serve/mcp`.
 */

import { DATA_SETS, type DataSetRow, describeDataSet } from "../data/datasets.ts";
import { licenceTerms } from "../data/licence.ts";
import type { JsonSchema } from "../data/schema.ts";
import type { McpSettings } from "../../serve/mcp/methods.ts";
import { apiIndex } from "../data/api-index.ts";
import { caveats, goodToKnow, houseFacts, furtherSources, reviewNote } from "./house-facts.ts";
import type { Service } from "./service.ts";

/** Maximum length of the instructions and of each tool's description. MCP clients truncate longer text. */
const TEXT_LENGTH_MAX = 2000;

const TOOL_HINTS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export function mcpSettings(service: Service) {
  const { facts, baseUrl } = service;
  const { version, description, docs } = apiIndex(facts, baseUrl);
  const icons = [{ src: `${baseUrl}/apple-touch-icon.png`, mimeType: "image/png", sizes: ["180x180"] }];
  const notes = toolNotes(service);
  const usage = "No tool takes arguments. The results change rarely.";
  const textCaveats = caveats(facts);
  return {
    baseUrl,
    server: { name: "holiday-cottage", title: facts.cottage.name, version, description, websiteUrl: docs, icons },
    instructions: joinWithinLimit([...textCaveats, description, usage, ...notes.cottage]),
    tools: DATA_SETS.map((dataSet) => {
      const sentences = [...textCaveats, describeDataSet(dataSet, facts), ...notes[dataSet.name]];
      return toolSettings(dataSet, joinWithinLimit(sentences), facts[dataSet.name]);
    }),
  } satisfies McpSettings;
}

function toolSettings({ toolName, title, schema }: DataSetRow, description: string, data: object) {
  const definition = {
    name: toolName,
    title,
    description,
    // Some clients reject the whole list of tools if an input schema has no `properties`.
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    outputSchema: withoutPatterns(schema),
    annotations: { title, ...TOOL_HINTS },
  };
  return { name: toolName, definition, responseEnd: toolResponseEnd(JSON.stringify(data)) };
}

/** Returns the sentences to append to the description of each tool, keyed by data set. */
function toolNotes({ facts, pages, baseUrl }: Service) {
  const licenceSentences = licenceTerms(facts, baseUrl);
  const hasReviews = facts.reviews.reviewCount > 0;
  return {
    cottage: [
      ...houseFacts(facts),
      "priceRange is a rough figure, not an offer.",
      // Without reviews the cottage's rating is 0, which needs an explanation.
      ...(hasReviews ? [] : [reviewNote(facts)]),
      ...furtherSources(pages, facts, baseUrl),
      ...licenceSentences,
      // These may be long, so they come last: `joinWithinLimit` drops sentences that do not fit.
      ...goodToKnow(facts),
    ],
    reviews: [reviewNote(facts), ...licenceSentences],
    attractions: [],
    booking: [
      "Nothing can be booked, changed, paid or cancelled here.",
      "Unless get-cottage states them, fees, deposit, minimum stay and cancellation terms are on the channels' pages.",
    ],
  };
}

/** Returns the end of a `tools/call` response, with closing braces. Models read the text, programs the object. */
export function toolResponseEnd(json: string): Buffer {
  const content = JSON.stringify([{ type: "text", text: json }]);
  return Buffer.from(`"content":${content},"structuredContent":${json},"isError":false}}`);
}

/** Joins sentences with spaces. Skips a sentence that exceeds the limit, but adds later ones that fit. */
export function joinWithinLimit(sentences: readonly string[]): string {
  let text = "";
  for (const sentence of sentences) {
    const candidate = text === "" ? sentence : `${text} ${sentence}`;
    if (candidate.length <= TEXT_LENGTH_MAX) text = candidate;
  }
  return text;
}

/** Returns the schema without its `pattern` keywords, which do not help a language model. */
function withoutPatterns(schema: JsonSchema): object {
  const omitPattern = (name: string, value: unknown) => (name === "pattern" ? undefined : value);
  return JSON.parse(JSON.stringify(schema, omitPattern));
}
