/**
 * Short notices of results:
 *
 *     notice.success();                      "Aktion erfolgreich ausgeführt"
 *     notice.info("Das System ist aktuell");
 *     notice.apiError(error, { 1103: "Der Update-Server ist nicht erreichbar" });
 *
 * Shown for 5 s; `duration` overrides it within 4 to 10 s, `false` keeps the notice until it is closed.
 */
import { LIMITS } from "@hubwart/contract";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from "@tabler/icons-react";
import { commonTexts } from "../texts/index.ts";
import { errorText } from "./error-text.ts";
import { ApiError } from "./errors.ts";

const texts = commonTexts.notice;

export interface NoticeOptions {
  /** ms, or `false` for no end. */
  duration?: number | false;
  /** A notice with the same id is replaced instead of shown twice; the new one has its full time. */
  id?: string;
  /** Second line. */
  detail?: string;
}

const KINDS = {
  success: { color: "green", icon: <IconCheck size={18} aria-hidden /> },
  info: { color: "petrol", icon: <IconInfoCircle size={18} aria-hidden /> },
  warning: { color: "orange", icon: <IconAlertTriangle size={18} aria-hidden /> },
  error: { color: "red", icon: <IconX size={18} aria-hidden /> },
};

export function noticeDuration(duration: number | false = LIMITS.noticeDefault): number | false {
  return duration === false ? false : Math.min(Math.max(duration, LIMITS.noticeMin), LIMITS.noticeMax);
}

/** The notice that is shown last under each id of `NoticeOptions`. */
const present = new Map<string, string>();

function show(kind: keyof typeof KINDS, text: string, { duration, id, detail }: NoticeOptions = {}): void {
  const { color, icon } = KINDS[kind];
  const data = {
    color,
    icon,
    // Only what went wrong interrupts what is being read aloud; the frame of all notices speaks the rest.
    role: kind === "error" || kind === "warning" ? "alert" : "presentation",
    autoClose: noticeDuration(duration),
    ...(detail ? { title: text, message: detail } : { message: text }),
  };
  const shown = id === undefined ? undefined : present.get(id);
  if (shown !== undefined) notifications.hide(shown);
  // A new id inside: under the old one the timer of the replaced notice would run on.
  const fresh = notifications.show(data);
  if (id !== undefined) present.set(id, fresh);
}

export const notice = {
  success(text: string = texts.success, options?: NoticeOptions): void {
    show("success", text, options);
  },
  info(text: string, options?: NoticeOptions): void {
    show("info", text, options);
  },
  warning(text: string, options?: NoticeOptions): void {
    show("warning", text, options);
  },
  error(text: string = texts.error, options?: NoticeOptions): void {
    show("error", text, options);
  },
  /** For what a call threw. Says nothing when the session ended: the console asks for the password then. */
  apiError(error: unknown, messages?: Readonly<Record<number, string>>, options?: NoticeOptions): void {
    if (error instanceof ApiError && error.endsSession) return;
    const { text, detail } = errorText(error, messages);
    show("error", text, { ...(detail === undefined ? {} : { detail }), ...options });
  },
};
