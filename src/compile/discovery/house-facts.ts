/**
 * Sentences about the cottage for agents: the facts that no field of the API has, or that a model is likely to misread.
 *
 * They state facts and give a model no instructions, since directories of MCP servers reject those. A fact that the owner
 * did not state is not mentioned.
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
    `The owner has not finished describing this cottage: texts with ${placeholder} are placeholders, and numbers, times, ` +
    "rules and the position may be defaults.";
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

/** Where the number of reviews needs an explanation: none at all, or more than are listed. */
export function reviewFacts({ reviews: { reviewCount, reviews } }: Facts): string[] {
  if (reviewCount === 0) return ["There are no reviews yet; that is why the rating is 0."];
  if (reviews.length === reviewCount) return ["All reviews are listed."];
  if (reviews.length === 0) return [`None of the ${reviewCount} reviews is listed; the average is over all ${reviewCount}.`];
  return [`${reviews.length} of the ${reviewCount} reviews are listed; the average is over all ${reviewCount}.`];
}

/** The licence, what it covers, and the uses by AI that the owner refuses. */
export function licenceTerms({ cottage, site }: Facts, baseUrl: string): string[] {
  const { licence, contentSignals = {}, contact } = site;
  const refusedUses = [
    ...(contentSignals.aiInput === false ? ["in answers of AI (ai-input=no)"] : []),
    ...(contentSignals.aiTrain === false ? ["to train AI (ai-train=no)"] : []),
  ];
  const refusals = refusedUses.length === 0 ? [] : [`The owner refuses their use ${refusedUses.join(" and ")}.`];
  if (licence === undefined) {
    return [`No licence is stated: publishing these facts or reviews needs the owner's consent, ${contact.email}.`, ...refusals];
  }
  const { name, identifier = name, coversReviews = false } = licence;
  const covered = coversReviews ? "The facts and the guests' reviews" : "The facts";
  const excluded = coversReviews ? "photographs" : "the guests' reviews or photographs";
  return [`${covered}, but not ${excluded}, are licensed under ${identifier}; source: ${cottage.name}, ${baseUrl}/.`, ...refusals];
}

/** "Host: Ida, ida@brook.example (speaks en; replies within 24 hours)." */
function host({ contact, languagesSpoken }: Site): string {
  const { name, email, telephone, whatsapp, repliesWithinHours } = contact;
  const ways = [name, email];
  if (telephone !== undefined) ways.push(telephone);
  if (whatsapp !== undefined) ways.push(`WhatsApp ${whatsapp}`);
  const reply = repliesWithinHours === undefined ? "" : `; replies within ${repliesWithinHours} hour${repliesWithinHours === 1 ? "" : "s"}`;
  return `Host: ${ways.join(", ")} (speaks ${languagesSpoken.join(", ")}${reply}).`;
}

/** "Beds: 2 king, 1 double." of the counts, or every bed by its room where the owner lists them. */
function beds(bedTypes: Facts["cottage"]["bedTypes"], listed: Site["beds"] = []): string {
  if (listed.length > 0) {
    const all = listed.map(({ kind, count, room }) => (room === undefined ? `${count} ${kind}` : `${count} ${kind} (${room})`));
    const cots = listed.some(({ kind }) => kind === "cot") ? "" : " (cots: see amenities)";
    return `Beds: ${all.join(", ")}; no others${cots}.`;
  }
  const counted = Object.entries(bedTypes).flatMap(([kind, count]) => (count === 0 ? [] : [`${count} ${kind}`]));
  if (counted.length === 0) return "Which beds there are is known to the host.";
  return `Beds: ${counted.join(", ")}; beds of other sizes are not counted.`;
}
