import type { FormatNotes } from "@hubwart/project/document";
import { both } from "@hubwart/runtime/notes";
import { NOTIFY_RULES } from "../shared/notify/notes.ts";

export const chatNotes: FormatNotes = {
  notes: [
    both("", "Sendet Nachrichten in einen Chat und nimmt Befehle daraus an."),
    both(
      "`out`: a value that meets `when` sends a message, and `command` asks for the value. `in`: `command` sets it. `inout`: both.",
      "`out`: Ein Wert, der `when` erfüllt, sendet eine Nachricht, und `command` fragt ihn ab. `in`: `command` setzt ihn. `inout`: beides.",
    ),
    both(
      "A service that asks to wait gets messages again after that time. Answers to commands wait 5 minutes at most. Messages into a Matrix room that is encrypted end to end are refused.",
      "Bittet ein Dienst zu warten, bekommt er Nachrichten erst nach dieser Zeit. Antworten auf Befehle warten höchstens 5 Minuten. Nachrichten in einen Ende-zu-Ende-verschlüsselten Raum von Matrix werden abgelehnt.",
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
};
