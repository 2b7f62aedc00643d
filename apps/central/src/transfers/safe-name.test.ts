import { expect, it } from "vitest";
import { safeName } from "./safe-name.ts";

it.each([
  ["projekt.xlsx", "projekt.xlsx"],
  ["Größe 1.CSV", "Gr__e_1.CSV"],
  ["../../etc/passwd", "_.._etc_passwd.bin"],
  ["rechnung.xlsx.exe", "rechnung.xlsx.exe.bin"],
  ["page.html", "page.html.bin"],
  ["a.svg", "a.svg.bin"],
  ["run.sh\n.csv", "run.sh_.csv"],
  ["x\u202egpj.exe", "x_gpj.exe.bin"],
  [".htaccess", "htaccess.bin"],
  ["", "datei.bin"],
  [`${"x".repeat(500)}.csv`, `${"x".repeat(116)}.csv`],
])("%j becomes %s", (given, name) => {
  expect(safeName(given)).toBe(name);
});
