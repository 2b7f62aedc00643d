import { expect, it } from "vitest";
import { deviceOf } from "./device.ts";

const KIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/130.0.0.0 Safari/537.36`, "Chrome", "Windows"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`,
    "Edge",
    "Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox", "Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
    "Safari",
    "macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari",
    "iPhone",
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${KIT} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  ["curl/8.5.0", "curl", ""],
  ["node", "Node.js", ""],
  ["<script>alert(1)</script>", "", ""],
  [`${"x".repeat(10_000)} Firefox/1`, "", ""],
  ["", "", ""],
  [undefined, "", ""],
])("%s", (agent, browser, system) => {
  expect(deviceOf(agent)).toEqual({ browser, system });
});
