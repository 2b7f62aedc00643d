/**
 * The one blocking script of the page: sets the colour scheme before the first paint, so that a chosen dark
 * theme does not flash white. A file of its own because the content security policy allows no inline script.
 */
import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** Key and values are those of the console's colour scheme manager (src/app/color-scheme.ts). */
const SOURCE = `(function(){var s=null;try{s=localStorage.getItem("hubwart.theme")}catch(e){}
if(s!=="light"&&s!=="dark")s=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";
document.documentElement.setAttribute("data-mantine-color-scheme",s)})();
`;

export function themeScript(): Plugin {
  const name = `assets/theme-${createHash("sha256").update(SOURCE).digest("hex").slice(0, 8)}.js`;
  return {
    name: "hubwart-theme-script",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: name, source: SOURCE });
    },
    transformIndexHtml() {
      return [{ tag: "script", attrs: { src: `/${name}` }, injectTo: "head-prepend" }];
    },
  };
}
