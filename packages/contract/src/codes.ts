/** Result codes of the API: those of the specifications first, then ours. */
export const CODES = {
  ok: 0,
  badRequest: 400,
  unauthorized: 401,
  locked: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  tooManyRequests: 429,
  serverError: 500,
  /** Named by the contract, not built yet. */
  notBuilt: 501,
  unavailable: 503,

  /** Container update failed; KNX interface disabled. */
  containerUpdate: 1002,
  updateUpToDate: 1101,
  /** The new release did not come up, and the one before runs again. */
  updatePutBack: 1102,
  /** The update server is unreachable, or the download broke off. */
  updateDownload: 1103,
  /** The chosen channel has nothing for this device. */
  updateLocal: 1104,
  /** What the update server offers cannot be trusted. */
  updateUntrusted: 1105,
  /** No update can be started now; the message says why. */
  updateNotPossible: 1106,
  /** The licence does not include the channel. */
  updateLicense: 1110,

  /** The current password is wrong. */
  wrongPassword: 1200,
  passwordTooShort: 1201,
  passwordTooLong: 1202,
  /** The password of a stored file is wrong. */
  wrongFilePassword: 1203,
  /** Too many wrong passwords, or too many attempts of another kind; try again later. */
  throttled: 1204,
  /** The caller is known, but may not do this; told with HTTP 403. */
  forbidden: 1205,
  /** The password is right, and a code is asked for besides it. */
  secondFactorNeeded: 1206,
  /** The code of the second factor is wrong, used, or of another time. */
  wrongCode: 1207,
  /** The password is right, a code is needed besides it, and the person has nothing that makes one. */
  factorMissing: 1208,
  /** A page of a central that somebody else opened than who is signed in now; told with HTTP 409. */
  otherPerson: 1209,

  licenseEmpty: 1300,
  licenseUnknown: 1301,
  licenseServer: 1302,
  licenseRefused: 1303,
  noFingerprint: 1304,

  /** The uploaded project has errors; `errors` lists them. */
  projectInvalid: 1400,
  /** The check exceeded its time or memory limit. */
  projectTooHeavy: 1401,
  noProject: 1402,
  noStoredFile: 1403,
  /** Put back because the new project did not reach running. */
  projectPutBack: 1404,
  noLicense: 1405,
  /** The new project does not run and there is none to put back. */
  projectNotStarted: 1406,

  /** The file is no keyring, or its signature is wrong. */
  keyringInvalid: 1450,

  hubUnreachable: 1500,
  podNotRunning: 1501,
  podInUse: 1502,
  unsupported: 1600,
  /** The device's disk is full. */
  storageFull: 1601,
  /** A network test must be confirmed from the new address. */
  confirmElsewhere: 1610,
  /** The network test has ended. */
  testOver: 1611,
  /** The system refused a setting; the message says which. */
  settingRefused: 1612,

  /** An uploaded file holds no certificate that can be trusted; the message says why. */
  certificateRefused: 1640,
  /** An uploaded archive holds what is not accepted; the message names the entry. */
  archiveRefused: 1650,

  /** Nothing is chosen that could be backed up. */
  backupEmpty: 1700,
  /** The backup lies on the device, but did not reach its target. */
  backupNotSent: 1701,
  /** The file is no backup that can be restored here; the message says why. */
  backupRefused: 1702,
  /** The restored state did not come up; the one from before is back. */
  restorePutBack: 1703,

  /** A job was stopped by its caller, and put back what it had done. */
  jobCancelled: 1620,
  /** A job was interrupted by a restart, and put back what it had done. */
  jobInterrupted: 1621,
  /** A job took longer than it may. */
  jobTooLong: 1622,
} as const;
export type Code = (typeof CODES)[keyof typeof CODES];
