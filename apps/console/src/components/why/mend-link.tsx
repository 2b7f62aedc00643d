/** Leads to where a cause is mended. */

import type { AnswerOf, traceWhy } from "@hubwart/contract";
import { Link } from "@tanstack/react-router";
import { whyTexts } from "../../texts/index.ts";

const texts = whyTexts.to;

interface MendLinkProps {
  place: NonNullable<AnswerOf<typeof traceWhy>["cause"]>["place"];
  /** The channel that is shown. */
  chan: string;
  onOpen: ((chan: string) => void) | undefined;
}

export function MendLink({ chan, onOpen, place }: MendLinkProps) {
  if (!place) return null;
  const { id, page } = place;
  switch (page) {
    case "pod":
      return (
        <Link to="/pods/$type/$id" params={{ type: id.split(".")[0] ?? "", id }}>
          {texts.pod}
        </Link>
      );
    case "channel":
      if (id === chan) return null;
      return (
        <Link
          to="/runtime/debug"
          search={{ open: id }}
          onClick={(event) => {
            if (!onOpen) return;
            event.preventDefault();
            onOpen(id);
          }}
        >
          {texts.channel}
        </Link>
      );
    case "script":
      return (
        <Link to="/resources/scripts/$file" params={{ file: id }}>
          {texts.script}
        </Link>
      );
    case "license":
      return <Link to="/system/license">{texts.license}</Link>;
    case "project":
      return <Link to="/project/upload">{texts.project}</Link>;
    case "schedule":
      return <Link to="/runtime/schedules">{texts.schedule}</Link>;
    case "constants":
      return <Link to="/resources/const">{texts.constants}</Link>;
  }
}
