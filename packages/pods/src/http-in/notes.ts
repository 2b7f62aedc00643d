import type { FormatNotes } from "@hubwart/project/document";
import { BIND, both } from "@hubwart/runtime/notes";

export const httpInNotes: FormatNotes = {
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
      "Statuses: 200; 400 does not fit or is no UTF-8; 401 not let in; 403 sent by a page of another origin, or signed wrongly; 404 no such path; 405 not this method; 413 more than 1 MiB; 415 compressed; 421 a foreign host name without login; 429 after 20 wrong logins or signatures of an address in a minute, until that is over; 503 too much at once. The last two say with `Retry-After` how long to wait. At most 256 connections.",
      "Status: 200; 400 passt nicht oder ist kein UTF-8; 401 nicht angemeldet; 403 von einer Seite anderer Herkunft oder falsch unterschrieben; 404 kein solcher Pfad; 405 nicht diese Methode; 413 mehr als 1 MB; 415 komprimiert; 421 fremder Hostname ohne Anmeldung; 429 nach 20 falschen Anmeldungen oder Unterschriften einer Adresse in einer Minute, bis diese um ist; 503 zu viel auf einmal. Die letzten beiden nennen mit `Retry-After`, wie lange zu warten ist. Höchstens 256 Verbindungen.",
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
};
