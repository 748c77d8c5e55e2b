/**
 * QR codes for short texts: byte mode, versions 1 to 10, error correction level M (ISO/IEC 18004).
 *
 * It returns modules as booleans and draws nothing.
 */

/** Code words of a version at level M. */
interface Version {
  /** Error correction code words of each block. */
  readonly correction: number;
  /** Data code words of each block. */
  readonly blocks: readonly number[];
  /** Centres of the alignment patterns, along both axes. */
  readonly alignment: readonly number[];
}

/** Versions 1 to 10 (ISO/IEC 18004, tables 9 and E.1). */
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

/** Bytes of text that version 10 holds. */
export const TEXT_BYTES_MAX = 213;

const BYTE_MODE = 0b0100;
const PADDING = [0xec, 0x11];
/** Level M and mask 0, with their check bits (ISO/IEC 18004, table C.1). */
const FORMAT_BITS = 0b101010000010010;

/** Encodes a text. Returns the rows of the code, dark modules as true, without the quiet zone. */
export function qrCode(text: string): boolean[][] {
  const bytes = [...Buffer.from(text)];
  const number = VERSIONS.findIndex((version, index) => bytes.length <= capacity(version, index + 1)) + 1;
  const version = VERSIONS[number - 1];
  if (version === undefined) throw new RangeError(`The text has ${bytes.length} bytes, and ${TEXT_BYTES_MAX} fit`);
  const grid = new Grid(17 + 4 * number);
  drawPatterns(grid, version, number);
  drawData(grid, codeWords(bytes, version, number));
  return grid.rows.map((row) => row.map((module) => module === true));
}

function dataLength({ blocks }: Version): number {
  return blocks.reduce((sum, length) => sum + length, 0);
}

/** The header has 4 bits of mode and 8 or 16 bits of length. */
function capacity(version: Version, number: number): number {
  return dataLength(version) - (number < 10 ? 2 : 3);
}

/** Returns data and correction code words, interleaved by block. */
function codeWords(bytes: readonly number[], version: Version, number: number): number[] {
  const lengthBits = number < 10 ? 8 : 16;
  const bits = [...bitsOf(BYTE_MODE, 4), ...bitsOf(bytes.length, lengthBits)];
  for (const byte of bytes) bits.push(...bitsOf(byte, 8));
  bits.push(0, 0, 0, 0);
  const data: number[] = [];
  for (let start = 0; start + 8 <= bits.length; start += 8) data.push(numberOf(bits.slice(start, start + 8)));
  const length = dataLength(version);
  for (let index = 0; data.length < length; index += 1) data.push(PADDING[index % 2] ?? 0);
  const blocks: number[][] = [];
  let start = 0;
  for (const blockLength of version.blocks) {
    blocks.push(data.slice(start, start + blockLength));
    start += blockLength;
  }
  const corrections = blocks.map((block) => correctionOf(block, version.correction));
  return [...interleaved(blocks), ...interleaved(corrections)];
}

function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1);
}

function numberOf(bits: readonly number[]): number {
  return bits.reduce((value, bit) => value * 2 + bit, 0);
}

function interleaved(blocks: readonly (readonly number[])[]): number[] {
  const result: number[] = [];
  const longest = Math.max(...blocks.map((block) => block.length));
  for (let index = 0; index < longest; index += 1) {
    for (const block of blocks) {
      const word = block[index];
      if (word !== undefined) result.push(word);
    }
  }
  return result;
}

/** Multiplies in the field of 256 elements with the polynomial 0x11d. */
function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ (product & 0x80 ? 0x11d : 0);
    if ((other >> bit) & 1) product ^= one;
  }
  return product & 0xff;
}

/** Returns the remainder of the data by the Reed–Solomon generator polynomial of a degree. */
function correctionOf(data: readonly number[], degree: number): number[] {
  const generator = generatorOf(degree);
  let remainder: number[] = Array<number>(degree).fill(0);
  for (const word of data) {
    const factor = word ^ (remainder[0] ?? 0);
    remainder = [...remainder.slice(1), 0].map((value, index) => value ^ multiply(generator[index] ?? 0, factor));
  }
  return remainder;
}

/** Returns the coefficients below the leading one of (x - 1)(x - 2)(x - 4)… */
function generatorOf(degree: number): number[] {
  let generator = [1];
  let root = 1;
  for (let count = 0; count < degree; count += 1) {
    const shifted = [...generator, 0];
    const scaled = [0, ...generator.map((coefficient) => multiply(coefficient, root))];
    generator = shifted.map((coefficient, index) => coefficient ^ (scaled[index] ?? 0));
    root = multiply(root, 2);
  }
  return generator.slice(1);
}

/** Modules that are set; undefined for those that data may take. */
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

  /** Ignores modules outside the code. */
  set(x: number, y: number, isDark: boolean): void {
    const row = this.rows[y];
    if (row !== undefined && x >= 0 && x < this.size) row[x] = isDark;
  }
}

function drawPatterns(grid: Grid, { alignment }: Version, number: number): void {
  const last = grid.size - 7;
  for (const [x, y] of [
    [0, 0],
    [last, 0],
    [0, last],
  ] as const)
    drawSquares(grid, x + 3, y + 3, 4, [0, 1, 3]);
  for (let index = 8; index < grid.size - 8; index += 1) {
    grid.set(index, 6, index % 2 === 0);
    grid.set(6, index, index % 2 === 0);
  }
  for (const x of alignment) {
    for (const y of alignment) {
      // Three of the corners have finder patterns.
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

function drawFormat(grid: Grid): void {
  const { size } = grid;
  for (let index = 0; index < 15; index += 1) {
    const isDark = ((FORMAT_BITS >> index) & 1) === 1;
    // Around the upper left finder pattern, without the timing patterns.
    if (index < 8) grid.set(8, index < 6 ? index : index + 1, isDark);
    else grid.set(index === 8 ? 7 : 14 - index, 8, isDark);
    // Below the upper right and beside the lower left finder pattern.
    if (index < 8) grid.set(size - 1 - index, 8, isDark);
    else grid.set(8, size - 15 + index, isDark);
  }
  grid.set(8, size - 8, true);
}

/** Draws the version and its check bits, the remainder by x¹² + x¹¹ + x¹⁰ + x⁹ + x⁸ + x⁵ + x² + 1, twice. */
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

/** Fills pairs of columns from the right, up and down in turn, and applies mask 0: every second module is inverted. */
function drawData(grid: Grid, words: readonly number[]): void {
  const bits = words.flatMap((word) => bitsOf(word, 8));
  let next = 0;
  let isUpward = true;
  for (let right = grid.size - 1; right > 0; right -= 2) {
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
