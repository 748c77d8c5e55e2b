/** Recorded facts, pages and failures of this server, which every peer serves. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const folder = process.env.MATERIAL;
export const port = Number(process.env.PORT);
export const host = "127.0.0.1";
export const isBare = process.env.BARE === "1";
export const limit = process.env.LIMIT === undefined ? undefined : Number(process.env.LIMIT);

export const text = (name) => readFileSync(join(folder, name), "utf8");
const json = (name) => JSON.parse(text(name));

export const cacheControl = "public, max-age=300";
export const cottage = json("cottage.json");
export const reviews = json("reviews.json");
export const html = text("about.html");
export const markdown = text("about.md");

const missing = json("404.json").error;
const refused = json("405.json").error;

export const notFound = (path) => ({ error: { ...missing, message: missing.message.replace("/nothing", path) } });
export const notAllowed = (method, path) => ({
  error: { ...refused, message: refused.message.replace("DELETE", method).replace("/api/v1/cottage", path) },
});
