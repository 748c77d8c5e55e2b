/**
 * Advice on the facts: what is allowed but probably not meant, or could be better. Never a reason not to start.
 *
 * Each rule speaks of facts that were checked already.
 */
import type { Finding } from "../finding.ts";
import type { Disagreement } from "../data/consistency.ts";
import { DATA_SETS, type Facts } from "../data/datasets.ts";
import { namesIn } from "../files.ts";
import { SAMPLE_WORDS, textAdvice } from "./texts.ts";

export interface Advice extends Disagreement {
  readonly level: Exclude<Finding["level"], "error">;
}

/** Where and when the facts are to be true. */
export interface Circumstances {
  /** As `2026-07-31`. */
  readonly today: string;
  readonly baseUrl: string;
}

type Rule = (facts: Facts, circumstances: Circumstances) => Advice[];

function advice(level: Advice["level"], name: Advice["name"], pointer: string, message: string): Advice {
  return { level, name, pointer, of: "value", message };
}

interface TextFact {
  readonly name: keyof Facts;
  readonly pointer: string;
  readonly text: string;
}

/** Every text in every file, with its place. */
function texts(name: keyof Facts, value: unknown, pointer = ""): TextFact[] {
  if (typeof value === "string") return [{ name, pointer, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => texts(name, each, `${pointer}/${key}`));
}

function allTexts(facts: Facts): TextFact[] {
  const names: readonly (keyof Facts)[] = ["cottage", "reviews", "attractions", "booking", "site"];
  return names.flatMap((name) => texts(name, facts[name]));
}

const RESERVED_DOMAIN = /(?<![\w-])[\w-]+\.example\b|\bexample\.(?:com|net|org)\b/i;

/** The sample's own words and the domains that are reserved for examples (RFC 2606). One notice a file is enough. */
const sampleLeft: Rule = (facts) => {
  const first = new Map<string, Advice>();
  for (const { name, pointer, text } of allTexts(facts)) {
    if (first.has(name) || name === "reviews") continue;
    const domain = RESERVED_DOMAIN.exec(text)?.[0];
    const found = domain ?? SAMPLE_WORDS.exec(text)?.[0];
    if (found === undefined) continue;
    const what = domain === undefined ? "from the sample cottage" : "a domain reserved for examples";
    first.set(name, advice("notice", name, pointer, `has "${found}", which is ${what}; put your own in its place`));
  }
  return [...first.values()];
};

const unfit: Rule = (facts) =>
  allTexts(facts).flatMap(({ name, pointer, text }) => {
    const problem = textAdvice(text);
    return problem === undefined ? [] : [advice("warning", name, pointer, problem)];
  });

const personal: Rule = ({ reviews }) =>
  reviews.reviews.flatMap(({ body }, index) => {
    const found = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+|\+?\d[\d ()-]{8,}\d/.exec(body)?.[0];
    const message = `has "${found ?? ""}", which looks like somebody's e-mail address or telephone number; take it out`;
    return found === undefined ? [] : [advice("warning", "reviews", `/reviews/${index}/body`, message)];
  });

function decimals(value: number): number {
  return String(value).split(".")[1]?.length ?? 0;
}

const coarsePosition: Rule = ({ cottage: { geo } }) => {
  // Of the two, since a last digit may be a zero that the number does not keep.
  if (geo.latitude === 0 && geo.longitude === 0) {
    return [advice("warning", "cottage", "/geo/latitude", "and longitude are 0, a place in the sea off Africa; write where the cottage stands, such as 54.26835 and -2.16417")];
  }
  const digits = Math.max(decimals(geo.latitude), decimals(geo.longitude));
  if (digits >= 5) return [];
  const message = `has ${digits} decimals; five place the cottage to the metre, such as 54.26835, and search engines ask for them`;
  return [advice("warning", "cottage", "/geo/latitude", message)];
};

const ratingFarOff: Rule = ({ reviews: { ratingValue, reviews } }) => {
  if (reviews.length < 3) return [];
  const average = reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length;
  if (Math.abs(average - ratingValue) <= 0.5) return [];
  const message = `is ${ratingValue}, but the reviews listed here average ${average.toFixed(1)}; is one of them mistyped, or the average out of date?`;
  return [advice("warning", "reviews", "/ratingValue", message)];
};

const twice: Rule = ({ reviews: { reviews } }) => {
  const seen = new Map<string, number>();
  return reviews.flatMap(({ author, body }, index) => {
    const key = `${author}\n${body}`;
    const first = seen.get(key);
    seen.set(key, first ?? index);
    return first === undefined ? [] : [advice("warning", "reviews", `/reviews/${index}`, `is the same as entry ${first + 1}; remove one of them`)];
  });
};

const dates: Rule = ({ reviews, site }, { today }) => {
  const found = reviews.reviews.flatMap(({ datePublished }, index) =>
    datePublished > today
      ? [advice("warning", "reviews", `/reviews/${index}/datePublished`, `is ${datePublished}, a day that has not come yet`)]
      : [],
  );
  if (site.updated > today) found.push(advice("warning", "site", "/updated", `is ${site.updated}, a day that has not come yet`));
  return found;
};

/** How many sleep in a bed of each kind; a cot is for who is not counted among the guests. */
const SLEEPERS: Readonly<Record<string, number>> = { king: 2, queen: 2, double: 2, single: 1, bunk: 2, "sofa bed": 2, cot: 0 };

const beds: Rule = ({ cottage, site }) => {
  const { king, double } = cottage.bedTypes;
  const all = site.beds ?? [{ kind: "king", count: king }, { kind: "double", count: double }];
  const count = all.reduce((sum, bed) => sum + bed.count, 0);
  const places = all.reduce((sum, bed) => sum + bed.count * (SLEEPERS[bed.kind] ?? 1), 0);
  const found: Advice[] = [];
  if (count < cottage.bedrooms) {
    const message = `counts ${count} beds for ${cottage.bedrooms} bedrooms; say in "beds" in site.json what else there is, or is the number of bedrooms wrong?`;
    found.push(advice("notice", "cottage", "/bedTypes", message));
  }
  // A sofa bed that is not listed is forgiven.
  if (site.sleeps > places + (site.beds === undefined ? 2 : 0)) {
    const listed = site.beds === undefined ? `${count} king-size and double beds` : `the ${count} beds that are listed`;
    const message = `is ${site.sleeps}, more than ${listed} hold; list in "beds" where the others sleep`;
    found.push(advice("notice", "site", "/sleeps", message));
  }
  return found;
};

/** While the site is on the owner's own machine, its address is not yet the one that guests will know. */
const ownAddress: Rule = ({ cottage }, { baseUrl }) => {
  if (!baseUrl.startsWith("https:") || RESERVED_DOMAIN.test(cottage.url) || !URL.canParse(cottage.url) || new URL(cottage.url).origin === baseUrl) return [];
  const message = `is ${cottage.url}, but BASE_URL is ${baseUrl}; leave the field out, and it is this site's front page, or correct one of the two`;
  return [advice("warning", "cottage", "/url", message)];
};

const KILOMETRES_MAX = 100;

/** As the crow flies, on a sphere. */
function kilometres(one: Facts["cottage"]["geo"], other: Facts["cottage"]["geo"]): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const east = radians(other.longitude - one.longitude);
  const angle = Math.sin((to - from) / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin(east / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(angle));
}

const places: Rule = ({ cottage: { geo }, attractions, site }) => {
  const map = site.map ?? [];
  const advise = "is a number mistyped, or a minus sign lost?";
  const far = map.flatMap((place, index) => {
    const distance = Math.round(kilometres(geo, place));
    return distance <= KILOMETRES_MAX ? [] : [{ index, said: `${place.name}, which is ${distance} km away` }];
  });
  const [first] = far;
  const isHouse = first !== undefined && far.length > 1 && far.length === map.length;
  // The middle of the sea is told of already.
  const isNowhere = geo.latitude === 0 && geo.longitude === 0;
  const found = isHouse
    ? [advice("warning", "cottage", "/geo", `is far from every place on the map, as from ${first.said}; ${advise}`)]
    : far.map(({ index, said }) => advice("warning", "site", `/map/${index}`, `places ${said} from the cottage; ${advise}`));
  if (isNowhere) found.length = 0;
  const known = new Set(map.map(({ name }) => name));
  const unplaced = attractions.attractions.map(({ name }) => name).filter((name) => !known.has(name));
  if (unplaced.length > 0) {
    const others = unplaced.length > 3 ? ` and ${unplaced.length - 3} others` : "";
    const message = `has no position of ${unplaced.slice(0, 3).join(", ")}${others}; add latitude and longitude, and they are drawn on the map`;
    found.push(advice("notice", "site", "/map", message));
  }
  return found;
};

/** Google's vacation-rental fields that are optional here; it asks for at least eight photographs. */
const searchEngines: Rule = ({ cottage, site }) => {
  const photos = site.photos?.length ?? 0;
  const found: Advice[] = [];
  if (photos < 8) {
    const message = `lists ${photos === 0 ? "no photographs" : `${photos} of the photographs`}; search engines show a holiday home with eight or more, with bedroom, bathroom and living room among them`;
    found.push(advice("notice", "site", "/photos", message));
  }
  if (site.contact.telephone === undefined) {
    found.push(advice("notice", "site", "/contact", 'has no "telephone"; guests on their way like to have one, such as "+44 1632 960147"'));
  }
  if (cottage.description.length < 150) {
    const message = `is ${cottage.description.length} characters long; a few sentences, 150 characters or more, win more guests`;
    found.push(advice("notice", "cottage", "/description", message));
  }
  return found;
};

const RULES: readonly Rule[] = [unfit, personal, coarsePosition, ratingFarOff, twice, dates, beds, ownAddress, places, searchEngines, sampleLeft];

export function adviceOnFacts(facts: Facts, circumstances: Circumstances): Advice[] {
  return RULES.flatMap((rule) => rule(facts, circumstances));
}

/** Files in the folder of facts that nobody reads. */
export function adviceOnFiles(folder: string): Finding[] {
  const known = [...DATA_SETS.map(({ name }) => `${name}.json`), "site.json"];
  const others = namesIn(folder).filter((name) => /\.(?:json|txt|csv|docx?|xlsx?)$/i.test(name) && !known.includes(name));
  const message = `this file is not read; the files of facts are ${known.join(", ")}`;
  return others.map((name) => ({ level: "warning", file: `data/${name}`, message }));
}
