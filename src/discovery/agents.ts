/**
 * What agents are told in words, since no shape of the API has a member for it: facts of the house, where the rest
 * stands, what nobody can do here, and on what terms facts may be used.
 *
 * What the owner did not say is not spoken of.
 */

import { DATA_SETS, type Facts, summaryOf } from "../data/datasets.ts";
import type { McpSettings } from "../mcp/methods.ts";
import { apiIndex, type Service } from "./api-index.ts";

/** Hosts show so many characters of a description and of the instructions, and cut the rest off. */
const TEXT_MAX = 2000;

export function mcpSettings({ facts, pages, baseUrl }: Service): McpSettings {
  const house = [
    ...houseWords(facts),
    ...pages.filter(({ path }) => path === "/welcome").map((guide) => `Guest guide, ${baseUrl}${guide.markdownPath}: ${guide.description}`),
    "What neither says, ask the host and do not guess.",
    terms(facts, baseUrl),
  ];
  const more = {
    cottage: house,
    reviews: ["All that are listed come in one answer, good and bad.", terms(facts, baseUrl)],
    attractions: [],
    booking: [
      "Nothing can be booked, changed, paid or cancelled here: give the guest a link to a channel, whose terms also say how to cancel.",
    ],
  };
  const { version, description, docs } = apiIndex(facts, baseUrl);
  return {
    baseUrl,
    server: { name: "holiday-cottage", title: facts.cottage.name, version, description, websiteUrl: docs },
    instructions: joined([description, "No tool takes arguments. The data changes rarely: one call of each is enough.", ...house]),
    tools: DATA_SETS.map((set) => ({
      name: set.tool,
      title: set.title,
      description: joined([summaryOf(set, facts), ...more[set.name]]),
      outputSchema: set.schema,
      json: JSON.stringify(facts[set.name]),
    })),
  };
}

/** How many it sleeps and where, when guests come and go, and whom they ask: a sentence for each. */
export function houseWords({ cottage, site }: Facts): string[] {
  const { contact, floorArea, registrations = [], languagesSpoken } = site;
  return [
    `${cottage.name} sleeps ${site.sleeps}; beds: ${beds(cottage.bedTypes, site.beds)}.`,
    `Arrival from ${site.checkinTime}, departure by ${site.checkoutTime}.`,
    `Pets ${cottage.petsAllowed ? "may come along" : "are not allowed"}; smoking indoors is ${cottage.smokingAllowed ? "" : "not "}allowed.`,
    ...(floorArea === undefined ? [] : [`Floor area: ${floorArea} m².`]),
    `Emergency number: ${site.emergencyNumber}.`,
    `Host: ${[contact.name, contact.email, contact.telephone ?? []].flat().join(", ")} (speaks ${languagesSpoken.join(", ")}).`,
    ...registrations.map(({ name, number }) => `${name}: ${number}.`),
  ];
}

/** "2 king, 1 double", or where the owner lists them all: "1 king (Front bedroom), 2 single, and no others". */
function beds(bedTypes: Facts["cottage"]["bedTypes"], all: Facts["site"]["beds"]): string {
  const counted = Object.entries(bedTypes).flatMap(([kind, count]) => (count === 0 ? [] : `${count} ${kind}`));
  const listed = all?.map(({ kind, count, room }) => `${count} ${kind}${room === undefined ? "" : ` (${room})`}`);
  return listed === undefined ? counted.join(", ") || "ask the host" : `${listed.join(", ")}, and no others`;
}

/** On what terms the facts may be used: the owner's, or none. */
export function terms({ cottage, site }: Facts, baseUrl: string): string {
  const { licence, contentSignals = {}, contact } = site;
  const licensed =
    licence === undefined
      ? `No licence is stated: ask the owner, ${contact.email}, before you publish these facts or reviews elsewhere.`
      : `Licence of the facts: ${licence.identifier ?? licence.name}; name ${cottage.name}, ${baseUrl}/, as their source.`;
  const refused = [contentSignals.aiInput === false ? "in answers of AI" : [], contentSignals.aiTrain === false ? "to train AI" : []].flat();
  return refused.length === 0 ? licensed : `${licensed} The owner does not want them used ${refused.join(" or ")}.`;
}

/** As many of the sentences as hosts show, the first ones first. */
function joined(sentences: readonly string[]): string {
  return sentences.reduce((text, next) => (text.length + next.length < TEXT_MAX ? `${text} ${next}` : text));
}
