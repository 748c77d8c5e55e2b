/**
 * The built server as a program of its own, on a free port and without a rate limit, and what its API says.
 *
 * It runs on the Node that runs npm, not on the newer one that the auditors here need.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM = process.env["SERVER"] ?? fileURLToPath(new URL("../../../dist/server.js", import.meta.url));
const NODE = process.env["npm_node_execpath"] ?? process.execPath;

/** The six pages. */
export const PATHS = ["/", "/welcome", "/about", "/contact", "/privacy", "/developers"] as const;

export interface RunningServer {
  /** Also its BASE_URL, so that every absolute link can be followed. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** @param environment variables besides those of every server here, such as DATA_DIR */
export async function startServer(environment: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = { PORT: String(port), HOST: "127.0.0.1", BASE_URL: origin, RATE_LIMIT: "off", ACCESS_LOG: "off" };
  const program = spawn(NODE, [PROGRAM], {
    env: { ...process.env, ...environment, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await listening(program.stdout);
  return {
    origin,
    stop: async () => {
      program.kill();
      await once(program, "exit");
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address !== "object") throw new Error("No free port");
  return address.port;
}

async function listening(output: NodeJS.ReadableStream): Promise<void> {
  for await (const line of createInterface({ input: output })) {
    if (line.includes("Listening on ")) {
      output.resume();
      return;
    }
  }
  throw new Error("The server ended before it listened");
}

/** What an endpoint answers, as far as the pages tell of it. */
export interface ApiFacts {
  readonly cottage: {
    readonly name: string;
    readonly description: string;
    readonly address: Readonly<Record<string, string>>;
    readonly geo: { readonly latitude: number; readonly longitude: number };
    readonly containedInPlace: string;
    readonly bedrooms: number;
    readonly bathrooms: number;
    readonly bedTypes: { readonly king: number; readonly double: number };
    readonly amenities: readonly string[];
    readonly priceRange: string;
    readonly aggregateRating: {
      readonly ratingValue: number;
      readonly reviewCount: number;
      readonly bestRating: number;
    };
    readonly sameAs: readonly string[];
  };
  readonly reviews: readonly {
    readonly author: string;
    readonly rating: number;
    readonly datePublished: string;
    readonly body: string;
  }[];
  readonly attractions: readonly {
    readonly name: string;
    readonly distanceFromCottage: string;
    readonly summary: string;
  }[];
  readonly booking: {
    readonly note: string;
    readonly channels: readonly {
      readonly platform: string;
      readonly url: string;
      readonly supportsInstantBook?: boolean | null;
    }[];
  };
}

export async function apiFacts(origin: string): Promise<ApiFacts> {
  const [cottage, { reviews }, { attractions }, booking] = await Promise.all(
    ["cottage", "reviews", "attractions", "booking"].map(async (name) =>
      (await fetch(`${origin}/api/v1/${name}`)).json(),
    ),
  );
  return { cottage, reviews, attractions, booking };
}
