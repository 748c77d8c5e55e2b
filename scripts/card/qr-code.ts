/**
 * Encodes short texts as QR codes: byte mode, versions 1 to 10, error correction level M (ISO/IEC 18004).
 *
 * A module is one square of a QR code. The code is returned as rows of booleans, true for dark modules.
 */

/** Properties of a QR code version, which is a size of the code, at error correction level M. A codeword is a byte. */
interface Version {
  /** Number of error correction codewords in each block. */
  readonly correction: number;
  /** Number of data codewords in each block. */
  readonly blocks: readonly number[];
  /** Coordinates, on both axes, of the centres of the alignment patterns. */
  readonly alignment: readonly number[];
}

/** QR code versions 1 to 10 (ISO/IEC 18004, tables 9 and E.1). */
const VERSIONS: readonly Version[] = [
  { correction: 10, blocks: [16], alignment: [] },
  { correction: 16, blocks: [28], alignment: [6, 18] },
  { correction: 26, blocks: [44], alignment: [6, 22] },
  { correction: 18, blocks: [32, 32], alignment: [6, 26] },
  { correction: 24, blocks: [43, 43], alignment: [6, 30] },
  { correction: 16, blocks: [27, 27, 27, 27], alignment: [6, 34] },
  { correction: 18, blocks: [31, 31, 31, 31], alignment: [6, 22, 38] },
  { correction: 22, blocks: [38, 38, 39, 39], alignment: [6, 24, 42] },
  { correction: 22, blocks: [36, 36, 36, 37, 37], alignment: [6, 26, 46] },
  { correction: 26, blocks: [43, 43, 43, 43, 44], alignment: [6, 28, 50] },
];

/** Maximum number of text bytes that fit in a QR code of version 10. */
export const TEXT_BYTES_MAX = 213;

const BYTE_MODE = 0b0100;
/** Codewords that alternate in the unused rest of the data. */
const PADDING = [0xec, 0x11];
/** QR format information for level M and mask 0, with its check bits (ISO/IEC 18004, table C.1). */
const FORMAT_BITS = 0b101010000010010;

/** Encodes a text as a QR code. Returns its rows, with true for dark modules, without the light border. */
export function qrCode(text: string): boolean[][] {
  const bytes = [...Buffer.from(text)];
  const number = VERSIONS.findIndex((version, index) => bytes.length <= capacity(version, index + 1)) + 1;
  const version = VERSIONS[number - 1];
  if (version === undefined) throw new RangeError(`The text has ${bytes.length} bytes, and ${TEXT_BYTES_MAX} fit`);
  const grid = new Grid(17 + 4 * number);
  drawPatterns(grid, version, number);
  drawData(grid, codewords(bytes, version, number));
  return grid.rows.map((row) => row.map((module) => module === true));
}

/** Returns the number of data codewords in all blocks. */
function dataLength({ blocks }: Version): number {
  return blocks.reduce((sum, length) => sum + length, 0);
}

/**
 * Returns how many bytes of text fit. The 4 bits of the mode, the 8 or 16 bits of the text's length and the 4 bits of
 * the terminator take 2 or 3 bytes.
 */
function capacity(version: Version, number: number): number {
  return dataLength(version) - (number < 10 ? 2 : 3);
}

/** Returns the data codewords: mode, length of the text, text, terminator and padding. */
function dataCodewords(bytes: readonly number[], version: Version, number: number): number[] {
  const lengthBits = number < 10 ? 8 : 16;
  const bits = [...bitsOf(BYTE_MODE, 4), ...bitsOf(bytes.length, lengthBits)];
  for (const byte of bytes) bits.push(...bitsOf(byte, 8));
  const terminator = [0, 0, 0, 0];
  bits.push(...terminator);
  const data: number[] = [];
  for (let start = 0; start < bits.length; start += 8) data.push(numberOf(bits.slice(start, start + 8)));
  const length = dataLength(version);
  for (let index = 0; data.length < length; index += 1) data.push(PADDING[index % 2] ?? 0);
  return data;
}

/** Returns all codewords in drawing order: the interleaved data, then the interleaved error correction. */
function codewords(bytes: readonly number[], version: Version, number: number): number[] {
  const data = dataCodewords(bytes, version, number);
  const blocks: number[][] = [];
  let start = 0;
  for (const blockLength of version.blocks) {
    blocks.push(data.slice(start, start + blockLength));
    start += blockLength;
  }
  const corrections = blocks.map((block) => correctionOf(block, version.correction));
  return [...interleaved(blocks), ...interleaved(corrections)];
}

/** Returns the last `count` bits of a number, the most significant bit first. */
function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1);
}

function numberOf(bits: readonly number[]): number {
  return bits.reduce((value, bit) => value * 2 + bit, 0);
}

/** Returns the first codeword of each block, then the second of each block, and so on. */
function interleaved(blocks: readonly (readonly number[])[]): number[] {
  const result: number[] = [];
  const longest = Math.max(...blocks.map((block) => block.length));
  for (let index = 0; index < longest; index += 1) {
    for (const block of blocks) {
      const codeword = block[index];
      if (codeword !== undefined) result.push(codeword);
    }
  }
  return result;
}

/** Multiplies in the finite field GF(256) with the reducing polynomial 0x11d. */
function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ (product & 0x80 ? 0x11d : 0);
    if ((other >> bit) & 1) product ^= one;
  }
  return product & 0xff;
}

/**
 * Returns the Reed–Solomon error correction codewords of a block: the remainder of dividing its data by the generator
 * polynomial of the given degree.
 */
function correctionOf(data: readonly number[], degree: number): number[] {
  const generator = generatorOf(degree);
  let remainder: number[] = Array<number>(degree).fill(0);
  for (const codeword of data) {
    const factor = codeword ^ (remainder[0] ?? 0);
    const shifted = [...remainder.slice(1), 0];
    remainder = shifted.map((value, index) => value ^ multiply(generator[index] ?? 0, factor));
  }
  return remainder;
}

/** Returns the coefficients of the polynomial (x - 1)(x - 2)(x - 4)… over GF(256), without the leading 1. */
function generatorOf(degree: number): number[] {
  let generator = [1];
  let root = 1;
  for (let count = 0; count < degree; count += 1) {
    // Multiply by (x - root): the sum of the polynomial times x and the polynomial times the root.
    const shifted = [...generator, 0];
    const scaled = [0, ...generator.map((coefficient) => multiply(coefficient, root))];
    generator = shifted.map((coefficient, index) => coefficient ^ (scaled[index] ?? 0));
    root = multiply(root, 2);
  }
  return generator.slice(1);
}

/** Modules of the code: true if dark, false if light, and undefined if not drawn yet. */
class Grid {
  readonly size: number;
  readonly rows: (boolean | undefined)[][];

  constructor(size: number) {
    this.size = size;
    this.rows = Array.from({ length: size }, () => Array<undefined>(size).fill(undefined));
  }

  isFree(x: number, y: number): boolean {
    return this.rows[y]?.[x] === undefined;
  }

  /** Draws a module. Ignores coordinates outside the code. */
  set(x: number, y: number, isDark: boolean): void {
    const row = this.rows[y];
    if (row !== undefined && x >= 0 && x < this.size) row[x] = isDark;
  }
}

/** Draws everything except the data: finder, timing and alignment patterns, format and version. */
function drawPatterns(grid: Grid, { alignment }: Version, number: number): void {
  // Finder patterns in three corners. The light squares at distance 4 separate them from the data.
  const last = grid.size - 4;
  drawSquares(grid, 3, 3, 4, [0, 1, 3]);
  drawSquares(grid, last, 3, 4, [0, 1, 3]);
  drawSquares(grid, 3, last, 4, [0, 1, 3]);
  // Timing patterns in row 6 and column 6.
  for (let index = 8; index < grid.size - 8; index += 1) {
    grid.set(index, 6, index % 2 === 0);
    grid.set(6, index, index % 2 === 0);
  }
  for (const x of alignment) {
    for (const y of alignment) {
      // Three of the corners already have finder patterns.
      const isTaken = (x === 6 && y === 6) || (x === 6 && y === grid.size - 7) || (x === grid.size - 7 && y === 6);
      if (!isTaken) drawSquares(grid, x, y, 2, [0, 2]);
    }
  }
  drawFormat(grid);
  if (number >= 7) drawVersion(grid, number);
}

/**
 * Draws concentric squares.
 *
 * @param darkDistances distances from the centre that are dark
 */
function drawSquares(
  grid: Grid,
  centreX: number,
  centreY: number,
  radius: number,
  darkDistances: readonly number[],
): void {
  for (let dy = -radius; dy <= radius; dy += 1) {
    for (let dx = -radius; dx <= radius; dx += 1) {
      const distance = Math.max(Math.abs(dx), Math.abs(dy));
      grid.set(centreX + dx, centreY + dy, darkDistances.includes(distance));
    }
  }
}

/** Draws both copies of the format information, and the module that is always dark. */
function drawFormat(grid: Grid): void {
  const { size } = grid;
  for (let index = 0; index < 15; index += 1) {
    const isDark = ((FORMAT_BITS >> index) & 1) === 1;
    // First copy: around the upper left finder pattern, skipping the timing patterns in row 6 and column 6.
    if (index < 8) grid.set(8, index < 6 ? index : index + 1, isDark);
    else grid.set(index === 8 ? 7 : 14 - index, 8, isDark);
    // Second copy: below the upper right finder pattern, and beside the lower left one.
    if (index < 8) grid.set(size - 1 - index, 8, isDark);
    else grid.set(8, size - 15 + index, isDark);
  }
  grid.set(8, size - 8, true);
}

/**
 * Draws both copies of the version number and its 12 check bits: the remainder after division by the polynomial
 * x¹² + x¹¹ + x¹⁰ + x⁹ + x⁸ + x⁵ + x² + 1, which is 0x1f25.
 */
function drawVersion(grid: Grid, number: number): void {
  let remainder = number;
  for (let count = 0; count < 12; count += 1) remainder = (remainder << 1) ^ ((remainder >> 11) * 0x1f25);
  const bits = (number << 12) | remainder;
  for (let index = 0; index < 18; index += 1) {
    const isDark = ((bits >> index) & 1) === 1;
    const along = Math.floor(index / 3);
    const across = grid.size - 11 + (index % 3);
    grid.set(along, across, isDark);
    grid.set(across, along, isDark);
  }
}

/**
 * Draws the data in pairs of columns, from right to left. The first pair is filled upwards, the next downwards, and so
 * on. Applies mask 0, which inverts every second module.
 */
function drawData(grid: Grid, allCodewords: readonly number[]): void {
  const bits = allCodewords.flatMap((codeword) => bitsOf(codeword, 8));
  let next = 0;
  let isUpward = true;
  for (let right = grid.size - 1; right > 0; right -= 2) {
    // Column 6 has the timing pattern.
    if (right === 6) right -= 1;
    for (let step = 0; step < grid.size; step += 1) {
      const y = isUpward ? grid.size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (!grid.isFree(x, y)) continue;
        const isMasked = (x + y) % 2 === 0;
        grid.set(x, y, (bits[next] === 1) !== isMasked);
        next += 1;
      }
    }
    isUpward = !isUpward;
  }
}
