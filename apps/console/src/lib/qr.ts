/**
 * QR codes (ISO/IEC 18004) of short texts: byte mode, error correction M, versions 1 to 10. The tables are those of the standard
 * (table 9 and annex E); the order of the steps as in its clause 7.1.
 *
 *     const { size, dark } = qrCode("otpauth://totp/…");      // dark(x, y), 0 ≤ x, y < size; without the quiet zone
 */

/** By version: codewords of error correction in each block, blocks, codewords in all. */
const VERSIONS = [
  [10, 1, 26],
  [16, 1, 44],
  [26, 1, 70],
  [18, 2, 100],
  [24, 2, 134],
  [16, 4, 172],
  [18, 4, 196],
  [22, 4, 242],
  [22, 5, 292],
  [26, 5, 346],
] as const;
/** Centres of the alignment patterns by version. */
const ALIGNMENT = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
] as const;

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

export interface QrCode {
  /** Modules on each side. */
  size: number;
  dark: (x: number, y: number) => boolean;
}

/** @throws RangeError for a text of more than 213 bytes */
export function qrCode(text: string): QrCode {
  const bytes = new TextEncoder().encode(text);
  const at = VERSIONS.findIndex((_, index) => bytes.length <= capacity(index + 1));
  if (at < 0) throw new RangeError("too long for a QR code");
  const version = at + 1;
  const words = interleaved(dataWords(bytes, version), version);
  let best: Grid | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [mask, flips] of MASKS.entries()) {
    const grid = drawn(version, words, mask, flips);
    const penalty = penaltyOf(grid);
    if (penalty < least) [best, least] = [grid, penalty];
  }
  const { modules, size } = best as Grid;
  return { size, dark: (x, y) => modules[y * size + x] === 1 };
}

interface Grid {
  size: number;
  /** 1 dark, 0 light, 2 free. */
  modules: Uint8Array;
}

const rowOf = (version: number) => VERSIONS[version - 1] ?? VERSIONS[0];
const lengthBits = (version: number): number => (version < 10 ? 8 : 16);

function dataCount(version: number): number {
  const [correction, blocks, all] = rowOf(version);
  return all - correction * blocks;
}

const capacity = (version: number): number =>
  Math.floor((dataCount(version) * 8 - 4 - lengthBits(version)) / 8);

/** Mode, length, text, end and padding. */
function dataWords(bytes: Uint8Array, version: number): number[] {
  const most = dataCount(version);
  let bits = "0100" + bytes.length.toString(2).padStart(lengthBits(version), "0");
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  bits += "0".repeat(Math.min(4, most * 8 - bits.length));
  bits += "0".repeat((8 - (bits.length % 8)) % 8);
  const words = (bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2));
  for (let pad = 0xec; words.length < most; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** Data of the blocks in turns, then their error correction in turns; the last blocks are a codeword longer. */
function interleaved(data: readonly number[], version: number): number[] {
  const [correction, count] = rowOf(version);
  const short = Math.floor(data.length / count);
  const longer = data.length % count;
  const divisor = generator(correction);
  const blocks: number[][] = [];
  for (let index = 0, from = 0; index < count; index += 1) {
    const length = short + (index >= count - longer ? 1 : 0);
    blocks.push(data.slice(from, from + length));
    from += length;
  }
  const rests = blocks.map((block) => remainder(block, divisor));
  return [...inTurns(blocks), ...inTurns(rests)];
}

function inTurns(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => blocks.flatMap((block) => block[at] ?? [])).flat();
}

/** Product in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/** Coefficients of (x - 1)(x - 2)(x - 4)…, without the leading 1. */
function generator(degree: number): number[] {
  const result: number[] = Array.from({ length: degree }, (_, at) => (at === degree - 1 ? 1 : 0));
  for (let round = 0, root = 1; round < degree; round += 1, root = times(root, 2)) {
    for (let at = 0; at < degree; at += 1) result[at] = times(result[at] ?? 0, root) ^ (result[at + 1] ?? 0);
  }
  return result;
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const rest: number[] = divisor.map(() => 0);
  for (const word of data) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [at, coefficient] of divisor.entries())
      rest[at] = (rest[at] ?? 0) ^ times(coefficient, factor);
  }
  return rest;
}

function drawn(
  version: number,
  words: readonly number[],
  mask: number,
  flips: (x: number, y: number) => boolean,
): Grid {
  const size = 17 + 4 * version;
  const modules = new Uint8Array(size * size).fill(2);
  const set = (x: number, y: number, dark: boolean): void => {
    modules[y * size + x] = dark ? 1 : 0;
  };
  drawPatterns(version, size, modules, set);
  drawFormat(mask, size, set);
  if (version >= 7) drawVersion(version, size, set);
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    // The column of the timing pattern is skipped as a whole.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (modules[y * size + x] !== 2) continue;
        const dark = (((words[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        set(x, y, dark !== flips(x, y));
        bit += 1;
      }
    }
  }
  return { size, modules };
}

type Put = (x: number, y: number, dark: boolean) => void;

function drawPatterns(version: number, size: number, modules: Uint8Array, set: Put): void {
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy += 1)
      for (let dx = -4; dx <= 4; dx += 1) {
        const [x, y, ring] = [cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy))];
        if (x >= 0 && y >= 0 && x < size && y < size) set(x, y, ring !== 2 && ring !== 4);
      }
  }
  const centres = ALIGNMENT[version - 1] ?? [];
  for (const cx of centres)
    for (const cy of centres) {
      if (modules[cy * size + cx] !== 2) continue;
      for (let dy = -2; dy <= 2; dy += 1)
        for (let dx = -2; dx <= 2; dx += 1) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  for (let at = 8; at < size - 8; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
}

/** Level M (00) and mask, BCH (15,5), twice; and the module that is always dark. */
function drawFormat(mask: number, size: number, set: Put): void {
  let rest = mask;
  for (let round = 0; round < 10; round += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const bit = (at: number): boolean => ((bits >>> at) & 1) === 1;
  for (let at = 0; at < 15; at += 1) {
    const near = at < 6 ? at : at + 1;
    if (at < 8) {
      set(8, near, bit(at));
      set(size - 1 - at, 8, bit(at));
    } else {
      set(at === 8 ? 7 : 14 - at, 8, bit(at));
      set(8, size - 15 + at, bit(at));
    }
  }
  set(8, size - 8, true);
}

/** BCH (18,6), twice. */
function drawVersion(version: number, size: number, set: Put): void {
  let rest = version;
  for (let round = 0; round < 12; round += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let at = 0; at < 18; at += 1) {
    const [a, b] = [size - 11 + (at % 3), Math.floor(at / 3)];
    const dark = ((bits >>> at) & 1) === 1;
    set(a, b, dark);
    set(b, a, dark);
  }
}

/** Clause 7.8.3: what readers find hard counts against a mask. */
function penaltyOf({ modules, size }: Grid): number {
  let penalty = 0;
  let dark = 0;
  const at = (x: number, y: number): number => modules[y * size + x] ?? 0;
  for (let a = 0; a < size; a += 1) {
    for (const line of [
      Array.from({ length: size }, (_, b) => at(b, a)).join(""),
      Array.from({ length: size }, (_, b) => at(a, b)).join(""),
    ]) {
      for (const run of line.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
      penalty += 40 * (line.match(/(?=10111010000|00001011101)/g) ?? []).length;
    }
    for (let b = 0; b < size; b += 1) {
      dark += at(b, a);
      if (a + 1 === size || b + 1 === size) continue;
      const sum = at(b, a) + at(b + 1, a) + at(b, a + 1) + at(b + 1, a + 1);
      if (sum === 0 || sum === 4) penalty += 3;
    }
  }
  return penalty + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
