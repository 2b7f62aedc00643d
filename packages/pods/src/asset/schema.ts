import {
  type CompiledPod,
  everyWay,
  type PodProblem,
  type PodSchema,
  type RowOf,
  text,
} from "@hubwart/project";
import { maxAgeColumn, servedColumns } from "@hubwart/runtime/columns";
import { listenerProblems, listensAt } from "@hubwart/runtime/listeners";
import { maxAgeProblem } from "@hubwart/runtime/max-age";
import { LABELS } from "../shared/labels.ts";

/** Columns of the endpoint for field devices. Pure data and rules; the endpoint itself is in `index.ts`. */
export const assetIfaceColumns = {
  ...servedColumns("wss"),
} as const;

export const assetChannelColumns = {
  asset: text({
    required: true,
    maxLength: 100,
    doc: "User name of the field device, as in the console below Resources, Users, Assets.",
    help: "Benutzername des Feldgeräts, wie unter Ressourcen, Benutzer, Assets angelegt",
  }),
  key: text({
    required: true,
    maxLength: 200,
    doc: "Name of the value in the device's messages.",
    help: "Name des Werts in den Nachrichten des Geräts",
  }),
  max_age: maxAgeColumn,
} as const;

export type AssetIface = RowOf<typeof assetIfaceColumns>;
export type AssetChannel = RowOf<typeof assetChannelColumns>;

export const assetSchema: PodSchema = {
  type: "asset",
  label: LABELS.asset,
  doc: "WebSocket endpoint for field devices: values in, values out with acknowledgement (docs/how-to/connect-assets.md).",
  ifaceColumns: assetIfaceColumns,
  channelColumns: assetChannelColumns,
  ...everyWay("in", "float"),
  maxIfaces: 8,
  listens: listensAt,
  check: checkAsset,
};

export function checkAsset(pod: Pick<CompiledPod, "ifaces" | "channels">): PodProblem[] {
  const problems = [...listenerProblems(pod.ifaces), ...pod.channels.flatMap(maxAgeProblem)];
  const names = new Map<string, string>();
  for (const { chan, iface, config } of pod.channels) {
    const { asset, key } = config as AssetChannel;
    const name = JSON.stringify([iface, asset, key]);
    const other = names.get(name);
    if (other === undefined) names.set(name, chan);
    else {
      problems.push({
        where: chan,
        attribute: "key",
        text: `Gerät und Name sind schon vom Channel „${other}“ belegt`,
        hint: "Geben Sie jedem Channel eines Geräts einen eigenen Namen.",
      });
    }
  }
  return problems;
}
