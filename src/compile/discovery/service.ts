/**
 * The data that every discovery document is rendered from.
 */

import type { Facts } from "../data/datasets.ts";
import type { PublicSettings } from "../pages/developers.ts";
import type { Page } from "../pages/load.ts";

export type Service = PublicSettings & Readonly<{ facts: Facts; pages: readonly Page[] }>;
