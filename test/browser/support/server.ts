/**
 * Starts the built server for the browser suite, and reads its API.
 */
export { copySample, setPhotos } from "../../support/folder.ts";
export { type RunningServer, startServer } from "../../support/running.ts";

/** Paths of the six pages. */
export const PATHS = ["/", "/welcome", "/about", "/contact", "/privacy", "/developers"] as const;

/** Properties of the API that the pages contain. */
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

/** Requests the four data sets. */
export async function fetchFacts(origin: string): Promise<ApiFacts> {
  const [cottage, { reviews }, { attractions }, booking] = await Promise.all(
    ["cottage", "reviews", "attractions", "booking"].map(async (name) =>
      (await fetch(`${origin}/api/v1/${name}`)).json(),
    ),
  );
  return { cottage, reviews, attractions, booking };
}
