import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DottedName } from "./dotted-name.tsx";

it.each([
  ["ping.lokal.antwortzeit", "ping.<wbr/>lokal.<wbr/>antwortzeit"],
  ["http_in.web", "http_in.<wbr/>web"],
  [
    "mqtt.lueftungsanlage_dachzentrale_00.soll",
    "mqtt.<wbr/>lueftungsanlage_<wbr/>dachzentrale_<wbr/>00.<wbr/>soll",
  ],
  ["gebaeude/keller/temperatur", "gebaeude/<wbr/>keller/<wbr/>temperatur"],
  ["D9:CA:92", "D9:<wbr/>CA:<wbr/>92"],
  ["", ""],
])("%s breaks where it may", (name, html) => {
  expect(renderToStaticMarkup(<DottedName name={name} />)).toBe(html);
});
