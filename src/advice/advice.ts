/**
 * What is allowed but probably not meant, or could be better: for `--check`, never a reason not to start.
 *
 * Each rule speaks of facts that were checked already.
 */
import type { Finding } from "../finding.ts";
import { SAMPLE_WORDS, textAdvice } from "../owner-text.ts";
import type { Disagreement } from "../data/consistency.ts";
import type { Facts } from "../data/datasets.ts";

export interface Advice extends Disagreement {
  readonly level: Exclude<Finding["level"], "error">;
}

type Rule = (facts: Facts, today: string) => Advice[];

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

const dates: Rule = ({ reviews, site }, today) => {
  const found = reviews.reviews.flatMap(({ datePublished }, index) =>
    datePublished > today
      ? [advice("warning", "reviews", `/reviews/${index}/datePublished`, `is ${datePublished}, a day that has not come yet`)]
      : [],
  );
  if (site.updated > today) found.push(advice("warning", "site", "/updated", `is ${site.updated}, a day that has not come yet`));
  return found;
};

const beds: Rule = ({ cottage, site }) => {
  const { king, double } = cottage.bedTypes;
  const found: Advice[] = [];
  if (king + double < cottage.bedrooms) {
    const message = `counts ${king + double} beds for ${cottage.bedrooms} bedrooms; every bedroom has one, or is the number of bedrooms wrong?`;
    found.push(advice("notice", "cottage", "/bedTypes", message));
  }
  if (site.sleeps > 2 * (king + double) + 2) {
    const message = `is ${site.sleeps}, more than ${king + double} king-size and double beds hold; say in the description where the others sleep`;
    found.push(advice("notice", "site", "/sleeps", message));
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

const RULES: readonly Rule[] = [unfit, personal, coarsePosition, ratingFarOff, twice, dates, beds, searchEngines, sampleLeft];

/** @param today as `2026-07-31` */
export function adviceOn(facts: Facts, today: string): Advice[] {
  return RULES.flatMap((rule) => rule(facts, today));
}
