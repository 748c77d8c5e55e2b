/**
 * Published clients, each behind the same four questions, so that one test can ask them all.
 *
 * None of them reports home; those that keep files are given a folder of their own.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export interface Connection {
  /** The revision agreed on; undefined when the client does not tell. */
  readonly version: string | undefined;
  readonly serverName: string | undefined;
  /** What the client thought odd of the transport, such as an answer to its GET that is not 405. */
  readonly oddities: readonly unknown[];
  listTools(): Promise<readonly ListedTool[]>;
  callTool(name: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface ListedTool {
  readonly name: string;
}

export type Connect = (mcp: string, folder: string) => Promise<Connection>;

const IDENTITY = { name: "holiday-cottage-clients", version: "1.0.0" };

/** A file of an installed package. */
function packageFile(path: string): string {
  return fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
}

/** SDK v1 by the name that its release has in package.json. */
export function sdkV1(alias: string): Connect {
  return async (mcp) => {
    const { Client } = await import(`${alias}/client/index.js`);
    const { StreamableHTTPClientTransport } = await import(`${alias}/client/streamableHttp.js`);
    const { LATEST_PROTOCOL_VERSION } = await import(`${alias}/types.js`);
    const client = new Client(IDENTITY, { capabilities: {} });
    return overSdk(client, new StreamableHTTPClientTransport(new URL(mcp)), () => LATEST_PROTOCOL_VERSION);
  };
}

export function sdkV2(mode: "legacy" | "auto" | { readonly pin: string }): Connect {
  return async (mcp) => {
    const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    const client = new Client(IDENTITY, { versionNegotiation: { mode } });
    const transport = new StreamableHTTPClientTransport(new URL(mcp));
    return overSdk(client, transport, () => client.getNegotiatedProtocolVersion());
  };
}

/** The bridge for hosts that speak stdio only: our server on one side of it, the SDK's client on the other. */
export const mcpRemote: Connect = async (mcp, folder) => {
  const { Client } = await import("sdk-1.32/client/index.js");
  const { StdioClientTransport } = await import("sdk-1.32/client/stdio.js");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [packageFile("mcp-remote/dist/proxy.js"), mcp, "--transport", "http-only"],
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, MCP_REMOTE_CONFIG_DIR: folder },
    stderr: "ignore",
  });
  return overSdk(new Client(IDENTITY, { capabilities: {} }), transport, () => undefined);
};

/** What the SDK's clients have in common since the first. */
interface SdkClient {
  onerror?: ((error: Error) => void) | undefined;
  connect(transport: unknown): Promise<void>;
  getServerVersion(): { readonly name: string } | undefined;
  listTools(): Promise<{ readonly tools: readonly ListedTool[] }>;
  callTool(call: { readonly name: string; readonly arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

async function overSdk(client: SdkClient, transport: unknown, version: () => string | undefined): Promise<Connection> {
  const oddities: unknown[] = [];
  client.onerror = (error) => oddities.push(error);
  await client.connect(transport);
  return {
    version: version(),
    serverName: client.getServerVersion()?.name,
    oddities,
    listTools: async () => (await client.listTools()).tools,
    callTool: (name) => client.callTool({ name, arguments: {} }),
    close: () => client.close(),
  };
}

export const aiSdk: Connect = async (mcp) => {
  const { createMCPClient } = await import("@ai-sdk/mcp");
  const oddities: unknown[] = [];
  const onUncaughtError = (error: unknown) => oddities.push(error);
  const client = await createMCPClient({ transport: { type: "http", url: mcp }, onUncaughtError });
  return {
    version: undefined,
    serverName: client.serverInfo?.name,
    oddities,
    listTools: async () => (await client.listTools()).tools,
    callTool: (name) => client.callTool({ name, arguments: {} }),
    close: () => client.close(),
  };
};

/** The Inspector's command line, one run a question. */
export const inspector: Connect = async (mcp, folder) => {
  const program = packageFile("@modelcontextprotocol/inspector/clients/launcher/build/index.js");
  const run = async (...args: string[]) => {
    const env = { ...process.env, HOME: folder, MCP_CATALOG_PATH: `${folder}/catalog.json` };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, "--cli", mcp, "--transport", "http", ...args],
      { env },
    );
    return JSON.parse(stdout);
  };
  return {
    version: undefined,
    serverName: undefined,
    oddities: [],
    // --strict ends with an error when a schema is not one that every model host takes.
    listTools: async () => (await run("--method", "tools/list", "--strict")).tools,
    callTool: (name) => run("--method", "tools/call", "--tool-name", name),
    close: async () => undefined,
  };
};
