import type { HttpResponse } from "../../src/serve/http/message.ts";

/** Returns all bytes of a response's body. */
export function wholeBody({ text = "", body = Buffer.alloc(0) }: Partial<Pick<HttpResponse, "text" | "body">>): Buffer {
  return Buffer.concat([Buffer.from(text, "latin1"), body]);
}
