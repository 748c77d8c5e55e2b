/**
 * What the tests ask of a proxy, whichever it is.
 */
import type { Ask } from "./ask.ts";

export interface Proxy {
  readonly ask: Ask;
  /** The same from another address of loopback: another client. */
  askFrom(address: string): Ask;
  stop(): Promise<void>;
}
