/**
 * Fills in the document templates in the built-in `content` folder. Placeholders look like `{cottage.name}`.
 */

import { isRecord } from "../json/json.ts";

const PLACEHOLDER = /\{([\w.]+)\}/g;
const ONLY_PLACEHOLDER = /^\{([\w.]+)\}$/;

export function fillText(template: string, values: object): string {
  return template.replace(PLACEHOLDER, (_, path: string) => String(valueAt(values, path)));
}

/**
 * Fills in and parses a JSON template. A string that is a single placeholder is replaced with the placeholder's value,
 * which may be of any type, e.g. an array.
 */
export function fillJson<Content>(template: string, values: object): Content {
  return JSON.parse(template, (_, value: unknown) => {
    if (typeof value !== "string") return value;
    const path = ONLY_PLACEHOLDER.exec(value)?.[1];
    return path === undefined ? fillText(value, values) : valueAt(values, path);
  });
}

function valueAt(values: object, path: string): unknown {
  let value: unknown = values;
  for (const name of path.split(".")) value = isRecord(value) ? value[name] : undefined;
  return value;
}
