/** What keeps values from being recorded, for the health banner. */
import type { Finding } from "../../status.ts";

export function recorderFindings(trouble: string | undefined): Finding[] {
  if (trouble === undefined) return [];
  return [
    {
      code: "recorder",
      level: 2,
      text: `Werte werden zurzeit nicht aufgezeichnet: ${trouble}`,
      route: "/resources/stores",
    },
  ];
}
