/** Ships the example that the console offers to a new device. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const FILES = ["erste-schritte.xlsx"];

export function examples(folder: string): Plugin {
  return {
    name: "hubwart-examples",
    apply: "build",
    generateBundle() {
      for (const name of FILES) {
        const source = readFileSync(path.join(folder, name));
        this.emitFile({ type: "asset", fileName: `examples/${name}`, source });
      }
    },
  };
}
