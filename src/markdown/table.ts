/**
 * Pipe tables, the one thing here that CommonMark does not have: a row of headings, a row of dashes, rows of cells.
 *
 * Cells hold what a line of text may hold; a table knows no widths and no merged cells.
 */
import { type Inline, inline } from "./inline.ts";
import { type Line, type Notes, trimmed } from "./source.ts";

export interface Table {
  readonly aligned: readonly ("left" | "center" | "right" | undefined)[];
  readonly head: readonly Inline[];
  readonly body: readonly (readonly Inline[])[];
}

/** Rows begin with "|" and have no spaces at their ends. Undefined when the table as a whole was refused. */
export function readTable(rows: readonly Line[], notes: Notes): Table | undefined {
  const refuse = ({ number, column }: Line, message: string): undefined => {
    notes.problems.push({ line: number, column, message });
  };
  const [first, second] = rows;
  if (first === undefined || second === undefined) {
    return first && refuse(first, "A table needs a second row like | --- | --- |; for a plain | write \\|.");
  }
  const cells = rows.map(cellsOf);
  const dashes = cells[1];
  if (dashes === undefined || !dashes.every(({ text }) => /^:?-+:?$/.test(text))) {
    return refuse(second, "The second row of a table holds only dashes, as in | --- | --- |.");
  }
  for (const [index, row] of rows.entries()) {
    const found = cells[index];
    if (found === undefined) return refuse(row, "A row of a table ends with |.");
    if (found.length !== dashes.length) {
      return refuse(row, `This row has ${found.length} cells, but the row of dashes has ${dashes.length}.`);
    }
    const unclear = found.find(({ text }) => text.includes("\\|") && text.replace(/\\./g, "").includes("`"));
    if (unclear !== undefined) return refuse(unclear, "A cell cannot hold both code and \\|.");
  }
  const contents = cells.map((row, index) => (index === 1 ? [] : row?.map((cell) => inline([cell], notes)) ?? []));
  return { aligned: dashes.map(({ text }) => alignment(text)), head: contents[0] ?? [], body: contents.slice(2) };
}

/** The parts between pipes without a backslash before them; undefined when the row does not end with such a pipe. */
function cellsOf({ text, number, column }: Line): Line[] | undefined {
  const found = [...text.slice(1).matchAll(/((?:[^\\|]|\\.)*)\|/gy)];
  const end = found.reduce((at, [whole]) => at + whole.length, 1);
  if (found.length === 0 || end !== text.length) return undefined;
  return found.map(({ index, 1: cell = "" }) => trimmed({ text: cell, number, column: column + 1 + index }));
}

function alignment(dashes: string): Table["aligned"][number] {
  const isLeft = dashes.startsWith(":");
  if (dashes.endsWith(":")) return isLeft ? "center" : "right";
  return isLeft ? "left" : undefined;
}
