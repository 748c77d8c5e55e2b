/**
 * Advice on facts that were checked already: what is allowed but probably not meant, or could be better. Never a reason not to start.
 */

import { type Facts, FILES } from "../../compile/data/datasets.ts";
import { listDirectory } from "../../compile/files.ts";
import type { Finding } from "../../compile/finding.ts";
import { SAMPLE_WORDS, textAdvice } from "./text-rules.ts";

/** Today as `2026-07-31`. */
type Circumstances = Readonly<Record<"today" | "baseUrl", string>>;

/** @param at the file and field, as `site/map/0` */
type Say = (level: "warning" | "notice", at: string, message: string) => void;

export function adviceOnFacts(facts: Facts, circumstances: Circumstances, say: Say): void {
  for (const rule of [eachText, reviews, position, beds, ownAddress, unplaced, searchEngines]) rule(facts, say, circumstances);
}

/** Files in the folder of facts that nobody reads. */
export function adviceOnFiles(folder: string): Finding[] {
  const known = FILES.map(({ name }) => `${name}.json`);
  const others = listDirectory(folder).filter((name) => /\.(?:json|txt|csv|docx?|xlsx?)$/i.test(name) && !known.includes(name));
  const message = `this file is not read; the files of facts are ${known.join(", ")}`;
  return others.map((name) => ({ level: "warning", file: `data/${name}`, message }));
}

const RESERVED_DOMAIN = /(?<![\w-])[\w-]+\.example\b|\bexample\.(?:com|net|org)\b/i;

/** Secrets, words to fill in, and once a file what is the sample's or a domain reserved for examples (RFC 2606). */
function eachText(facts: Facts, say: Say): void {
  const told = new Set(["reviews"]);
  for (const [at, text] of textsIn(facts)) {
    const unfit = textAdvice(text);
    if (unfit !== undefined) say("warning", at, unfit);
    const file = at.replace(/\/.*/, "");
    const [found] = RESERVED_DOMAIN.exec(text) ?? SAMPLE_WORDS.exec(text) ?? [];
    if (found === undefined || told.has(file)) continue;
    told.add(file);
    say("notice", at, `has "${found}", which is from the sample cottage or reserved for examples; put your own in its place`);
  }
}

function textsIn(value: unknown, at = ""): (readonly [at: string, text: string])[] {
  if (typeof value === "string") return [[at, value]];
  return Object.entries(Object(value)).flatMap(([key, each]) => textsIn(each, at === "" ? key : `${at}/${key}`));
}

function reviews({ reviews: { ratingValue, reviews }, site: { updated } }: Facts, say: Say, { today }: Circumstances): void {
  const average = reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length;
  if (reviews.length >= 3 && Math.abs(average - ratingValue) > 0.5) {
    say("warning", "reviews/ratingValue", `is ${ratingValue}, but the reviews listed here average ${average.toFixed(1)}; is one of them mistyped, or the average out of date?`);
  }
  const tellFuture = (at: string, day: string) => {
    if (day > today) say("warning", at, `is ${day}, a day that has not come yet`);
  };
  tellFuture("site/updated", updated);
  const seen = new Map<string, number>();
  for (const [index, { author, body, datePublished }] of reviews.entries()) {
    const at = `reviews/reviews/${index}`;
    tellFuture(`${at}/datePublished`, datePublished);
    const [found] = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+|\+?\d[\d ()-]{8,}\d/.exec(body) ?? [];
    if (found !== undefined) say("warning", `${at}/body`, `has "${found}", which looks like an e-mail address or a telephone number; take it out`);
    const first = seen.get(`${author}\n${body}`);
    if (first !== undefined) say("warning", at, `is the same as entry ${first + 1}; remove one of them`);
    else seen.set(`${author}\n${body}`, index);
  }
}

const KILOMETRES_MAX = 100;

function position({ cottage: { geo }, site: { map = [] } }: Facts, say: Say): void {
  const at = "cottage/geo/latitude";
  if (geo.latitude === 0 && geo.longitude === 0) {
    return say("warning", at, "and longitude are 0, a place in the sea off Africa; write where the cottage stands, such as 54.26835 and -2.16417");
  }
  // Of the two, since a last digit may be a zero that the number does not keep.
  const digits = Math.max(...[geo.latitude, geo.longitude].map((degrees) => String(degrees).split(".")[1]?.length ?? 0));
  if (digits < 5) say("warning", at, `has ${digits} decimals; search engines ask for five, which are a metre, such as 54.26835`);
  const swapped = { latitude: geo.longitude, longitude: geo.latitude };
  if (map.length > 0 && map.every((place) => isFar(geo, place) && !isFar(swapped, place))) {
    return say("warning", at, "and longitude are swapped: the other way round the cottage is near the places on the map");
  }
  const far = map.flatMap((place, index) => {
    const distance = Math.round(kilometres(geo, place));
    return distance <= KILOMETRES_MAX ? [] : [{ at: `site/map/${index}`, said: `${place.name}, which is ${distance} km away` }];
  });
  const [first, second] = far;
  const cause = "is a number mistyped, a minus sign lost, or are the two swapped?";
  if (first !== undefined && second !== undefined && far.length === map.length) {
    return say("warning", "cottage/geo", `is far from every place on the map, as from ${first.said}; ${cause}`);
  }
  for (const { at, said } of far) say("warning", at, `places ${said} from the cottage; ${cause}`);
}

function isFar(one: Position, other: Position): boolean {
  return kilometres(one, other) > KILOMETRES_MAX;
}

type Position = Facts["cottage"]["geo"];

/** As the crow flies, on a sphere. */
function kilometres(one: Position, other: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const from = radians(one.latitude);
  const to = radians(other.latitude);
  const east = radians(other.longitude - one.longitude);
  return 6371 * Math.acos(Math.min(1, Math.sin(from) * Math.sin(to) + Math.cos(from) * Math.cos(to) * Math.cos(east)));
}

/** How many sleep in a bed where not two do; who sleeps in a cot is not counted. */
const SLEEPERS: Readonly<Record<string, number>> = { single: 1, cot: 0 };

function beds({ cottage: { bedTypes, bedrooms }, site }: Facts, say: Say): void {
  const all = site.beds ?? Object.entries(bedTypes).map(([kind, count]) => ({ kind, count }));
  const count = all.reduce((sum, bed) => sum + bed.count, 0);
  if (count < bedrooms) {
    say("notice", "cottage/bedTypes", `counts ${count} beds for ${bedrooms} bedrooms; is that number wrong, or are others to be listed in "beds" in site.json?`);
  }
  // Two more may sleep on a sofa that nobody listed.
  const places = all.reduce((sum, bed) => sum + bed.count * (SLEEPERS[bed.kind] ?? 2), 2);
  if (site.sleeps > places) say("notice", "site/sleeps", `is ${site.sleeps}, more than the ${count} beds hold; list in "beds" where the others sleep`);
}

/** While only the owner's machine serves the site, its address is not the one that guests will know. */
function ownAddress({ cottage: { url } }: Facts, say: Say, { baseUrl }: Circumstances): void {
  if (!baseUrl.startsWith("https:") || RESERVED_DOMAIN.test(url) || new URL(url).origin === baseUrl) return;
  say("warning", "cottage/url", `is ${url}, but BASE_URL is ${baseUrl}; leave the field out, and it is this site's front page, or correct one of the two`);
}

function unplaced({ attractions: { attractions }, site: { map = [] } }: Facts, say: Say): void {
  const placed = new Set(map.map(({ name }) => name));
  const names = attractions.map(({ name }) => name).filter((name) => !placed.has(name));
  const named = names.slice(0, 3).join(", ") + (names.length > 3 ? " and others" : "");
  if (named !== "") say("notice", "site/map", `has no position of ${named}; add latitude and longitude, and they are drawn on the map`);
}

/** Google's vacation-rental fields that are optional here. */
function searchEngines({ cottage: { description }, site: { photos = [], contact } }: Facts, say: Say): void {
  if (photos.length < 8) {
    say("notice", "site/photos", `lists ${photos.length} of the eight or more photographs that search engines ask for; show bedroom, bathroom and living room among them`);
  }
  if (contact.telephone === undefined) say("notice", "site/contact", 'has no "telephone"; guests on their way like to have one, such as "+44 1632 960147"');
  if (description.length < 150) say("notice", "cottage/description", `is ${description.length} characters long; 150 or more win more guests`);
}
