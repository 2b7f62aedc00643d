/** Business constants of the specifications and the intervals of the console. Durations in ms unless named otherwise. */
export const LIMITS = {
  tokenIdle: 300_000,
  infoTimeout: 2_000,
  uploadWaitSeconds: 60,
  passwordMin: 8,
  passwordMax: 1024,
  keepAlive: 30_000,
  restartPoll: 5_000,
  reloadAfterRestart: 5_000,
  loginLock: 5_000,
  loginLockTick: 250,
  hubReload: 1_000,
  restartRetry: 1_000,
  restartTries: 3,
  containersForValid: 2,
  statusPoll: 15_000,
  /** The event stream says something at least this often, if only that it is there. */
  streamBeat: 15_000,
  relativeTime: 60_000,
  clockDifference: 1_000,
  noticeDefault: 5_000,
  noticeMin: 4_000,
  noticeMax: 10_000,
  connectivityOk: 200,
  watchlistMax: 50,
  watchlistPoll: 5_000,
  tracePage: 200,
  /** Group monitor of a KNX interface, ms. */
  knxMonitorPoll: 1_000,
  channelCourse: 600_000,
  logPage: 200,
  logTail: 2_000,
  /** Longest time a log level may be set for, minutes. */
  logLevelMinutesMax: 1_440,
  auditPage: 50,
  alarmsPage: 50,
  /** Greatest reading of a meter that somebody may tell. */
  energyReadingMax: 1e12,
  energyMailRecipientsMax: 20,
  /** For one recipient, ms. */
  energyMailWithin: 130_000,
  /** Schedules that are asked for at a time: usually, and at most. */
  schedulesPage: 50,
  schedulesMost: 200,
  /** Of one imported calendar. */
  calendarBytes: 5 * 1024 ** 2,
  /** Imported calendars of a device. */
  calendarSources: 20,
  /** An override of a schedule holds no longer, ms. */
  scheduleOverrideMs: 31 * 86_400_000,
  /** Standing alarms that can be looked through; numbers of one action. */
  alarmsStanding: 10_000,
  alarmsAtOnce: 1_000,
  /** Of the outgoing sign of life: minutes from one to the next; ms for one. */
  alarmHeartbeatMinutesMax: 60,
  alarmHeartbeatWithin: 15_000,
  /** Of a reason or a comment, characters. */
  alarmWordsMax: 300,
  alarmShelveMinutesMax: 1_440,
  alarmMaintenanceMinutesMax: 43_200,
  /** A picture of a plan. */
  planBytes: 4 * 1024 * 1024,
  uploadBytes: 64 * 1024 * 1024,
  backupBytes: 4 * 1024 * 1024 * 1024,
  projectRows: 200_000,
  projectColumns: 256,
  projectVersions: 10,
  /** Versions that are kept for good, beside those. */
  projectVersionsKept: 20,
  versionNoteMax: 200,
  /** Of programs with a language model: entries of one answer, characters of a value; tool calls and writes of a token, a minute. */
  mcpEntries: 50,
  mcpValueChars: 500,
  mcpCallsPerMinute: 120,
  mcpWritesPerMinute: 20,
  /** Tokens of programs: how many, patterns and networks of one, and days until one expires; days without use, and before it expires, at which somebody is told. */
  machineTokens: 100,
  machineTokenLimits: 50,
  machineTokenDaysMax: 3_650,
  machineTokenSilentDays: 180,
  machineTokenWarnDays: 14,
  /** Channels that people record on a device beside those of the project. */
  recordingAdded: 500,
  /** How much recorded history may be kept. */
  recordingDaysMax: 36_500,
  recordingBytesMin: 10_000_000,
  recordingBytesMax: 10_000_000_000_000,
  /** Of a correction of recorded values: rows, and bytes of a file with them. */
  correctionRows: 50_000,
  correctionBytes: 4_000_000,
  correctionsMax: 1_000,
  /** Links that show a page on a wall panel. */
  pageLinks: 100,
  /** Of forms that were not saved yet, for each person: how many, bytes of one and of all, and how long (ms). */
  unsavedForms: 20,
  unsavedFormBytes: 128 * 1024,
  unsavedBytes: 512 * 1024,
  unsavedKept: 86_400_000,
  /** ms after the last change. */
  unsavedAfter: 1_000,
  drafts: 20,
  draftNameMax: 80,
  draftCellMax: 32_768,
  /** Operations of one step, and steps of one call. */
  draftStepOperations: 1_000,
  draftStepsAtOnce: 100,
  /** Newest steps of a draft that come with it, so that they can be taken back. */
  draftUndo: 200,
  /** Conflicts of a merge that are told one by one. */
  draftConflicts: 1_000,
  ticketLife: 30_000,
  /** Failed logins within the window before the server locks an address. */
  recoveryCodes: 8,
  passkeys: 10,
  /** How long a browser may take for a passkey, ms. */
  passkeyWithin: 180_000,
  /** People who sign in, patterns of one, and how long a link is good. */
  people: 200,
  personPatterns: 100,
  oidcRoles: 50,
  invitationLife: 3 * 86_400_000,
  loginFailures: 5,
  loginWindow: 600_000,
  loginLockMax: 900_000,
  licenseWarnDays: 30,
  proxyPortFirst: 9_000,
  podTimeMax: 250,
  forwardingMinutes: [0, 1, 15, 30, 60],
  forwardingMqttServer: "mosquitto:1884",
  forwardingInfluxServer: "influxdb:8086",
  /** Status documents kept for a target that is away, and their bytes in all. */
  forwardingDocuments: 1_440,
  forwardingBytes: 16 * 1024 * 1024,
  /** How long "Jetzt senden" waits for a target. */
  forwardingTest: 15_000,
  /** Room for recorded values that wait for a database, MB. */
  lakeExportBufferMin: 10,
  lakeExportBufferMax: 20_000,
  tailscalePoll: 2_500,
  /** Length of a network test, s. */
  networkTestDefault: 120,
  networkTestMin: 60,
  networkTestMax: 600,
  /** Between two looks at a running network test. */
  networkTestPoll: 2_000,
  ftpPort: 21,
  /** Jobs that are remembered. */
  jobsKept: 200,
} as const;
