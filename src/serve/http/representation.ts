/**
 * Representations of a resource, ready to send: plain data, made before the first request.
 *
 * There is one for each content coding, with its own strong validator, because a strong entity tag identifies exact
 * bytes (RFC 9110, section 8.8.3).
 */

import type { Coding } from "./accept.ts";
import type { FieldLines } from "./message.ts";

export interface Representation {
  readonly coding: Coding;
  /** With its quotation marks. */
  readonly etag: string;
  /** Header fields of the 200 only, such as Content-Type. */
  readonly contentFields: FieldLines;
  /** Header fields of the 200 and the 304: those that a cache must update (RFC 9110, section 15.4.5). */
  readonly sharedFields: FieldLines;
  readonly body: Buffer;
}
