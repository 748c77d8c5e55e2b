/**
 * Walks JSON text that `JSON.parse` has accepted: counts its member names, and finds the place of each value.
 *
 * Nothing is checked here; text with a mistake in it belongs to json-mistakes.ts.
 */

/** How many members are written in the text. A string followed by a colon is a name; all else is skipped. */
export function countNames(text: string): number {
  let names = 0;
  for (let quote = text.indexOf('"'); quote !== -1; ) {
    const end = stringEnd(text, quote);
    if (text.charCodeAt(blankEnd(text, end)) === COLON) names += 1;
    quote = text.indexOf('"', end);
  }
  return names;
}

/**
 * Finds where the value, or the name, that an RFC 6901 pointer names begins. Where nothing is there, as for a
 * member that is missing, it is the value around the gap; where there is no name (an element, the whole
 * document), it is the value itself.
 *
 * The parts of an array or object are found when first asked for and then remembered, so the text is read
 * at most once for each level of nesting, however many questions follow.
 */
export function locator(text: string): (pointer: string, of: "key" | "value") => number {
  const remembered = new Map<number, ReadonlyMap<string, Part>>();
  const start = blankEnd(text, 0);

  function partsAt(at: number): ReadonlyMap<string, Part> {
    const parts = remembered.get(at) ?? readParts(text, at);
    remembered.set(at, parts);
    return parts;
  }

  return (pointer, of) => {
    let found: Part = { key: start, value: start };
    for (const step of pointer.split("/").slice(1)) {
      const next = partsAt(found.value).get(step.replaceAll("~1", "/").replaceAll("~0", "~"));
      if (next === undefined) return found.value;
      found = next;
    }
    return found[of];
  };
}

/** Where one member or element begins; an element's key is its value. */
interface Part {
  readonly key: number;
  readonly value: number;
}

const COLON = 0x3a;
const BACKSLASH = 0x5c;

function readParts(text: string, open: number): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  const isObject = text.charAt(open) === "{";
  if (!isObject && text.charAt(open) !== "[") return parts;
  let at = blankEnd(text, open + 1);
  while (!isCloser(text.charAt(at))) {
    const key = at;
    let name = String(parts.size);
    if (isObject) {
      const end = stringEnd(text, at);
      name = decoded(text.slice(at, end));
      at = blankEnd(text, blankEnd(text, end) + 1);
    }
    parts.set(name, { key, value: at });
    at = blankEnd(text, valueEnd(text, at));
    if (text.charAt(at) === ",") at = blankEnd(text, at + 1);
  }
  return parts;
}

function decoded(name: string): string {
  return name.includes("\\") ? String(JSON.parse(name)) : name.slice(1, -1);
}

function isCloser(char: string): boolean {
  return char === "}" || char === "]" || char === "";
}

function blankEnd(text: string, at: number): number {
  let code = text.charCodeAt(at);
  while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt((at += 1));
  return at;
}

/** `indexOf` leaps over the words of a string, which are most of a data file, many times faster than a loop. */
function stringEnd(text: string, open: number): number {
  for (let quote = text.indexOf('"', open + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let run = quote;
    while (text.charCodeAt(run - 1) === BACKSLASH) run -= 1;
    if ((quote - run) % 2 === 0) return quote + 1;
  }
  return text.length;
}

function valueEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const char = text.charAt(at);
    if (char === '"') at = stringEnd(text, at);
    else if (char === "{" || char === "[") {
      depth += 1;
      at += 1;
    } else if (isCloser(char)) {
      depth -= 1;
      at += 1;
    } else at = plainEnd(text, at);
  } while (depth > 0);
  return at;
}

/** The end of a number, a literal, or what stands between two values. */
function plainEnd(text: string, start: number): number {
  PLAIN.lastIndex = start + 1;
  PLAIN.test(text);
  return PLAIN.lastIndex;
}

const PLAIN = /[^\s"{}[\],:]*/y;
