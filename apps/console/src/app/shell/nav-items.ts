/** The side navigation: groups and entries in the order they are shown. */
import {
  IconActivity,
  IconArchive,
  IconBox,
  IconBug,
  IconBuildingBroadcastTower,
  IconCertificate,
  IconClipboardCheck,
  IconCloudDownload,
  IconFileDownload,
  IconFiles,
  IconFileUpload,
  IconHistory,
  IconKey,
  IconLicense,
  IconListDetails,
  IconRefresh,
  IconSettings,
  IconShieldLock,
  IconTable,
  IconUsers,
} from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import { shellTexts } from "../../texts/index.ts";

export interface NavItem {
  label: string;
  to: NonNullable<LinkProps["to"]>;
  icon: typeof IconActivity;
}
export interface NavGroup {
  label: string;
  items: readonly NavItem[];
}

const texts = shellTexts.nav;

export const NAV_GROUPS: readonly NavGroup[] = [
  {
    label: texts.overview,
    items: [
      { label: texts.status, to: "/", icon: IconActivity },
      { label: texts.container, to: "/container", icon: IconBox },
    ],
  },
  {
    label: texts.project,
    items: [
      { label: texts.check, to: "/project/check", icon: IconClipboardCheck },
      { label: texts.upload, to: "/project/upload", icon: IconFileUpload },
      { label: texts.download, to: "/project/download", icon: IconFileDownload },
    ],
  },
  {
    label: texts.resources,
    items: [
      { label: texts.constants, to: "/resources/const", icon: IconTable },
      { label: texts.htdocs, to: "/resources/htdocs", icon: IconFiles },
      { label: texts.certs, to: "/resources/certs", icon: IconCertificate },
      { label: texts.users, to: "/resources/user", icon: IconUsers },
      { label: texts.knxsecure, to: "/resources/knxsecure", icon: IconShieldLock },
    ],
  },
  {
    label: texts.system,
    items: [
      { label: texts.license, to: "/system/license", icon: IconLicense },
      { label: texts.network, to: "/system/network", icon: IconSettings },
      { label: texts.password, to: "/system/password", icon: IconKey },
      { label: texts.restart, to: "/system/restart", icon: IconRefresh },
      { label: texts.update, to: "/system/update", icon: IconCloudDownload },
      { label: texts.backup, to: "/system/backup", icon: IconArchive },
    ],
  },
  {
    label: texts.diagnose,
    items: [
      { label: texts.infotohub, to: "/runtime/infotohub", icon: IconBuildingBroadcastTower },
      { label: texts.logging, to: "/runtime/logging", icon: IconListDetails },
      { label: texts.debug, to: "/runtime/debug", icon: IconBug },
      { label: texts.audit, to: "/system/audit", icon: IconHistory },
    ],
  },
];

/** Buttons of the header. */
export const QUICK_ITEMS: readonly NavItem[] = [
  { label: shellTexts.header.check, to: "/project/check", icon: IconClipboardCheck },
  { label: shellTexts.header.upload, to: "/project/upload", icon: IconFileUpload },
  { label: shellTexts.header.update, to: "/system/update", icon: IconCloudDownload },
  { label: shellTexts.header.logging, to: "/runtime/logging", icon: IconListDetails },
  { label: shellTexts.header.debug, to: "/runtime/debug", icon: IconBug },
];
