/** The four tools, with the schemas that the SDKs ask for, and the same facts as text and as a value. */
import * as z from "zod";
import { text } from "./material.mjs";

const address = z.object({
  streetAddress: z.string(),
  addressLocality: z.string(),
  addressRegion: z.string(),
  postalCode: z.string(),
  addressCountry: z.string(),
});
const rating = z.object({
  ratingValue: z.number(),
  reviewCount: z.int(),
  bestRating: z.number(),
  worstRating: z.number(),
});
const review = z.object({
  author: z.string(),
  rating: z.int().min(1).max(5),
  datePublished: z.iso.date(),
  body: z.string(),
});
const attraction = z.object({ name: z.string(), distanceFromCottage: z.string(), summary: z.string() });
const channel = z.object({
  platform: z.string(),
  url: z.string(),
  supportsInstantBook: z.boolean().nullable().optional(),
});

/** File of the facts and their shape, by tool. */
const SHAPES = {
  "get-cottage": [
    "cottage.json",
    {
      object: z.literal("cottage"),
      name: z.string(),
      type: z.literal("LodgingBusiness"),
      description: z.string(),
      url: z.string(),
      address,
      geo: z.object({ latitude: z.number(), longitude: z.number() }),
      containedInPlace: z.string(),
      bedrooms: z.int(),
      bathrooms: z.int(),
      bedTypes: z.object({ king: z.int(), double: z.int() }),
      amenities: z.array(z.string()),
      petsAllowed: z.boolean(),
      smokingAllowed: z.boolean(),
      priceRange: z.string(),
      aggregateRating: rating,
      sameAs: z.array(z.string()),
    },
  ],
  "list-reviews": [
    "reviews.json",
    { object: z.literal("review_list"), ratingValue: z.number(), reviewCount: z.int(), reviews: z.array(review) },
  ],
  "list-attractions": ["attractions.json", { object: z.literal("attraction_list"), attractions: z.array(attraction) }],
  "get-booking-options": [
    "booking.json",
    { object: z.literal("booking_options"), note: z.string(), channels: z.array(channel) },
  ],
};

const described = new Map(JSON.parse(text("tools.json")).map((tool) => [tool.name, tool]));

export const server = { name: "holiday-cottage", version: "1.0.0" };

export const tools = Object.entries(SHAPES).map(([name, [file, shape]]) => {
  const { title, description, annotations } = described.get(name);
  const facts = JSON.parse(text(file));
  return {
    name,
    title,
    description,
    annotations,
    shape,
    schema: z.object(shape),
    call: () => ({ content: [{ type: "text", text: JSON.stringify(facts) }], structuredContent: facts }),
  };
});
