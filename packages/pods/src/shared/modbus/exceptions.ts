import { texts } from "./texts.ts";

/** Modbus exception codes (Modbus Application Protocol V1.1b3, 7). */
export const EXCEPTION = {
  illegalFunction: 1,
  illegalAddress: 2,
  illegalValue: 3,
  deviceFailure: 4,
  acknowledge: 5,
  busy: 6,
  gatewayPath: 10,
  gatewayTarget: 11,
} as const;

export class ModbusException extends Error {
  override readonly name = "ModbusException";
  readonly code: number;
  constructor(code: number) {
    super(texts.exception(code));
    this.code = code;
  }
}

/** No or no understandable answer in time. */
export class ModbusTimeout extends Error {
  override readonly name = "ModbusTimeout";
}

/** The connection ended before the answer. */
export class ModbusClosed extends Error {
  override readonly name = "ModbusClosed";
}
