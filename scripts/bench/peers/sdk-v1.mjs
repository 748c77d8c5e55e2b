// Version 1's examples, simpleStatelessStreamableHttp and jsonResponseStreamableHttp: a server for each request.
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { host, port } from "./material.mjs";
import { server, tools } from "./tools.mjs";

function makeServer() {
  const mcp = new McpServer(server);
  for (const { name, title, description, annotations, shape, call } of tools) {
    mcp.registerTool(name, { title, description, annotations, inputSchema: {}, outputSchema: shape }, async () =>
      call(),
    );
  }
  return mcp;
}

const app = createMcpExpressApp();
app.post("/mcp", async (request, response) => {
  const mcp = makeServer();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  await mcp.connect(transport);
  await transport.handleRequest(request, response, request.body);
  response.on("close", () => {
    transport.close();
    mcp.close();
  });
});
app.listen(port, host);
