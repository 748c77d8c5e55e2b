/**
 * Finds small mutations of a TypeScript module, e.g. `<=` instead of `<`. Not every mutated module compiles.
 */

export interface Mutation {
  /** Offset of the first replaced character. */
  readonly offset: number;
  /** Number of replaced characters. */
  readonly length: number;
  readonly replacement: string;
  /** Name of the mutation operator, e.g. "boundary". */
  readonly operator: string;
  /** 1-based. */
  readonly line: number;
}

/** Mutation operator: a kind of mutation. */
interface Operator {
  readonly name: string;
  /** Matched against code without comments, strings, types and imports. Only the first capture group is replaced. */
  readonly pattern: RegExp;
  readonly replace: (original: string) => string;
}

/** Returns a function that replaces either string of a pair with the other one. */
function swap(...pairs: readonly (readonly [string, string])[]): (original: string) => string {
  const replacements = new Map(
    pairs.flatMap(([left, right]) => [
      [left, right],
      [right, left],
    ]),
  );
  return (original) => replacements.get(original) ?? original;
}

/** Doubles a number, e.g. `1_000` to `2000`. Zero becomes 1, because twice zero would be no mutation. */
function double(number: string): string {
  const value = Number(number.replaceAll("_", ""));
  return String(value === 0 ? 1 : value * 2);
}

/** The spaces around `<` and `>` distinguish them from the brackets of type parameters. */
const OPERATORS: readonly Operator[] = [
  { name: "boundary", pattern: / (<=|>=|<|>) /g, replace: swap(["<", "<="], [">", ">="]) },
  { name: "equality", pattern: / (===|!==) /g, replace: swap(["===", "!=="]) },
  { name: "logic", pattern: / (&&|\|\|)(?=\s)/g, replace: swap(["&&", "||"]) },
  { name: "arithmetic", pattern: / (\+|-|\*|\/)(?=\s)/g, replace: swap(["+", "-"], ["*", "/"]) },
  { name: "assignment", pattern: / (\+=|-=) /g, replace: swap(["+=", "-="]) },
  { name: "boolean", pattern: /(?<![\w.])(true|false)(?!\w)/g, replace: swap(["true", "false"]) },
  { name: "constant", pattern: /\bconst [A-Z][A-Z\d_]* = (\d[\d_.]*)/g, replace: double },
  { name: "extreme", pattern: /\bMath\.(min|max)\(/g, replace: swap(["min", "max"]) },
  { name: "quantifier", pattern: /\.(some|every)\(/g, replace: swap(["some", "every"]) },
  { name: "negation", pattern: /(?<=[\s(])(!)(?=[\w(/])/g, replace: () => "" },
  { name: "early exit", pattern: /^ *(if \(.*\) (?:return|continue|break)\b.*;)$/gm, replace: () => "" },
];

/** Returns the mutations of a module's source text, sorted by offset. */
export function mutationsOf(source: string): Mutation[] {
  const code = maskTypes(maskLiterals(source));
  const mutations = OPERATORS.flatMap((operator) => matchesOf(operator, code, source));
  return mutations.sort((first, second) => first.offset - second.offset || first.length - second.length);
}

export function applyMutation(source: string, { offset, length, replacement }: Mutation): string {
  return source.slice(0, offset) + replacement + source.slice(offset + length);
}

/** Matches masked code, whose offsets are those of the source text. */
function matchesOf(operator: Operator, code: string, source: string): Mutation[] {
  return [...code.matchAll(operator.pattern)].map((match) => {
    const [whole, group = ""] = match;
    const offset = match.index + whole.indexOf(group);
    const original = source.slice(offset, offset + group.length);
    const line = source.slice(0, offset).split("\n").length;
    return { offset, length: group.length, replacement: operator.replace(original), operator: operator.name, line };
  });
}

/** Code after which a slash starts a regular expression. After any other code, a slash is a division. */
const BEFORE_REGULAR_EXPRESSION = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|of|in))\s*$/;

const LINE_COMMENT = /\/\/[^\n]*/y;
const BLOCK_COMMENT = /\/\*[^]*?\*\//y;
const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y;
const REGULAR_EXPRESSION = /\/(?![/*])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[^]|\$(?!\{))*/y;

/** Replaces comments, strings and regular expressions with placeholders of the same length. Keeps line breaks. */
function maskLiterals(source: string): string {
  let code = "";
  /** Stack of unclosed template literals: for each, the number of open braces in its current `${…}`. */
  const templates: number[] = [];

  const skip = (pattern: RegExp, placeholder: string): boolean => {
    pattern.lastIndex = code.length;
    const match = pattern.exec(source);
    if (match === null) return false;
    code += match[0].replaceAll(/[^\n]/g, placeholder);
    return true;
  };
  /** Skips the text of a template literal up to its end or its next expression. */
  const skipTemplateText = (): void => {
    skip(TEMPLATE_TEXT, "_");
    if (source[code.length] === "`") {
      templates.pop();
      code += "_";
    } else {
      code += "_(";
    }
  };

  while (code.length < source.length) {
    if (skip(LINE_COMMENT, " ") || skip(BLOCK_COMMENT, " ") || skip(STRING, "_")) continue;
    if (BEFORE_REGULAR_EXPRESSION.test(code.slice(-20)) && skip(REGULAR_EXPRESSION, "_")) continue;
    const character = source[code.length] ?? "";
    const depth = templates.at(-1);
    if (character === "`") {
      code += "_";
      templates.push(0);
      skipTemplateText();
    } else if (character === "}" && depth === 0) {
      code += ")";
      skipTemplateText();
    } else {
      if (depth !== undefined && character === "{") templates[templates.length - 1] = depth + 1;
      if (depth !== undefined && character === "}") templates[templates.length - 1] = depth - 1;
      code += character;
    }
  }
  return code;
}

const IMPORT = /^(?:import|export) (?:type )?(?:\{[^}]*\}|\*|\w+)[^;]*;/gm;
const INTERFACE = /^(?:export )?interface [^]*?^\}/gm;
const INTERFACE_ON_ONE_LINE = /^(?:export )?interface .*\}$/gm;
const TYPE_ALIAS = /^(?:export )?type [^]*?;$/gm;

/**
 * Blanks imports and type declarations, so that they are not mutated. Types inside functions contain nothing that a
 * mutation operator could match.
 */
function maskTypes(code: string): string {
  return [IMPORT, INTERFACE_ON_ONE_LINE, INTERFACE, TYPE_ALIAS].reduce(
    (masked, pattern) => masked.replace(pattern, (text) => text.replaceAll(/[^\n]/g, " ")),
    code,
  );
}
