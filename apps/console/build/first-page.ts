/**
 * What the page shows and does before its scripts are there: the frame of the console (or of the sign-in page) with its
 * texts, the colour scheme, the first question to the appliance, and the files that will be needed.
 *
 * The script and the style stand in the page itself. The appliance allows the script by its hash and the style by
 * its nonce (packages/core/src/http/built-files.ts).
 */
import type { IndexHtmlTransformResult, Plugin, Rolldown } from "vite";
import { NAV_GROUPS } from "../src/app/shell/nav-groups.ts";
import { sessionTexts } from "../src/texts/de/session.ts";
import { firstScript } from "./first-script.ts";
import { FIRST_STYLE } from "./first-style.ts";

const MARK =
  '<svg width="26" height="26" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5f70"/><g fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"><circle cx="16" cy="16" r="4"/><path d="M16 12V6M16 26v-6M12.5 18 7.4 21M24.6 11l-5.1 3M12.5 14 7.4 11M24.6 21l-5.1-3"/></g></svg>';

export function firstPage(): Plugin {
  return {
    name: "hubwart-first-page",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }): IndexHtmlTransformResult {
        refuseForms(bundle ?? {});
        // Style files in the body hold back what follows them, not the frame above.
        const styles = [...html.matchAll(/\s*<link rel="stylesheet"[^>]*>/g)].map(([tag]) => tag.trim());
        const without = styles.reduce((text, tag) => text.replace(tag, ""), html);
        const page = without.replace(
          '<div id="root">',
          `${frame()}\n    ${styles.join("")}\n    <div id="root">`,
        );
        return {
          html: page,
          tags: [
            {
              tag: "script",
              children: firstScript(filesOf(bundle ?? {}, "console")),
              injectTo: "head-prepend",
            },
            { tag: "style", attrs: { nonce: "__CSP_NONCE__" }, children: FIRST_STYLE, injectTo: "head" },
          ],
        };
      },
    },
  };
}

/** On a slow line the checks of forms cost a tenth of the first page, which has no use for them: one import too many is told here. */
function refuseForms(bundle: Rolldown.OutputBundle): void {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const forms = chunks.find(({ name }) => name === "forms")?.fileName ?? "";
  if (chunks.find(({ name }) => name === "start")?.imports.includes(forms))
    throw new Error(
      "the first page imports the checks of forms: see which description of a call it needs (chunks.ts)",
    );
}

/** Script and style files of a chunk. */
function filesOf(bundle: Rolldown.OutputBundle, name: string): string[] {
  const chunk = Object.values(bundle).find((output) => output.type === "chunk" && output.name === name);
  if (chunk?.type !== "chunk") throw new Error(`there is no chunk "${name}"`);
  const { importedCss } = (chunk as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata ?? {};
  return [chunk.fileName, ...(importedCss ?? [])].map((file) => `/${file}`);
}

/** Taken away by the first real page (src/lib/first-page.ts); until then nothing in it can be used. */
function frame(): string {
  const groups = NAV_GROUPS.map(
    ({ label, items }) => `<b>${label}</b>${items.map((item) => `<span>${item.label}</span>`).join("")}`,
  ).join("");
  return [
    '<div id="first" aria-hidden="true" inert>',
    `<div class="f-console"><header>${MARK}<i></i></header><nav>${groups}</nav><main><s></s><s></s><s></s></main></div>`,
    `<div class="f-front"><p>${MARK}<i></i></p><section><b>${sessionTexts.starting}</b><s></s><s></s></section></div>`,
    "</div>",
  ].join("");
}
