/**
 * Notices that guests come through a proxy that was never declared, so that all share one client's limit.
 *
 * It believes nothing of what the proxy says; that it says something is enough.
 */
import { isPrivate } from "./client.ts";

/** So many requests in a row: one could be somebody's experiment. */
const ENOUGH = 20;
const AGAIN_AFTER_MS = 3_600_000;

/** To be told of requests that carry `X-Forwarded-For` although no proxy is trusted. */
export type ProxyWatch = (client: string, now: number) => void;

/** @param warn is called at most once an hour */
export function proxyWatch(warn: (client: string) => void): ProxyWatch {
  let last = "";
  let inRow = 0;
  let quietUntil = -Infinity;

  return (client, now) => {
    if (now < quietUntil) return;
    inRow = client === last ? inRow + 1 : 1;
    last = client;
    if (inRow < ENOUGH || !isPrivate(client)) return;
    quietUntil = now + AGAIN_AFTER_MS;
    inRow = 0;
    warn(client);
  };
}
