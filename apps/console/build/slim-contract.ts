/**
 * Leaves out of the contract what only the appliance needs: the console does not check answers, queries and parameters
 * again, and shows no API document. Of a body it needs the schema only where the code asks for it as `name.body`, and of who
 * may call only where it asks by `useMay(name)` or `call={name}`; those stay. What is left is marked as free of side effects, so that the bundler drops whatever nobody uses, zod included.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ESTree, Plugin } from "vite";

const CONTRACT = /packages\/contract\/src\/.+\.ts$/;
const WANTED = new Set(["method", "path", "access", "content", "mutates", "upload", "file"]);
const RIGHTS = ["needs", "channels"];

/** Descriptions are for the API document; what a call without an answer of its own answers is checked by the appliance. */
const NOTES = ["z.globalRegistry.add(schema, { description });", "answersSomething(whole);"];

interface Edit {
  start: number;
  end: number;
  text: string;
}

export function slimContract(source: string): Plugin {
  const used = {
    bodies: namesUsed(source, /\b(\w+)\.body\b/g),
    rights: namesUsed(source, /\b(?:useMay\(|call=\{)(\w+)[)}]/g),
  };
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
            if (id.type === "Identifier") edits.push(...cuts(init, code, wantedOf(id.name, used)));
            edits.push({ start: init.end, end: init.end, text: "))()" });
          }
        }
        let out = code;
        for (const { start, end, text } of edits.toReversed())
          out = out.slice(0, start) + text + out.slice(end);
        return { code: NOTES.reduce((text, note) => text.replace(note, ""), out), map: null };
      },
    },
  };
}

/** Which fields of a call's description stay. */
function wantedOf(
  name: string,
  { bodies, rights }: { bodies: Set<string>; rights: Set<string> },
): Set<string> {
  return new Set([...WANTED, ...(bodies.has(name) ? ["body"] : []), ...(rights.has(name) ? RIGHTS : [])]);
}

/** The parts of a call's description that are not wanted, each with the comma behind it. */
function cuts(init: ESTree.Expression, code: string, wanted: ReadonlySet<string>): Edit[] {
  if (init.type !== "CallExpression" || init.callee.type !== "Identifier" || init.callee.name !== "call")
    return [];
  const [spec] = init.arguments;
  return spec?.type === "ObjectExpression" ? unwanted(spec, code, wanted) : [];
}

function unwanted(spec: ESTree.ObjectExpression, code: string, wanted: ReadonlySet<string>): Edit[] {
  return spec.properties.flatMap((property) => {
    if (property.type !== "Property" || property.key.type !== "Identifier") return [];
    const { name } = property.key;
    if (name === "upload" && property.value.type === "ObjectExpression")
      return unwanted(property.value, code, wanted);
    if (wanted.has(name)) return [];
    const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0;
    return [{ start: property.start, end: property.end + comma, text: "" }];
  });
}

/** Names of the calls of which the console's sources ask for a part. */
function namesUsed(source: string, pattern: RegExp): Set<string> {
  const names = new Set<string>();
  for (const file of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file) || file.includes(".test.")) continue;
    const text = readFileSync(path.join(source, file), "utf8");
    for (const [, name = ""] of text.matchAll(pattern)) names.add(name);
  }
  return names;
}
