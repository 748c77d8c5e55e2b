/**
 * The facts as pages see them: plain objects, and a way to look one up by its dotted path.
 *
 * Where they come from and what makes them valid is not known here.
 */

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Facts {
  readonly cottage: {
    readonly name: string;
    readonly description: string;
    readonly url: string;
    readonly address: {
      readonly streetAddress: string;
      readonly addressLocality: string;
      readonly addressRegion: string;
      readonly postalCode: string;
      readonly addressCountry: string;
    };
    readonly geo: Place;
    readonly containedInPlace: string;
    readonly bedrooms: number;
    readonly bathrooms: number;
    readonly bedTypes: { readonly king: number; readonly double: number };
    readonly amenities: readonly string[];
    readonly petsAllowed: boolean;
    readonly smokingAllowed: boolean;
    readonly priceRange: string;
    readonly aggregateRating: {
      readonly ratingValue: number;
      readonly reviewCount: number;
      readonly bestRating: number;
      readonly worstRating: number;
    };
    readonly sameAs: readonly string[];
  };
  readonly reviews: { readonly reviews: readonly Review[] };
  readonly attractions: { readonly attractions: readonly Attraction[] };
  readonly booking: { readonly note: string; readonly channels: readonly Channel[] };
  readonly site: Site;
}

export interface Review {
  readonly author: string;
  readonly rating: number;
  readonly datePublished: string;
  readonly body: string;
}

export interface Attraction {
  readonly name: string;
  readonly distanceFromCottage: string;
  readonly summary: string;
}

export interface Channel {
  readonly platform: string;
  readonly url: string;
  readonly supportsInstantBook?: boolean | null;
}

export interface Photo {
  readonly file: string;
  readonly alt: string;
}

export interface Site {
  readonly identifier: string;
  readonly language: string;
  readonly sleeps: number;
  readonly checkinTime: string;
  readonly checkoutTime: string;
  readonly languagesSpoken: readonly string[];
  readonly contact: { readonly name: string; readonly email: string; readonly telephone?: string };
  readonly emergencyNumber: string;
  readonly updated: string;
  readonly map?: readonly (Place & { readonly name: string })[];
  readonly photos?: readonly Photo[];
}

/** The fact at `cottage.geo.latitude`; undefined when there is none, or when it is not one word or number. */
export function factAt(facts: Facts, path: string): string | undefined {
  let value: unknown = facts;
  for (const name of path.split(".")) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** Every path that `factAt` knows. */
export function factPaths(facts: Facts): string[] {
  return pathsBelow(facts, "");
}

function pathsBelow(value: unknown, prefix: string): string[] {
  if (!isObject(value) || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === "string" || typeof member === "number"
      ? [`${prefix}${name}`]
      : pathsBelow(member, `${prefix}${name}.`),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
