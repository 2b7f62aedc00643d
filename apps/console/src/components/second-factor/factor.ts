/** How a code besides the password is switched on and off; where, is for whoever shows it. */
export interface FactorState {
  on: boolean;
  /** ms since the epoch. */
  since: number;
  recovery_left: number;
  /** Clock that codes go by, ms since the epoch. */
  time: number;
  /** It cannot be switched off. */
  demanded?: boolean;
}

export interface Secret {
  /** base32 */
  secret: string;
  /** For the picture that apps read. */
  uri: string;
}

export interface Confirmed {
  pwd: string;
  otp: string;
}

export interface FactorActions {
  begin: (pwd: string) => Promise<Secret>;
  /** @returns the recovery codes */
  confirm: (otp: string) => Promise<readonly string[]>;
  switchOff: (given: Confirmed) => Promise<unknown>;
  /** @returns other recovery codes */
  renew: (given: Confirmed) => Promise<readonly string[]>;
}

/** What differs from a hub to a central. */
export interface FactorWords {
  clock: string;
  codesText: string;
}
