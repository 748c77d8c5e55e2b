/**
 * The data from which all discovery documents, e.g. `openapi.json` and `llms.txt`, are rendered.
 */

import type { Facts } from "../data/datasets.ts";
import type { PublicSettings } from "../pages/developers.ts";
import type { Page } from "../pages/load.ts";

export type Service = PublicSettings & Readonly<{ facts: Facts; pages: readonly Page[] }>;
