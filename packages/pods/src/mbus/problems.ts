/** Why a meter was not read. The messages are German. */

/** The connection ended meanwhile. */
export class MbusClosed extends Error {
  override readonly name = "MbusClosed";
}

/** Nothing came. */
export class MbusSilent extends Error {
  override readonly name = "MbusSilent";
}

/** Something came, but no whole frame: noise, or several meters at once. */
export class MbusGarbled extends Error {
  override readonly name = "MbusGarbled";
}

/** Another meter answered. */
export class MbusWrongMeter extends Error {
  override readonly name = "MbusWrongMeter";
}

/** The meter is there and gives no values: it refuses, or what it says cannot be read. */
export class MbusRefused extends Error {
  override readonly name = "MbusRefused";
  /** It was asked too often. */
  readonly tooOften: boolean;
  /** It will answer later. */
  readonly busy: boolean;

  constructor(message: string, { tooOften = false, busy = false } = {}) {
    super(message);
    this.tooOften = tooOften;
    this.busy = busy;
  }
}
