import { type CompiledPod, int, type PodProblem, type PodSchema, type RowOf, text } from "@hubwart/project";
import { bindColumn, LISTEN_PORT, servedTlsColumn } from "../base/columns.ts";
import { listenerProblems } from "../base/listeners.ts";

/** Columns of the endpoint for field devices. Pure data and rules; the endpoint itself is in `index.ts`. */
export const assetIfaceColumns = {
  bind: bindColumn,
  port: int({ ...LISTEN_PORT, required: true }),
  tls: servedTlsColumn("wss"),
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
} as const;

export type AssetIface = RowOf<typeof assetIfaceColumns>;
export type AssetChannel = RowOf<typeof assetChannelColumns>;

export const assetSchema: PodSchema = {
  type: "asset",
  label: "Assets (WebSocket)",
  doc: "WebSocket endpoint for field devices: values in, values out with acknowledgement (docs/how-to/connect-assets.md).",
  ifaceColumns: assetIfaceColumns,
  channelColumns: assetChannelColumns,
  directions: ["in", "out", "inout"],
  defaultDirection: "in",
  valueTypes: ["bool", "int", "float", "string", "json"],
  defaultValueType: "float",
  maxIfaces: 8,
  listens: ({ bind, port }) => ({ bind: String(bind), port: Number(port) }),
  check: checkAsset,
};

export function checkAsset(pod: Pick<CompiledPod, "ifaces" | "channels">): PodProblem[] {
  const problems = listenerProblems(pod.ifaces);
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
