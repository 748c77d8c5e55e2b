/**
 * Tells browser navigations from all other requests. It chooses no response.
 */

import { preferredMediaType } from "./accept.ts";
import type { HttpRequest } from "./message.ts";

/** Request fields that the result depends on, for `Vary`. */
export const NAVIGATION_FIELDS = "Accept, Sec-Fetch-Dest";

/** Reports whether a browser will display the response as a document (Fetch Metadata). */
export function isNavigation({ method, headers }: HttpRequest): boolean {
  if (headers["sec-fetch-dest"] !== "document") return false;
  if (method !== "GET" && method !== "HEAD") return false;
  return preferredMediaType(["application/json", "text/html"], headers["accept"]) === "text/html";
}
