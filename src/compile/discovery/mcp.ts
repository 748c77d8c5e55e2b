/**
 * Defines what the MCP server offers: its name, instructions and tools. `serve/mcp` implements the protocol.
 */

import { DATA_SETS, type DataSet, type Facts } from "../data/datasets.ts";
import { apiIndex, describeDataSet, licenceTerms } from "../data/descriptions.ts";
import { withoutProperties } from "../json/json.ts";
import type { McpSettings } from "../../serve/mcp/methods.ts";
import { caveats, furtherSources, houseFacts, ownerNotes, reviewNote, type Service } from "./facts-for-agents.ts";

/** MCP clients truncate longer instructions and descriptions. */
const TEXT_LENGTH_MAX = 2000;

const INTRODUCTION =
  "Facts about one holiday cottage. The booking channels have availability and prices for dates. " +
  "No tool takes arguments.";

const BOOKING_TERMS =
  "Unless get-cottage states them, the channels state fees, deposit, minimum stay and cancellation terms.";

/** Creates the texts of the MCP server and the results of its tools. */
export function createMcpSettings(service: Service) {
  const { facts, baseUrl } = service;
  const warnings = caveats(facts);
  const notesByTool = toolNotes(service);
  // Some clients hide tool descriptions at first, so the instructions repeat the notes about the cottage.
  const instructions = joinWithinLimit([...warnings, INTRODUCTION, ...notesByTool.cottage], baseUrl);
  const tools = DATA_SETS.map((dataSet) => {
    const notes = notesByTool[dataSet.name];
    const description = joinWithinLimit([...warnings, describeDataSet(dataSet, facts), ...notes], baseUrl);
    const definition = defineTool(dataSet, description);
    const result = toolResult(facts[dataSet.name], [...warnings, ...notes]);
    return { name: dataSet.toolName, definition, result };
  });
  return { baseUrl, server: describeServer(facts, baseUrl), instructions, tools } satisfies McpSettings;
}

function describeServer(facts: Facts, baseUrl: string) {
  const { version, description, docs } = apiIndex(facts, baseUrl);
  const icons = [{ src: `${baseUrl}/apple-touch-icon.png`, mimeType: "image/png", sizes: ["180x180"] }];
  return { name: "holiday-cottage", title: facts.cottage.name, version, description, websiteUrl: docs, icons };
}

function defineTool({ toolName, title, schema }: DataSet, description: string) {
  return {
    name: toolName,
    title,
    description,
    // Include an empty `properties` object, because without one, some clients reject all tools.
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    // Omit each `pattern`, because it is long and of no use to a language model.
    outputSchema: withoutProperties(schema, /^pattern$/),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

/** Returns sentences for each tool's description. The important ones come first, because clients truncate it. */
function toolNotes(service: Service) {
  const { facts, baseUrl } = service;
  const terms = licenceTerms(facts, baseUrl);
  // Explain that a rating of 0 means that there are no reviews.
  const ratingNotes = facts.reviews.reviewCount === 0 ? [reviewNote(facts)] : [];
  return {
    cottage: [
      ...houseFacts(facts),
      "priceRange is approximate, not an offer.",
      ...ratingNotes,
      ...ownerNotes(facts),
      ...furtherSources(service),
      ...terms,
    ],
    reviews: [reviewNote(facts), ...terms],
    attractions: [],
    booking: ["Nothing can be booked, changed, paid or cancelled here.", BOOKING_TERMS],
  };
}

/** Returns a tool's result. Repeats the notes in its description, because a client may have cached an old one. */
export function toolResult(data: object, notes: readonly string[]): Buffer {
  const texts = [JSON.stringify(data)];
  if (notes.length > 0) texts.push(notes.join(" "));
  const content = texts.map((text) => ({ type: "text", text }));
  return Buffer.from(JSON.stringify({ content, structuredContent: data, isError: false }));
}

/** Joins sentences up to the length limit. If some do not fit, ends with the URL of the full text. */
export function joinWithinLimit(sentences: readonly string[], baseUrl: string): string {
  const fullText = sentences.join(" ");
  if (fullText.length <= TEXT_LENGTH_MAX) return fullText;
  const more = `More: ${baseUrl}/llms.txt.`;
  let text = "";
  for (const sentence of sentences) {
    const longerText = `${text}${sentence} `;
    if (longerText.length + more.length > TEXT_LENGTH_MAX) break;
    text = longerText;
  }
  return text + more;
}
