import { plain } from "../service.ts";
import { child, type Element } from "./element.ts";

/** Why there is no stream, in German. */
export class XmppFault extends Error {}

/** RFC 6120, 4.9.3, 6.5 and 8.3.3: conditions that people meet. */
const CONDITIONS: Readonly<Record<string, string>> = {
  "account-disabled": "das Konto ist gesperrt",
  "credentials-expired": "das Passwort ist abgelaufen",
  "not-authorized": "Adresse oder Passwort ist falsch",
  "temporary-auth-failure": "die Anmeldung ist zurzeit gestört",
  "encryption-required": "eine Verschlüsselung wird verlangt",
  "host-unknown": "diese Domain bedient der Server nicht",
  "system-shutdown": "der Server wird beendet",
  "connection-timeout": "der Server hat zu lange nichts empfangen",
  "policy-violation": "eine Regel des Servers verbietet das",
  conflict: "der Name ist vergeben",
  forbidden: "das ist nicht erlaubt",
  "not-allowed": "das ist nicht erlaubt",
  "not-acceptable": "der Pod ist nicht im Raum",
  "registration-required": "der Raum steht nur Mitgliedern offen",
  "service-unavailable": "der Empfänger ist nicht erreichbar",
  "recipient-unavailable": "der Empfänger ist nicht erreichbar",
  "item-not-found": "das gibt es dort nicht",
  "jid-malformed": "die Adresse ist ungültig",
  "remote-server-not-found": "der Server des Empfängers ist nicht zu finden",
  "remote-server-timeout": "der Server des Empfängers antwortet nicht",
  "resource-constraint": "der Server ist überlastet",
};

/** The condition of a stream, sign-in or stanza error. */
export function conditionOf(error: Element | undefined, namespace: string): string | undefined {
  return error?.children.find((one) => one.namespace === namespace && one.name !== "text")?.name;
}

/** In German, with the server's own words where it gives some. */
export function whyOf(error: Element | undefined, namespace: string): string {
  const condition = conditionOf(error, namespace);
  const said = child(error, "text", namespace)?.text ?? "";
  const known =
    condition === undefined
      ? "ohne Angabe von Gründen"
      : (Object.hasOwn(CONDITIONS, condition) && CONDITIONS[condition]) || plain(condition);
  return said === "" ? known : `${known} (${plain(said)})`;
}
