/**
 * What a pod says of its connection or of a channel, as a reason that programs tell apart: by the entry of its catalogue that it was
 * made of, so that no pod has to say it twice.
 *
 *     reasonOf("mqtt", "Der Broker 10.0.0.1:1883 lehnt die Anmeldung ab: …");   // "sign_in"
 */
import { type Entry, type NetReason, netReason, says } from "@hubwart/core";
import { texts as knxTexts } from "@hubwart/knx/texts";
import { texts as mqttWire } from "@hubwart/mqtt/texts";
import { texts as runtime } from "@hubwart/runtime/texts";
import { texts as asset } from "./asset/texts.ts";
import { texts as chat } from "./chat/texts.ts";
import { texts as email } from "./email/texts.ts";
import { texts as httpOut } from "./http-out/texts.ts";
import { texts as knx } from "./knx/texts.ts";
import { texts as modbClient } from "./modb-client/texts.ts";
import { texts as mqtt } from "./mqtt/texts.ts";
import { texts as ping } from "./ping/texts.ts";
import { texts as s7 } from "./s7-client/texts.ts";
import { texts as http } from "./shared/http/texts.ts";
import { texts as modbus } from "./shared/modbus/texts.ts";
import { texts as serial } from "./shared/serial/texts.ts";
import { texts as shared } from "./shared/texts.ts";

export type PodReason =
  | NetReason
  | "sign_in"
  | "protocol"
  | "port"
  | "device"
  | "keyring"
  | "silent"
  | "address"
  | "exception"
  | "permission"
  | "not_on_bus"
  | "content"
  | "range"
  | "too_large"
  | "other_type"
  | "busy";

/** The narrower stand before the wider. */
const REASONS: Readonly<Record<string, readonly (readonly [PodReason, readonly Entry[]])[]>> = {
  modb: [
    ["address", [modbus.exception(2), modbus.exception(1)]],
    ["range", [modbus.exception(3), modbus.outOfRange, shared.tooBigFor]],
    ["busy", [modbus.exception(5), modbus.exception(6), modbus.exception(7)]],
    ["silent", [modbus.exception(10), modbus.exception(11)]],
    ["exception", [modbus.exceptionMark]],
    ["silent", [modbClient.unitsSilent, modbClient.unitSilent, modbClient.answersNothing]],
    ["protocol", [modbClient.noModbus, modbus.noModbus, modbus.oddLength, modbus.otherFunction]],
    ["content", [modbClient.noNumber, modbClient.notTaken]],
    [
      "device",
      [serial.missing, serial.vanished, serial.noSerialPort, serial.unusable, serial.settingRefused],
    ],
    ["device", [serial.noRights, serial.inUse]],
  ],
  mqtt: [
    ["permission", [mqtt.subscriptionRefused, mqtt.messageRefused, mqtt.hangsUpAtValue]],
    ["permission", [mqtt.hangsUpAtSubscription, mqtt.birthRefused]],
    [
      "silent",
      [mqtt.valueUnanswered, mqtt.subscriptionUnanswered, mqtt.topicUnanswered, mqtt.subscriptionsSilent],
    ],
    ["sign_in", [mqttWire.signInRefused]],
    ["protocol", [mqttWire.noMqtt, mqtt.noWebSocket, mqtt.noMqttOverWebSocket]],
    ["silent", [mqttWire.answersNoMore, mqttWire.signInSilent]],
    ["timeout", [mqttWire.connectionTooSlow]],
    ["broken_off", [mqttWire.hungUp, mqttWire.hungUpBecause]],
    ["content", [mqtt.nothingAt]],
    ["too_large", [mqtt.tooLargeForBroker, mqtt.tooManyBytes]],
  ],
  knx: [
    ["not_on_bus", [knx.noReply, knx.notConfirmedOnBus]],
    ["keyring", [knx.keyringMissing, knx.keyringMissingForSecure, knx.noBackboneKey, knx.noSecureTunnel]],
    ["keyring", [knxTexts.securedWithoutKey, knxTexts.plainToSecured, knxTexts.keyringFaults.password]],
    ["sign_in", [knxTexts.signInRefused]],
    ["busy", [knxTexts.status[0x24] ?? "", knxTexts.noSessionFree, knxTexts.status[0x2e] ?? ""]],
    ["silent", [knx.silentOverUdp, knxTexts.connectSilent, knxTexts.answersNoMore, knxTexts.unconfirmed]],
    ["protocol", [knxTexts.noKnxnet, knxTexts.strangeConnectAnswer]],
    ["refused", [knxTexts.connectRefused]],
    ["other_type", [knxTexts.otherBits, knxTexts.otherBytes]],
    ["range", [knxTexts.between, knxTexts.upTo, knxTexts.textTooLong]],
    ["content", [knxTexts.invalidBySender, knxTexts.notANumber]],
  ],
  s7_client: [
    ["address", [s7.itemMissing, s7.blockMissing]],
    ["permission", [s7.itemForbidden, s7.accessForbidden, s7.accessDenied]],
    ["other_type", [s7.itemTypeUnknown, s7.itemLength]],
    ["range", [s7.outOfRange, s7.allowedIs]],
    ["busy", [s7.noConnectionFree, s7.connectionsUsedUp, s7.notInThisState]],
    ["address", [s7.hungUpEarly, s7.noCpuThere, s7.unknownTsap, s7.connectionRefused]],
    ["silent", [s7.noAnswerWithin]],
    ["protocol", [s7.noS7]],
    ["exception", [s7.itemCode, s7.answerCode, s7.hardwareFault]],
    ["content", [s7.noNumber, s7.noCounter, s7.noTimeOfDay, s7.noDateAndTime]],
  ],
  http_out: [
    [
      "sign_in",
      [httpOut.signInRefused, httpOut.noToken, httpOut.unusableToken, httpOut.answersWith(401, "")],
    ],
    ["permission", [httpOut.answersWith(403, "")]],
    ["address", [httpOut.answersWith(404, ""), httpOut.answersWith(410, "")]],
    ["content", [httpOut.noneInAnswer, httpOut.notInAnswer, httpOut.unreadableXml]],
    ["timeout", [http.noAnswerWithin]],
    ["too_large", [http.answerTooLarge]],
    ["exception", [httpOut.answersWith]],
  ],
  email: [
    ["sign_in", [email.signInRefused, email.signInNeeded, email.noCommonMethod]],
    ["protocol", [email.noSmtp, email.noStartTls]],
    ["permission", [email.senderRefused, email.messageRefused]],
    ["busy", [email.askedToWait, email.notReady]],
  ],
  chat: [
    ["sign_in", [chat.tokenRefused]],
    ["permission", [chat.messageRefused, chat.roomEncrypted]],
    ["busy", [chat.askedToWait, chat.disturbed]],
  ],
  ping: [
    ["name", [ping.unresolved]],
    ["permission", [ping.icmpForbidden, ping.pingForbidden, ping.pingMissing]],
    ["silent", [ping.silent, ping.noAnswer]],
  ],
  asset: [["permission", [asset.roleForbids, asset.roleOfDeviceForbids, asset.refusedByDevice]]],
};

/** Of any pod: what does not fit a channel, and ports that are listened on. */
const COMMON: readonly (readonly [PodReason, readonly Entry[]])[] = [
  [
    "range",
    [
      runtime.doesNotFit,
      runtime.tooBig,
      runtime.digitsLost,
      shared.allowedBool,
      shared.allowedNumber,
      shared.allowedText,
    ],
  ],
  ["too_large", [runtime.tooLarge, runtime.tooDeep]],
  ["port", [runtime.inUse, runtime.noRight, runtime.noSuchAddress, runtime.cannotListen]],
  ["broken_off", [runtime.hungUp, shared.connectionEnded]],
];

type Known = { reason: PodReason; is: (text: string) => boolean };
const knownOf = (list: readonly (readonly [PodReason, readonly Entry[]])[]): Known[] =>
  list.flatMap(([reason, entries]) => entries.map((entry) => ({ reason, is: says(entry) })));

const families = new Map<string, Known[]>();
function familyOf(type: string): Known[] {
  const name = type.startsWith("modb_") ? "modb" : type;
  let known = families.get(name);
  if (!known) {
    known = knownOf(REASONS[name] ?? []);
    families.set(name, known);
  }
  return known;
}
const common = knownOf(COMMON);

/** undefined for a text that no entry made. */
export function reasonOf(type: string, text: string): PodReason | undefined {
  const found = (list: readonly Known[]) => list.find(({ is }) => is(text))?.reason;
  return found(familyOf(type)) ?? netReason(text) ?? found(common);
}
