import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { useCrumbs } from "../../lib/use-crumbs.ts";
import { shellTexts } from "../../texts/index.ts";
import classes from "./breadcrumbs.module.css";

/** The way to the page, in the header. */
export function Breadcrumbs() {
  const crumbs = useCrumbs();
  return (
    <nav className={classes["crumbs"]} aria-label={shellTexts.breadcrumbs}>
      <ol className={classes["list"]}>
        {crumbs.map(({ label, to }, index) => {
          const last = index === crumbs.length - 1;
          return (
            <Fragment key={label}>
              {index > 0 ? <li aria-hidden>/</li> : null}
              <li className={classes["crumb"]} aria-current={last ? "page" : undefined}>
                {to === undefined || last ? label : <Link to={to}>{label}</Link>}
              </li>
            </Fragment>
          );
        })}
      </ol>
    </nav>
  );
}
