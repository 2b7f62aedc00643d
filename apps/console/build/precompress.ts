/**
 * Writes `x.br` and `x.gz` beside every text file of the build, so that the server compresses nothing at run time.
 * `index.html` is left out: the server puts a nonce into it for each answer.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(?:js|css|svg|json|txt|webmanifest)$/;
/** Below this a header costs more than is saved. */
const WORTH_BYTES = 256;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  if (plain.length < WORTH_BYTES) return;
  const [br, gz] = await Promise.all([
    brotli(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
    deflate(plain, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/** @param below folder of what is built here, where others built into the same place */
export function precompress(below = ""): Plugin {
  let folder = "";
  return {
    name: "hubwart-precompress",
    apply: "build",
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir, below);
    },
    async closeBundle(failure) {
      if (failure) return;
      for (const name of await readdir(folder, { recursive: true })) {
        if (TEXT.test(name)) await compress(path.join(folder, name));
      }
    },
  };
}
