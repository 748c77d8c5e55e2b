// The documentation of version 2, "Serving over HTTP": createMcpHandler() makes a server for each request, and
// toNodeHandler() lets node:http serve it; both eras of the protocol.
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { McpServer, createMcpHandler } from "@modelcontextprotocol/server";
import { host, port } from "./material.mjs";
import { server, tools } from "./tools.mjs";

const handler = createMcpHandler(() => {
  const mcp = new McpServer(server);
  for (const { name, title, description, annotations, schema, call } of tools) {
    mcp.registerTool(name, { title, description, annotations, outputSchema: schema }, async () => call());
  }
  return mcp;
});

createServer(toNodeHandler(handler)).listen(port, host);
