/** Every route of the console with an address that shows it. routes.spec.ts holds the list against the router. */
export interface Screen {
  /** As the router names it; "*" is every other address. */
  route: string;
  address: string;
  /** Of the screenshot. */
  file: string;
  /** The address is one of something that does not exist: calls for it are answered with 404. */
  missing?: boolean;
}

const screen = (route: string, address = route, file = fileOf(address)): Screen => ({ route, address, file });

function fileOf(address: string): string {
  return address === "/" ? "dashboard" : address.slice(1).replaceAll(/[^a-z0-9]+/g, "-");
}

/** Addresses of pods are those of `writeEveryKind` in projects.ts. */
export const SCREENS: readonly Screen[] = [
  screen("/"),
  screen("/container"),
  screen("/container/$name", "/container/s4q_main"),
  screen("/container/$name/logging", "/container/s4q_main/logging"),
  screen("/view"),
  { ...screen("/view/$page", "/view/keine", "view-missing"), missing: true },
  screen("/runtime/alarms"),
  screen("/runtime/schedules"),
  screen("/runtime/energy"),
  { ...screen("/runtime/schedules/$id", "/runtime/schedules/sched.main.nichts", "schedule"), missing: true },
  screen("/pods"),
  screen("/pods/$type/$id", "/pods/mqtt/mqtt.broker", "pod-mqtt"),
  screen("/pods/$type/$id", "/pods/http_in/http_in.web", "pod-http-in"),
  screen("/pods/$type/$id", "/pods/http_out/http_out.ziel", "pod-http-out"),
  screen("/pods/$type/$id", "/pods/modb_client/modb_client.leser", "pod-modb-client"),
  screen("/pods/$type/$id", "/pods/modb_server/modb_server.regler", "pod-modb-server"),
  screen("/pods/$type/$id", "/pods/s7_client/s7_client.anlage", "pod-s7-client"),
  screen("/pods/$type/$id", "/pods/email/email.stoerung", "pod-email"),
  screen("/pods/$type/$id", "/pods/chat/chat.leitstand", "pod-chat"),
  screen("/pods/$type/$id", "/pods/ping/ping.lokal", "pod-ping"),
  screen("/pods/$type/$id", "/pods/knx/knx.eins", "pod-knx"),
  screen("/pods/$type/$id", "/pods/asset/asset.feld", "pod-asset"),
  { ...screen("/pods/$type/$id", "/pods/mqtt/mqtt.keiner", "pod-unknown"), missing: true },
  screen("/pods/$type/$id/logging", "/pods/ping/ping.lokal/logging", "pod-logging"),
  screen("/pods/$", "/pods/mqtt/a/b/c", "pods-missing-page"),
  screen("/project/edit"),
  { ...screen("/project/edit/$draft", "/project/edit/d1", "draft-unknown"), missing: true },
  screen("/project/check"),
  screen("/project/upload"),
  screen("/project/download"),
  screen("/project/versions"),
  screen("/project/format"),
  screen("/resources/const"),
  screen("/resources/const/$id/json", "/resources/const/main.json/json"),
  screen("/resources/htdocs"),
  screen("/resources/certs"),
  screen("/resources/user"),
  screen("/resources/stores"),
  screen("/resources/scripts"),
  screen("/resources/scripts/$file", "/resources/scripts/haus.lua"),
  screen("/resources/knxsecure"),
  screen("/resources/knxsecure/$pod/$iface", "/resources/knxsecure/knx.eins/main"),
  screen("/system/license"),
  screen("/license"),
  screen("/system/network"),
  screen("/system/tokens"),
  screen("/system/central"),
  screen("/system/network", "/system/network?tab=network", "system-network-adapters"),
  screen("/system/network", "/system/network?tab=ntp", "system-network-ntp"),
  screen("/system/network", "/system/network?tab=ssh", "system-network-ssh"),
  screen("/system/password"),
  screen("/system/people"),
  screen("/system/restart"),
  screen("/system/update"),
  screen("/system/backup"),
  screen("/system/audit"),
  screen("/runtime/infotohub"),
  screen("/runtime/logging"),
  screen("/runtime/debug"),
  screen("*", "/gibt/es/nicht", "unknown-page"),
];
