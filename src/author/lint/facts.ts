/**
 * Advice on valid facts: what is allowed but probably not meant, or could be better.
 *
 * None of it keeps a site from being served.
 */

import { type Facts, FILES } from "../../compile/data/datasets.ts";
import type { Remark } from "../../compile/data/load.ts";
import { listDirectory } from "../../compile/files.ts";
import { type Finding, findingOf } from "../../compile/finding.ts";
import { position } from "./position.ts";
import { findSample, lintText } from "./text-rules.ts";

export interface AdviceContext {
  /** As `2026-07-31`. */
  readonly today: string;
  readonly baseUrl: string;
}

type Rule = (facts: Facts, context: AdviceContext) => readonly Remark[];

const RULES: readonly Rule[] = [
  texts,
  sampleFacts,
  averageRating,
  reviewEntries,
  lastUpdate,
  address,
  position,
  beds,
  ownAddress,
  unplacedAttractions,
  photographs,
  searchEngines,
];

export function adviceOnFacts(facts: Facts, context: AdviceContext): readonly Remark[] {
  return RULES.flatMap((rule) => rule(facts, context));
}

/** Returns advice on files in the folder of facts that the program does not read. */
export function adviceOnFiles(folder: string): Finding[] {
  const known = FILES.map(({ name }) => `${name}.json`);
  const isUnread = (name: string) => DATA_FILE.test(name) && !known.includes(name);
  const phrase = { code: "advice-file-unread", values: { names: known.join(", ") } } as const;
  return listDirectory(folder)
    .filter(isUnread)
    .map((name) => findingOf("warning", `data/${name}`, phrase));
}

const DATA_FILE = /\.(?:json|txt|csv|docx?|xlsx?)$/i;

interface FactText {
  /** File and field, e.g. `cottage/address/streetAddress`. */
  readonly at: string;
  readonly text: string;
}

/** Secrets, and texts left to fill in. */
function texts(facts: Facts): Remark[] {
  return textsIn(facts).flatMap(({ at, text }) => {
    const advice = lintText(text);
    return advice === undefined ? [] : [{ level: "warning", at, ...advice } as const];
  });
}

/** The first fact of each file that belongs to the sample or names a domain reserved for examples. */
function sampleFacts(facts: Facts): Remark[] {
  const remarks = new Map<string, Remark>();
  for (const { at, text } of textsIn(facts)) {
    const [file = ""] = at.split("/", 1);
    const found = findSample(text);
    if (found === undefined || file === "reviews" || remarks.has(file) || lintText(text) !== undefined) continue;
    remarks.set(file, { level: "notice", at, code: "advice-sample", values: { text: found } });
  }
  return [...remarks.values()];
}

function textsIn(value: unknown, at = ""): FactText[] {
  if (typeof value === "string") return [{ at, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => textsIn(member, at === "" ? key : `${at}/${key}`));
}

/** Reviews listed before their average is compared: one or two say little. */
const REVIEWS_MIN = 3;
const AVERAGE_DIFFERENCE_MAX = 0.5;

function averageRating({ reviews: { ratingValue, reviews } }: Facts): Remark[] {
  const sum = reviews.reduce((total, { rating }) => total + rating, 0);
  const average = sum / reviews.length;
  if (reviews.length < REVIEWS_MIN || Math.abs(average - ratingValue) <= AVERAGE_DIFFERENCE_MAX) return [];
  const values = { rating: ratingValue, average: average.toFixed(1) };
  return [{ level: "warning", at: "reviews/ratingValue", code: "advice-rating-average", values }];
}

const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+/;
const TELEPHONE = /\+?\d[\d ()-]{8,}\d/;

function reviewEntries({ reviews: { reviews } }: Facts, { today }: AdviceContext): Remark[] {
  const remarks: Remark[] = [];
  const indexes = new Map<string, number>();
  for (const [index, { author, body, datePublished }] of reviews.entries()) {
    const at = `reviews/reviews/${index}`;
    remarks.push(...futureDay(`${at}/datePublished`, datePublished, today));
    const contact = EMAIL.exec(body)?.[0] ?? TELEPHONE.exec(body)?.[0];
    if (contact !== undefined) {
      remarks.push({ level: "warning", at: `${at}/body`, code: "advice-review-contact", values: { text: contact } });
    }
    const key = `${author}\n${body}`;
    const first = indexes.get(key);
    if (first !== undefined) remarks.push({ level: "warning", at, code: "advice-duplicate", values: { number: first + 1 } });
    else indexes.set(key, index);
  }
  return remarks;
}

function lastUpdate({ site: { updated } }: Facts, { today }: AdviceContext): Remark[] {
  return futureDay("site/updated", updated, today);
}

function futureDay(at: string, day: string, today: string): Remark[] {
  return day > today ? [{ level: "warning", at, code: "advice-future", values: { day } }] : [];
}

/** Countries without postal codes are few, and owners there see one warning. */
function address({ cottage: { address: { postalCode, addressRegion } } }: Facts): Remark[] {
  const remarks: Remark[] = [];
  const isMissing = (text: string) => lintText(text) !== undefined;
  if (!/\d/.test(postalCode) && !isMissing(postalCode)) {
    remarks.push({ level: "warning", at: "cottage/address/postalCode", code: "advice-postcode", values: { text: postalCode } });
  }
  if (!/\p{L}/u.test(addressRegion)) {
    remarks.push({ level: "warning", at: "cottage/address/addressRegion", code: "advice-region", values: { text: addressRegion } });
  }
  return remarks;
}

/** Guests per bed, default 2; cots do not count. */
const SLEEPERS: Readonly<Record<string, number>> = { single: 1, cot: 0 };

/** Guests who may sleep on a sofa that is not listed. */
const SOFA_SLEEPERS = 2;

function beds({ cottage: { bedTypes, bedrooms }, site }: Facts): Remark[] {
  const list = site.beds ?? Object.entries(bedTypes).map(([kind, count]) => ({ kind, count }));
  const remarks: Remark[] = [];
  const bedCount = list.reduce((total, { count }) => total + count, 0);
  if (bedCount < bedrooms) {
    remarks.push({ level: "notice", at: "cottage/bedTypes", code: "advice-beds-few", values: { beds: bedCount, bedrooms } });
  }
  const places = list.reduce((total, { kind, count }) => total + count * (SLEEPERS[kind] ?? 2), SOFA_SLEEPERS);
  if (site.sleeps > places) {
    const values = { sleeps: site.sleeps, beds: bedCount };
    remarks.push({ level: "notice", at: "site/sleeps", code: "advice-sleeps-many", values });
  }
  return remarks;
}

/** Silent while only the owner's machine serves the site, for then BASE_URL is not the address that guests will use. */
function ownAddress({ cottage: { url } }: Facts, { baseUrl }: AdviceContext): Remark[] {
  const isPublic = baseUrl.startsWith("https:");
  if (!isPublic || findSample(url) !== undefined || new URL(url).origin === baseUrl) return [];
  return [{ level: "warning", at: "cottage/url", code: "advice-url-differs", values: { url, baseUrl } }];
}

/** Names listed in one message. */
const NAMES_MAX = 3;

function unplacedAttractions({ attractions: { attractions }, site: { map = [] } }: Facts): Remark[] {
  const placed = new Set(map.map(({ name }) => name));
  const unplaced = attractions.map(({ name }) => name).filter((name) => !placed.has(name) && lintText(name) === undefined);
  if (unplaced.length === 0) return [];
  const code = unplaced.length > NAMES_MAX ? "advice-map-incomplete-more" : "advice-map-incomplete";
  return [{ level: "notice", at: "site/map", code, values: { names: unplaced.slice(0, NAMES_MAX).join(", ") } }];
}

function photographs({ site: { photos = [] } }: Facts): Remark[] {
  const remarks: Remark[] = [];
  const indexes = new Map<string, number>();
  for (const [index, { file, alt }] of photos.entries()) {
    const at = `site/photos/${index}`;
    if (/\.\w{3,4}$/.test(alt)) {
      remarks.push({ level: "warning", at: `${at}/alt`, code: "advice-photo-described", values: { text: alt } });
    }
    const first = indexes.get(file);
    if (first !== undefined) remarks.push({ level: "warning", at, code: "advice-duplicate", values: { number: first + 1 } });
    else indexes.set(file, index);
  }
  return remarks;
}

const PHOTOS_MIN = 8;
const DESCRIPTION_LENGTH_MIN = 150;

/** Google's vacation-rental fields that are optional here. */
function searchEngines({ cottage: { description }, site: { photos = [], contact } }: Facts): Remark[] {
  const remarks: Remark[] = [];
  if (photos.length < PHOTOS_MIN) {
    remarks.push({ level: "notice", at: "site/photos", code: "advice-photos-few", values: { count: photos.length } });
  }
  if (contact.telephone === undefined) remarks.push({ level: "notice", at: "site/contact", code: "advice-telephone" });
  if (description.length < DESCRIPTION_LENGTH_MIN && lintText(description) === undefined) {
    const values = { count: description.length };
    remarks.push({ level: "notice", at: "cottage/description", code: "advice-description-short", values });
  }
  return remarks;
}
