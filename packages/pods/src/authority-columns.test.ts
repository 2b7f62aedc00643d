import { describe, expect, it } from "vitest";
import { podSchemas } from "./schemas.ts";
import { podLoad } from "./testing/index.ts";

/** A row of each type that names an authority, without one. */
const ROWS: Record<string, Record<string, string | boolean>> = {
  mqtt: { host: "h", tls: true },
  http_out: { url: "https://h" },
  email: { host: "h", from: "hub@example.org" },
  chat: { url: "https://h", token: "t" },
};

describe("the authority to trust", () => {
  const types = podSchemas.filter(({ ifaceColumns }) => ifaceColumns["ca"]);

  it.each(types)("of $type is a certificate as PEM text, and is refused as anything else", (schema) => {
    const said = (ca: string) =>
      schema
        .check?.({ ...podLoad(schema, [{ ...ROWS[schema.type], ca }], []), name: "main", internal: true })
        .map(({ attribute }) => attribute);
    expect(said("-----BEGIN CERTIFICATE-----")).toEqual([]);
    expect(said("/etc/ssl/ca.pem")).toEqual(["ca"]);
  });
});
