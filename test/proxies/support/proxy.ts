/**
 * Interface of a proxy under test.
 */
import type { SendRequest } from "./client.ts";

export interface Proxy {
  readonly request: SendRequest;
  /** Returns a function like `request` for another client, which has another loopback address. */
  requestFrom(address: string): SendRequest;
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
