/** What people read of M-Bus meters. */
const APPLICATION_ERRORS: Readonly<Record<number, string>> = {
  0: "ohne Angabe von Gründen",
  1: "er kennt die Anfrage nicht",
  2: "die Antwort wäre zu lang",
  3: "zu viele Datensätze",
  4: "ein Datensatz endet vorzeitig",
  5: "mehr als zehn Erweiterungen eines Datenfelds",
  6: "mehr als zehn Erweiterungen eines Wertefelds",
  8: "er ist beschäftigt",
  9: "er wurde zu oft gelesen",
};

const WHY_NONE = {
  not_available: "der Zähler hat keinen Wert",
  overflow: "der Wert ist übergelaufen",
  underflow: "der Wert ist unterschritten",
  data_error: "der Zähler meldet einen Datenfehler",
  premature_end: "der Datensatz endet vorzeitig",
  invalid: "der Zähler meldet einen ungültigen Wert",
  empty: "der Datensatz ist leer",
} as const;

const FUNCTIONS = {
  instantaneous: "",
  maximum: "Maximum",
  minimum: "Minimum",
  error: "im Fehlerzustand",
} as const;

/** Words of rows → what people call it. */
const QUANTITIES: Readonly<Record<string, string>> = {
  energy: "Energie",
  volume: "Volumen",
  mass: "Masse",
  on_time: "Einschaltdauer",
  operating_time: "Betriebszeit",
  power: "Leistung",
  volume_flow: "Durchfluss",
  mass_flow: "Massenstrom",
  flow_temperature: "Vorlauftemperatur",
  return_temperature: "Rücklauftemperatur",
  temperature_difference: "Temperaturdifferenz",
  external_temperature: "Außentemperatur",
  pressure: "Druck",
  date: "Datum",
  date_time: "Datum und Uhrzeit",
  heat_cost_units: "Heizkosteneinheiten",
  averaging_duration: "Mittelungsdauer",
  actuality_duration: "Alter des Werts",
  fabrication_number: "Fabriknummer",
  identification: "Kennung",
  bus_address: "Primäradresse",
  any: "beliebig",
  manufacturer_specific: "Herstellerdaten",
  credit: "Guthaben",
  debit: "Schuld",
  access_number: "Zugriffszähler",
  medium: "Medium",
  manufacturer: "Hersteller",
  parameter_set: "Parametersatz",
  model: "Modell",
  hardware_version: "Hardwareversion",
  firmware_version: "Firmwareversion",
  software_version: "Softwareversion",
  customer_location: "Einbauort",
  customer: "Kunde",
  access_code_user: "Zugangscode (Nutzer)",
  access_code_operator: "Zugangscode (Betreiber)",
  access_code_system_operator: "Zugangscode (Systembetreiber)",
  access_code_developer: "Zugangscode (Entwickler)",
  password: "Passwort",
  error_flags: "Fehlerbits",
  error_mask: "Fehlermaske",
  digital_output: "Digitale Ausgänge",
  digital_input: "Digitale Eingänge",
  baud_rate: "Baudrate",
  response_delay: "Antwortverzögerung",
  retry: "Wiederholungen",
  remote_control: "Fernsteuerung",
  first_storage: "Erster Speicher",
  last_storage: "Letzter Speicher",
  storage_size: "Größe des Speichers",
  tariff_description: "Beschreibung des Tarifs",
  storage_interval: "Speicherintervall",
  since_readout: "Zeit seit der Auslesung",
  tariff_start: "Beginn des Tarifs",
  tariff_duration: "Dauer des Tarifs",
  tariff_period: "Periode des Tarifs",
  dimensionless: "Zahl ohne Einheit",
  voltage: "Spannung",
  current: "Strom",
  reset_counter: "Rücksetzungen",
  cumulation_counter: "Kumulierungen",
  control_signal: "Steuersignal",
  day_of_week: "Wochentag",
  week_number: "Kalenderwoche",
  day_change: "Tageswechsel",
  parameter_activation: "Parameteraktivierung",
  supplier_information: "Angaben des Lieferanten",
  since_cumulation: "Zeit seit der Kumulierung",
  battery_operating_time: "Betriebszeit der Batterie",
  battery_change: "Batteriewechsel",
  signal_strength: "Empfangspegel",
  daylight_saving: "Sommerzeit",
  listening_window: "Empfangsfenster",
  battery_remaining: "Restlaufzeit der Batterie",
  stop_counter: "Stillstände",
  reactive_energy: "Blindenergie",
  apparent_energy: "Scheinenergie",
  performance: "Leistungszahl",
  reactive_power: "Blindleistung",
  humidity: "Relative Feuchte",
  phase_current_voltage: "Phasenwinkel I-U",
  phase_voltage_voltage: "Phasenwinkel U-U",
  phase_voltage_current: "Phasenwinkel U-I",
  frequency: "Frequenz",
  apparent_power: "Scheinleistung",
  rating_factor: "Bewertungsfaktor",
  rating_output: "Bewertungsfaktor Wärmeleistung",
  rating_coupling: "Bewertungsfaktor Wärmekopplung",
  rating_coupling_room: "Bewertungsfaktor Raumseite",
  rating_coupling_heating: "Bewertungsfaktor Heizungsseite",
  rating_low_temperature: "Bewertungsfaktor niedrige Temperatur",
  display_factor: "Anzeigefaktor",
  temperature_limit: "Temperaturgrenze",
  cumulated_maximum_power: "Kumulierte Höchstleistung",
  plain_text: "Wert mit eigener Einheit",
  unknown: "Unbekannt",
};

const MEDIA: Readonly<Record<string, string>> = {
  other: "Sonstiges",
  oil: "Öl",
  electricity: "Strom",
  gas: "Gas",
  heat: "Wärme",
  steam: "Dampf",
  warm_water: "Warmwasser",
  water: "Wasser",
  heat_cost: "Heizkostenverteiler",
  compressed_air: "Druckluft",
  cooling: "Kälte",
  cooling_inlet: "Kälte (Vorlauf)",
  heat_inlet: "Wärme (Vorlauf)",
  heat_cooling: "Wärme und Kälte",
  bus: "Bus, System",
  unknown: "unbekannt",
  irrigation: "Bewässerung",
  water_logger: "Wasserlogger",
  gas_logger: "Gaslogger",
  gas_converter: "Gasumwerter",
  calorific: "Brennwert",
  hot_water: "Heißwasser",
  cold_water: "Kaltwasser",
  dual_water: "Doppelwasserzähler",
  pressure: "Druck",
  analog: "Analogwandler",
  smoke_detector: "Rauchmelder",
  room_sensor: "Raumfühler",
  gas_detector: "Gasmelder",
  breaker: "Stromabschalter",
  valve: "Ventil",
  customer_unit: "Anzeigegerät",
  waste_water: "Abwasser",
  garbage: "Abfall",
  communication: "Kommunikation",
  radio_converter: "Funkumsetzer",
  radio_meter: "Funkumsetzer am Zähler",
};

interface Named {
  quantity: string;
  function: keyof typeof FUNCTIONS;
  storage: number;
  tariff: number;
  subunit: number;
  modifier: string;
}

export const texts = {
  silent: (meter: string) => `Keine Antwort von Zähler ${meter}`,
  garbled: (meter: string) =>
    `Unlesbare Antwort von Zähler ${meter}: Störung auf der Leitung, oder mehrere Zähler antworten zugleich`,
  wrongAddress: (meter: string, address: number) =>
    `Statt Zähler ${meter} antwortet der mit der Adresse ${address}`,
  wrongMeter: (meter: string, found: string) => `Statt Zähler ${meter} antwortet ${found}`,
  refused: (meter: string, code: number) =>
    `Zähler ${meter} lehnt ab: ${APPLICATION_ERRORS[code] ?? `Fehler ${code}`}`,
  encrypted: (meter: string, mode: number) =>
    `Zähler ${meter} antwortet verschlüsselt (Modus ${mode}), das lässt sich nicht lesen`,
  unknownAnswer: (meter: string, ci: number) =>
    `Zähler ${meter} antwortet in einem Format, das nicht zu M-Bus-Zählern gehört (CI ${ci.toString(16)})`,
  noRecord:
    "der Zähler liefert keinen solchen Wert; die Suche auf der Seite des Pods zeigt, welche er liefert",
  noValue: (why: keyof typeof WHY_NONE, shown: string) =>
    shown === "" ? WHY_NONE[why] : `${WHY_NONE[why]} (${shown})`,
  isText: (text: string) => `der Wert „${text}“ ist Text; wählen Sie den Typ „string“`,
  otherUnit: (unit: string, wanted: string) =>
    `der Zähler zählt in „${unit === "" ? "keiner Einheit" : unit}“, das lässt sich nicht in ${wanted} umrechnen`,
  ofMeter: (meter: string, reason: string) =>
    reason.includes(meter) ? reason : `Zähler ${meter}: ${reason}`,
  answersNothing: (target: string) => `Kein Zähler antwortet über ${target}`,
  answersAgain: (meter: string) => `Zähler ${meter} antwortet wieder`,
  metersSilent: (meters: string, target: string) => `Keine Antwort von Zähler ${meters} an ${target}`,
  andMore: (named: string, more: number) => `${named} und ${more} weiteren`,
  otherMaster: "Auf dieser Leitung fragt noch ein anderer Master; Antworten gehen dadurch verloren",
  noChannels: "Für diese Verbindung ist kein Zähler projektiert.",
  meterStep: (meter: string) => `Zähler ${meter}`,
  meterAnswers: (meter: string, records: number) => `Zähler ${meter} antwortet mit ${records} Werten.`,
  meterRefuses: (said: string) => `Der Zähler ist da: ${said}.`,
  onlyFirst: (most: number, all: number) => `Geprüft wurden die ersten ${most} von ${all} Zählern.`,
  noConnection: "Diese Verbindung gibt es nicht.",
  wrongMeterName: "Erlaubt sind 0 bis 250 oder die acht Ziffern der Sekundäradresse.",

  serialHasNoHost: "Ein serieller Port hat keinen Host",
  emptyHost: "Leeren Sie die Zelle „host“ oder ändern Sie „mode“.",
  hostMissing: "Name oder Adresse des Gateways fehlt",
  hostHint: "Erlaubt sind z. B. 192.168.1.20, fd00::20 oder mbus-gateway.lan.",
  deviceMissing: "Der serielle Port fehlt",
  deviceHint: "Tragen Sie ihn ein, z. B. /dev/ttyUSB0 oder /dev/serial/by-id/usb-FTDI_FT232R_A1.",
  serialOnly: (column: string) => `„${column}“ gibt es nur bei mode = serial`,
  emptyOrSerial: "Leeren Sie die Zelle oder tragen Sie in „mode“ serial ein.",
  addressOutOfRange: (meter: string) => `Die Primäradresse ${meter} gibt es nicht`,
  addressRange: "Erlaubt sind 0 bis 250, oder 253 und 254 mit ihren Einschränkungen, oder acht Ziffern.",
  everyMeter: "Auf 254 antworten alle Zähler zugleich",
  onlyMeter: "254 geht nur, wenn an der Schnittstelle kein anderer Zähler projektiert ist.",
  selectedMeter: "253 ist der zuletzt ausgewählte Zähler, und andere Zeilen wählen andere aus",
  selectedHint: "Tragen Sie die Sekundäradresse des Zählers ein.",
  secondaryOnly: (column: string) => `„${column}“ gehört zur Sekundäradresse, hier steht eine Primäradresse`,
  emptyOrSecondary: "Leeren Sie die Zelle oder tragen Sie in „meter“ acht Ziffern ein.",
  quantityMissing: "Es fehlt, welcher Wert gemeint ist",
  quantityHint: "Füllen Sie „quantity“ aus, z. B. energy, oder „record_number“.",
  unitNotFor: (unit: string, quantity: string) => `In ${unit} lässt sich „${quantity}“ nicht angeben`,
  unitHint: (units: string) =>
    units === "" ? "Leeren Sie die Zelle „value_unit“." : `Möglich sind: ${units}.`,
  typeNotFor: (type: string, quantity: string) => `Der Typ „${type}“ passt nicht zu „${quantity}“`,
  typeString: "Dieser Wert ist eine Zeit oder ein Text: Wählen Sie den Typ „string“.",

  quantity: (word: string) => QUANTITIES[word] ?? word,
  medium: (word: string | undefined, code: number) =>
    word === undefined ? `Medium ${code}` : (MEDIA[word] ?? word),
  /** `Energie, Tarif 1, Speicher 2`. */
  record: ({ function: kind, modifier, quantity, storage, subunit, tariff }: Named): string =>
    [
      QUANTITIES[quantity] ?? quantity,
      FUNCTIONS[kind],
      tariff === 0 ? "" : `Tarif ${tariff}`,
      storage === 0 ? "" : storage === 1 ? "Stichtag" : `Speicher ${storage}`,
      subunit === 0 ? "" : `Teilgerät ${subunit}`,
      modifier.replaceAll("+", " "),
    ]
      .filter((part) => part !== "")
      .join(", "),
  /** Of the status byte; empty: nothing. */
  status: (said: {
    busy: boolean;
    error: boolean;
    permanent: boolean;
    temporary: boolean;
    power: boolean;
  }): string =>
    [
      said.busy ? "beschäftigt" : "",
      said.error ? "Anwendungsfehler" : "",
      said.permanent ? "dauerhafter Fehler" : "",
      said.temporary ? "vorübergehender Fehler" : "",
      said.power ? "Batterie schwach" : "",
    ]
      .filter((part) => part !== "")
      .join(", "),
};
