import type { HttpResponse } from "../../src/serve/http/message.ts";

/** Returns all bytes of a response's body. */
export function wholeBody({ prefix = "", body }: Pick<HttpResponse, "prefix" | "body">): Buffer {
  return Buffer.concat([Buffer.from(prefix), body]);
}
