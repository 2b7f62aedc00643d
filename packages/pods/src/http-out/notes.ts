import type { FormatNotes } from "@hubwart/project/document";
import { both, CA } from "@hubwart/runtime/notes";

export const httpOutNotes: FormatNotes = {
  notes: [
    both("", "HTTP-Client: fragt Werte eines Servers ab und sendet Werte an ihn."),
    both(
      "`in`: the path is polled each `interval`. `out`: each value is sent. `inout`: polled with GET, and sent with `method`.",
      "`in`: Der Pfad wird in jedem `interval` abgefragt. `out`: Jeder Wert wird gesendet. `inout`: mit GET abgefragt und mit `method` gesendet.",
    ),
    both(
      "A server that asks to wait (`Retry-After` in seconds or as a date, `retry_after_ms` or `retry_after` in its JSON) is asked again after that time, an hour at most. Cookies are not kept, and no proxy is used, whatever the environment says.",
      "Bittet ein Server zu warten (`Retry-After` in Sekunden oder als Datum, `retry_after_ms` oder `retry_after` in seinem JSON), wird er nach dieser Zeit erneut gefragt, spätestens nach einer Stunde. Cookies werden nicht behalten, und ein Proxy wird nicht benutzt, auch wenn die Umgebung einen nennt.",
    ),
    both(
      "What became of a value that was sent is told by the status of the answer alone; its body may be of any kind.",
      "Was aus einem gesendeten Wert wurde, sagt allein der Status der Antwort; ihr Inhalt ist beliebig.",
    ),
    both(
      "A redirection gets the same request, with its body. After 303 the answer is fetched with GET instead, after 302 that of a POST too; as nobody can tell whether its value was taken, that counts as not written and is not sent again.",
      "Einer Weiterleitung folgt dieselbe Anfrage, mit ihrem Inhalt. Nach 303 wird die Antwort stattdessen mit GET geholt, nach 302 auch die eines POST; weil niemand sagen kann, ob dessen Wert übernommen wurde, gilt er als nicht geschrieben und wird nicht noch einmal gesendet.",
    ),
  ],
  rules: [
    both(
      "`url` begins with http:// or https:// and has no user, query or `#`. `auth` = `basic` or `digest` needs a `user`, `bearer` a `token`, `oauth2` a `token_url`, a `client_id` and a `client_secret`. `headers` are lines `Name: value`.",
      "`url` beginnt mit http:// oder https:// und enthält weder Benutzer noch Query oder `#`. `auth` = `basic` oder `digest` braucht `user`, `bearer` braucht `token`, `oauth2` braucht `token_url`, `client_id` und `client_secret`. `headers` sind Zeilen `Name: Wert`.",
    ),
    CA,
    both(
      "`pointer`, `xpath`, `after` and `before` are for polling; `pointer`, `xpath`, and `after` with `before`, exclude each other.",
      "`pointer`, `xpath`, `after` und `before` gelten beim Abfragen; `pointer`, `xpath` und das Paar `after`/`before` schließen einander aus.",
    ),
  ],
};
