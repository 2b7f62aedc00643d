/** Scripts of the project and what people add to them. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { scriptFindings } from "./findings.ts";

export async function compose(app: AppContext): Promise<Area> {
  return {
    findings: () => scriptFindings(app.hub.scripts()),
    backup: [{ name: "scripts", label: "Skripte", paths: [app.layout.scripts] }],
  };
}
