/** Frame of a page: heading, optional subtitle in brackets, optional way back, actions on the right. */
import { IconArrowLeft } from "@tabler/icons-react";
import { Link, type LinkProps, useCanGoBack, useRouter } from "@tanstack/react-router";
import { type MouseEvent, memo, type ReactNode } from "react";
import { commonTexts } from "../texts/index.ts";
import { DottedName } from "./dotted-name.tsx";
import layout from "./layout.module.css";
import classes from "./page-frame.module.css";

export interface PageFrameProps {
  title: string;
  subtitle?: string | undefined;
  /** Route of the button before the title. */
  back?: NonNullable<LinkProps["to"]>;
  actions?: ReactNode;
  /** Keeps forms and text at a readable width. */
  narrow?: boolean;
  children: ReactNode;
}

export function PageFrame({ title, subtitle, back, actions, narrow, children }: PageFrameProps) {
  return (
    <div className={classes["page"]} data-narrow={narrow}>
      <div className={classes["head"]}>
        <div className={classes["heading"]}>
          {back === undefined ? null : <BackLink to={back} />}
          <h1 className={classes["title"]} tabIndex={-1}>
            <DottedName name={title} />
            {subtitle === undefined || subtitle === "" ? null : (
              <span className={classes["subtitle"]}>
                {" "}
                (<DottedName name={subtitle} />)
              </span>
            )}
          </h1>
        </div>
        {actions === undefined ? null : <div className={layout["buttons"]}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}

const BackLink = memo(function BackLink({ to }: { to: NonNullable<LinkProps["to"]> }) {
  const router = useRouter();
  const cameFrom = useCanGoBack();
  /** Where one came from in the console; `to` for who came by an address. */
  function goBack(event: MouseEvent): void {
    if (!cameFrom || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    router.history.back();
  }
  return (
    <Link
      to={to}
      className={classes["back"]}
      aria-label={commonTexts.action.back}
      title={commonTexts.action.back}
      onClick={goBack}
    >
      <IconArrowLeft size={20} aria-hidden />
    </Link>
  );
});
