// h3.dev, version 2: Getting Started, "Sending response", handleCacheHeaders() with a tag made once at start.
import { createHash } from "node:crypto";
import { H3, handleCacheHeaders, html as asHtml, raw, serve } from "h3";
import { cottage, host, html, isBare, markdown, notAllowed, notFound, port, reviews } from "./material.mjs";

const app = new H3();
const tagOf = (text) => `"${createHash("sha1").update(text).digest("base64url")}"`;

for (const [path, value] of [
  ["/api/v1/cottage", cottage],
  ["/api/v1/reviews", reviews],
]) {
  const etag = tagOf(JSON.stringify(value));
  app.get(path, (event) => {
    if (!isBare && handleCacheHeaders(event, { etag, maxAge: 300 })) return "";
    return value;
  });
  app.all(path, (event) => {
    event.res.status = 405;
    event.res.headers.set("Allow", "GET, HEAD");
    return notAllowed(event.req.method, path);
  });
}

const pageTags = { html: tagOf(html), markdown: tagOf(markdown) };
app.get("/about", (event) => {
  const wantsMarkdown = event.req.headers.get("accept")?.includes("text/markdown") ?? false;
  if (!isBare && handleCacheHeaders(event, { etag: wantsMarkdown ? pageTags.markdown : pageTags.html, maxAge: 300 }))
    return "";
  event.res.headers.set("Vary", "Accept, Accept-Encoding");
  if (!wantsMarkdown) return asHtml(raw(html));
  event.res.headers.set("Content-Type", "text/markdown; charset=utf-8");
  return markdown;
});

app.all("/**", (event) => {
  event.res.status = 404;
  return notFound(event.url.pathname);
});

serve(app, { port, hostname: host, silent: true });
