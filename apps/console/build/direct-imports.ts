/**
 * Rewrites `import { Button } from "@mantine/core"` to an import of the file that defines `Button`. The graph of modules
 * then tells what each page really needs, which `build/chunks.ts` goes by; through the package's index every
 * page would seem to need everything.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type ESTree, type Plugin, parseAst } from "vite";

/** Only packages whose files may be imported one by one (`sideEffects` in their package.json), and the own texts. */
const PACKAGES = [
  "@hubwart/contract",
  "@mantine/core",
  "@mantine/hooks",
  "@mantine/notifications",
  "@tabler/icons-react",
];
const TEXTS = /(?:^|\/)texts\/index\.ts$/;
/** Of the compiler's worker besides. */
export const COMPILER_PACKAGES = [
  "@hubwart/core",
  "@hubwart/draft",
  "@hubwart/lua",
  "@hubwart/project",
  "@hubwart/project/tables",
];

/** Where a name is defined, and its name there. */
interface Origin {
  file: string;
  name: string;
}
type Names = ReadonlyMap<string, Origin>;

export function directImports(more: readonly string[] = []): Plugin {
  const packages = [...PACKAGES, ...more];
  const hasIndex = (source: string): boolean => packages.includes(source) || TEXTS.test(source);
  const indexes = new Map<string, Promise<Names>>();
  return {
    name: "hubwart-direct-imports",
    apply: "build",
    enforce: "post",
    transform: {
      filter: { id: /\.(?:tsx?|m?js)$/, code: new RegExp([...packages, "texts/index"].join("|")) },
      async handler(code, id) {
        const edits: { start: number; end: number; text: string }[] = [];
        for (const node of this.parse(code).body) {
          if (node.type !== "ImportDeclaration" || !hasIndex(node.source.value)) continue;
          const index = (await this.resolve(node.source.value, id))?.id;
          if (index === undefined) continue;
          const known = indexes.get(index) ?? namesOf(index);
          indexes.set(index, known);
          const text = rewritten(node, await known);
          if (text !== undefined) edits.push({ start: node.start, end: node.end, text });
        }
        if (edits.length === 0) return null;
        let out = code;
        for (const { start, end, text } of edits.toReversed())
          out = out.slice(0, start) + text + out.slice(end);
        return { code: out, map: null };
      },
    },
  };
}

/** undefined where a name is not found or all of the package is wanted: such an import stays as it is. */
function rewritten(node: ESTree.ImportDeclaration, names: Names): string | undefined {
  const parts: string[] = [];
  for (const specifier of node.specifiers) {
    if (specifier.type !== "ImportSpecifier" || specifier.imported.type !== "Identifier") return undefined;
    const origin = names.get(specifier.imported.name);
    if (!origin) return undefined;
    parts.push(`import { ${origin.name} as ${specifier.local.name} } from ${JSON.stringify(origin.file)};`);
  }
  return parts.length > 0 ? parts.join(" ") : undefined;
}

/** What an index file hands on: `export … from`, and `import` followed by `export`. */
async function namesOf(file: string): Promise<Names> {
  const code = await readFile(file, "utf8");
  const names = new Map<string, Origin>();
  const imported = new Map<string, Origin>();
  const at = (source: string) => (source.startsWith(".") ? path.resolve(path.dirname(file), source) : source);
  for (const node of parseAst(code, { lang: "ts" }).body) {
    if (node.type === "ImportDeclaration") {
      for (const specifier of node.specifiers) {
        if (specifier.type === "ImportSpecifier")
          imported.set(specifier.local.name, {
            file: at(node.source.value),
            name: nameOf(specifier.imported),
          });
      }
    } else if (node.type === "ExportAllDeclaration" && node.exported === null) {
      for (const name of await definedBy(at(node.source.value)))
        names.set(name, { file: at(node.source.value), name });
    } else if (node.type === "ExportNamedDeclaration") {
      for (const { local, exported } of node.specifiers) {
        const origin = node.source
          ? { file: at(node.source.value), name: nameOf(local) }
          : imported.get(nameOf(local));
        if (origin) names.set(nameOf(exported), origin);
      }
    }
  }
  return names;
}

/** Names a file exports by its own declarations. */
async function definedBy(file: string): Promise<string[]> {
  const code = await readFile(file, "utf8");
  return parseAst(code, { lang: "ts" }).body.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration" || !node.declaration) return [];
    if (node.declaration.type === "VariableDeclaration")
      return node.declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
    return "id" in node.declaration && node.declaration.id && "name" in node.declaration.id
      ? [node.declaration.id.name]
      : [];
  });
}

const nameOf = (node: ESTree.ModuleExportName): string => (node.type === "Literal" ? node.value : node.name);
