/** The channel of an interface, by which all pages name it: "knx.iface.eins.main" of the pod "knx.eins". */
export function ifaceChannel(pod: string, iface: string): string {
  return `knx.iface.${pod.startsWith("knx.") ? pod.slice("knx.".length) : pod}.${iface}`;
}
