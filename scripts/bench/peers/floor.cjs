/**
 * The floor: node:http and one constant. It writes the same fields and bytes as this server does for the case, and
 * for a POST it collects and parses the body first. Nothing that speaks HTTP through node:http can do less.
 */
const { createServer } = require("node:http");
const { readFileSync } = require("node:fs");

const { status, headers, body, parses } = JSON.parse(readFileSync(process.env.CONSTANT, "utf8"));
const bytes = Buffer.from(body, "base64");

function answer(response) {
  response.writeHead(status, headers);
  response.end(bytes);
}

function parseFirst(request, response) {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    JSON.parse((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString());
    answer(response);
  });
}

/** The harness asks with GET whether the server is up. */
function either(request, response) {
  if (request.method === "POST") parseFirst(request, response);
  else answer(response);
}

createServer(parses ? either : (request, response) => answer(response)).listen(Number(process.env.PORT), "127.0.0.1");
