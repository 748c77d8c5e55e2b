/** Agent frameworks and command-line clients list the tools and pass the data of each to the model or user. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { temporaryFolder } from "../support/folder.ts";
import { type RunningServer, startServer, TOOLS } from "./server.ts";

const TIMEOUT = 60_000;

interface Framework {
  listTools(): Promise<readonly string[]>;
  /** Resolves with the part of the result that is passed to the model. */
  callTool(name: string): Promise<unknown>;
  close(): Promise<unknown>;
}

type Connect = (mcp: string, folder: string) => Promise<Framework>;

interface Named {
  readonly name: string;
}

function names(tools: readonly Named[]): string[] {
  return tools.map(({ name }) => name);
}

const langChain: Connect = async (mcp) => {
  const { MultiServerMCPClient } = await import("@langchain/mcp-adapters");
  const client = new MultiServerMCPClient({ mcpServers: { cottage: { transport: "http", url: mcp } } });
  const tools = await client.getTools();
  return {
    listTools: async () => names(tools),
    callTool: async (name) => tools.find((tool) => tool.name === name)?.invoke({}),
    close: () => client.close(),
  };
};

const mcpClient: Connect = async (mcp) => {
  const { MCPClient } = await import("mcp-client");
  const client = new MCPClient({ name: "holiday-cottage-clients", version: "1.0.0" });
  await client.connect({ type: "httpStream", url: mcp });
  return {
    listTools: async () => names(await client.getAllTools()),
    callTool: (name) => client.callTool({ name, arguments: {} }),
    close: () => client.close(),
  };
};

const openAiAgents: Connect = async (mcp) => {
  const { MCPServerStreamableHttp } = await import("@openai/agents-core");
  const client = new MCPServerStreamableHttp({ url: mcp, name: "cottage" });
  await client.connect();
  return {
    listTools: async () => names(await client.listTools()),
    callTool: (name) => client.callTool(name, {}),
    close: () => client.close(),
  };
};

const mcPorter: Connect = async (mcp, folder) => {
  const program = fileURLToPath(new URL("node_modules/mcporter/dist/cli.js", import.meta.url));
  const env = { PATH: process.env["PATH"], HOME: folder };
  const run = async (command: string, ...args: string[]): Promise<string> => {
    const server = ["--http-url", mcp, "--allow-http", "--name", "cottage"];
    const { stdout } = await promisify(execFile)(process.execPath, [program, command, ...server, ...args], { env });
    return stdout;
  };
  return {
    listTools: async () => {
      const { tools }: { readonly tools: readonly Named[] } = JSON.parse(await run("list", "--json"));
      return names(tools);
    },
    // This client pretty-prints the structured content.
    callTool: async (name) => JSON.stringify(JSON.parse(await run("call", name, "--output", "json"))),
    close: async () => undefined,
  };
};

const FRAMEWORKS: readonly [name: string, connect: Connect][] = [
  ["LangChain MCP adapters 1.1.4", langChain],
  ["mcp-client 1.13.1", mcpClient],
  ["OpenAI Agents SDK 0.20.0", openAiAgents],
  ["mcporter 0.12.3", mcPorter],
];

const folder = temporaryFolder();
let server: RunningServer;

before(async () => {
  server = await startServer();
});

after(() => server.stop());

/** Returns all strings in a value, at any depth. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

for (const [name, connect] of FRAMEWORKS) {
  test(`${name} lists the tools and gets the data of each`, { timeout: TIMEOUT }, async () => {
    const framework = await connect(server.mcp, folder);
    try {
      assert.deepEqual(await framework.listTools(), Object.keys(TOOLS));
      for (const [tool, json] of server.data) {
        const strings = stringsIn(await framework.callTool(tool));
        assert.ok(
          strings.some((text) => text.includes(json)),
          `${tool}: ${strings.join().slice(0, 200)}`,
        );
      }
    } finally {
      await framework.close();
    }
  });
}
