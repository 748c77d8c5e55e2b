/**
 * The floor: a bare node:http server that replays one recorded response of our server. It parses the body of a POST
 * request first. A server on node:http can hardly do less.
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

/** Responds to GET as well, because the benchmark sends GET requests until the server has started. */
function either(request, response) {
  if (request.method === "POST") parseFirst(request, response);
  else answer(response);
}

createServer(parses ? either : (request, response) => answer(response)).listen(Number(process.env.PORT), "127.0.0.1");
