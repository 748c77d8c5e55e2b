/**
 * Where something stands in a text, as an editor shows it: line and column.
 *
 * Nothing here knows what the text says.
 */

/** Both counted from 1; a column is one UTF-16 code unit, which is how most editors count. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface TextProblem extends Place {
  /** One sentence without a full stop: what was found and what is wanted instead. */
  readonly message: string;
}

/** Turns offsets into places. The lines are found once, so that each question costs a binary search. */
export function placer(text: string): (offset: number) => Place {
  const starts = lineStarts(text);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** A lone carriage return ends a line too: it is white space in JSON, and editors break the line there. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (const lineEnd of text.matchAll(/\r\n|\r|\n/g)) starts.push(lineEnd.index + lineEnd[0].length);
  return starts;
}
