// expressjs.com: Hello world, app.route(), res.format(), "Production best practices" (compression, no X-Powered-By);
// express-rate-limit's own Usage.
import compression from "compression";
import express from "express";
import { rateLimit } from "express-rate-limit";
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

const app = express();
app.disable("x-powered-by");
if (limit !== undefined) {
  app.use(rateLimit({ windowMs: 60_000, limit: limit * 100, standardHeaders: "draft-8", legacyHeaders: false }));
}
if (isBare) app.set("etag", false);
else app.use(compression());

for (const [path, value] of [
  ["/api/v1/cottage", cottage],
  ["/api/v1/reviews", reviews],
]) {
  app
    .route(path)
    .get((request, response) => {
      response.set("Cache-Control", cacheControl).json(value);
    })
    .all((request, response) => {
      response.status(405).set("Allow", "GET, HEAD").json(notAllowed(request.method, path));
    });
}

app.get("/about", (request, response) => {
  response.set("Cache-Control", cacheControl);
  response.format({
    "text/html": () => response.send(html),
    "text/markdown": () => response.send(markdown),
  });
});

app.use((request, response) => {
  response.status(404).json(notFound(request.path));
});

app.listen(port, host);
