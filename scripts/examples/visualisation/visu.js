// Zeigt alles, was dieser Benutzer lesen darf, und lässt schreiben, was er schreiben darf.
// Der Client kommt vom Gerät selbst; seine Beschreibung steht in /ws/hubwart-live.d.ts.
import { connect } from "/ws/hubwart-live.js";

const ZUSTAND = {
  connecting: "Verbindung wird aufgebaut …",
  ready: "Live",
  away: "Der Hub antwortet gerade nicht, die Werte sind alt",
  refused: "Abgewiesen: Token prüfen",
  closed: "Beendet",
};
const GUETE = ["", "unsicher", "ungültig"];
const zahl = new Intl.NumberFormat("de-DE", { maximumFractionDigits: 2 });
const suche = (id) => document.getElementById(id);

let hub;
const karten = new Map();

function anmelden(token) {
  hub?.close();
  hub = connect({ token });
  hub.onState((zustand, grund) => {
    suche("zustand").textContent = grund ?? ZUSTAND[zustand];
    document.body.dataset.zustand = zustand;
    suche("anmeldung").hidden = zustand !== "refused";
  });
  hub.watch("*", zeigen);
  hub.alarms((stehend) => {
    const liste = stehend.map(({ text, source }) => `${text} (${source})`);
    suche("meldungen").hidden = liste.length === 0;
    suche("meldungen").replaceChildren(
      ...liste.map((text) => Object.assign(document.createElement("p"), { textContent: text })),
    );
  });
}

function zeigen({ chan, value, quality, ts }) {
  const karte = karten.get(chan) ?? anlegen(chan);
  const anzeige = karte.querySelector("output");
  anzeige.textContent = alsText(value);
  anzeige.dataset.lang = anzeige.textContent.length > 14;
  karte.dataset.guete = GUETE[quality];
  karte.dataset.an = value === true;
  anzeige.title = ts > 0 ? new Date(ts).toLocaleString("de-DE") : "noch kein Wert";
}

function alsText(wert) {
  if (wert === null || wert === undefined) return "–";
  if (typeof wert === "boolean") return wert ? "ein" : "aus";
  if (typeof wert === "number") return zahl.format(wert);
  return typeof wert === "string" ? wert : JSON.stringify(wert);
}

function anlegen(chan) {
  const [typ, pod, ...name] = chan.split(".");
  const karte = suche("karte").content.cloneNode(true).firstElementChild;
  karten.set(chan, karte);
  karte.querySelector("h3").textContent = name.join(".");
  const formular = karte.querySelector("form");
  formular.hidden = !hub.access?.write.some((muster) => passt(muster, chan));
  formular.addEventListener("submit", (ereignis) => {
    ereignis.preventDefault();
    void setzen(chan, karte);
  });
  gruppe(`${typ}.${pod}`).append(karte);
  return karte;
}

function gruppe(titel) {
  const id = `gruppe-${titel}`;
  const da = document.getElementById(id);
  if (da) return da;
  const neu = Object.assign(document.createElement("section"), { id });
  neu.append(Object.assign(document.createElement("h2"), { textContent: titel }));
  suche("werte").append(neu);
  return neu;
}

async function setzen(chan, karte) {
  const eingabe = karte.querySelector("input");
  const antwort = karte.querySelector("p");
  try {
    const { state, reason } = await hub.write(chan, alsWert(eingabe.value.trim()));
    antwort.textContent =
      reason ?? { written: "Übernommen", waiting: "Wird gesendet …", refused: "Abgelehnt" }[state];
  } catch (fehler) {
    antwort.textContent = `Nicht gesendet: ${fehler.message}`;
  }
}

function alsWert(text) {
  if (/^(ein|an|ja|true)$/i.test(text)) return true;
  if (/^(aus|nein|false)$/i.test(text)) return false;
  const wert = Number(text.replace(",", "."));
  return text === "" || Number.isNaN(wert) ? text : wert;
}

/** „*“ steht für beliebigen Text, „?“ für ein Zeichen. */
function passt(muster, chan) {
  const ausdruck = muster
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${ausdruck}$`).test(chan);
}

suche("anmeldung").addEventListener("submit", (ereignis) => {
  ereignis.preventDefault();
  anmelden(suche("token").value);
});
const mitgebracht = new URLSearchParams(location.hash.slice(1)).get("token");
if (mitgebracht) anmelden(mitgebracht);
