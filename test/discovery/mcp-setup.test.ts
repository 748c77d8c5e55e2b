/** Whatever a reader copies from the setup must work: every request in it is made, every address opened. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { McpSetup } from "../../src/discovery/mcp-setup.ts";
import { mcpSetups } from "../../src/discovery/mcp-setup.ts";
import { SETTINGS, TOOL_NAMES, ask, isRecord, messagesIn, post } from "../mcp/fixture.ts";

const SETUPS = mcpSetups(SETTINGS.baseUrl);
const ADDRESS = `${SETTINGS.baseUrl}/mcp`;

const CLIENTS = ["Claude Code", "Claude", "ChatGPT", "VS Code", "Cursor", "MCP Inspector"];

test("every client that people ask for is there", () => {
  const named = SETUPS.map(({ client }) => client);
  for (const client of CLIENTS) assert.ok(named.includes(client), client);
});

/** Every text of a JSON value. */
function texts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
}

/** The words of a command as a shell takes them apart: spaces part them, single quotes hold them together. */
function words(command: string): readonly string[] {
  const joined = command.replaceAll("\\\n", " ");
  return [...joined.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

function addresses({ language, text }: McpSetup): readonly string[] {
  const found = language === "json" ? texts(JSON.parse(text)) : words(text);
  return found.filter((word) => /^https?:/.test(word));
}

for (const setup of SETUPS) {
  test(`${setup.client}: its one address is that of the endpoint`, () => assert.deepEqual(addresses(setup), [ADDRESS]));
}

for (const { client, text } of SETUPS.filter((each) => each.text.startsWith("curl "))) {
  test(`${client}: its request is answered with the tool's facts`, () => {
    const command = words(text);
    const after = (flag: string) => command.flatMap((word, at) => (word === flag ? [command[at + 1] ?? ""] : []));
    const fields = after("-H").map((line) => [line.split(": ")[0]?.toLowerCase() ?? "", line.split(": ")[1]]);
    const response = ask(post(after("-d")[0], { "content-type": undefined, ...Object.fromEntries(fields) }));
    assert.equal(response.status, 200);
    const [message] = messagesIn(response);
    assert.ok(isRecord(message) && isRecord(message["result"]));
    assert.deepEqual(message["result"]["structuredContent"], JSON.parse(SETTINGS.tools[0]?.json ?? ""));
  });
}

test("the tool that the requests call is there", () => assert.ok(TOOL_NAMES.includes("get-cottage")));
