import { texts } from "./texts.ts";

/** What people call a setting, by the name it is stored under. */
export const settingName = (name: string): string =>
  Object.hasOwn(texts.settings, name) ? (texts.settings[name] ?? name) : name;
