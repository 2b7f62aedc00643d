/** The calls of the change log by what they are about, in the order of the navigation. Each belongs to one area. Files are in it where they left by a central. */
const CALLS = {
  containers:
    "containerConfigSave containerReset containerRestart containerUpdate grafanaPassword influxAccessShow influxPassword influxTokenRenew mosquittoUserSet mosquittoUserDelete ngrokConfigSave tailscaleConfigSave proxyRuleSet proxyRuleDelete proxyCertificateUpload proxyCertificateDelete",
  pods: "podConfigSave podDelete podLogLevel podRestart podTest channelWrite starsChange knxDebugMode knxDebugLog knxRestart knxSend",
  alarms:
    "alarmAck alarmReset alarmShelve alarmUnshelve alarmComment alarmMaintain alarmMaintainEnd alarmTest alarmHeartbeatSave alarmHeartbeatTest alarmPersonSave alarmPersonRemove alarmRosterSave alarmRosterRemove alarmLinkSave alarmLinkAck alarmChatAck alarmHistoryDownload",
  project:
    "projectRun projectRestore projectVersionSave draftCreate draftImport draftSave draftDelete draftMerge draftPublish draftExport projectDownload projectTemplate projectImportEts",
  schedules:
    "scheduleSave scheduleReset scheduleOverride calendarSourceSave calendarSourceUpload calendarSourceFetch calendarSourceRemove",
  constants: "basketSave basketCompile basketClean",
  scripts: "luaUpload luaSave luaDelete luaSettingsSave luaTrial luaTrialStop luaCompile",
  files:
    "htdocsUpload htdocsClean certUpload certDelete entrustedAuthorityAdd tlsGenerate tlsOwnUpload tlsOwnRemove tlsRoot knxKeyring knxKeyringDelete planUpload planDelete",
  values:
    "energyExchange energyMailSave energyMailTest recordingChange recordingKeepSave correctionEnter correctionUpload correctionUndo storeRestore energyCsv energyParquet energyReport lakeDownload lakeExportSave lakeExportTest",
  users: "wsUserSet wsUserDelete wsUserToken wsUserTokenDelete",
  session:
    "setInitPwd login logout changePw personInvite personLink personSave personLock personRemove ownerSave peopleDemand oidcConfigSave oidcFinish invitationAccept sessionEnd sessionEndOthers machineTokenCreate machineTokenRevoke pageLinkCreate pageLinkRevoke uplinkJoin uplinkSave uplinkLeave entrustedPersonSave entrustedPersonLink entrustedPersonRemove mcpConfigSave mcpTool mcpRead passkeyBegin passkeyConfirm passkeyRename passkeyRemove secondFactorBegin secondFactorConfirm secondFactorOff secondFactorRecovery",
  license: "licenseUpload licenseRenew",
  network:
    "hostnameSave networkConfigSave networkTest networkTestConfirm networkTestCancel networkEnable networkDisable ntpConfigSave sshConfigSave tzConfigSave",
  system: "hubRestart systemRestart changeChannel updateDismiss updateBack updateLog jobCancel",
  backup:
    "backupConfigSave backupRun backupDelete restoreOpen restoreUpload restoreStart copyTakeBack copiesDismiss settingDiscard",
  diagnostics:
    "stateSettingsSave stateHttpSave stateMqttSave stateInfluxSave stateSend metricsTokenCreate metricsTokenRevoke logLevelSet logLevelReset auditDownload systemInfo systemLog",
} as const;

export type Area = keyof typeof CALLS;
export const AREAS = Object.keys(CALLS) as readonly Area[];

/** Commands on the device are no calls of the contract. */
const COMMANDS: Partial<Record<Area, readonly string[]>> = { session: ["password reset"] };

export const callsOf = (area: Area): string[] => [...CALLS[area].split(" "), ...(COMMANDS[area] ?? [])];
