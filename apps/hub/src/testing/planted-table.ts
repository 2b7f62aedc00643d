/**
 * What the hub has to find in the plant of `planted.ts`. docs/why.md is this table with what the hub said.
 *
 * Columns: what is wrong | channel | kind of the cause | state of the channel | id of the cause | part of its text | part of the mend.
 */
import { WHY_CAUSES, WHY_STATES, type WhyCauseKind, type WhyState } from "@hubwart/ipc";

export interface Planted {
  what: string;
  chan: string;
  kind: WhyCauseKind;
  state: WhyState;
  id: string;
  says: string;
  mend: string;
}

const TABLE = `
Modbus: nobody listens | modb_client.m.abgelehnt | refused | never | modb_client.m/zu | abgelehnt | Adresse und Port
Modbus: a name that does not resolve | modb_client.m.name | name | never | modb_client.m/name | nicht auflösen | Namensserver
Modbus: a device that never answers | modb_client.m.stumm | silent | never | modb_client.m/taub | Keine Antwort | Unit-ID
Modbus: a unit behind the gateway is silent | modb_client.m.einheit | silent | never | modb_client.m/gut | Unit-ID 9 | Unit-ID
Modbus: something else listens there | modb_client.m.protokoll | protocol | never | modb_client.m/web | kein Modbus | anderes Protokoll
Modbus: no serial adapter | modb_client.m.seriell | device | never | modb_client.m/seriell | /dev/ttyFehlt | Adapter
Modbus: exception 2, no such register | modb_client.m.adresse | address | never | modb_client.m.adresse | Ausnahme 2 | Registerliste
Modbus: a value beyond the register | modb_client.m.gross | range | refused | modb_client.m.gross | passt nicht | erlaubten Bereich
Modbus: written to no register | modb_client.m.wohin | address | refused | modb_client.m.wohin | Ausnahme 2 | Registerliste
A write waits for a connection | modb_client.m.zuschreiben | refused | waiting | modb_client.m/zu | abgelehnt | Adresse und Port
MQTT: wrong password | mqtt.b.passwort | sign_in | never | mqtt.b/passwort | Anmeldung | Passwort
MQTT: the broker does not speak TLS | mqtt.b.klartext | broken_off | never | mqtt.b/klartext | unterbrochen | TLS
MQTT: a certificate that nobody trusts | mqtt.b.tls | tls | never | mqtt.b/tls | Zertifi | Zertifikat
MQTT: nobody listens | mqtt.b.abgelehnt | refused | never | mqtt.b/zu | abgelehnt | Adresse und Port
MQTT: nobody publishes the topic | mqtt.b.nie | nothing_came | never | mqtt.b.nie | noch nie | Schreibweise
MQTT: the broker's list of rights | mqtt.b.rechte | permission | refused | mqtt.b.rechte | nimmt die Nachricht nicht an | Erlauben Sie
MQTT: older than max_age | mqtt.b.alt | stale | uncertain | mqtt.b.alt | 1 s | max_age
MQTT: the field is not in the message | mqtt.b.inhalt | content | never | mqtt.b.inhalt | /b | in der Antwort
HTTP: 401 | http_out.w.anmelden | sign_in | never | http_out.w/main | 401 | Passwort
HTTP: 404 | http_out.w.weg | address | never | http_out.w.weg | 404 | kennt sie nicht
HTTP: 500 | http_out.w.fehler | exception | never | http_out.w.fehler | 500 | Handbuch
HTTP: the field is not in the answer | http_out.w.inhalt | content | never | http_out.w.inhalt | /b | in der Antwort
HTTP: the port is taken | http_in.i.belegt | port | never | http_in.i/belegt | belegt | freien Port
HTTP: nobody has called yet | http_in.nie.wert | nothing_came | never | http_in.nie.wert | noch nie | überhaupt sendet
An external pod is not connected | http_in.fern.wert | pod_away | never | http_in.fern | nicht verbunden | auf seinem Rechner
S7: nobody listens | s7_client.c.wert | refused | never | s7_client.c/main | abgelehnt | Adresse und Port
The source says that its value is bad | fake.a.ungueltig | source_bad | bad | fake.a.ungueltig | ungültiger Wert | Gerät
The source says that its value is uncertain | fake.a.unsicher | source_uncertain | uncertain | fake.a.unsicher | unsicherer Wert | nächste Wert
The pod says nothing of a write | fake.a.stumm | unconfirmed | waiting | fake.a.stumm | ohne Bestätigung | nicht bestätigt
A pod refuses its settings | moody.laune.x | pod_settings | never | moody.laune | good | Berichtigen
A value does not fit the type | fake.s.typ | type | bad | fake.s.typ | „warm“ | Typ
A link's map has no pair for the value | fake.s.zuordnung | map | never | fake.a.text → fake.s.zuordnung | „warm“ | Zuordnung
A link cannot convert the value | fake.s.umrechnung | conversion | never | fake.a.text → fake.s.umrechnung | „warm“ | Umrechnung
A link holds the value back | fake.s.gehalten | held | waiting | fake.a.count → fake.s.gehalten | Mindestabstand | min_interval
What was written was overtaken by a link | fake.s.ueberholt | overtaken | unexpected | fake.a.count → fake.s.ueberholt | ersetzt | Verknüpfung
Links go round in a circle | fake.s.kreis1 | circle | never | circle fake.s.kreis2 | im Kreis | von außen
A chain of more than 100 links | fake.k.c102 | long_chain | never | fake.k.c100 → fake.k.c101 | zu lang | Verkürzen
Nothing in the project writes it | fake.s.niemand | nobody_writes | never | fake.s.niemand | Nichts im Projekt | Verknüpfung oder ein Skript
Behind a link: the source is refused | fake.s.kette | refused | never | modb_client.m/zu | abgelehnt | Adresse und Port
A script does not compile | fake.s.defekt | script_broken | never | defekt.lua | defekt.lua | Berichtigen
A script threw in a call | fake.s.fehler | script_failed | never | fehler.lua | Pumpe fehlt | Probelauf
A script ends with an error in its first run | fake.s.endet | script_failed | never | endet.lua | endet.lua | Probelauf
A script waits for a channel that never came | fake.s.wartet | refused | never | modb_client.m/zu | abgelehnt | Adresse und Port
A script has never written | fake.s.stumm | script_silent | never | stumm.lua | noch nicht geschrieben | Auslöser
`;

export const PLANTED: readonly Planted[] = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [what = "", chan = "", kind = "", state = "", id = "", says = "", mend = ""] = line.split(" | ");
    return { what, chan, kind: oneOf(WHY_CAUSES, kind), state: oneOf(WHY_STATES, state), id, says, mend };
  });

function oneOf<T extends string>(all: readonly T[], text: string): T {
  const found = all.find((each) => each === text);
  if (found === undefined) throw new Error(`${text} is none of ${all.join(", ")}`);
  return found;
}
