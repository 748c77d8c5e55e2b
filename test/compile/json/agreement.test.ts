import assert from "node:assert/strict";
import test from "node:test";
import { parseJson } from "../../../src/compile/json/json.ts";
import { formatMessage } from "../../../src/compile/messages.ts";
import { JSON_SAMPLE } from "../../support/json-sample.ts";
import { seededRandom } from "../../support/random.ts";
import { parseValid, parseWithBuiltIn } from "./parse.ts";

const ACCEPTED: readonly string[] = [
  ...["{}", "[]", " {} ", "[ ]", "{ }", "\n[\n]\n", "\t[]\r\n", "\r{}\r", "[[]]", "[{}]", '{"a":{}}', '{"a":[]}'],
  ...["[[],[]]", "[{},{}]", "[1,2,3]", "[1 ,2]", "[1, 2]", "[\n1\n,\n2\n]", '{"a":1,"b":2}', '{"a" : 1 , "b" : 2}'],
  ...["0", "-0", "1", "-1", "10", "1234567890", "0.0", "0.1", "-0.1", "1.5", "10.05", "1e1", "1E1", "1e+1", "1e-1"],
  ...["1.5e3", "1.5E-3", "0e0", "-0e-0", "1e400", "-1e400", "1e-400", "123456789012345678901234567890", "1.000"],
  ...[" 1 ", "[0]", "[-0]", "[1e1]", "[0,0]", "[1\n]", '{"a":0}', '{"a":-1.5e-3}', '{"a":1\n}', "true", "false"],
  ...["null", " true\n", "[true]", "[false]", "[null]", "[true,false,null]", '{"a":true}', '{"a":null}', '""', '"a"'],
  ...[' "a" ', '"a b"', '["",""]', '"\\""', '"\\\\"', '"\\/"', '"\\b\\f\\n\\r\\t"', '"\\\\\\\\"', '"\\\\\\""', '"/"'],
  ...['"\'"', '"“a”"', '"`"', '"// no remark"', '"/* no remark */"', '"# no remark"', '"a, b"', '"{"', '"]"'],
  ...['"a: b"', '"\\u0000"', '"\\u00e9"', '"\\u00E9"', '"\\u2028"', '"\\ud83d\\ude00"', '"\\uD83D\\uDE00"', '"😀"'],
  ...['"é"', '"\u2028\u2029"', '"\u00a0"', '"\u200b"', '"\ufeff"', '"\u007f"', '"\\\\ud800"', '"\\\\u12"'],
  ...['["\\\\","\\""]', '{"":1}', '{" ":1}', '{"a b":1}', '{"a:":1}', '{"a: ":1}', '{"a:" :1}', '{"a\\"b":1}'],
  ...['{"\\u0061":1}', '{"a":1,"A":1}', '{"a":1,"a ":2}', '{"a":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"a"}'],
  ...['{"a":["a","a"]}', '{"é":1,"e\u0301":2}', '{"1":1,"2":2}', '{"__proto__":1}', '{"constructor":1,"toString":2}'],
  ...['{"a":[{"a":[{"a":1}]}]}', '{"\\\\":1,"\\"":2}', '["a:b","c"]', '{"a":"\\\\"}', '{"a":"x:","b":"y"}'],
  ...[`${"[".repeat(64)}${"]".repeat(64)}`, `${'{"a":'.repeat(64)}1${"}".repeat(64)}`],
  ...[JSON_SAMPLE, JSON.stringify(JSON.parse(JSON_SAMPLE))],
];

const REJECTED: readonly string[] = [
  ...[
    "",
    " ",
    "\n",
    "\u00a0",
    "\ufeff",
    "\ufeff{}",
    "\ufeff[1]",
    "{",
    "}",
    "[",
    "]",
    "{]",
    "[}",
    "{[",
    "[{",
    "[[]",
    "{{}",
  ],
  ...["[]]", "{}}", "[1}", '{"a":1]', "[1,[2]", '{"a":{"b":1}', '[{"a":1]', '{"a":[1}', "[[1}]", "][", "}{", "[1]]"],
  ...["[1][2]", "{}{}", "{},{}", "1 2", "1,2", '"a" "b"', '"a":1', '{"a":1}x', "[] x", "{}//", "{}#", "[]/**/"],
  ...["[1,]", "[,]", "[,1]", "[1,,2]", "[1,,]", "[,,]", '{"a":1,}', "{,}", '{,"a":1}', '{"a":1,,"b":2}'],
  ...['{"a":1;"b":2}', "[1;2]", "[1 2]", '["a" "b"]', '["a""b"]', '["a"1]', "[1[2]]", "[true false]", "[{}{}]"],
  ...['{"a":1"b":2}', '{"a":1 "b":2}', '{"a" 1}', '{"a"}', '{"a":}', '{"a",}', '{"a":,}', "{:}", "{:1}", '{"a"::1}'],
  ...['{"a":1:2}', '{"a"=1}', '{"a"=>1}', '{"a":=1}', '["a":1]', "[:]", "[=]", "[1:2]", "{1:2}", "{a:1}", "{a}"],
  ...["{true:1}", "{null:1}", '{"a":b}', "{'a':1}", "{\"a\":'b'}", "['a']", "[`a`]", "[“a”]", '[“a"]', '["a”]'],
  ...["[«a»]", "{“a”:1}", "[’a’]", "['a]", '["a', '["a]', '["a\n"]', '["a\r"]', '["a\r\nb"]', '"a', '"', '["', '["\\'],
  ...['["\\"', '["\\"]', '{"a', '{"a":"b', '{"a: 1}', '{a": 1}', '["\t"]', '["\u0000"]', '["\u0001"]', '["\u001f"]'],
  ...['["\\a"]', '["\\d"]', '["\\x41"]', '["\\\'"]', '["\\0"]', '["\\ "]', '["\\\n"]', '["\\u"]', '["\\u1"]'],
  ...['["\\u12"]', '["\\u123"]', '["\\u123g"]', '["\\U0041"]', '["\\u{41}"]', '["\\u 041"]', '["\\ud83d\\u"]', "01"],
  ...["00", "-01", "-00", "007", "01.5", "+1", "+0", "-", "+", ".", "-.", ".5", "-.5", "5.", "-5.", "5.e1", ".e1"],
  ...["1e", "1e+", "1e-", "1e1.5", "1.5.2", "1..2", "--1", "+-1", "1-", "1+1", "0x1F", "0b1", "0o7", "1_000", "1'000"],
  ...["1n", "1f", "5km", "12:30", "[1 000]", '{"a":4,8}', '{"a":1,000}', '{"a":1.000,50}', '{"a":1,000,000}'],
  ...['{"a":1,2,3}', "[−1]", "[–1]", "[１]", "[1\u00a0]", "NaN", "Infinity", "-Infinity", "undefined", "None", "True"],
  ...["TRUE", "False", "Null", "nil", "yes", "no", "tru", "nul", "falsee", "[NaN]", "[True]", "[nulls]"],
  ...["[truefalse]", "[true1]", "[1true]", "[yes]", '{"a":undefined}', "[a]", "[a b]", "[https://a.b/c]", "[1//\n]"],
  ...["[1/**/]", "[1#\n]", "//\n[]", "/**/[]", "#\n[]", "[]//", "[/*", "[/", "[1/2]", "[#", "[1]#", "[/**/1]"],
  ...['{//\n"a":1}', "[\u00a0]", "[\u2028]", "[\u200b]", "[\ufeff]", "[1\u200b]", "[\v]", "[\f]", "[\0]", "\0"],
  ...["{\0}", "[\u0085]", "[\u3000]", "[1\u2060]", "<html>", "<", "name: x", "---", "a=b", "a,b", "{\\rtf1}"],
  ...["PK\u0003\u0004", "%PDF-1.7", "$", "@", "*", "\\", "[\\]", "{\\}", "…", "[...]", "[".repeat(65)],
  ...["[".repeat(100_000), '{"a":'.repeat(65), '[{"a":'.repeat(50_000), "{".repeat(1000), `${JSON_SAMPLE}}`],
  ...[JSON_SAMPLE.slice(0, -3)],
];

/** `JSON.parse` accepts these although it drops a property, or although they are nested too deeply. */
const REJECTED_ALTHOUGH_PARSED: readonly string[] = [
  ...['{"a":1,"a":1}', '{"a":1,"a":2}', '{"a":1,"b":2,"a":3}', '{"a":1,"\\u0061":2}', '{"":1,"":2}'],
  ...['[{"a":1,"a":2}]', '{"x":{"a":1,"a":2}}', '{"a":{"b":1},"a":{"b":1}}', '{"a":{"b":1,"c":2},"a":{}}'],
  ...['{"__proto__":1,"__proto__":2}', '{"1":1,"1":2}', '{"a":[{"b":1}],"a":[]}', '{"\\"":1,"\\"":2}'],
  ...['{"\\\\":1,"\\\\":2}', '{"a" :1,"a"\n:2}', '{"a":1,"a":2,"a":3}'],
  ...[`${"[".repeat(65)}${"]".repeat(65)}`],
  ...[`${'{"a":'.repeat(65)}1${"}".repeat(65)}`, `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
];

function title(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

for (const text of ACCEPTED) {
  test(`parseJson() accepts ${title(text)}, as JSON.parse does`, () => {
    assert.deepEqual(parseValid(text), JSON.parse(text));
  });
}

for (const text of REJECTED) {
  test(`parseJson() rejects ${title(text)}, as JSON.parse does`, () => {
    assert.equal(parseWithBuiltIn(text), undefined);
    assertRejected(text);
  });
}

for (const text of REJECTED_ALTHOUGH_PARSED) {
  test(`parseJson() rejects ${title(text)}, which JSON.parse accepts`, () => {
    assert.notEqual(parseWithBuiltIn(text), undefined);
    assertRejected(text);
  });
}

/** Asserts that an error is reported in one line of text, at a location in the source. */
function assertRejected(source: string): void {
  const result = parseJson(source);
  assert.ok("error" in result, source);
  const { line, column } = result.error.location;
  const width = source.split(/\r\n|\r|\n/)[line - 1]?.length;
  assert.ok(width !== undefined && column >= 1 && column <= width + 1, `${line}:${column} is not in the text`);
  assert.match(formatMessage(result.error.message), /^[^\r\n]{10,250}$/);
  const builtIn = builtInErrorLocation(source);
  if (builtIn === undefined) return;
  const isNotAfter = line < builtIn.line || (line === builtIn.line && column <= builtIn.column);
  assert.ok(isNotAfter, `${source}: ${line}:${column}`);
}

/** Returns the location that `JSON.parse` reports, if any. The error begins at that location or before it. */
function builtInErrorLocation(text: string): { readonly line: number; readonly column: number } | undefined {
  try {
    JSON.parse(text);
  } catch (error) {
    const [, offset] = /at position (\d+)/.exec(String(error)) ?? [];
    const lines = text.slice(0, Number(offset)).split(/\r\n|\r|\n/);
    if (offset !== undefined) return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  }
  return undefined;
}

/** Returns whether a value has as many properties as its JSON text, because `JSON.parse` drops repeated ones. */
function isLossless(text: string, value: unknown): boolean {
  const names = /"(?:[^"\\]|\\.)*"(?=\s*:)/g;
  return (text.match(names) ?? []).length === (JSON.stringify(value).match(names) ?? []).length;
}

function assertAgreement(text: string): void {
  const builtIn = parseWithBuiltIn(text);
  if (builtIn !== undefined && isLossless(text, builtIn.value)) {
    assert.deepEqual(parseValid(text), builtIn.value);
  } else assertRejected(text);
}

test("parseJson() agrees with JSON.parse on 12,000 damaged copies of a document", () => {
  const randomBelow = seededRandom(1);
  const marks = [..."{}[]:,;=\"'“”\\/#*0159.-+eE \n\r\ttrufalsn_\u00a0\u200b"];
  const tokens = [...marks, "//", "\\u", "\\ud83d", '"a":', "null", "\ud83d"];
  for (let round = 0; round < 12_000; round += 1) {
    let text = round % 2 === 0 ? JSON_SAMPLE : JSON.stringify(JSON.parse(JSON_SAMPLE));
    for (let damage = randomBelow(3); damage >= 0; damage -= 1) {
      const from = randomBelow(text.length);
      const to = Math.min(text.length, from + randomBelow(randomBelow(10) < 1 ? 200 : 3));
      const isCopy = randomBelow(10) < 2;
      const inserted = isCopy
        ? text.slice(randomBelow(text.length)).slice(0, randomBelow(20))
        : (tokens[randomBelow(tokens.length)] ?? "");
      text = text.slice(0, from) + (randomBelow(10) < 3 ? "" : inserted) + text.slice(to);
    }
    assertAgreement(text);
  }
});

test("parseJson() agrees with JSON.parse on 5,000 random sequences of tokens", () => {
  const randomBelow = seededRandom(2);
  const tokens = [..."{}[],:1 \n'\"“”a;\\.", '"a"', '"b"', '"a":1', "-0", "true", "//"];
  for (let round = 0; round < 5_000; round += 1) {
    let text = "";
    while (randomBelow(10) < 9) text += tokens[randomBelow(tokens.length)] ?? "";
    assertAgreement(text);
  }
});
