/**
 * Defines what the MCP server offers: its name, instructions and tools. `serve/mcp` implements the protocol.
 */

import { DATA_SETS, type DataSet, type Facts } from "../data/datasets.ts";
import { apiIndex, describeDataSet, licenceTerms } from "../data/descriptions.ts";
import { withoutProperties } from "../json/json.ts";
import type { McpSettings } from "../../serve/mcp/methods.ts";
import { caveats, furtherSources, houseFacts, ownerNotes, reviewNote, type Service } from "./facts-for-agents.ts";

/** Length limit, in characters, of server instructions and tool descriptions. MCP clients truncate longer text. */
const TEXT_LENGTH_MAX = 2000;

/** Returns the description, the instructions and the tools of the MCP server. */
export function createMcpSettings(service: Service) {
  const { facts, baseUrl } = service;
  const { version, description, docs } = apiIndex(facts, baseUrl);
  const notesByDataSet = toolNotes(service);
  const tools = DATA_SETS.map((dataSet) => createTool(dataSet, facts, notesByDataSet[dataSet.name]));
  // Sentences that do not fit are left out, so begin with the most important ones.
  const instructions = joinWithinLimit([
    ...caveats(facts),
    description,
    "No tool takes arguments. The results change rarely.",
    // The description of `get-cottage` has these notes too, because some clients hide `instructions` from the model.
    ...notesByDataSet.cottage,
  ]);
  const icons = [{ src: `${baseUrl}/apple-touch-icon.png`, mimeType: "image/png", sizes: ["180x180"] }];
  const server = { name: "holiday-cottage", title: facts.cottage.name, version, description, websiteUrl: docs, icons };
  return { baseUrl, server, instructions, tools } satisfies McpSettings;
}

/** Creates the tool that returns a data set. It takes no arguments, so its result is serialized in advance. */
function createTool(dataSet: DataSet, facts: Facts, notes: readonly string[]) {
  const { name, toolName, title, schema } = dataSet;
  const caveatSentences = caveats(facts);
  const definition = {
    name: toolName,
    title,
    description: joinWithinLimit([...caveatSentences, describeDataSet(dataSet, facts), ...notes]),
    // Some clients reject the whole list of tools if an input schema has no `properties`.
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    // A `pattern` makes the schema longer, but is of no use to a language model.
    outputSchema: withoutProperties(schema, /^pattern$/),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
  const result = toolResult(facts[name], [...caveatSentences, ...notes]);
  return { name: toolName, definition, result };
}

/** Returns, for each data set, the sentences to append to its tool's description and result. */
function toolNotes(service: Service): Readonly<Record<DataSet["name"], readonly string[]>> {
  const { facts, baseUrl } = service;
  return {
    cottage: cottageNotes(service),
    reviews: [reviewNote(facts), ...licenceTerms(facts, baseUrl)],
    attractions: [],
    booking: [
      "Nothing can be booked, changed, paid or cancelled here.",
      "Unless get-cottage states them, fees, deposit, minimum stay and cancellation terms are on the channels' pages.",
    ],
  };
}

/** Returns the notes on the tool `get-cottage`: facts that its result lacks or that a language model may misread. */
function cottageNotes({ facts, pages, baseUrl }: Service): readonly string[] {
  // Without reviews, the tool returns a rating of 0, which a model may mistake for a bad rating.
  const ratingNotes = facts.reviews.reviewCount === 0 ? [reviewNote(facts)] : [];
  return [
    ...houseFacts(facts),
    "priceRange is approximate, not an offer.",
    ...ratingNotes,
    ...furtherSources(pages, baseUrl),
    ...licenceTerms(facts, baseUrl),
    ...ownerNotes(facts),
  ];
}

/**
 * Returns the result as JSON, with the data as text for models and as an object for programs. Repeats the notes in the
 * tool's description, because clients may have cached an old description.
 */
export function toolResult(data: object, notes: readonly string[]): Buffer {
  const texts = [JSON.stringify(data)];
  if (notes.length > 0) texts.push(notes.join(" "));
  const content = texts.map((text) => ({ type: "text", text }));
  return Buffer.from(JSON.stringify({ content, structuredContent: data, isError: false }));
}

/** Joins sentences with spaces. Skips each one that would make the text too long. */
export function joinWithinLimit(sentences: readonly string[]): string {
  let text = "";
  for (const sentence of sentences) {
    const candidate = text === "" ? sentence : `${text} ${sentence}`;
    if (candidate.length <= TEXT_LENGTH_MAX) text = candidate;
  }
  return text;
}
