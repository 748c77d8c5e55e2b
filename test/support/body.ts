import type { HttpResponse } from "../../src/serve/http/message.ts";

/** Returns all bytes of a response's body. */
export function wholeBody(response: Partial<HttpResponse>): Buffer {
  const { text = "", body = Buffer.alloc(0), end = "" } = response;
  return Buffer.concat([Buffer.from(text, "latin1"), body, Buffer.from(end, "latin1")]);
}
