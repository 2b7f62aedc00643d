/** The page of a central: signing in, and who may. */
import type { Level } from "@hubwart/contract";
import { rightsTexts } from "./rights.ts";

export const fleetPeopleTexts = {
  signIn: {
    title: "Anmelden",
    name: "Name",
    password: "Passwort",
    token: "Token",
    tokenText: "Das Token nennt die Zentrale einmal, wenn es angelegt wird.",
    firstText:
      "Noch hat niemand ein Passwort. Das erste Token steht auf dem Rechner der Zentrale in first-token.txt, im Ordner ihrer Daten. Damit angemeldet, legen Sie Ihr Passwort fest.",
    byToken: "Token verwenden",
    byPassword: "Name und Passwort verwenden",
    forgotten: "Passwort vergessen?",
    forgottenText:
      "Wer die Zentrale verwaltet, setzt es unter Personen zurück; ist das Telefon mit der App verloren, entfernt er dort die zweite Stufe. Kann das niemand mehr: am Rechner der Zentrale in den Ordner ihrer Daten eine leere Datei new-first-token legen und die Zentrale neu starten. Danach gilt das Token in first-token.txt.",
    confirm: "Anmelden",
    wrongToken: "Dieses Token gilt nicht.",
    over: "Die Sitzung ist beendet. Bitte melden Sie sich wieder an.",
    out: "Abmelden",
    signedIn: (name: string) => `Angemeldet: ${name}`,
  },
  password: {
    change: "Eigenes Passwort ändern",
    set: "Passwort festlegen",
    old: "Bisheriges Passwort",
    next: "Neues Passwort",
    repeat: "Neues Passwort wiederholen",
    missing: "Bitte geben Sie das bisherige Passwort ein.",
    changed: "Das Passwort wurde geändert. Ihre anderen Sitzungen sind beendet.",
    none: {
      title: "Sie haben noch kein Passwort",
      text: "Sie sind mit einem Token angemeldet. Mit einem eigenen Passwort brauchen Sie es auf dieser Seite nicht mehr.",
    },
  },
  people: {
    title: "Personen",
    intro:
      "Wer sich an der Zentrale anmelden darf, und wofür. Wer an einem Standort etwas darf, entscheidet außerdem der Standort.",
    add: "Person hinzufügen",
    name: "Name zum Anmelden",
    noName: "Bitte geben Sie einen Namen ein.",
    level: "Rolle",
    levels: rightsTexts.role,
    levelTexts: {
      see: "Sieht alle Standorte, ihre Meldungen und Aufzeichnungen; ändert nichts.",
      operate: "Bedient auch Standorte, soweit sie es der Zentrale erlauben.",
      engineer: "Ändert auch Projekte, auch über viele Standorte.",
      admin: "Verwaltet die Zentrale: Standorte, Updates, Vorgaben und Personen.",
    } satisfies Readonly<Record<Level, string>>,
    by: "Zugang",
    byLink: "Passwort",
    byLinkText: "Die Person legt es über einen Link selbst fest.",
    byToken: "Token",
    byTokenText: "Für Programme.",
    column: {
      name: "Person",
      level: "Rolle",
      access: "Zugang",
      seen: "Zuletzt da",
      actions: "Aktionen",
    },
    own: "Sie",
    hasPassword: "Passwort",
    hasBoth: "Passwort mit zweiter Stufe",
    hasFactor: "zweite Stufe",
    hasToken: "Token",
    noAccess: "kein Zugang",
    linkUntil: (time: string) => `Link gilt bis ${time}`,
    never: "noch nie",
    edit: "Rolle ändern",
    editTitle: (name: string) => `Rolle von ${name}`,
    ends: "Eine andere Rolle beendet die Sitzungen der Person.",
    save: "Speichern",
    saved: "Rolle geändert",
    link: "Neuer Link",
    linkQuestion: (name: string) =>
      `Soll „${name}“ einen neuen Link bekommen? Ein früherer gilt dann nicht mehr.`,
    reset: "Passwort zurücksetzen",
    resetQuestion: (name: string) =>
      `Soll das Passwort von „${name}“ zurückgesetzt werden? Es gilt ab sofort nicht mehr, laufende Sitzungen enden. Über den Link, der dann erscheint, legt die Person ein neues fest.`,
    linkTitle: (name: string) => `Link für ${name}`,
    linkShown: "Damit legt die Person ihr Passwort fest",
    linkKeep: "Er gilt einmal und läuft nach drei Tagen ab. Er wird nur jetzt angezeigt.",
    linkPicture: "Link als QR-Code",
    factorRemove: "Zweite Stufe entfernen",
    factorRemoveQuestion: (name: string) =>
      `Soll die zweite Stufe der Anmeldung von „${name}“ entfernt werden, etwa weil das Telefon verloren ist? Danach genügt das Passwort, laufende Sitzungen enden. Verlangt die Rolle eine zweite Stufe, braucht die Person danach einen neuen Link („Passwort zurücksetzen“).`,
    factorRemoved: "Zweite Stufe entfernt",
    demandText:
      "Rollen, die einen Code aus einer App verlangen. Wer noch keinen hat, kann sich danach mit dem Passwort nicht mehr anmelden und braucht einen neuen Link. Token für Programme verlangen keinen.",
    token: "Neues Token",
    tokenQuestion: (name: string) =>
      `Soll „${name}“ ein neues Token bekommen? Ein früheres gilt ab sofort nicht mehr.`,
    tokenTitle: (name: string) => `Token für ${name}`,
    tokenShown: "So meldet sich ein Programm an",
    tokenKeep: "Es wird nur jetzt angezeigt. Wer es hat, darf, was die Person darf.",
    copy: "Kopieren",
    close: "Schließen",
    tokenRemove: "Token entfernen",
    tokenRemoveQuestion: (name: string) =>
      `Soll das Token von „${name}“ entfernt werden? Programme, die es benutzen, kommen dann nicht mehr herein.`,
    tokenRemoved: "Token entfernt",
    remove: "Entfernen",
    removeQuestion: (name: string) =>
      `Soll „${name}“ entfernt werden? Token und Passwort gelten ab sofort nicht mehr, laufende Sitzungen enden. Im Änderungsprotokoll bleibt der Name stehen.`,
    removed: "Person entfernt",
    forbidden: {
      title: "Dafür reichen Ihre Rechte nicht",
      text: "Personen sieht und ändert, wer die Zentrale verwaltet.",
    },
  },
  own: {
    title: "Eigene Anmeldung",
    noPassword: {
      title: "Sie haben noch kein Passwort",
      text: "Die zweite Stufe der Anmeldung kommt zum Passwort dazu. Legen Sie zuerst eines fest.",
    },
  },
  other: {
    title: (other: string) => `Angemeldet ist jetzt ${other}`,
    text: (name: string, other: string) =>
      `Diese Seite hat ${name} geöffnet. In diesem Browser hat sich inzwischen ${other} angemeldet. Damit hier nichts im falschen Namen geschieht, laden Sie die Seite bitte neu.`,
    reload: "Seite neu laden",
  },
  invitation: {
    title: "Einladung",
    welcome: (name: string, as: string) =>
      `Willkommen, ${name}. Sie melden sich mit diesem Namen an und sind ${as}.`,
    text: "Legen Sie ein Passwort fest. Danach sind Sie angemeldet, und der Link gilt nicht mehr.",
    scan: "Ihre Rolle verlangt einen zweiten Schritt: Lesen Sie das Bild mit einer App für Einmalcodes ein und geben Sie den Code ein, den sie zeigt.",
    code: "Sie haben eine zweite Stufe der Anmeldung. Sie bleibt; geben Sie deshalb auch einen Code ein.",
    recovery:
      "Bewahren Sie diese Codes auf. Jeder gilt einmal anstelle eines Codes aus der App. Sie werden nur jetzt angezeigt.",
    go: "Weiter",
    submit: "Passwort festlegen",
    toSignIn: "Zur Anmeldung",
  },
} as const;
