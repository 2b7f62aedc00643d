/** Pure data and rules; the client itself is in `index.ts`. */
import { type CompiledPod, everyWay, type PodProblem, type PodSchema } from "@hubwart/project";
import { hostProblem } from "@hubwart/runtime/host";
import { wholeCheck } from "@hubwart/runtime/problems";
import { LABELS } from "../shared/labels.ts";
import { type S7ClientIface, s7ClientChannelColumns, s7ClientIfaceColumns } from "./columns.ts";
import { itemProblems } from "./item.ts";

export const s7ClientSchema: PodSchema = {
  type: "s7_client",
  label: LABELS.s7_client,
  doc: "S7 client: reads and writes the variables of SIMATIC S7 CPUs by S7 communication (PUT/GET, ISO on TCP).",
  ifaceColumns: s7ClientIfaceColumns,
  channelColumns: s7ClientChannelColumns,
  example: { channel: { address: "DB10.DBD4" } },
  ...everyWay("in", "float"),
  maxIfaces: 32,
  check: checkIfaces,
  checkChannel: itemProblems,
};

export const checkS7Client = wholeCheck(checkIfaces, itemProblems);

function checkIfaces({ ifaces }: Pick<CompiledPod, "ifaces">): PodProblem[] {
  const problems: PodProblem[] = [];
  for (const { id, config } of ifaces) {
    const text = hostProblem((config as S7ClientIface).host);
    if (text !== undefined) {
      problems.push({
        where: id,
        attribute: "host",
        text,
        hint: "Erlaubt sind z. B. 192.168.1.20 oder sps.lan.",
      });
    }
  }
  return problems;
}
