/**
 * What the document of the project format says about a pod type beyond its columns: what it is, what its directions mean,
 * and the rules of its `check` in words. The first note is the German sentence for what the type is.
 */
import type { FormatNotes } from "@hubwart/project/document";
import type { PodType } from "./schemas.ts";

const both = (en: string, de: string) => ({ en, de });

const BIND = both(
  "`bind` is an IP address. No two interfaces may listen on one address and port; port 0 takes none.",
  "`bind` ist eine IP-Adresse. Keine zwei Schnittstellen dürfen auf derselben Adresse und demselben Port lauschen; Port 0 belegt keinen.",
);
const HOST = both(
  "`host` is a host name or an IP address without port and blanks.",
  "`host` ist ein Hostname oder eine IP-Adresse ohne Port und Leerzeichen.",
);
const CA = both("`ca` is a PEM certificate.", "`ca` ist ein Zertifikat im PEM-Format.");
const SERIAL_NOTES = [
  both(
    "With `mode` = `serial` the line is RTU at `device`: all units of the line are channels of one interface, which alone holds the port; a port that another program has locked (flock) is left to it. Frames are told apart by their checksum and by silence (3.5 characters, 1.75 ms above 19200 bit/s). The adapter must not echo what it sends. An adapter that is unplugged is found again by its path; only `/dev/serial/by-id/…` and `/dev/serial/by-path/…` stay the same with several adapters.",
    "Bei `mode` = `serial` läuft RTU am Port `device`: Alle Geräte der Leitung sind Channels einer Schnittstelle, der der Port allein gehört; einen Port, den ein anderes Programm gesperrt hat (flock), lässt sie ihm. Rahmen werden an Prüfsumme und Stille erkannt (3,5 Zeichen, über 19200 Bit/s 1,75 ms). Der Adapter darf nicht zurückgeben, was er sendet. Ein abgezogener Adapter wird an seinem Pfad wiedergefunden; bei mehreren Adaptern bleiben nur `/dev/serial/by-id/…` und `/dev/serial/by-path/…` gleich.",
  ),
];
const SERIAL_RULES = [
  both(
    "`device`, `baud`, `data_bits`, `parity` and `stop_bits` are for `mode` = `serial`, which needs a `device`. A port belongs to one interface of the project.",
    "`device`, `baud`, `data_bits`, `parity` und `stop_bits` gelten bei `mode` = `serial`; dann ist `device` nötig. Ein Port gehört zu einer Schnittstelle des Projekts.",
  ),
];
const MODBUS_RULES = [
  both(
    "`coil` and `discrete` hold single bits: `data` is empty or `bool`, and there is no `bit`.",
    "`coil` und `discrete` enthalten einzelne Bits: `data` ist leer oder `bool`, und `bit` bleibt leer.",
  ),
  both(
    "In `holding` and `input` the data type `bool` needs a `bit`; other data types have none.",
    "In `holding` und `input` braucht der Datentyp `bool` ein `bit`; andere Datentypen haben keines.",
  ),
  both(
    "`string` needs a `length` and the type `string`; other data types have no length.",
    "`string` braucht eine `length` und den Typ `string`; andere Datentypen haben keine Länge.",
  ),
  both(
    "The type `string` fits `string`, `int64` and `uint64`. The type `bool` fits `bool` only. The type `int` needs a whole data type, scale and offset.",
    "Der Typ `string` passt zu `string`, `int64` und `uint64`. Der Typ `bool` passt nur zu `bool`. Der Typ `int` braucht einen ganzzahligen Datentyp und ganze Zahlen in `scale` und `offset`.",
  ),
  both(
    "`scale` is not 0; `scale` and `offset` are for numbers only. A value ends at address 65535 at the latest.",
    "`scale` ist nicht 0; `scale` und `offset` gibt es nur für Zahlen. Ein Wert endet spätestens an Adresse 65535.",
  ),
];
const MODBUS_WRITES = both(
  "Written is raw = (value − offset) / scale, rounded for whole data types, halves away from zero. A value outside the range of the data type is refused, not clamped. Text is padded with zero bytes; reading ends at the first one and cuts blanks at the end.",
  "Geschrieben wird Rohwert = (Wert − offset) / scale, bei ganzzahligen Datentypen kaufmännisch gerundet. Ein Wert außerhalb des Bereichs wird abgelehnt, nicht begrenzt. Text wird mit Nullbytes aufgefüllt; gelesen wird bis zum ersten, Leerzeichen am Ende fallen weg.",
);
const NOTIFY_RULES = [
  both(
    "`above` and `below` need a `limit` and a number; other triggers have no limit. `true` and `false` need the type `bool`.",
    "`above` und `below` brauchen ein `limit` und eine Zahl; andere Auslöser haben kein Limit. `true` und `false` brauchen den Typ `bool`.",
  ),
  both(
    "`clear` is for triggers that end: not for `change` and `always`.",
    "`clear` gibt es für Auslöser, die enden, also nicht für `change` und `always`.",
  ),
];

export const FORMAT_NOTES: Readonly<Record<PodType, FormatNotes>> = {
  knx: {
    notes: [
      both(
        "",
        "KNX über eine KNX-IP-Schnittstelle oder einen Router: liest, schreibt und beantwortet Gruppentelegramme.",
      ),
      both(
        "`in`: telegrams to `address` and `listen` set the value. `out`: a value is written to `address`. `inout`: both.",
        "`in`: Telegramme an `address` und `listen` setzen den Wert. `out`: Ein Wert wird an `address` geschrieben. `inout`: beides.",
      ),
      both(
        "The type follows from `dpt` if it is empty, e.g. 1.x is `bool`, 9.x is `float`, 16.x is `string`.",
        "Ohne `type` folgt der Typ aus `dpt`, z. B. ist 1.x `bool`, 9.x `float`, 16.x `string`.",
      ),
    ],
    rules: [
      both(
        "Tunnelling needs a `host`; routing takes a multicast group (224.0.0.0 to 239.255.255.255). `local` is an IPv4 address, `individual_address` reaches from 0.0.1 to 15.15.255.",
        "Tunneling braucht einen `host`; bei Routing ist er eine Multicast-Gruppe (224.0.0.0 bis 239.255.255.255). `local` ist eine IPv4-Adresse, `individual_address` liegt zwischen 0.0.1 und 15.15.255.",
      ),
      both(
        "Group addresses are `1/2/3` (up to 31/7/255), `1/515` or `2563`, not 0/0/0. `type` fits `dpt`; raw data as a number can only be read.",
        "Gruppenadressen sind `1/2/3` (höchstens 31/7/255), `1/515` oder `2563`, nicht 0/0/0. `type` passt zu `dpt`; Rohdaten lassen sich als Zahl nur lesen.",
      ),
      both(
        "`respond` is for `out` and `inout`; `listen`, `read_on_start`, `interval` and `max_age` are for `in` and `inout`.",
        "`respond` gilt für `out` und `inout`; `listen`, `read_on_start`, `interval` und `max_age` gelten für `in` und `inout`.",
      ),
    ],
  },
  mqtt: {
    notes: [
      both("", "MQTT-Client (3.1.1 und 5): abonniert Topics und veröffentlicht in ihnen."),
      both(
        "`in`: messages of `topic` (wildcards allowed) set the value. `out`: a value is published to `topic`. `inout`: listens to `topic` and publishes to `set_topic`, or to `topic` where that is empty.",
        "`in`: Nachrichten von `topic` (Platzhalter erlaubt) setzen den Wert. `out`: Ein Wert wird in `topic` veröffentlicht. `inout`: abonniert `topic` und veröffentlicht in `set_topic`, ohne dieses in `topic`.",
      ),
      both(
        "`retain` of this table asks the broker to keep a published message; it does not keep the value on this device.",
        "`retain` in dieser Tabelle bittet den Broker, die veröffentlichte Nachricht aufzubewahren; den Wert auf diesem Gerät hält es nicht.",
      ),
    ],
    rules: [
      both(
        "Without `clean` there must be a `client_id`. A `password` needs a `user`. `ca` needs `tls`.",
        "Ohne `clean` ist eine `client_id` nötig. Zu `password` gehört `user`. `ca` wirkt nur mit `tls`.",
      ),
      CA,
      both(
        "Wildcards stand in topics that are only listened to: `+` is a whole level, `#` the last one. `set_topic` is for `inout`, `pointer` for receiving, `template` for sending.",
        "Platzhalter stehen nur in Topics, die empfangen werden: `+` ist eine ganze Ebene, `#` die letzte. `set_topic` gilt für `inout`, `pointer` beim Empfangen, `template` beim Senden.",
      ),
    ],
  },
  http_in: {
    notes: [
      both("", "HTTP-Server: GET liest einen Channel, den der Hub schreibt; POST und PUT setzen einen."),
      both(
        '`out`: GET (and HEAD) answers `{"value":21.5,"quality":"good","last":1760000000000}`; before the first value `null`, `bad`, `null`. `in`: POST or PUT sets the value. `inout`: both.',
        '`out`: GET (und HEAD) antwortet mit `{"value":21.5,"quality":"good","last":1760000000000}`, vor dem ersten Wert mit `null`, `bad`, `null`. `in`: POST oder PUT setzt den Wert. `inout`: beides.',
      ),
      both(
        'The value is taken from `?value=…`, or the body: a plain text, `application/json` (the value itself, or `{"value": …}`), a form field `value`. With `pointer` the body is JSON of any content type; several channels may take their parts of it, and none is set unless all fit.',
        'Der Wert steht in `?value=…` oder im Body: als einfacher Text, als `application/json` (der Wert selbst oder `{"value": …}`) oder im Formularfeld `value`. Mit `pointer` ist der Body JSON, gleich mit welchem Inhaltstyp; mehrere Channels dürfen sich ihren Teil nehmen, und gesetzt wird nur, wenn alle passen.',
      ),
      both(
        "Statuses: 200; 400 does not fit or is no UTF-8; 401 not let in; 403 sent by a page of another origin; 404 no such path; 405 not this method; 413 more than 1 MiB; 415 compressed; 421 a foreign host name without login. After 20 wrong logins in a minute an address is refused until the minute is over. At most 256 connections.",
        "Status: 200; 400 passt nicht oder ist kein UTF-8; 401 nicht angemeldet; 403 von einer Seite anderer Herkunft; 404 kein solcher Pfad; 405 nicht diese Methode; 413 mehr als 1 MB; 415 komprimiert; 421 fremder Hostname ohne Anmeldung. Nach 20 falschen Anmeldungen in einer Minute wird eine Adresse bis zum Ende der Minute abgewiesen. Höchstens 256 Verbindungen.",
      ),
    ],
    rules: [
      BIND,
      both(
        "`auth` = `token` needs a `token`, `basic` needs `user` and `password`.",
        "`auth` = `token` braucht ein `token`, `basic` braucht `user` und `password`.",
      ),
      both(
        "One path is read by one channel, and set by one channel per pointer. `pointer` is for setting.",
        "Ein Pfad wird von einem Channel gelesen und je Pointer von einem Channel gesetzt. `pointer` gilt nur beim Setzen.",
      ),
    ],
  },
  http_out: {
    notes: [
      both("", "HTTP-Client: fragt Werte eines Servers ab und sendet Werte an ihn."),
      both(
        "`in`: the path is polled each `interval`. `out`: each value is sent. `inout`: polled with GET, and sent with `method`.",
        "`in`: Der Pfad wird in jedem `interval` abgefragt. `out`: Jeder Wert wird gesendet. `inout`: mit GET abgefragt und mit `method` gesendet.",
      ),
    ],
    rules: [
      both(
        "`url` begins with http:// or https:// and has no user, query or `#`. `auth` = `basic` needs a `user`, `bearer` a `token`. `headers` are lines `Name: value`.",
        "`url` beginnt mit http:// oder https:// und enthält weder Benutzer noch Query oder `#`. `auth` = `basic` braucht `user`, `bearer` braucht `token`. `headers` sind Zeilen `Name: Wert`.",
      ),
      CA,
      both(
        "`pointer`, `after` and `before` are for polling; `pointer` excludes the other two.",
        "`pointer`, `after` und `before` gelten beim Abfragen; `pointer` schließt die beiden anderen aus.",
      ),
    ],
  },
  modb_client: {
    notes: [
      both(
        "",
        "Modbus-Client: liest und schreibt die Register von Geräten über Modbus TCP, RTU über TCP oder RTU am seriellen Port.",
      ),
      both(
        "`in`: read each `interval`. `out`: written whenever a value comes. `inout`: both.",
        "`in`: in jedem `interval` gelesen. `out`: geschrieben, sobald ein Wert kommt. `inout`: beides.",
      ),
      MODBUS_WRITES,
      both(
        "Numbers hold 53 bits: larger values of `int64` and `uint64` are rounded and uncertain, unless the type is `string`.",
        "Zahlen fassen 53 Bit: Größere Werte von `int64` und `uint64` werden gerundet und sind unsicher, außer beim Typ `string`.",
      ),
      ...SERIAL_NOTES,
    ],
    rules: [
      HOST,
      ...SERIAL_RULES,
      ...MODBUS_RULES,
      both(
        "`discrete` and `input` can only be read. Unit id 0 with mode rtu and serial (broadcast) can only be written, without `bit` and `readback`. `function`: 5 or 15 for coils, 6 for one register, 16 for any number.",
        "`discrete` und `input` lassen sich nur lesen. Unit-ID 0 in den Modi rtu und serial (an alle) lässt sich nur schreiben, ohne `bit` und `readback`. `function`: 5 oder 15 für Coils, 6 für ein Register, 16 für beliebig viele.",
      ),
    ],
  },
  modb_server: {
    notes: [
      both(
        "",
        "Modbus-Server über TCP oder am seriellen Port: Clients lesen, was der Hub schreibt (out), und schreiben, was der Hub liest (in).",
      ),
      both(
        "`out`: clients read the value. `in`: clients write it. `inout`: both. Seen from the hub, so a register that clients write is `in`.",
        "`out`: Clients lesen den Wert. `in`: Clients schreiben ihn. `inout`: beides. Gesehen vom Hub aus: Ein Register, das Clients schreiben, ist also `in`.",
      ),
      MODBUS_WRITES,
      ...SERIAL_NOTES,
    ],
    rules: [
      BIND,
      ...SERIAL_RULES,
      both(
        "A server at a serial port has a `unit_id` of its own from 1 to 247.",
        "Ein Server am seriellen Port hat eine eigene `unit_id` von 1 bis 247.",
      ),
      ...MODBUS_RULES,
      both(
        "Clients write only to `coil` and `holding`. Channels of one interface do not overlap, except different bits of one register.",
        "Clients schreiben nur in `coil` und `holding`. Channels einer Schnittstelle überlappen sich nicht, außer verschiedene Bits eines Registers.",
      ),
    ],
  },
  s7_client: {
    notes: [
      both("", "S7-Client: liest und schreibt Variablen von SIMATIC-S7-CPUs (PUT/GET, ISO on TCP)."),
      both(
        "`in`: read each `interval`. `out`: written whenever a value comes. `inout`: both.",
        "`in`: in jedem `interval` gelesen. `out`: geschrieben, sobald ein Wert kommt. `inout`: beides.",
      ),
    ],
    rules: [
      HOST,
      both(
        "The address names an existing area and fits the data type, its length and the channel's type.",
        "Die Adresse nennt einen vorhandenen Bereich und passt zum Datentyp, seiner Länge und dem Typ des Channels.",
      ),
    ],
  },
  asset: {
    notes: [
      both("", "Zugang für Feldgeräte über WebSocket, jedes als Benutzer mit eigenem Token."),
      both(
        "`in`: the device delivers the value. `out`: it receives it. `inout`: both. The newest value is told again after any break.",
        "`in`: Das Gerät liefert den Wert. `out`: Es bekommt ihn. `inout`: beides. Nach jeder Unterbrechung wird der neueste Wert nachgereicht.",
      ),
    ],
    rules: [
      BIND,
      both(
        "Each channel of a device (`asset`) has a `key` of its own.",
        "Jeder Channel eines Geräts (`asset`) hat einen eigenen `key`.",
      ),
    ],
  },
  email: {
    notes: [
      both("", "Sendet Nachrichten als E-Mail, wenn ein Wert es verlangt."),
      both(
        "`out` only: a value that meets `when` sends a message.",
        "Nur `out`: Ein Wert, der `when` erfüllt, sendet eine Nachricht.",
      ),
    ],
    rules: [
      HOST,
      both(
        "`from` and `to` are e-mail addresses; `to` stands at the interface or at the channel, at most 50 separated by commas. `user` and `password` belong together and need encryption.",
        "`from` und `to` sind E-Mail-Adressen; `to` steht bei der Schnittstelle oder beim Channel, höchstens 50, durch Komma getrennt. `user` und `password` gehören zusammen und brauchen eine Verschlüsselung.",
      ),
      ...NOTIFY_RULES,
    ],
  },
  chat: {
    notes: [
      both("", "Sendet Nachrichten in einen Chat und nimmt Befehle daraus an."),
      both(
        "`out`: a value that meets `when` sends a message, and `command` asks for the value. `in`: `command` sets it. `inout`: both.",
        "`out`: Ein Wert, der `when` erfüllt, sendet eine Nachricht, und `command` fragt ihn ab. `in`: `command` setzt ihn. `inout`: beides.",
      ),
    ],
    rules: [
      both(
        "Slack, Mattermost and Teams need a `webhook` and receive no commands (`allowed` is empty); Matrix, Telegram and XMPP need a `token` (of Matrix without spaces and of ASCII characters only), Matrix a `url`, XMPP a `user`. XMPP is always encrypted, its password is proven by SCRAM and never sent, and commands come from people directly, not from rooms.",
        "Slack, Mattermost und Teams brauchen einen `webhook` und empfangen keine Befehle (`allowed` bleibt leer); Matrix, Telegram und XMPP brauchen ein `token` (bei Matrix ohne Leerzeichen und nur aus ASCII-Zeichen), Matrix eine `url`, XMPP einen `user`. XMPP ist immer verschlüsselt, das Passwort wird durch SCRAM nachgewiesen und nie gesendet, und Befehle kommen von Personen direkt, nicht aus Räumen.",
      ),
      both(
        "`allowed` names `@name:server` (Matrix), user ids (Telegram) or `name@server` (XMPP). A channel that is set needs a `command`, each command is used once per interface, and somebody must be `allowed`. What is sent needs a `to` where there is no webhook.",
        "`allowed` nennt `@name:server` (Matrix), Benutzer-IDs (Telegram) oder `name@server` (XMPP). Ein Channel, der gesetzt wird, braucht ein `command`, jeder Befehl kommt je Schnittstelle einmal vor, und jemand muss ihn geben dürfen. Was gesendet wird, braucht ein `to`, wo es keinen Webhook gibt.",
      ),
      ...NOTIFY_RULES,
    ],
  },
  ping: {
    notes: [
      both("", "Misst, ob und wie schnell andere Rechner antworten (ICMP oder TCP)."),
      both(
        "`in` only. `reachable` is true or false, as `int` 1 or 0. `rtt` is the mean time of the answers in ms; while no answer comes it is bad. `loss` is the share of requests without an answer in percent, 100 while no answer comes. A host that could not even be asked (unknown name, no route) counts as not reachable, but uncertain.",
        "Nur `in`. `reachable` ist wahr oder falsch, als `int` 1 oder 0. `rtt` ist die mittlere Antwortzeit in ms; solange keine Antwort kommt, ist der Wert schlecht. `loss` ist der Anteil der Anfragen ohne Antwort in Prozent, ohne jede Antwort 100. Ein Rechner, der gar nicht gefragt werden konnte (unbekannter Name, kein Weg), gilt als nicht erreichbar, aber unsicher.",
      ),
    ],
    rules: [
      HOST,
      both(
        "`reachable` needs the type `bool` or `int`, `rtt` and `loss` need `float`.",
        "`reachable` braucht den Typ `bool` oder `int`, `rtt` und `loss` brauchen `float`.",
      ),
    ],
  },
};
