/**
 * What the service calls itself and says of itself, in every document that does.
 */

/** Of the API description and of the MCP server; both follow the mission's `1.0.0`. */
export const VERSION = "1.0.0";

export function apiTitle(cottageName: string): string {
  return `${cottageName} API`;
}

/** What is offered and, as plainly, what is not. */
export function apiDescription(cottageName: string): string {
  return (
    `Public, keyless, read-only facts about one holiday cottage, ${cottageName}: its profile, guest reviews, local attractions and booking channels. ` +
    "No bookings, no prices and no availability: those are handled on the platforms that the booking endpoint names."
  );
}
