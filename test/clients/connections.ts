/**
 * Published MCP clients behind one interface, so that one test can run them all.
 *
 * Telemetry is off, and clients that store files get a temporary folder.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export interface Connection {
  /** The negotiated protocol revision; undefined if the client does not report it. */
  readonly version: string | undefined;
  readonly serverName: string | undefined;
  /** Transport errors that the client has reported, for example because a GET was not rejected with 405. */
  readonly errors: readonly unknown[];
  listTools(): Promise<readonly ListedTool[]>;
  callTool(name: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface ListedTool {
  readonly name: string;
}

export type Connect = (mcp: string, folder: string) => Promise<Connection>;

const IDENTITY = { name: "holiday-cottage-clients", version: "1.0.0" };

/** Returns the path of a file of an installed package. */
function packageFile(path: string): string {
  return fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
}

/** Connects with SDK v1, whose releases are installed under aliases in package.json. */
export function sdkV1(alias: string): Connect {
  return async (mcp) => {
    const { Client } = await import(`${alias}/client/index.js`);
    const { StreamableHTTPClientTransport } = await import(`${alias}/client/streamableHttp.js`);
    const { LATEST_PROTOCOL_VERSION } = await import(`${alias}/types.js`);
    const client = new Client(IDENTITY, { capabilities: {} });
    return connectSdk(client, new StreamableHTTPClientTransport(new URL(mcp)), () => LATEST_PROTOCOL_VERSION);
  };
}

export function sdkV2(mode: "legacy" | "auto" | { readonly pin: string }): Connect {
  return async (mcp) => {
    const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    const client = new Client(IDENTITY, { versionNegotiation: { mode } });
    const transport = new StreamableHTTPClientTransport(new URL(mcp));
    return connectSdk(client, transport, () => client.getNegotiatedProtocolVersion());
  };
}

/** Connects through mcp-remote, a bridge for hosts that support only stdio. */
export const mcpRemote: Connect = async (mcp, folder) => {
  const { Client } = await import("sdk-1.32/client/index.js");
  const { StdioClientTransport } = await import("sdk-1.32/client/stdio.js");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [packageFile("mcp-remote/dist/proxy.js"), mcp, "--transport", "http-only"],
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, MCP_REMOTE_CONFIG_DIR: folder },
    stderr: "ignore",
  });
  return connectSdk(new Client(IDENTITY, { capabilities: {} }), transport, () => undefined);
};

/** Methods that all releases of the SDK's client have. */
interface SdkClient {
  onerror?: ((error: Error) => void) | undefined;
  connect(transport: unknown): Promise<void>;
  getServerVersion(): { readonly name: string } | undefined;
  listTools(): Promise<{ readonly tools: readonly ListedTool[] }>;
  callTool(call: { readonly name: string; readonly arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

/** Connects with an SDK client over a transport. */
async function connectSdk(
  client: SdkClient,
  transport: unknown,
  version: () => string | undefined,
): Promise<Connection> {
  const errors: unknown[] = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  return {
    version: version(),
    serverName: client.getServerVersion()?.name,
    errors,
    listTools: async () => (await client.listTools()).tools,
    callTool: (name) => client.callTool({ name, arguments: {} }),
    close: () => client.close(),
  };
}

export const aiSdk: Connect = async (mcp) => {
  const { createMCPClient } = await import("@ai-sdk/mcp");
  const errors: unknown[] = [];
  const onUncaughtError = (error: unknown) => errors.push(error);
  const client = await createMCPClient({ transport: { type: "http", url: mcp }, onUncaughtError });
  return {
    version: undefined,
    serverName: client.serverInfo?.name,
    errors,
    listTools: async () => (await client.listTools()).tools,
    callTool: (name) => client.callTool({ name, arguments: {} }),
    close: () => client.close(),
  };
};

/** Connects with the Inspector's command line, which runs once per request. */
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
    errors: [],
    // With --strict, the command fails if an MCP host would reject a schema.
    listTools: async () => (await run("--method", "tools/list", "--strict")).tools,
    callTool: (name) => run("--method", "tools/call", "--tool-name", name),
    close: async () => undefined,
  };
};
