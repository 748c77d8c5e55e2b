// fastify.dev: Getting Started ("Serialize your data": a response schema), @fastify/etag, @fastify/compress,
// @fastify/rate-limit; accept negotiation by hand, as it has none of its own.
import compress from "@fastify/compress";
import etag from "@fastify/etag";
import rateLimit from "@fastify/rate-limit";
import Fastify from "fastify";
import {
  cacheControl,
  cottage,
  host,
  html,
  isBare,
  limit,
  markdown,
  notAllowed,
  notFound,
  port,
  reviews,
} from "./material.mjs";

/** The schema that a value has, for the serializer that fastify makes of it. */
function schemaOf(value) {
  if (Array.isArray(value)) return { type: "array", items: value.length > 0 ? schemaOf(value[0]) : {} };
  if (value === null) return {};
  if (typeof value !== "object") return { type: typeof value };
  const properties = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, schemaOf(each)]));
  return { type: "object", properties };
}

const app = Fastify();
if (limit !== undefined) await app.register(rateLimit, { max: limit, timeWindow: "1 minute" });
if (!isBare) {
  await app.register(etag);
  await app.register(compress);
}

for (const [path, value] of [
  ["/api/v1/cottage", cottage],
  ["/api/v1/reviews", reviews],
]) {
  app.get(path, { schema: { response: { 200: schemaOf(value) } } }, async (request, reply) => {
    reply.header("Cache-Control", cacheControl);
    return value;
  });
  app.route({
    method: ["POST", "PUT", "PATCH", "DELETE"],
    url: path,
    handler: async (request, reply) => {
      reply.code(405).header("Allow", "GET, HEAD");
      return notAllowed(request.method, path);
    },
  });
}

app.get("/about", async (request, reply) => {
  const wantsMarkdown = request.headers.accept?.includes("text/markdown") ?? false;
  reply.header("Cache-Control", cacheControl).header("Vary", "Accept, Accept-Encoding");
  reply.type(wantsMarkdown ? "text/markdown; charset=utf-8" : "text/html; charset=utf-8");
  return wantsMarkdown ? markdown : html;
});

app.setNotFoundHandler((request, reply) => reply.code(404).send(notFound(request.url)));

await app.listen({ port, host });
