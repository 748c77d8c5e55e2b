/**
 * Creates an owner's site in French: photos of every shape, forty reviews, twelve attractions close together,
 * thirty-five amenities, long names and a long price.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { ROOT } from "../../support/sample.ts";
import { withPage } from "./chromium.ts";
import { copySample } from "./server.ts";

/** Landscape and portrait photos and a panorama, with their widths and heights in pixels. */
const PHOTOGRAPHS: readonly [name: string, width: number, height: number, alt: string][] = [
  ["facade", 1600, 1067, "La façade de pierre blonde et la treille, un matin de juin"],
  ["salon", 1600, 1067, "Le salon et sa cheminée"],
  ["escalier", 1200, 1800, "L’escalier de pierre"],
  ["cuisine", 1600, 1200, "La cuisine ouverte sur la terrasse, avec sa grande table de chêne pour dix personnes"],
  ["chambre", 1200, 1600, "La chambre bleue"],
  ["jardin", 1600, 1067, "Le jardin et le figuier"],
  ["canal", 2400, 900, "Le canal au pied du mas, bordé de platanes, vu depuis l’écluse"],
  ["bain", 1200, 1600, "La salle de bains de l’étage"],
  ["terrasse", 1600, 1067, "La terrasse à l’heure de l’apéritif"],
  ["nuit", 1600, 1067, "La piscine, la nuit"],
];
const NARROW_WIDTH = 800;

const BODIES = [
  "Parfait.",
  "Un séjour merveilleux : la terrasse le matin, le canal le soir, et un accueil d’une gentillesse rare.",
  "Très belle maison, fidèle aux photos ; seul bémol, la route le vendredi soir.",
  "Nous étions huit et chacun avait son coin. La cuisine est un bonheur, avec un marché à dix minutes.",
  "Calme absolu. Les lits sont excellents. Nous reviendrons au printemps.",
];
const AMENITIES = [
  "Wi-Fi fibre (300 Mbit/s)",
  "Poêle à bois, bûches comprises",
  "Climatisation dans les chambres",
  "Cave à vin",
  "Lave-vaisselle",
  "Four et plaque à induction",
  "Linge de lit et serviettes",
];
/** Distance in kilometres and bearing in degrees of each attraction. Seven are in the same direction. */
const ATTRACTIONS: readonly [name: string, kilometres: number, bearing: number][] = [
  ["Écluse des Trois Platanes", 0.6, 80],
  ["Boulangerie du Pont", 0.8, 85],
  ["Marché de Saint-Martin", 0.9, 78],
  ["Domaine des Oliviers bleus, dégustation et vente de vins biologiques", 1.5, 88],
  ["Embarcadère du canal", 1.6, 82],
  ["Restaurant La Grenouille", 1.7, 84],
  ["Oppidum d’Ensérune", 5.8, 90],
  ["Béziers et les neuf écluses", 13, 75],
  ["Abbaye de Fontcaude", 14, 320],
  ["Narbonne, les Halles", 19, 200],
  ["Gorges de l’Orb", 22, 350],
  ["Plage de Valras", 60, 120],
];
const SUMMARY = "Une belle promenade à l’ombre des platanes, avec une buvette en été et des bancs au bord de l’eau.";
const COTTAGE_POSITION = { latitude: 43.34512, longitude: 3.05123 };
const KILOMETRES_PER_DEGREE = 111.1;

function positionAt(kilometres: number, bearing: number): { readonly latitude: number; readonly longitude: number } {
  const angle = (bearing * Math.PI) / 180;
  const latitude = COTTAGE_POSITION.latitude + (kilometres / KILOMETRES_PER_DEGREE) * Math.cos(angle);
  const perDegree = KILOMETRES_PER_DEGREE * Math.cos((COTTAGE_POSITION.latitude * Math.PI) / 180);
  return { latitude, longitude: COTTAGE_POSITION.longitude + (kilometres / perDegree) * Math.sin(angle) };
}

/** Writes the site into a temporary folder. Returns the environment variables for its server. */
export async function createFrenchSite(browser: Browser): Promise<Readonly<Record<string, string>>> {
  const { dataDirectory, imagesDirectory, environment } = copySample();
  cpSync(join(ROOT, "scripts/template/fr"), join(imagesDirectory, ".."), { recursive: true });
  await createPhotos(browser, imagesDirectory);
  const changeData = (name: string, changes: object): void => {
    const path = join(dataDirectory, `${name}.json`);
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...changes }));
  };
  changeData("cottage", {
    name: "Mas de la Bergeronnette",
    geo: COTTAGE_POSITION,
    priceRange: "de 190 à 420 € la nuit selon la saison, ménage compris, taxe de séjour en sus",
    amenities: Array.from({ length: 35 }, (_, index) => AMENITIES[index % AMENITIES.length]),
  });
  const reviews = Array.from({ length: 40 }, (_, index) => ({
    author: "Camille",
    rating: 5 - (index % 2),
    datePublished: `20${26 - Math.floor(index / 12)}-${String(12 - (index % 12)).padStart(2, "0")}-11`,
    body: BODIES[index % BODIES.length],
  }));
  changeData("reviews", { reviews });
  const attractions = ATTRACTIONS.map(([name, kilometres]) => {
    return { name, distanceFromCottage: `${Math.ceil(kilometres * 2)} min en voiture`, summary: SUMMARY };
  });
  changeData("attractions", { attractions });
  changeData("booking", {
    channels: [
      { platform: "Airbnb", url: "https://stays.example.com/1", supportsInstantBook: true },
      { platform: "Booking.com", url: "https://rooms.example.com/1", supportsInstantBook: false },
      { platform: "En direct, par e-mail", url: "mailto:bonjour@mas.example" },
    ],
  });
  changeData("site", {
    language: "fr",
    photos: PHOTOGRAPHS.map(([name, , , alt]) => ({ file: `${name}.jpg`, alt })),
    map: ATTRACTIONS.map(([name, kilometres, bearing]) => ({ name, ...positionAt(kilometres, bearing) })),
    translations: [
      { language: "en", url: "https://en.mas.example" },
      { language: "de", url: "https://de.mas.example" },
    ],
  });
  return environment;
}

/** Creates photos that show a gradient, each with a narrower version. */
async function createPhotos(browser: Browser, directory: string): Promise<void> {
  await withPage(browser, {}, async (page) => {
    for (const [name, width, height] of PHOTOGRAPHS) {
      for (const versionWidth of [width, NARROW_WIDTH]) {
        await page.setViewportSize({ width: versionWidth, height: Math.round((height * versionWidth) / width) });
        await page.setContent(`<body style="background: linear-gradient(${width % 360}deg, #cde, #354)">`);
        const suffix = versionWidth === width ? "" : `-${versionWidth}`;
        await page.screenshot({ path: join(directory, `${name}${suffix}.jpg`), type: "jpeg" });
      }
    }
  });
}
