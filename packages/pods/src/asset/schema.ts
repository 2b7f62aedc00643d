import { isIP } from "node:net";
import {
  type CompiledPod,
  flag,
  int,
  type PodProblem,
  type PodSchema,
  type RowOf,
  text,
} from "@hubwart/project";

/** Columns of the endpoint for field devices. Pure data and rules; the endpoint itself is in `index.ts`. */
export const assetIfaceColumns = {
  bind: text({
    default: "127.0.0.1",
    maxLength: 45,
    doc: "IP address to listen on. The default reaches this device only; 0.0.0.0 or :: opens it to the network.",
    help: "IP-Adresse, auf der gelauscht wird; 127.0.0.1 nur dieses Gerät, 0.0.0.0 alle Netze",
  }),
  port: int({
    required: true,
    min: 0,
    max: 65535,
    doc: "TCP port to listen on; 0 lets the system choose.",
    help: "TCP-Port, auf dem gelauscht wird; 0: freie Wahl des Systems",
  }),
  tls: flag({
    default: false,
    doc: "Encrypted by TLS with the device's own certificate (wss); only for pods that the hub starts itself.",
    help: "Verschlüsselt mit dem Zertifikat des Geräts (wss); nur für intern gestartete Pods",
  }),
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
  const problems: PodProblem[] = [];
  const listeners = new Map<string, string>();
  for (const iface of pod.ifaces) {
    const { bind, port } = iface.config as AssetIface;
    if (isIP(bind) === 0) {
      problems.push({
        where: iface.id,
        attribute: "bind",
        text: "Keine gültige IP-Adresse",
        hint: "Erlaubt sind z. B. 127.0.0.1, 0.0.0.0 oder ::1.",
      });
    }
    const other = listeners.get(`${bind} ${port}`);
    if (port !== 0 && other !== undefined) {
      problems.push({
        where: iface.id,
        attribute: "port",
        text: `Der Port ${port} ist schon von der Schnittstelle „${other}“ belegt`,
        hint: "Wählen Sie einen anderen Port.",
      });
    }
    listeners.set(`${bind} ${port}`, iface.id);
  }
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
