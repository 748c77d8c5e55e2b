/**
 * How people add the MCP server to the programs they use, for the README and the developer page.
 *
 * Texts only: that each of them works is for the tests to show.
 */
import { MODERN_VERSION } from "../mcp/revisions.ts";

export interface McpSetup {
  readonly client: string;
  /** Where the text goes, or what to do with it. */
  readonly instruction: string;
  readonly language: "sh" | "json" | "text";
  readonly text: string;
}

const NAME = "holiday-cottage";

export function mcpSetups(baseUrl: string): readonly McpSetup[] {
  const url = `${baseUrl}/mcp`;
  return [
    {
      client: "Claude Code",
      instruction: "Run in a terminal.",
      language: "sh",
      text: `claude mcp add --transport http ${NAME} ${url}`,
    },
    {
      client: "Claude",
      instruction:
        "In Settings, Connectors, choose Add custom connector and enter this address; leave the OAuth fields empty. " +
        "Claude connects from the internet, so the address must be public.",
      language: "text",
      text: url,
    },
    {
      client: "ChatGPT",
      instruction:
        "In Settings, Apps, turn on Developer mode under Advanced settings, choose Create app, enter this address as " +
        "the MCP server URL and No authentication. ChatGPT connects from the internet, so the address must be public.",
      language: "text",
      text: url,
    },
    {
      client: "VS Code",
      instruction: "Save as .vscode/mcp.json.",
      language: "json",
      text: json({ servers: { [NAME]: { type: "http", url } } }),
    },
    {
      client: "Cursor",
      instruction: "Save as .cursor/mcp.json in a project, or as ~/.cursor/mcp.json for all.",
      language: "json",
      text: json({ mcpServers: { [NAME]: { url } } }),
    },
    {
      client: "Programs that only start local servers",
      instruction: "Let mcp-remote stand between.",
      language: "json",
      text: json({ mcpServers: { [NAME]: { command: "npx", args: ["-y", "mcp-remote", url] } } }),
    },
    {
      client: "MCP Inspector",
      instruction: "Run in a terminal.",
      language: "sh",
      text: `npx @modelcontextprotocol/inspector --cli ${url} --transport http --method tools/list`,
    },
    {
      client: "curl, revisions until 2025-11-25",
      instruction: "Run in a terminal.",
      language: "sh",
      text: curl(url, [], {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "get-cottage", arguments: {} },
      }),
    },
    {
      client: `curl, revision ${MODERN_VERSION}`,
      instruction: "Run in a terminal.",
      language: "sh",
      text: curl(url, [`MCP-Protocol-Version: ${MODERN_VERSION}`, "Mcp-Method: tools/call", "Mcp-Name: get-cottage"], {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "get-cottage",
          arguments: {},
          _meta: {
            "io.modelcontextprotocol/protocolVersion": MODERN_VERSION,
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      }),
    },
  ];
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}

function curl(url: string, fields: readonly string[], message: object): string {
  const lines = ["Content-Type: application/json", ...fields].map((field) => `  -H '${field}' \\`);
  return [`curl ${url} \\`, ...lines, `  -d '${JSON.stringify(message)}'`].join("\n");
}
