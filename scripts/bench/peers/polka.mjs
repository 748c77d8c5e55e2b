// polka's readme ("Middleware") and sirv's ("opts.etag", "opts.brotli"): files, compressed before they are served.
import { join } from "node:path";
import polka from "polka";
import sirv from "sirv";
import { folder, host, notFound, port } from "./material.mjs";

polka({
  onNoMatch: (request, response) => {
    response.writeHead(404, { "Content-Type": "application/json" });
    response.end(JSON.stringify(notFound(request.path)));
  },
})
  .use(sirv(join(folder, "www"), { etag: true, gzip: true, brotli: true, maxAge: 300, extensions: ["html", "json"] }))
  .listen(port, host);
