/**
 * The interface of a proxy under test.
 */
import type { Ask } from "./client.ts";

export interface Proxy {
  readonly ask: Ask;
  /** Returns a function like `ask` for another client, with another address of loopback. */
  askFrom(address: string): Ask;
  stop(): Promise<void>;
}

export interface SecureProxy extends Proxy {
  /** Certificate to trust. */
  readonly certificate: string;
  /** Port for plain HTTP. */
  readonly plainPort: number;
  readonly securePort: number;
  readonly pid: number;
}
