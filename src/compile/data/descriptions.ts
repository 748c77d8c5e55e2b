/**
 * Describes the API and its data sets, and states their licence.
 */

import { DATA_SETS, type DataSet, type Facts, type SiteFacts } from "./datasets.ts";

const API_VERSION = "1.0.0";

/** Returns the JSON document at `/api/`, with links to the API's endpoints and documentation. */
export function apiIndex({ cottage }: Facts, baseUrl: string) {
  return {
    object: "api_index",
    name: `${cottage.name} API`,
    version: API_VERSION,
    description: describeApi(cottage.name),
    endpoints: DATA_SETS.map(({ path }) => baseUrl + path),
    openapi: `${baseUrl}/openapi.json`,
    mcp: `${baseUrl}/mcp`,
    docs: `${baseUrl}/developers`,
  };
}

export function describeDataSet({ name, summary }: DataSet, { site: { reviewsFrom } }: Facts): string {
  if (name !== "reviews" || reviewsFrom === undefined) return summary;
  return `${summary} ${reviewsFrom}`;
}

export function licenceTerms({ cottage, site }: Facts, baseUrl: string): string[] {
  const source = `${cottage.name}, ${baseUrl}/`;
  return [licenceSentence(site, source), ...refusalSentences(site)];
}

function describeApi(cottageName: string): string {
  return (
    `Public, keyless, read-only facts about one holiday cottage, ${cottageName}: its profile, guest reviews, ` +
    "local attractions and booking channels. Bookings, prices for dates and availability are not here: the booking " +
    "channels have them."
  );
}

/** Returns e.g. "The facts, but not the guests' reviews or photographs, are licensed under CC-BY-4.0; source: …." */
function licenceSentence({ licence, contact }: SiteFacts, source: string): string {
  if (licence === undefined) {
    return `No licence is stated. Publishing these facts or reviews needs the owner's consent (${contact.email}).`;
  }
  const subject = licence.coversReviews
    ? "The facts and the guests' reviews, but not photographs,"
    : "The facts, but not the guests' reviews or photographs,";
  return `${subject} are licensed under ${licence.identifier ?? licence.name}; source: ${source}.`;
}

function refusalSentences({ contentSignals = {} }: SiteFacts): string[] {
  const uses: string[] = [];
  if (contentSignals.aiInput === false) uses.push("in AI answers");
  if (contentSignals.aiTrain === false) uses.push("for AI training");
  return uses.length > 0 ? [`The owner refuses their use ${uses.join(" and ")}.`] : [];
}
