// mcp-lite's readme: Quick Start with Hono and Zod, no adapters ("stateless"), served by @hono/node-server.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { McpServer, StreamableHttpTransport } from "mcp-lite";
import { z } from "zod";
import { host, port } from "./material.mjs";
import { server, tools } from "./tools.mjs";

const mcp = new McpServer({ ...server, schemaAdapter: (schema) => z.toJSONSchema(schema) });
for (const { name, description, annotations, schema, call } of tools) {
  mcp.tool(name, { description, annotations, inputSchema: z.object({}), outputSchema: schema, handler: () => call() });
}

const handle = new StreamableHttpTransport().bind(mcp);
const app = new Hono();
app.all("/mcp", async (c) => handle(c.req.raw));
serve({ fetch: app.fetch, port, hostname: host });
