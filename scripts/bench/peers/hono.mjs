// hono.dev: Getting Started on Node.js, ETag Middleware, Compress Middleware, Accepts Helper, app.notFound().
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { accepts } from "hono/accepts";
import { compress } from "hono/compress";
import { etag } from "hono/etag";
import {
  cacheControl,
  cottage,
  host,
  html,
  isBare,
  markdown,
  notAllowed,
  notFound,
  port,
  reviews,
} from "./material.mjs";

const app = new Hono();
if (!isBare) {
  app.use(etag());
  app.use(compress());
}

for (const [path, value] of [
  ["/api/v1/cottage", cottage],
  ["/api/v1/reviews", reviews],
]) {
  app.get(path, (c) => c.json(value, 200, { "Cache-Control": cacheControl }));
  app.all(path, (c) => c.json(notAllowed(c.req.method, path), 405, { Allow: "GET, HEAD" }));
}

app.get("/about", (c) => {
  const type = accepts(c, { header: "Accept", supports: ["text/html", "text/markdown"], default: "text/html" });
  c.header("Cache-Control", cacheControl);
  c.header("Vary", "Accept, Accept-Encoding");
  return type === "text/markdown"
    ? c.body(markdown, 200, { "Content-Type": "text/markdown; charset=utf-8" })
    : c.html(html);
});

app.notFound((c) => c.json(notFound(c.req.path), 404));

serve({ fetch: app.fetch, port, hostname: host });
