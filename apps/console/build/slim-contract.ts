/**
 * Leaves out of the contract what only the appliance needs: the console does not check answers, queries and parameters
 * again, and shows no API document. Of a body it needs the schema only where the code asks for it as `name.body`; those
 * stay. What is left is marked as free of side effects, so that the bundler drops whatever nobody uses, zod included.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ESTree, Plugin } from "vite";

const CONTRACT = /packages\/contract\/src\/.+\.ts$/;
const WANTED = new Set(["method", "path", "access", "content", "mutates", "body", "upload", "file"]);

/** Descriptions are for the API document. */
const NOTE = "z.globalRegistry.add(schema, { description });";

interface Edit {
  start: number;
  end: number;
  text: string;
}

export function slimContract(source: string): Plugin {
  const bodies = bodiesUsed(source);
  return {
    name: "hubwart-slim-contract",
    apply: "build",
    enforce: "post",
    transform: {
      filter: { id: CONTRACT },
      handler(code) {
        const edits: Edit[] = [];
        for (const node of this.parse(code).body) {
          const declaration = node.type === "ExportNamedDeclaration" ? node.declaration : node;
          if (declaration?.type !== "VariableDeclaration") continue;
          for (const { id, init } of declaration.declarations) {
            if (init?.type !== "CallExpression" && init?.type !== "ObjectExpression") continue;
            edits.push({ start: init.start, end: init.start, text: "/* @__PURE__ */ (() => (" });
            if (id.type === "Identifier") edits.push(...cuts(init, code, bodies.has(id.name)));
            edits.push({ start: init.end, end: init.end, text: "))()" });
          }
        }
        let out = code;
        for (const { start, end, text } of edits.toReversed())
          out = out.slice(0, start) + text + out.slice(end);
        return { code: out.replace(NOTE, ""), map: null };
      },
    },
  };
}

/** The parts of a call's description that are not wanted, each with the comma behind it. */
function cuts(init: ESTree.Expression, code: string, withBody: boolean): Edit[] {
  if (init.type !== "CallExpression" || init.callee.type !== "Identifier" || init.callee.name !== "call")
    return [];
  const [spec] = init.arguments;
  return spec?.type === "ObjectExpression" ? unwanted(spec, code, withBody) : [];
}

function unwanted(spec: ESTree.ObjectExpression, code: string, withBody: boolean): Edit[] {
  return spec.properties.flatMap((property) => {
    if (property.type !== "Property" || property.key.type !== "Identifier") return [];
    const { name } = property.key;
    if (name === "upload" && property.value.type === "ObjectExpression")
      return unwanted(property.value, code, withBody);
    if (WANTED.has(name) && (name !== "body" || withBody)) return [];
    const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0;
    return [{ start: property.start, end: property.end + comma, text: "" }];
  });
}

/** Names of the calls whose body's schema the console's sources ask for. */
function bodiesUsed(source: string): Set<string> {
  const names = new Set<string>();
  for (const file of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file) || file.includes(".test.")) continue;
    const text = readFileSync(path.join(source, file), "utf8");
    for (const [, name = ""] of text.matchAll(/\b(\w+)\.body\b/g)) names.add(name);
  }
  return names;
}
