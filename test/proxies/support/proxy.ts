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

export interface SecureProxy extends Proxy {
  /** Whom to trust. */
  readonly certificate: string;
  /** Where it answers plain HTTP. */
  readonly plainPort: number;
  readonly securePort: number;
  readonly pid: number;
}
