import { FINDING_FAMILIES, FINDINGS } from "@hubwart/contract/findings";
import { READ_LIMITS } from "../../read/limits.ts";
import { codes, type FormatWords } from "./words.ts";

const INTRODUCTION = `<!-- Erzeugt von \`npm run docs:generate\`. Nicht von Hand ändern. -->

# Projektformat

Ein Projekt ist eine Arbeitsmappe (\`.xlsx\`) oder ein Archiv (\`.zip\`) aus \`.xlsx\`-, \`.csv\`- und \`.lua\`-Dateien (eine einzelne
\`.csv\`-Datei wird auch gelesen, aber eine Tabelle allein ist noch kein Projekt). Jedes Blatt ist eine Tabelle; bei einer
CSV-Datei ist der Dateiname der Name der Tabelle. Die Vorlage enthält alle Tabellen und Spalten mit Erklärungen und Beispielen.

Nach dem Hochladen wird die Datei geprüft; mit einem Fehler bleibt alles, wie es ist. Sonst läuft das neue Projekt zur Probe:
Läuft es nicht binnen 60 Sekunden an, gilt wieder die vorherige Version. Unterscheiden sich nur Verknüpfungen, Zeitprogramme, Zähler, Meldungen oder Ansichten, startet nichts neu.

Ein Projekt braucht die Tabellen \`project\` (mit der ID) und \`pods\`. Jeder Pod-Typ hat eine eigene Tabelle für die Channels
seiner Pods; \`links\` verknüpft Channels, \`constants\` enthält feste Werte, \`schedules\` Zeitprogramme, \`meters\` Zähler, \`alarms\` sagt, was nicht sein darf, \`classes\`, wer davon erfährt, \`pages\`, was die Bediener sehen.

- **Kopfzeile.** Die erste Zeile, die mindestens zwei bekannte Spalten nennt (darüber darf ein Titel stehen). Groß- und
  Kleinschreibung und Reihenfolge sind beliebig. Unbekannte Spalten und Blätter werden mit einer Warnung übergangen.
- **Nicht gelesen** werden leere Zeilen, Zeilen, deren Zelle in Spalte A mit \`#\` beginnt, die Blätter \`Hilfe\`, \`Help\`,
  \`Info\` und \`Readme\` und alle, deren Name mit \`_\` beginnt. Ausgeblendete Zeilen, Spalten und Blätter **werden** gelesen,
  ausgeblendete Blätter mit einer Warnung. Spalten, deren Name mit \`_\` beginnt, sind für Notizen.
- **Namen** von Pods, Schnittstellen, Channels, Konstanten, Zeitprogrammen, Kalendern, Zählern, Meldungen und Klassen: 1 bis 64 Zeichen aus \`A–Z a–z 0–9 _ -\`, am Anfang ein
  Buchstabe oder eine Ziffer. Groß- und Kleinschreibung zählt (\`Keller\` und \`keller\` sind zwei Namen), Leerzeichen am Rand
  zählen nicht. \`pod\` und \`iface\` sind reserviert. Der volle Name eines Channels ist \`{typ}.{pod}.{channel}\`. Bei den Namen
  von Tabellen und Spalten und bei Auswahlwerten zählt sie nicht.
- **Zahlen.** \`12,5\`, \`12.5\`, \`1.234,5\` und \`1,234.5\`. \`1.234\` als Text wird als mehrdeutig abgelehnt, außer in
  kommagetrennten Dateien; dort ist der Punkt das Dezimalzeichen. Eine Zelle, die schon in der Tabellenkalkulation eine Zahl
  ist, wird immer richtig gelesen.
- **Ja und nein.** Ja: \`ja\`, \`j\`, \`wahr\`, \`true\`, \`yes\`, \`y\`, \`ein\`, \`an\`, \`on\`, \`1\`, \`x\`. Nein: \`nein\`, \`n\`, \`falsch\`,
  \`false\`, \`no\`, \`aus\`, \`off\`, \`0\`. Eine leere Zelle bedeutet den Vorgabewert.
- **Datum.** In einer Textspalte wird ein Datum als ISO 8601 gelesen, außer in den Spalten für Daten und Zeiten mit einer Warnung; in einer Zahlenspalte ist es ein
  Fehler, denn Tabellenkalkulationen machen aus \`1.5\` den ersten Mai und aus \`3.1.1\` einen Tag. Formatieren Sie solche Zellen
  vor dem Tippen als Text.
- **Text** wird ohne Leerzeichen am Rand gelesen, ein Passwort so, wie es dasteht.
- **Verbundene Zellen.** Nach unten verbunden gilt der Wert für jede Zeile, über mehrere Spalten nur für die linke, mit einer
  Warnung.
- **Formeln.** Gelesen wird der zuletzt berechnete Wert, mit einer Warnung für die Spalte. Eine nie berechnete Formel ist ein
  Fehler, ebenso ein Verweis auf andere Arbeitsmappen.
- **CSV.** Getrennt durch Semikolon, Komma oder Tabulator; UTF-8 mit oder ohne Kennung, UTF-16, Windows-1252.
- **Im Terminal.** \`npx hubwart project check\` prüft eine Datei oder einen Ordner mit \`.csv\`-, \`.lua\`- und \`.xlsx\`-Dateien.
  \`export\` macht aus einem Projekt, auch aus dem kompilierten, CSV-Dateien (\`--csv ORDNER\`) oder eine Arbeitsmappe
  (\`--xlsx DATEI\`, mit Skripten ein \`.zip\`); wieder hochgeladen ist es dasselbe Projekt. Kommentarzeilen und Notizspalten bleiben, wo die
  Tabellen noch da sind; aus dem kompilierten Projekt entstehen sie ohne sie, und Zellen, die nur den Vorgabewert nennen würden, bleiben leer. \`diff A B\` vergleicht
  zwei Projekte nach ihrer Bedeutung. \`fmt\` bringt Tabellen in eine einheitliche Form: Spalten in der Reihenfolge der Vorlage,
  Zellen ohne Leerzeichen am Rand, Zahlen mit Komma und ohne Tausenderzeichen, \`ja\` und \`nein\`; das Projekt bleibt dasselbe.
- **Archiv.** Ordner zählen nicht: \`teil/mqtt.csv\` ist die Tabelle \`mqtt\`. Eine Tabelle darf auf mehrere Dateien verteilt sein;
  ihre Zeilen zählen zusammen. Auf die Reihenfolge der Zeilen kommt es nie an.
- **Skripte.** Jede \`.lua\`-Datei eines Archivs ist ein Lua-Skript, das Channels liest und schreibt. Im Namen sind Buchstaben
  ohne Umlaute, Ziffern, \`_\`, \`-\`, \`.\` und Leerzeichen erlaubt. Höchstens 16 Skripte mit je höchstens 512 kB; ein Skript, das
  sich nicht übersetzen lässt, ist ein Fehler.
- **Geheimes.** Passwörter und Token stehen im Klartext in der Arbeitsmappe, im kompilierten Projekt und in der aufbewahrten
  Datei, wenn sie ohne Passwort aufbewahrt wird. Konsole, Protokolle und Änderungsprotokoll zeigen sie nicht.
- **Ports.** Auf dem Gerät dürfen Pods auch unter 1024 lauschen (502, 80), mit \`npm start\` nur als root. Port 0 nimmt einen
  freien Port; welcher es ist, zeigt die Seite des Pods.
- **Grenzen.** ${READ_LIMITS.fileBytes / 1024 / 1024} MB je Datei, ausgepackt ${READ_LIMITS.unpackedBytes / 1024 / 1024} MB, ${READ_LIMITS.rows.toLocaleString("de-DE")} Zeilen mit Inhalt je Tabelle, ${READ_LIMITS.columns} Spalten,
  ${READ_LIMITS.entries.toLocaleString("de-DE")} Dateien je Archiv.`;

const VALUES = `## Werte

| Typ | Werte | als Text von außen |
| --- | --- | --- |
| \`bool\` | wahr, falsch | \`true\`/\`false\`, \`1\`/\`0\`, \`on\`/\`off\`, \`yes\`/\`no\`, \`ein\`/\`aus\`, \`an\`, \`ja\`/\`nein\`, groß oder klein |
| \`int\` | ganze Zahlen bis ±9.007.199.254.740.991 | Ziffern mit Vorzeichen; auch \`3.0\` und \`1e3\` |
| \`float\` | Zahlen doppelter Genauigkeit | mit Dezimal**punkt**, mit oder ohne Exponent: \`-1.5e3\` |
| \`string\` | Text | wie er ist |
| \`json\` | beliebiges JSON mit höchstens 64 Ebenen | JSON |

- Ein Text, der nicht passt, ist kein Wert: Der Channel behält seinen letzten Wert, seine Qualität wird schlecht, und das
  Protokoll des Pods sagt, was kam und was erlaubt ist. Ein Wert hat höchstens 8 MB.
- Zahlen, Wahrheitswerte und Texte in JSON gelten wie oben; \`null\` passt nur zu \`json\`.
- **Nach außen** geht Text, wie er ist, alles andere als JSON: \`true\`, \`21.5\`, \`{"a":1}\`.
- **Qualität.** *good*: Der Wert ist der letzte, den die Gegenstelle genannt hat, und nichts spricht dagegen. *uncertain*: So war
  es einmal, aber ist es noch so? Eine aufbewahrte MQTT-Nachricht, ein über einen Neustart gehaltener Wert, ein Wert, der älter ist,
  als \`max_age\` seines Channels erlaubt, einer, dessen Verbindung abgebrochen ist, oder einer, dessen Quelle ihr Intervall versäumt;
  dieser ist nach drei Intervallen (mindestens 5 s) schlecht. *bad*: Es gibt keinen Wert, der gilt; es kam noch keiner, oder er
  passte nicht. Verknüpfungen tragen einen Wert mit seiner Qualität weiter. Wird ein Wert erst später unsicher, ist das kein
  neuer Wert und wird nicht noch einmal gesendet; „bad“ geht ohne Wert weiter, damit auch alles dahinter schlecht ist, und nach
  außen wird nichts geschrieben.
- **Platzhalter** in \`template\`, \`body\` und \`text\`: \`{value}\` der Wert als einfacher Text (in einem JSON-Text so maskiert, dass er
  zwischen Anführungszeichen passt), \`{json}\` der Wert als JSON, Text mit Anführungszeichen, \`{chan}\` der volle Name des
  Channels, \`{ts}\` der Zeitpunkt des Werts in Millisekunden seit 1970, \`{iso}\` derselbe als ISO 8601 in UTC. Anderes in
  geschweiften Klammern bleibt stehen.`;

const LINKS = `Eine Verknüpfung bringt Werte von einem Channel der Richtung \`in\` oder \`inout\` oder von einer Konstante in einen Channel der
Richtung \`out\` oder \`inout\`. Wahrheitswerte und Zahlen gehen ineinander über (falsch ist 0, wahr ist 1; jede Zahl außer 0 ist
wahr; für \`int\` wird kaufmännisch gerundet), alles geht in \`string\` und \`json\`. Text und JSON gehen nur mit \`map\` in andere Typen.
Verknüpfungen dürfen keinen Kreis bilden.

Mit jedem Wert geschieht der Reihe nach:

1. **Umrechnen**: \`map\` oder \`invert\` oder \`scale\` und danach \`offset\` (\`map\` schließt die anderen aus). Ein Wert, den \`map\` nicht
   nennt, geht nicht weiter, außer es gibt ein \`*\`.
2. **\`on_change\`** vergleicht den umgerechneten Wert mit dem, den diese Verknüpfung zuletzt weitergegeben hat.
3. **\`min_interval\`**: Ein Wert, der zu früh kommt, wartet; von mehreren wird der neueste gesendet, sobald die Zeit um ist.
4. **Einpassen** in den Typ des Ziels und Übergabe an dessen Pod.

- Links vom Gleichheitszeichen steht in \`map\` der Text des Werts der Quelle: \`true=1;false=0\`, \`0=aus;1=an;*=unbekannt\`. Ein
  Backslash nimmt das nächste Zeichen, wie es ist (\`\\;\`, \`\\=\`). Auch ein JSON-Objekt ist erlaubt: \`{"0":"aus","1":"an"}\`.
- Mehrere Verknüpfungen dürfen zum selben Ziel führen: Der neueste Wert gilt. Mehrere dürfen bei derselben Quelle beginnen. Ein
  Paar aus Quelle und Ziel darf nur einmal vorkommen.
- Konstanten werden gesendet, wenn das Projekt startet, wenn eine Verknüpfung mit ihnen neu ist und wenn ein anderer Wert aktiviert
  wird.
- Nach einem Start gibt eine Verknüpfung, deren Quelle schon einen guten Wert hat, ihn sofort weiter.`;

const SCHEDULES = `Ein Zeitprogramm ist eine Quelle wie eine Konstante: Verknüpfungen, Meldungen und Skripte verwenden es unter seinem Namen
\`sched.gruppe.name\`. Seinen Wert bestimmt der Hub nach der Uhr und der Zeitzone des Geräts; nach einem Neustart gilt, was der Plan
jetzt sagt. Änderungen an diesen drei Tabellen starten keinen Pod neu. Ein Projekt hat höchstens 20.000 Zeitprogramme.

| id | label | default | calendar |
| --- | --- | --- | --- |
| licht.flur | Licht im Flur | nein | Ferien |
| heizung | Sollwert der Heizung | 17 | |`;

const SCHEDULE_TIMES = `Je Zeile eine Zeit: Von da an gilt der Wert bis zur nächsten Zeit, auch über Mitternacht. Ein Zeitprogramm hat höchstens 200 Zeiten.

- **Ausnahmen.** Gehört ein Tag zu einem Kalender, den das Zeitprogramm nennt (in \`calendar\` oder in \`days\` einer seiner Zeiten),
  so zählen die Wochentage an ihm nicht: Um 00:00 gilt der Vorgabewert, danach die Zeiten dieses Kalenders. Nach der Ausnahme geht
  die Woche weiter, als hätte es die Tage nicht gegeben. „Feiertag wie Sonntag“ ist also eine Zeile mit \`So, Feiertag\`, „in den
  Ferien aus“ ein Zeitprogramm mit \`Ferien\` in \`calendar\` und ohne Zeiten dafür.
- **Sommerzeit.** Gibt es eine Zeit nicht, weil die Uhr vorgestellt wird (02:30), gilt der Wert ab dem Umstellen; gibt es sie zweimal,
  gilt er ab dem ersten Mal.
- **Sonne.** Sonnenaufgang und Sonnenuntergang brauchen die Schlüssel \`latitude\` und \`longitude\` in der Tabelle \`project\`. Wo
  die Sonne an einem Tag nicht auf- oder untergeht, fällt die Zeit aus.

| schedule | days | at | value |
| --- | --- | --- | --- |
| licht.flur | Mo–Fr | 06:00 | ja |
| licht.flur | Mo–Fr | 20:00 | nein |
| licht.flur | So, Feiertag | Sonnenuntergang-15 | ja |
| heizung | täglich | 05:30 | 21 |
| heizung | täglich | 22:00 | 17 |`;

const CALENDARS = `Ein Kalender ist eine Menge von Tagen; mehrere Zeilen desselben Namens zählen zusammen, alle Kalender haben höchstens 2.000 Zeilen. Tage
ohne Jahr (\`24.12.\`) gelten in jedem Jahr, auch über den Jahreswechsel (\`23.12.\` bis \`06.01.\`). \`Feiertage\` und ein Land
(\`BB\`, \`BE\`, \`BW\`, \`BY\`, \`HB\`, \`HE\`, \`HH\`, \`MV\`, \`NI\`, \`NW\`, \`RP\`, \`SH\`, \`SL\`, \`SN\`, \`ST\`, \`TH\`, oder
ausgeschrieben) sind dessen gesetzliche Feiertage; Feiertage einzelner Gemeinden fehlen, Mariä Himmelfahrt zählt in ganz Bayern.

| calendar | from | to | label | priority |
| --- | --- | --- | --- | --- |
| Feiertag | Feiertage BY | | | |
| Ferien | 03.08.2026 | 14.09.2026 | Sommerferien | 4 |
| Ferien | 24.12. | 06.01. | Weihnachtsferien | |`;

const METERS = `Ein Zähler macht aus einem Channel den Verbrauch: je Viertelstunde, Tag, Monat und Jahr, auf dem Gerät gespeichert und auf der Seite
„Energie“ gezeigt. Was er verbraucht hat, ist eine Quelle wie ein Channel; Meldungen, Verknüpfungen und Skripte verwenden sie:

- \`meter.{id}.quarter\`: in der letzten vollen Viertelstunde; \`meter.{id}.power\`: dasselbe je Stunde
- \`meter.{id}.day\` und \`meter.{id}.month\`: seit Beginn des Tages und des Monats in der Zeitzone des Geräts; \`meter.{id}.yesterday\`: am letzten
  ganzen Tag (Außentemperatur: deren Mittel)
- \`meter.{id}.deviation\`: um so viel Prozent liegt der letzte ganze Tag (oder Monat) über dem Anforderungswert; nur mit \`target\`

Rückwärts zählt nie etwas. Was geschätzt ist oder fehlt, ist gekennzeichnet. Änderungen an dieser Tabelle starten keinen Pod neu. Ein Projekt hat
höchstens 2.000 Zähler.

| id | label | source | medium | unit | kind | parent | cost | target |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| haupt | Strom gesamt | modb_client.zaehler.arbeit | electricity | kWh | | | const.main.strompreis | 120 |
| lueftung | Lüftung | modb_client.lueftung.leistung | electricity | kWh | power | haupt | | |
| aussen | Außentemperatur | mqtt.wetter.temperatur | temperature | °C | | | | |`;

const ALARMS = `Eine Meldung überwacht einen Channel, gleich welcher Richtung, auf eine Sache, oder eine Konstante, ein Zeitprogramm (\`sched.main.heizung\`) oder einen
Verbrauch (\`meter.main.day\`). Änderungen an dieser Tabelle starten keinen Pod neu.

| kind | die Meldung kommt, wenn | limit |
| --- | --- | --- |
| \`above\`, \`below\` | eine Zahl darüber oder darunter liegt | ein Wert |
| \`outside\` | eine Zahl unter dem ersten oder über dem zweiten liegt | \`18;26\` |
| \`deviation\` | eine Zahl weiter vom Sollwert entfernt ist als der Abstand | \`mqtt.a.soll;2\` |
| \`rate\` | sich eine Zahl in einer Minute um mehr ändert | ein Wert über 0 |
| \`equals\` | eine Zahl, ein Wahrheitswert oder ein Text gleich ist | ein Wert |
| \`true\`, \`false\` | ein Wahrheitswert so steht | keiner |
| \`stale\` | so viele Sekunden kein neuer Wert kam | Sekunden über 0 |
| \`bad\` | die Qualität des Channels schlecht ist | keiner |
| \`device\` | das Gerät selbst etwas bemängelt (Speicher voll, Sicherung gescheitert, Lizenz, Pod gestört …); \`source\` ist \`device.*\` oder ein Muster wie \`device.disk*\` | keiner |
| \`script\` | ein Skript sie mit \`alarm.raise\` meldet; sie geht mit \`alarm.clear\` | keiner |

- **Befunde des Geräts**, jeweils nach \`device.\`: ${codes(FINDINGS)}; mit einem Namen dahinter (Pod, Skript, Datei …): ${codes(FINDING_FAMILIES)}. Welche gerade da sind, zeigt der Status.
- Statt eines Werts darf der volle Name einer solchen Quelle von passendem Typ stehen: Es gilt, was dort gerade steht. Ein Text
  wird als Name gelesen, wenn er mit einem Pod-Typ, \`const\`, \`sched\` oder \`meter\` beginnt und aus drei Teilen besteht.
- **Muster.** Eine Quelle mit \`*\` (beliebiger Text) oder \`?\` (ein Zeichen) steht für alle Quellen mit einem
  solchen Namen: \`modb_client.*.temperatur\`. Eine Zeile ist dann je Treffer eine Meldung, \`{zeile}/{channel}\`; ein Projekt hat
  höchstens 50.000. Alle Treffer müssen zur Art passen, und mindestens einen muss es geben.
- **\`parent\`** nennt die Zeile, die diese erklärt: Solange jene Meldung steht, ist diese unterdrückt, damit ein toter Bus eine
  Meldung ist und nicht vierzig. Steht dort ein Muster, ist die Meldung derselben Quelle gemeint, sonst die einzige desselben
  Pods; gibt es zu einer Meldung keine, wird sie nie unterdrückt. Zeilen dürfen sich nicht im Kreis erklären.
- **Platzhalter** in \`text\`: \`{value}\`, \`{unit}\` und \`{label}\` des Channels, \`{limit}\`, \`{channel}\` der volle Name.

| id | source | kind | limit | hysteresis | on_delay | priority | class | parent |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| zaehler-weg | modb_client.*.leistung | bad | | | 60 | 2 | technik | |
| zu-warm | modb_client.*.temperatur | above | const.main.grenze | 0,5 | 300 | 3 | technik | zaehler-weg |`;

const CLASSES = `Eine Klasse sagt, wer wann auf welchem Weg von einer Meldung erfährt; die Meldung nennt sie in der Spalte \`class\`. Zeilen
einer Klasse sind ihre Stufen, in der Reihenfolge von \`step\`; keine beginnt vor der vorigen. Ein Weg ist ein Pod des Typs
\`email\` oder \`chat\`, oder einer seiner Channels, die senden; die Nachricht geht an die Empfänger, die dort stehen. Ein Projekt
hat höchstens 200 Klassen mit je 20 Stufen.

| class | step | after | way | roster | repeat | until |
| --- | --- | --- | --- | --- | --- | --- |
| technik | 1 | 0 | chat.haus, email.mail.technik | | 1800 | ack |
| technik | 2 | 3600 | email.mail.leitung | Bereitschaft | | ack |`;

const PAGES = `Eine Ansicht zeigt den Leuten, die mit der Anlage umgehen, was sie brauchen, im Menü unter „Ansichten“. Jede Zeile ist ein
Baustein. Nennt das Projekt keine Ansichten, entsteht je Bereich eine. Änderungen an dieser Tabelle starten keinen Pod neu.

| block | zeigt | source |
| --- | --- | --- |
| \`value\` | einen Wert groß mit Einheit | ein Channel, eine Konstante oder ein Zeitprogramm |
| \`setpoint\` | eine Zahl zum Stellen, daneben den Istwert | ein Channel mit der Richtung \`out\` oder \`inout\` |
| \`switch\` | Ein und Aus, oder die Stellungen aus \`choices\` | ein Channel mit der Richtung \`out\` oder \`inout\` |
| \`trend\` | den Verlauf als Kurve | bis zu 6 Channels mit \`record\` |
| \`list\` | viele Werte untereinander | ein Muster (\`mqtt.anlage.*\`) oder ein Bereich |
| \`alarms\` | was ansteht, zum Quittieren | ein Bereich, eine Klasse, oder leer |
| \`schedule\` | was ein Zeitprogramm jetzt sagt und was kommt | ein Zeitprogramm |
| \`plan\` | ein Bild, auf dem Werte stehen | eine Datei, die unter „Ansichten“ hochgeladen ist |
| \`text\` | einen Text | leer; der Text steht in \`label\` |

- **Raster.** Zwölf Spalten, auf dem Telefon eine: Dort stehen die Bausteine untereinander, Zeile für Zeile. Sind \`x\` und \`y\` leer,
  findet der Baustein selbst Platz; zwei dürfen sich nicht überdecken.
- **Plan.** Ein \`value\`, \`setpoint\` oder \`switch\` mit \`on\` steht auf dem Plan dieser Datei, \`x\` und \`y\` sind dann Prozent von links
  und oben.
- **Schreiben** dürfen Bediener; mit \`confirm\` wird vorher nachgefragt. Ein Projekt hat höchstens 5.000 Bausteine.

| page | block | source | label | x | y | w | h | on | min | max | step |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| Büro 2 | setpoint | knx.haus.soll | Heizung | 1 | 1 | 4 | 1 | | 16 | 26 | 0,5 |
| Büro 2 | trend | knx.haus.ist, knx.haus.soll | | 5 | 1 | 8 | 3 | | | | |
| Büro 2 | plan | eg.svg | | 1 | 4 | 12 | 5 | | | | |
| Büro 2 | value | knx.haus.ist | | 30 | 45 | | | eg.svg | | | |`;

export const GERMAN: FormatWords = {
  introduction: INTRODUCTION,
  tables: {
    project: "## Tabelle `project`",
    pods: "## Tabelle `pods`",
    links: "## Tabelle `links`",
    constants: "## Tabelle `constants`",
    schedules: "## Tabelle `schedules`",
    schedule_times: "## Tabelle `schedule_times`",
    calendars: "## Tabelle `calendars`",
    meters: "## Tabelle `meters`",
    alarms: "## Tabelle `alarms`",
    classes: "## Tabelle `classes`",
    pages: "## Tabelle `pages`",
  },
  keys: "Schlüssel:",
  podsText: `Eine Zeile je Schnittstelle eines Pods. Neben diesen Spalten liest jeder Pod-Typ seine eigenen (siehe unten). In weiteren
Zeilen desselben Pods dürfen \`label\` und \`internal\` leer bleiben; sind sie gefüllt, müssen sie wie in der ersten Zeile lauten.
Die übrigen Spalten gehören zur Schnittstelle ihrer Zeile. Ein Channel ohne \`iface\` gehört zur Schnittstelle \`main\` oder zur
einzigen.

| id | label | iface | host | port |
| --- | --- | --- | --- | --- |
| mqtt.anlage | Anlage | halle1 | 10.0.0.5 | 1883 |
| mqtt.anlage | | halle2 | 10.0.0.6 | 1883 |`,
  podType: ({ type, label }) => `## Pod-Typ \`${type}\`: ${label}`,
  mostIfaces: (most) =>
    most === 1 ? "Ein Pod hat eine Schnittstelle." : `Ein Pod hat bis zu ${most} Schnittstellen.`,
  describe: () => "",
  ofPods: "Spalten in `pods`:",
  ofType: (type) => `Spalten in \`${type}\`, neben denen jeder Channel-Tabelle:`,
  commonColumns: "## Jede Channel-Tabelle",
  commonText:
    "Eine Zeile je Channel, in der Tabelle seines Pod-Typs. Diese Spalten sind überall gleich; Typen, Richtungen und Vorgaben unterscheiden sich.\n\nAus `area` und `equip` entsteht der Baum der Anlage, nach dem die Seite „Status“, die Filter und die Schnellsuche geordnet sind. Ein Bereich ist ein Weg vom Ganzen zum Teil, höchstens sechs Stufen, durch `/` getrennt und ohne Leerzeichen daneben: `Haus/EG/Büro 2`. Ist die Zelle leer, gilt der Bereich des Pods, sonst ein Tag mit `/`, sonst der Anfang der Bezeichnung, wenn mehrere Channels gleich beginnen (`Büro 2: Temperatur`). Nennt das Projekt keinen Bereich, stehen die Pods an deren Stelle. In Tabellen für ModBus heißt die Spalte `plant_area`, weil `area` dort die Art der Register ist.",
  directions: "Richtungen und Typen:",
  rules: "Regeln über mehrere Zellen (Fehler 1390):",
  example: "## Ein ganzes Projekt",
  exampleText:
    "Das eingebaute Beispiel „Erste Schritte“, das nichts außerhalb dieses Geräts braucht. Spalten, die leer bleiben, sind weggelassen.",
  filled: "Ausgefüllt, ohne die Spalten, die hier leer bleiben:",
  values: VALUES,
  links: LINKS,
  schedules: SCHEDULES,
  scheduleTimes: SCHEDULE_TIMES,
  calendars: CALENDARS,
  meters: METERS,
  alarms: ALARMS,
  classes: CLASSES,
  pages: PAGES,
  errors: "## Fehler und Warnungen",
  errorsText:
    "In geschweiften Klammern steht, was vom Fall abhängt, zum Beispiel `{Spalte}` oder `{Inhalt der Zelle}`; `{Tabelle und Zeile}` nennt die andere Stelle. Ein Fehler verhindert, dass das Projekt übernommen wird, eine Warnung nicht. Die Liste nennt Datei, Tabelle und Zeile (`Ref`), den Channel und die Spalte (`Attribute`).",
  errorGroups: [
    { from: 1000, to: 1099, title: "Die Datei" },
    { from: 1100, to: 1199, title: "Tabellen und Spalten" },
    { from: 1200, to: 1299, title: "Zellen" },
    { from: 1300, to: 1309, title: "Tabelle `project`" },
    { from: 1310, to: 1399, title: "Tabelle `pods`" },
    { from: 1400, to: 1499, title: "Channel-Tabellen" },
    { from: 1500, to: 1599, title: "Tabelle `links`" },
    { from: 1600, to: 1649, title: "Tabelle `constants`" },
    { from: 1650, to: 1699, title: "Skripte" },
    { from: 1700, to: 1729, title: "Tabelle `alarms`" },
    { from: 1730, to: 1749, title: "Tabelle `classes`" },
    { from: 1750, to: 1759, title: "Tabelle `schedules`" },
    { from: 1760, to: 1779, title: "Tabelle `schedule_times`" },
    { from: 1780, to: 1799, title: "Tabelle `calendars`" },
    { from: 1800, to: 1829, title: "Tabelle `meters`" },
    { from: 1850, to: 1879, title: "Tabelle `pages`" },
  ],
  head: {
    column: "Spalte",
    key: "Schlüssel",
    value: "Wert",
    default: "Vorgabe",
    meaning: "Bedeutung",
  },
  errorHead: ["Code", "Art", "Text", "Hinweis"],
  levels: { error: "Fehler", warning: "Warnung" },
  required: "**nötig**",
  secret: ". Geheim.",
  yesNo: "ja/nein",
  flag: (value) => (value ? "ja" : "nein"),
  text: (most) => (most === undefined ? "Text" : `Text, höchstens ${most} Zeichen`),
  number: (whole) => (whole ? "ganze Zahl" : "Zahl"),
  range: (kind, min, max, unit) => {
    if (min !== undefined && max !== undefined) return `${kind}, ${min} bis ${max}${unit}`;
    if (min !== undefined) return `${kind}, mindestens ${min}${unit}`;
    return max === undefined ? `${kind}${unit}` : `${kind}, höchstens ${max}${unit}`;
  },
  about: ({ help }) => help,
};
