/** Why a CPU refuses, in German, with what the installer can do about it. */
import { texts } from "./texts.ts";

/** Return code of one item (S7 communication, read and write variable). */
export function itemReason(code: number): string {
  switch (code) {
    case 0x01:
      return texts.hardwareFault;
    case 0x03:
      return texts.itemForbidden;
    case 0x05:
      return texts.itemMissing;
    case 0x06:
      return texts.itemTypeUnknown;
    case 0x07:
      return texts.itemLength;
    case 0x0a:
      return texts.blockMissing;
    default:
      return texts.itemCode(code.toString(16).padStart(2, "0"));
  }
}

/** Error class and code of a whole answer, as one number of 16 bits. */
export function answerReason(code: number): string {
  switch (code) {
    case 0x8104:
      return texts.accessForbidden;
    case 0x8304:
    case 0xd241:
    case 0xd401:
    case 0xd402:
    case 0xd602:
      return texts.accessDenied;
    case 0x8500:
      return texts.requestTooLarge;
    case 0x8401:
    case 0x8402:
      return texts.notInThisState;
    case 0xd405:
    case 0x8101:
      return texts.noConnectionFree;
    default:
      return texts.answerCode(code.toString(16).padStart(4, "0"));
  }
}

/**
 * What the refusal of a whole answer concerns: the CPU, whatever is asked of it; the state it is in, which passes; or something in
 * the request, so that others may succeed.
 */
export type Concern = "cpu" | "state" | "request";

export function concernOf(code: number): Concern {
  switch (code) {
    case 0x8401:
    case 0x8402:
      return "state";
    case 0x8101:
    case 0x8104:
    case 0x8304:
    case 0xd241:
    case 0xd401:
    case 0xd402:
    case 0xd405:
    case 0xd602:
      return "cpu";
    default:
      return "request";
  }
}

/** Reason in the disconnect request of the transport (ISO 8073, 13.5.3). */
export function disconnectReason(code: number): string {
  switch (code) {
    case 0x01:
    case 0x81:
      return texts.connectionsUsedUp;
    case 0x02:
    case 0x82:
      return texts.noCpuThere;
    case 0x03:
    case 0x83:
      return texts.unknownTsap;
    default:
      return texts.connectionRefused(code);
  }
}
