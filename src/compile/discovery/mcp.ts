/**
 * The content of the MCP server: its name, instructions and tools. The protocol is in `serve/mcp`.
 */

import { DATA_SETS, describeDataSet } from "../data/datasets.ts";
import { licenceTerms } from "../data/licence.ts";
import type { JsonSchema } from "../data/schema.ts";
import type { McpSettings } from "../../serve/mcp/methods.ts";
import { apiIndex } from "../data/api-index.ts";
import { caveats, goodToKnow, houseFacts, furtherSources, reviewNote } from "./house-facts.ts";
import type { Service } from "./service.ts";

/** Maximum characters of the instructions and of each tool's description. MCP hosts cut off the rest. */
const HOST_TEXT_MAX = 2000;

const TOOL_HINTS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export function mcpSettings(service: Service) {
  const { facts, baseUrl } = service;
  const { version, description, docs } = apiIndex(facts, baseUrl);
  const icons = [{ src: `${baseUrl}/apple-touch-icon.png`, mimeType: "image/png", sizes: ["180x180"] }];
  const warnings = caveats(facts);
  const moreSentences = moreSentencesByDataSet(service);
  const introduction = [description, "No tool takes arguments. The results change rarely."];
  return {
    baseUrl,
    server: { name: "holiday-cottage", title: facts.cottage.name, version, description, websiteUrl: docs, icons },
    instructions: joinWithinLimit([...warnings, ...introduction, ...moreSentences.cottage]),
    tools: DATA_SETS.map((dataSet) => {
      const { name, toolName, title } = dataSet;
      const definition = {
        name: toolName,
        title,
        description: joinWithinLimit([...warnings, describeDataSet(dataSet, facts), ...moreSentences[name]]),
        // Some clients reject the whole list of tools if an input schema has no `properties`.
        inputSchema: { type: "object", properties: {}, additionalProperties: false },
        outputSchema: withoutPatterns(dataSet.schema),
        annotations: { title, ...TOOL_HINTS },
      };
      return { name: toolName, definition, responseEnd: toolResponseEnd(JSON.stringify(facts[name])) };
    }),
  } satisfies McpSettings;
}

/** Returns the sentences that follow the summary in the description of each data set's tool. */
function moreSentencesByDataSet({ facts, pages, baseUrl }: Service) {
  const hasReviews = facts.reviews.reviewCount > 0;
  const licenceSentences = licenceTerms(facts, baseUrl);
  return {
    cottage: [
      ...houseFacts(facts),
      "priceRange is a rough figure, not an offer.",
      ...(hasReviews ? [] : [reviewNote(facts)]),
      ...furtherSources(pages, facts, baseUrl),
      ...licenceSentences,
      // Last, because they may be long, and `joinWithinLimit` drops sentences that do not fit.
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

/**
 * Returns the end of the response to a `tools/call` request: the properties of the result, and the braces that close
 * the result and the response.
 *
 * @param json the data, which the result contains twice: as text for models, and as an object for programs
 */
export function toolResponseEnd(json: string): Buffer {
  const content = JSON.stringify([{ type: "text", text: json }]);
  return Buffer.from(`"content":${content},"structuredContent":${json},"isError":false}}`);
}

/** Joins sentences. Leaves out each one that does not fit into `HOST_TEXT_MAX` characters. */
export function joinWithinLimit(sentences: readonly string[]): string {
  let text = "";
  for (const sentence of sentences) {
    const candidate = text === "" ? sentence : `${text} ${sentence}`;
    if (candidate.length <= HOST_TEXT_MAX) text = candidate;
  }
  return text;
}

/** Leaves out the `pattern` keywords, which do not help a language model. */
function withoutPatterns(schema: JsonSchema): object {
  const omitPattern = (name: string, value: unknown) => (name === "pattern" ? undefined : value);
  return JSON.parse(JSON.stringify(schema, omitPattern));
}
