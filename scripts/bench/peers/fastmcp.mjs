// fastmcp's readme: Quickstart, "HTTP Streaming", "Stateless Mode", output schemas.
import { FastMCP } from "fastmcp";
import { z } from "zod";
import { host, port } from "./material.mjs";
import { server, tools } from "./tools.mjs";

const mcp = new FastMCP(server);
for (const { name, description, annotations, schema, call } of tools) {
  mcp.addTool({
    name,
    description,
    annotations,
    parameters: z.object({}),
    outputSchema: schema,
    execute: async () => call(),
  });
}
await mcp.start({ transportType: "httpStream", httpStream: { port, host, stateless: true, enableJsonResponse: true } });
