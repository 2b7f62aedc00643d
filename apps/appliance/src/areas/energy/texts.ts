/** What people read of the area energy, its downloads and its report. */
export const texts = {
  noProject: "Es läuft zurzeit kein Projekt. Verbrauchswerte gibt es erst wieder, wenn eines läuft.",
  noSuchMeter: (id: string) => `Den Zähler „${id}“ gibt es nicht.`,
  tooMany: "Der Zeitraum ist zu lang. Wählen Sie einen kürzeren oder größere Schritte.",
  by: (address: string, name = "Administrator") => (address === "" ? name : `${name} (${address})`),
  label: "Verbrauchswerte der Zähler",
  file: (from: string, to: string, ending: string) => `verbrauch-${from}-${to}.${ending}`,
  report: (period: string) => `energiebericht-${period}.xlsx`,
  noMeters: "Das Projekt hat keine Zähler; es gibt nichts zu berichten.",
  mail: {
    name: "Energiebericht per E-Mail",
    switchedOff: " (ausgeschaltet)",
    podNeeded: "Bitte wählen Sie einen E-Mail-Pod.",
    recipientNeeded: "Bitte geben Sie mindestens einen Empfänger an.",
    off: "Schalten Sie das Senden ein und speichern Sie, bevor Sie eine Probe senden.",
    test: (subject: string) => `Probe: ${subject}`,
    late: (period: string, why: string) =>
      `Der Energiebericht für ${period} lässt sich seit mehr als einem Tag nicht senden: ${why}`,
    failed: (period: string, why: string) =>
      `Energiebericht für ${period} nicht gesendet: ${why} Es wird weiter versucht.`,
    sent: (period: string) => `Energiebericht für ${period} gesendet.`,
    subject: (name: string, month: string) => `Energiebericht „${name}“ für ${month}`,
    text: (name: string, month: string, lines: readonly string[], attached: boolean) =>
      [
        `Energiebericht „${name}“ für ${month}`,
        "",
        ...lines,
        "",
        attached
          ? "Der ganze Bericht liegt als Excel-Datei bei."
          : "Der ganze Bericht ist für eine E-Mail zu groß. Sie laden ihn in der Konsole des Geräts unter „Übersicht > Energie“ herunter.",
        "Eingestellt ist der Versand dort unter „Bericht per E-Mail“.",
        "",
      ].join("\n"),
    line: (meter: string, amount: string | undefined, change: number | undefined) =>
      `${meter}: ${amount ?? "keine Werte"}${change === undefined ? "" : ` (${change < 0 ? "−" : "+"}${Math.abs(change).toLocaleString("de-DE", { maximumFractionDigits: 1 })} % gegenüber dem Vorjahr)`}`,
  },
  columns: [
    "Beginn",
    "Ende",
    "Zähler",
    "Bezeichnung",
    "Medium",
    "Einheit",
    "Verbrauch",
    "geschätzt (%)",
    "fehlend (%)",
    "Kosten (€)",
    "CO₂ (kg)",
  ],
  sheets: { overview: "Übersicht", course: "Verlauf", duties: "§ 71a GEG", notes: "Hinweise" },
  overview: [
    "Zähler",
    "Medium",
    "Einheit",
    "Verbrauch",
    "Vorjahr",
    "Änderung (%)",
    "Rest hinter diesem Zähler",
    "je m²",
    "Anforderungswert",
    "Abweichung (%)",
    "Kosten (€)",
    "CO₂ (kg)",
    "geschätzt (%)",
    "fehlend (%)",
  ],
  course: "Zeitraum",
  degreeDays: "Gradtage (Kd)",
  duties: ["Pflicht nach § 71a GEG", "Stand", "Wodurch"],
  met: { yes: "vorhanden", partly: "teilweise", no: "fehlt", people: "durch Personen" },
  notes: (name: string, period: string, zone: string, at: string, withDuties: boolean) => [
    `Energiebericht „${name}“ für ${period}`,
    `Erstellt am ${at}, Tage in der Zeitzone ${zone}`,
    "Geschätzt ist, was zwischen zwei Ablesungen verteilt wurde, die mehr als eine Viertelstunde auseinanderliegen; die Summe stimmt auch dann.",
    "Fehlend ist Zeit, aus der kein Wert vorliegt. Was in ihr verbraucht wurde, ist nicht enthalten.",
    "Gradtage nach VDI 2067: an Tagen mit einem Mittel unter 15 °C die Differenz zu 20 °C.",
    withDuties
      ? "Die Liste zu § 71a GEG nennt, was das Projekt dazu beiträgt. Sie ist keine Rechtsberatung und keine Bestätigung, dass die Pflichten erfüllt sind."
      : "Der Bericht enthält nur die Zähler, die zum Bereich der Person gehören, die ihn abgerufen hat.",
  ],
  duty: {
    monitor:
      "Verbräuche der Hauptenergieträger und der gebäudetechnischen Systeme fortlaufend überwachen, protokollieren und auswerten",
    access: "Daten über eine gängige, frei konfigurierbare Schnittstelle zugänglich machen",
    target: "Anforderungswerte für die Energieeffizienz des Gebäudes aufstellen",
    loss: "Effizienzverluste gebäudetechnischer Systeme erkennen",
    inform: "Die zuständige Person über mögliche Verbesserungen informieren",
    person: "Eine Person oder Firma für das Energiemanagement benennen",
  },
  has: {
    meters: (count: number, media: string) =>
      `${count === 1 ? "1 Zähler" : `${count} Zähler`} in der Tabelle „meters“ (${media}), gespeichert je Viertelstunde`,
    missing: (names: string) => `Noch keine Werte von: ${names}`,
    noMeters: "Tragen Sie die Zähler der Hauptenergieträger in der Tabelle „meters“ ein.",
    systems: "Zähler hinter anderen (Spalte „parent“) zeigen die einzelnen Systeme.",
    noSystems:
      "Kein Zähler sitzt hinter einem anderen (Spalte „parent“): einzelne Systeme sind nicht zu sehen.",
    interfaces:
      "CSV, Parquet und Excel auf dieser Seite; alle Werte auch über die Web-API, MQTT, Modbus und HTTP",
    targets: (names: string) => `Spalte „target“ bei: ${names}`,
    noTargets: "Kein Zähler hat einen Anforderungswert (Spalte „target“).",
    alarms: (ids: string) => `Meldungen zu Verbräuchen: ${ids}`,
    noAlarms: "Keine Meldung sieht auf einen Verbrauch, zum Beispiel „meter.*.deviation“ über 15.",
    told: (ids: string) => `Meldeklassen mit Empfängern: ${ids}`,
    notTold: "Keine Meldung zu Verbräuchen hat eine Klasse mit Empfängern.",
    person: "Das kann keine Software übernehmen. Halten Sie fest, wer zuständig ist.",
  },
};
