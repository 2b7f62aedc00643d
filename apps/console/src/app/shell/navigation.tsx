import { IconDots } from "@tabler/icons-react";
import { Link, useRouter } from "@tanstack/react-router";
import { useEffect, useId, useRef } from "react";
import { type Me, useInfo, useMe } from "../../api/info.ts";
import icon from "../../components/icon-button.module.css";
import { shellTexts } from "../../texts/index.ts";
import { mayOpen } from "../rights.ts";
import { NAV_GROUPS, type NavGroup } from "./nav-groups.ts";
import { NAV_ICONS } from "./nav-items.ts";
import classes from "./navigation.module.css";
import { showChosen } from "./show-chosen.ts";

/** Groups of links, and the version below. Stands in the side column and, on small screens, in the drawer. */
export function Navigation() {
  const version = useInfo().data?.version.Main;
  const groups = useRef<HTMLElement>(null);
  const router = useRouter();
  useEffect(() => {
    showChosen(groups.current);
    return router.subscribe("onRendered", () => showChosen(groups.current));
  }, [router]);
  return (
    <div className={classes["navigation"]}>
      <nav className={classes["groups"]} aria-label={shellTexts.navigation} ref={groups}>
        {groupsFor(useMe()).map((group) => (
          <Group key={group.label} group={group} />
        ))}
      </nav>
      <div className={classes["footer"]}>
        <span>
          {shellTexts.version} {version ?? "–"}
        </span>
        <Link
          to="/system/update"
          className={icon["icon"]}
          aria-label={shellTexts.more}
          title={shellTexts.more}
        >
          <IconDots size={18} aria-hidden />
        </Link>
      </div>
    </div>
  );
}

/** Without what is not for who is signed in. */
function groupsFor(me: Me): NavGroup[] {
  return NAV_GROUPS.map(({ items, label }) => ({
    label,
    items: items.filter(({ to }) => mayOpen(me, to)),
  })).filter(({ items }) => items.length > 0);
}

function Group({ group }: { group: NavGroup }) {
  const id = useId();
  return (
    <div>
      <h2 className={classes["group"]} id={id}>
        {group.label}
      </h2>
      <ul className={classes["list"]} aria-labelledby={id}>
        {group.items.map(({ to, label }) => {
          const Icon = NAV_ICONS[to];
          return (
            <li key={to}>
              <Link to={to} className={classes["link"]} activeOptions={{ exact: to === "/" }}>
                <Icon size={18} stroke={1.75} aria-hidden />
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
