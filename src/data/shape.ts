/**
 * Guards and their JSON Schemas, side by side: what is published is what is checked.
 *
 * This is not a validation library and must not become one: no chaining, no coercion, no defaults, no
 * transforms, no unions but `nullable`. A shape says yes or lists problems; it never changes a value.
 */
import { closest } from "../suggest.ts";

/** JSON Schema 2020-12, as OpenAPI 3.1 and MCP take it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Problem {
  /** An RFC 6901 pointer to the value. */
  readonly pointer: string;
  /** What to point at: the value itself, or the name of the member that holds it. */
  readonly of: "value" | "key";
  /** A sentence about the field, without its name or place: "must be …, not …". */
  readonly message: string;
}

export interface Shape<T> {
  readonly schema: JsonSchema;
  readonly problems: (value: unknown, pointer: string) => Problem[];
  /** Never set: it carries the type for `Infer`. */
  readonly type?: T;
}

export type Infer<S> = S extends Shape<infer T> ? T : never;

export function conforms<T>(shape: Shape<T>, value: unknown): value is T {
  return shape.problems(value, "").length === 0;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as the owner sees it in the file, cut short when it is long. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "a group of fields in { }";
  if (typeof value !== "string") return String(value);
  const characters = [...value];
  return JSON.stringify(characters.length > SHOWN_MAX ? `${characters.slice(0, SHOWN_MAX).join("")}…` : value);
}

const SHOWN_MAX = 60;

function child(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

type Accepts = (value: unknown) => boolean;

/** @param advice the end of the sentence for a value that shows what its writer meant; empty when it does not */
function leaf<T>(schema: JsonSchema, wanted: string, accepts: Accepts, advice: (value: unknown) => string = () => ""): Shape<T> {
  return {
    schema,
    problems: (value, pointer) => {
      if (accepts(value)) return [];
      return [{ pointer, of: "value", message: `must be ${wanted}, not ${shown(value)}${advice(value)}` }];
    },
  };
}

/** Some text that says something: not empty and not only spaces. */
export function text(description: string): Shape<string> {
  return leaf(
    { type: "string", description, pattern: "\\S" },
    'text in quotation marks, such as "some words"',
    (value) => typeof value === "string" && /\S/.test(value),
    (value) => (typeof value === "string" ? ", which is empty" : ""),
  );
}

const WORDS: ReadonlyMap<string, boolean> = new Map([["true", true], ["yes", true], ["false", false], ["no", false]]);

/** For text where a number or a flag belongs: `"3"`, `"4,8"`, `"yes"`. */
function unquoted(accepts: Accepts): (value: unknown) => string {
  return (value) => {
    if (typeof value !== "string" || !/\S/.test(value)) return "";
    const word = value.trim().toLowerCase();
    const meant = WORDS.get(word) ?? Number(word.replace(",", "."));
    return accepts(meant) ? `: write ${meant}, without quotation marks` : "";
  };
}

/** Text of a form that a pattern describes; `wanted` says the form in words, with an example. */
export function pattern(description: string, source: string, wanted: string): Shape<string> {
  const expression = new RegExp(source, "u");
  const accepts = (value: unknown) => typeof value === "string" && expression.test(value);
  return leaf({ type: "string", description, pattern: source }, wanted, accepts);
}

/** A BCP 47 tag; the pattern lets pass some that name a part twice, as `en-GB-GB`. */
export function locale(description: string, wanted: string): Shape<string> {
  const source = "^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$";
  const expression = new RegExp(source);
  return leaf(
    { type: "string", description, pattern: source },
    wanted,
    (value) => typeof value === "string" && expression.test(value) && isLocale(value),
  );
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** One of a few words. */
export function choice<const T extends string>(description: string, values: readonly T[]): Shape<T> {
  const wanted = `one of ${values.map((each) => `"${each}"`).join(", ")}`;
  return leaf({ type: "string", description, enum: values }, wanted, (value) => values.some((each) => each === value));
}

export function flag(description: string): Shape<boolean> {
  const accepts = (value: unknown) => typeof value === "boolean";
  return leaf({ type: "boolean", description }, "true or false", accepts, unquoted(accepts));
}

export function integer(description: string, minimum: number, maximum: number): Shape<number> {
  const accepts = (value: unknown) => Number.isInteger(value) && isBetween(value, minimum, maximum);
  const wanted = `a whole number from ${minimum} to ${maximum}`;
  return leaf({ type: "integer", description, minimum, maximum }, wanted, accepts, unquoted(accepts));
}

/** @param reminder what to look at when the number is too large or too small */
export function decimal(description: string, minimum: number, maximum: number, reminder = ""): Shape<number> {
  const accepts = (value: unknown) => isBetween(value, minimum, maximum);
  const advice = unquoted(accepts);
  return leaf(
    { type: "number", description, minimum, maximum },
    `a number from ${minimum} to ${maximum}`,
    accepts,
    (value) => (typeof value === "number" ? reminder : advice(value)),
  );
}

function isBetween(value: unknown, minimum: number, maximum: number): boolean {
  return typeof value === "number" && value >= minimum && value <= maximum;
}

function isHttpsUri(value: unknown): boolean {
  if (typeof value !== "string" || !/^https:\/\/[\x21-\x7e]+$/.test(value)) return false;
  return URL.canParse(value) && new URL(value).hostname.includes(".");
}

/** An absolute https address. */
export function uri(description: string): Shape<string> {
  return leaf(
    { type: "string", format: "uri", description, pattern: "^https://[\\x21-\\x7e]+$" },
    'a full web address that begins with https:// and has no spaces or accents, such as "https://www.example.com/cottage"',
    isHttpsUri,
  );
}

function isCalendarDate(value: unknown): boolean {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** A day that exists, as RFC 3339 writes a full-date. */
export function date(description: string): Shape<string> {
  const wanted = 'a day that the calendar has, written year-month-day, such as "2026-07-31"';
  return leaf({ type: "string", format: "date", description }, wanted, isCalendarDate);
}

export function constant<const T extends string>(description: string, value: T): Shape<T> {
  return leaf({ const: value, type: "string", description }, `"${value}"`, (found) => found === value);
}

/** Written with `anyOf`, not a list of types, which some MCP clients do not take. */
export function nullable<T>({ schema, problems }: Shape<T>): Shape<T | null> {
  const { description, ...rest } = schema;
  return {
    schema: { ...(description === undefined ? {} : { description }), anyOf: [rest, { type: "null" }] },
    problems: (value, pointer) =>
      value === null
        ? []
        : problems(value, pointer).map((each) => ({
            ...each,
            message: each.message.replace(/, not /, " (or null), not "),
          })),
  };
}

export function list<T>(description: string, item: Shape<T>, minItems = 0): Shape<readonly T[]> {
  return {
    schema: { type: "array", description, ...(minItems === 0 ? {} : { minItems }), items: item.schema },
    problems: (value, pointer) => {
      if (!Array.isArray(value)) {
        return [{ pointer, of: "value", message: `must be a list in [ ], not ${shown(value)}` }];
      }
      const least = `${minItems} ${minItems === 1 ? "entry" : "entries"}`;
      const message = `must have at least ${least}, not ${value.length}`;
      const short: Problem[] = value.length < minItems ? [{ pointer, of: "value", message }] : [];
      return [...short, ...value.flatMap((each, index) => item.problems(each, child(pointer, index)))];
    },
  };
}

type Members = Readonly<Record<string, Shape<unknown>>>;
type Typed<M extends Members> = { readonly [K in keyof M]: Infer<M[K]> };

/**
 * An object with these members and no others. Unknown members are refused because in a file they are
 * typing mistakes; the schema stays open, so that a field added one day breaks no strict client.
 */
export function record<R extends Members, O extends Members = Record<never, never>>(
  description: string,
  required: R,
  optional?: O,
): Shape<Typed<R> & Partial<Typed<O>>> {
  const members = new Map(Object.entries<Shape<unknown>>({ ...required, ...optional }));
  const names = [...members.keys()];
  const properties = Object.fromEntries([...members].map(([name, { schema }]) => [name, schema]));
  return {
    schema: { type: "object", description, required: Object.keys(required), properties },
    problems: (value, pointer) => {
      if (!isObject(value)) {
        return [{ pointer, of: "value", message: `must be a group of fields in { }, not ${shown(value)}` }];
      }
      const present = Object.keys(value);
      const absent = names.filter((name) => !Object.hasOwn(value, name));
      const strange = present.filter((name) => !members.has(name));
      // A misspelt field is reported once, as misspelt, and not again as missing.
      const meant = new Map(strange.map((name) => [name, closest(name, absent)]));
      const misspelt = new Set(meant.values());
      return [
        ...present.flatMap((name) => members.get(name)?.problems(value[name], child(pointer, name)) ?? []),
        ...strange.map((name) => unknownMember(child(pointer, name), meant.get(name), names)),
        ...Object.keys(required)
          .filter((name) => absent.includes(name) && !misspelt.has(name))
          .map((name): Problem => ({ pointer, of: "value", message: `lacks the field "${name}"` })),
      ];
    },
  };
}

function unknownMember(pointer: string, near: string | undefined, names: readonly string[]): Problem {
  const advice = near === undefined ? `the fields here are ${names.join(", ")}` : `did you mean "${near}"?`;
  return { pointer, of: "key", message: `is not a known field; ${advice}` };
}
