/**
 * What the service calls itself and says of itself, in every document that does.
 */
import type { Facts } from "../data/datasets.ts";
import { DATA_SETS, summaryOf } from "../data/datasets.ts";
import type { McpSettings } from "../mcp/methods.ts";

/** Of the API description and of the MCP server; both follow the mission's `1.0.0`. */
export const VERSION = "1.0.0";

export const LICENCE = { name: "Creative Commons Attribution 4.0 International", identifier: "CC-BY-4.0" } as const;

export function apiTitle(cottageName: string): string {
  return `${cottageName} API`;
}

/** What is offered and, as plainly, what is not. */
export function apiDescription(cottageName: string): string {
  return (
    `Public, keyless, read-only facts about one holiday cottage, ${cottageName}: its profile, guest reviews, local attractions and booking channels. ` +
    "No bookings, no prices and no availability: those are handled on the platforms that the booking endpoint names."
  );
}

export function mcpSettings(facts: Facts, baseUrl: string): McpSettings {
  const { name } = facts.cottage;
  return {
    baseUrl,
    server: {
      name: "holiday-cottage",
      title: name,
      version: VERSION,
      description: apiDescription(name),
      websiteUrl: `${baseUrl}/developers`,
    },
    instructions: `${apiDescription(name)} No tool takes arguments. The data changes rarely: one call of each is enough.`,
    tools: DATA_SETS.map((set) => ({
      name: set.tool,
      title: set.title,
      description: summaryOf(set, facts),
      outputSchema: set.shape.schema,
      json: JSON.stringify(facts[set.name]),
    })),
  };
}
