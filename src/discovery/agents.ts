/**
 * What agents are told in words, since no shape of the API has a member for it: facts of the house, where the rest
 * stands, what nobody can do here, and on what terms facts may be used.
 *
 * What the owner did not say is not spoken of.
 */
import type { Facts } from "../data/datasets.ts";
import { DATA_SETS, summaryOf } from "../data/datasets.ts";
import type { McpSettings } from "../mcp/methods.ts";
import { apiDescription, VERSION } from "./identity.ts";

/** Hosts show so many characters of a description and of the instructions, and cut the rest off. */
const TEXT_MAX = 2000;

export interface Guide {
  readonly path: string;
  readonly markdownPath: string;
  readonly description: string;
}

/** How many it sleeps and where, when guests come and go, and whom they ask. */
export function houseWords({ cottage, site }: Facts): readonly string[] {
  const { checkinTime, checkoutTime, contact, emergencyNumber, floorArea, registrations = [] } = site;
  const host = [contact.name, contact.email, contact.telephone ?? []].flat().join(", ");
  const numbers = [
    ["Floor area", floorArea === undefined ? undefined : `${floorArea} m²`],
    ["Emergency number", emergencyNumber],
    ["Host", `${host} (speaks ${site.languagesSpoken.join(", ")})`],
    ...registrations.map(({ name, number }) => [name, number]),
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}.`]));
  return [
    `${cottage.name} sleeps ${site.sleeps}; beds: ${beds(cottage.bedTypes, site.beds)}.`,
    `Arrival from ${checkinTime}, departure by ${checkoutTime}.`,
    `Pets ${cottage.petsAllowed ? "may come along" : "are not allowed"}; smoking indoors is ${cottage.smokingAllowed ? "" : "not "}allowed.`,
    ...numbers,
  ];
}

/** "2 king, 1 double", or with rooms where the owner names them all: "1 king (Front bedroom), 2 single (Attic), and no others". */
function beds(bedTypes: Facts["cottage"]["bedTypes"], all: Facts["site"]["beds"]): string {
  if (all === undefined) {
    const counted = Object.entries(bedTypes).filter(([, count]) => count > 0);
    return counted.map(([kind, count]) => `${count} ${kind}`).join(", ") || "ask the host";
  }
  return `${all.map(({ kind, count, room }) => `${count} ${kind}${room === undefined ? "" : ` (${room})`}`).join(", ")}, and no others`;
}

/** On what terms the facts may be used: the owner's, or none. */
export function terms({ cottage, site }: Facts, baseUrl: string): string {
  const { licence, contentSignals = {} } = site;
  const refused = [
    ...(contentSignals.aiInput === false ? ["in answers of AI"] : []),
    ...(contentSignals.aiTrain === false ? ["to train AI"] : []),
  ].join(" or ");
  return [
    licence === undefined
      ? `No licence is stated: ask the owner, ${site.contact.email}, before you publish these facts or reviews elsewhere.`
      : `Licence of the facts: ${licence.identifier ?? licence.name}; name ${cottage.name}, ${baseUrl}/, as their source.`,
    ...(refused === "" ? [] : [`The owner does not want them used ${refused}.`]),
  ].join(" ");
}

const NOT_HERE =
  "Nothing can be booked, changed, paid or cancelled here: give the guest a link to a channel, whose terms also say how to cancel.";

export function mcpSettings(facts: Facts, guides: readonly Guide[], baseUrl: string): McpSettings {
  const { name } = facts.cottage;
  const guide = guides.flatMap(({ path, markdownPath, description }) =>
    path === "/welcome" ? [`Guest guide, ${baseUrl}${markdownPath}: ${description}`] : [],
  );
  const house = [...houseWords(facts), ...guide, "What neither says, ask the host and do not guess.", terms(facts, baseUrl)];
  const more: Readonly<Record<string, readonly string[]>> = {
    cottage: house,
    reviews: ["All that are listed come in one answer, good and bad.", terms(facts, baseUrl)],
    attractions: [],
    booking: [NOT_HERE],
  };
  const once = "No tool takes arguments. The data changes rarely: one call of each is enough.";
  return {
    baseUrl,
    server: {
      name: "holiday-cottage",
      title: name,
      version: VERSION,
      description: apiDescription(name),
      websiteUrl: `${baseUrl}/developers`,
    },
    instructions: joined([apiDescription(name), once, ...house]),
    tools: DATA_SETS.map((set) => ({
      name: set.tool,
      title: set.title,
      description: joined([summaryOf(set, facts), ...(more[set.name] ?? [])]),
      outputSchema: set.shape.schema,
      json: JSON.stringify(facts[set.name]),
    })),
  };
}

/** As many of the sentences as hosts show, the first ones first. */
function joined(sentences: readonly string[]): string {
  return sentences.reduce((text, next) => (text.length + next.length < TEXT_MAX ? `${text} ${next}` : text));
}
