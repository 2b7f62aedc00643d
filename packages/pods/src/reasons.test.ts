import { address, netErrorText } from "@hubwart/core";
import { expect, it } from "vitest";
import { texts as httpOut } from "./http-out/texts.ts";
import { texts as knx } from "./knx/texts.ts";
import { texts as modbClient } from "./modb-client/texts.ts";
import { texts as mqtt } from "./mqtt/texts.ts";
import { reasonOf } from "./reasons.ts";
import { texts as s7 } from "./s7-client/texts.ts";
import { texts as modbus } from "./shared/modbus/texts.ts";
import { texts as serial } from "./shared/serial/texts.ts";

const target = address("192.168.1.20", 502);
const refused = netErrorText({ code: "ECONNREFUSED" }, target);

it.each([
  ["modb_client", refused, "refused"],
  ["modb_client", netErrorText({ code: "ENOTFOUND" }, target), "name"],
  ["mqtt", netErrorText({ code: "ETIMEDOUT" }, target), "timeout"],
  ["mqtt", netErrorText({ code: "CERT_HAS_EXPIRED" }, target), "tls"],
  ["s7_client", netErrorText(new Error("odd"), target), "connection"],
  ["modb_client", modbus.exception(2), "address"],
  ["modb_client", modbClient.notWritten(modbus.exception(3)), "range"],
  ["modb_client", modbus.exception(4), "exception"],
  ["modb_client", modbClient.unitSilent(3, 1_000), "silent"],
  ["modb_client", serial.missing("/dev/ttyUSB0"), "device"],
  ["modb_server", serial.inUse("/dev/ttyUSB0"), "device"],
  ["mqtt", mqtt.subscriptionRefused("a/#", "x"), "permission"],
  ["knx", knx.noReply, "not_on_bus"],
  ["s7_client", s7.itemMissing, "address"],
  ["s7_client", s7.itemForbidden, "permission"],
  ["http_out", httpOut.answersWith(401, " Unauthorized"), "sign_in"],
  ["http_out", httpOut.answersWith(404, ""), "address"],
  ["http_out", httpOut.answersWith(503, ""), "exception"],
])("of %s: %s", (type, text, reason) => {
  expect(reasonOf(type, text)).toBe(reason);
  expect(reasonOf(type, `Kein Channel funktioniert: ${text} (2 weitere seit der letzten Meldung)`)).toBe(
    reason,
  );
});

it("does not guess", () => {
  expect(reasonOf("mqtt", "Der Hahn kräht.")).toBeUndefined();
  expect(reasonOf("nothing.like.it", "")).toBeUndefined();
  // What one pod says is no reason at another.
  expect(reasonOf("mqtt", modbus.exception(2))).toBeUndefined();
});
