/** Signs of the entries of the navigation, and the buttons of the header. */
import {
  IconActivity,
  IconArchive,
  IconBox,
  IconBug,
  IconBuildingBroadcastTower,
  IconCertificate,
  IconClipboardCheck,
  IconCloudDownload,
  IconDatabase,
  IconFileDownload,
  IconFiles,
  IconFileUpload,
  IconHistory,
  IconKey,
  IconLicense,
  IconListDetails,
  IconPlugConnected,
  IconRefresh,
  IconSettings,
  IconShieldLock,
  IconTable,
  IconUsers,
  IconVersions,
} from "@tabler/icons-react";
import { shellTexts } from "../../texts/index.ts";
import type { NavAddress } from "./nav-groups.ts";

export const NAV_ICONS: Readonly<Record<NavAddress, typeof IconActivity>> = {
  "/": IconActivity,
  "/pods": IconPlugConnected,
  "/container": IconBox,
  "/project/check": IconClipboardCheck,
  "/project/upload": IconFileUpload,
  "/project/download": IconFileDownload,
  "/project/versions": IconVersions,
  "/resources/const": IconTable,
  "/resources/htdocs": IconFiles,
  "/resources/certs": IconCertificate,
  "/resources/user": IconUsers,
  "/resources/knxsecure": IconShieldLock,
  "/resources/stores": IconDatabase,
  "/system/license": IconLicense,
  "/system/network": IconSettings,
  "/system/password": IconKey,
  "/system/restart": IconRefresh,
  "/system/update": IconCloudDownload,
  "/system/backup": IconArchive,
  "/runtime/infotohub": IconBuildingBroadcastTower,
  "/runtime/logging": IconListDetails,
  "/runtime/debug": IconBug,
  "/system/audit": IconHistory,
};

/** Buttons of the header. */
export const QUICK_ITEMS = [
  { label: shellTexts.header.check, to: "/project/check", icon: IconClipboardCheck },
  { label: shellTexts.header.upload, to: "/project/upload", icon: IconFileUpload },
  { label: shellTexts.header.update, to: "/system/update", icon: IconCloudDownload },
  { label: shellTexts.header.log, to: "/runtime/logging", icon: IconListDetails },
  { label: shellTexts.header.trace, to: "/runtime/debug", icon: IconBug },
] as const;
