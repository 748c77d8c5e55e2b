/**
 * Sentences about the cottage for agents: the facts that no field of the API has, or that a model is likely to misread.
 *
 * They give a model no instructions, since directories of MCP servers reject those, and mention only what is stated.
 */

import type { Facts } from "../data/datasets.ts";
import type { PageDocument } from "../pages/load.ts";
import { FILL_IN } from "../data/fill-in.ts";

type Site = Facts["site"];

/** Beds, times, rules, host and registrations. */
export function houseFacts({ cottage, site }: Facts): string[] {
  const { floorArea, registrations = [] } = site;
  const pets = cottage.petsAllowed ? "Pets are allowed" : "Pets are not allowed";
  const smoking = cottage.smokingAllowed ? "smoking indoors is allowed" : "smoking indoors is not allowed";
  return [
    `${cottage.name} sleeps ${site.sleeps}.`,
    beds(cottage.bedTypes, site.beds),
    `Check-in is from ${site.checkinTime}, check-out by ${site.checkoutTime}.`,
    `${pets}; ${smoking}.`,
    ...(floorArea === undefined ? [] : [`Floor area: ${floorArea} m².`]),
    `Emergency number: ${site.emergencyNumber}.`,
    host(site),
    ...registrations.map(({ name, number }) => `${name}: ${number}.`),
  ];
}

/** The owner's short facts as sentences of one paragraph. */
export function goodToKnow({ site }: Facts): string[] {
  const facts = site.goodToKnow ?? [];
  return facts.map((fact) => (/[.!?…]$/.test(fact) ? fact : `${fact}.`));
}

/**
 * Warnings before anything else: texts that are still placeholders, and texts that are not English.
 *
 * An API value cannot carry them, and a model reads placeholders and defaults as facts.
 */
export function caveats(facts: Facts): string[] {
  const { language } = facts.site;
  const placeholder = FILL_IN.exec(JSON.stringify(facts))?.[0];
  const unfinished =
    `The owner has not finished describing this cottage: texts with ${placeholder} are placeholders, and numbers, ` +
    "times, rules and the position may be defaults.";
  const sentences = placeholder === undefined ? [] : [unfinished];
  if (!/^en(?:-|$)/.test(language)) sentences.push(`The owner's texts are in the language ${language}.`);
  return sentences;
}

/** The guest guide, the other pages, and the host for everything else. */
export function furtherSources(pages: readonly PageDocument[], { site }: Facts, baseUrl: string): string[] {
  const guide = pages.find(({ path }) => path === "/welcome");
  const others = pages.filter(({ path }) => !/^\/(?:welcome|developers)?$/.test(path)).map(({ path }) => path.slice(1));
  return [
    ...(guide === undefined ? [] : [`Guest guide: ${baseUrl}/welcome (markdown: /welcome.md). ${guide.description}`]),
    ...(others.length === 0 ? [] : [`More pages (${others.join(", ")}): ${baseUrl}/llms.txt.`]),
    `Anything stated neither here nor on these pages only the host knows: ${site.contact.email}.`,
  ];
}

/** How many reviews are listed, or that there are none: a model would read the rating 0 as a bad one. */
export function reviewFacts({ reviews: { reviewCount, reviews } }: Facts): string[] {
  if (reviewCount === 0) return ["There are no reviews yet; that is why the rating is 0."];
  return [`${reviews.length} of ${reviewCount} reviews are listed; the average is over all ${reviewCount}.`];
}

/** The licence, what it covers, and the uses by AI that the owner refuses. */
export function licenceTerms({ cottage, site }: Facts, baseUrl: string): string[] {
  const { licence, contentSignals: { aiInput, aiTrain } = {}, contact } = site;
  const refused = [...(aiInput === false ? ["in AI answers"] : []), ...(aiTrain === false ? ["for AI training"] : [])];
  const refusals = refused.length === 0 ? [] : [`The owner refuses their use ${refused.join(" and ")}.`];
  if (licence === undefined) {
    const consent = `publishing these facts or reviews needs the owner's consent, ${contact.email}`;
    return [`No licence is stated: ${consent}.`, ...refusals];
  }
  const { name, identifier = name, coversReviews = false } = licence;
  const covered = coversReviews ? "The facts and the guests' reviews" : "The facts";
  const excluded = coversReviews ? "photographs" : "the guests' reviews or photographs";
  const source = `source: ${cottage.name}, ${baseUrl}/`;
  return [`${covered}, but not ${excluded}, are licensed under ${identifier}; ${source}.`, ...refusals];
}

/** "Host: Ida, ida@brook.example (speaks en; replies within 24 h)." */
function host({ contact, languagesSpoken }: Site): string {
  const { name, email, telephone, whatsapp, repliesWithinHours } = contact;
  const ways = [name, email];
  if (telephone !== undefined) ways.push(telephone);
  if (whatsapp !== undefined) ways.push(`WhatsApp ${whatsapp}`);
  const reply = repliesWithinHours === undefined ? "" : `; replies within ${repliesWithinHours} h`;
  return `Host: ${ways.join(", ")} (speaks ${languagesSpoken.join(", ")}${reply}).`;
}

/** "Beds: 2 king, 1 double." of the counts, or every bed by its room where the owner lists them. */
function beds(bedTypes: Facts["cottage"]["bedTypes"], listed: Site["beds"] = []): string {
  if (listed.length > 0) {
    const all = listed.map(({ kind, count, room }) => `${count} ${kind}${room === undefined ? "" : ` (${room})`}`);
    const cots = listed.some(({ kind }) => kind === "cot") ? "" : " (cots: see amenities)";
    return `Beds: ${all.join(", ")}; no others${cots}.`;
  }
  const counted = Object.entries(bedTypes).flatMap(([kind, count]) => (count === 0 ? [] : [`${count} ${kind}`]));
  if (counted.length === 0) return "Which beds there are is known to the host.";
  return `Beds: ${counted.join(", ")}; beds of other sizes are not counted.`;
}
