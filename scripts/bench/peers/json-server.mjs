// json-server 0.17's readme, "Module": its defaults, without the request log.
import jsonServer from "json-server";
import { cottage, host, port, reviews } from "./material.mjs";

const server = jsonServer.create();
server.use(jsonServer.defaults({ logger: false, readOnly: true }));
server.use(jsonServer.rewriter({ "/api/v1/*": "/$1" }));
server.use(jsonServer.router({ cottage, reviews }));
server.listen(port, host);
