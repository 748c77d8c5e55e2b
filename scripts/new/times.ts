/**
 * Parses the times that owners type, e.g. "16 Uhr" or "4 p.m." as "16:00".
 */

/** Matches e.g. "16", "16:30", "16h30" or "4.30 p.m.", and captures the hour, the minutes and the "p" of "p.m." */
const TIME = /(?<!\d)([01]?\d|2[0-4])(?!\d)(?:\s*[:.h]\s*([0-5]\d)(?!\d))?\s*(?:([apπμ])\.?\s?[mμ](?!\p{L}))?/giu;

/** Words that are ignored, because they do not change the time itself, unlike "half" or "afternoon". */
const NEUTRAL_WORDS = new Set(
  [
    "at from by until till after before about around not than later earlier latest earliest the o clock hours hrs h",
    "ab bis um von vor nach gegen uhr spätestens frühestens oder später früher",
    "à a partir de dès avant après vers jusqu heures heure au plus tard tôt",
    "desde las la hasta antes del después horas hora",
    "dalle alle dopo entro prima ore ora fino",
    "vanaf om tot voor na uiterlijk uur",
    "από στις μετά μέχρι έως πριν τις η ώρα ώρες",
  ].flatMap((words) => words.split(" ")),
);

/** Parses a time. Returns undefined for two times, e.g. "16 to 18", and for words that may change it, e.g. "half 4". */
export function parseTime(answer: string): string | undefined {
  const [time, ...others] = answer.matchAll(TIME);
  if (time === undefined || others.length > 0) return undefined;
  const [matched, hourText = "", minutes = "00", half] = time;
  const rest = answer.replace(matched, " ");
  const otherWords = rest.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (/\d/.test(rest) || !otherWords.every((word) => NEUTRAL_WORDS.has(word))) return undefined;
  const hour = half === undefined ? Number(hourText) % 24 : to24HourClock(Number(hourText), half);
  return hour === undefined ? undefined : `${String(hour).padStart(2, "0")}:${minutes}`;
}

/**
 * Converts an hour of the 12-hour clock to the 24-hour clock, e.g. 4 p.m. to 16. Returns undefined above 12.
 *
 * @param half first letter of "a.m." or "p.m.", or of their Greek equivalents "π.μ." and "μ.μ."
 */
function to24HourClock(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  // 12 a.m. is midnight, and 12 p.m. is noon.
  const hoursOfHalf = hour % 12;
  return /[pμ]/i.test(half) ? hoursOfHalf + 12 : hoursOfHalf;
}
