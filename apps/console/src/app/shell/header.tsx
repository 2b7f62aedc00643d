import { IconDots, IconLogout, IconMenu2 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useMe } from "../../api/info.ts";
import { signOut } from "../../api/sign-in.ts";
import { way } from "../../api/way.ts";
import icon from "../../components/icon-button.module.css";
import { IconButton } from "../../components/icon-button.tsx";
import menu from "../../components/menu.module.css";
import { AlarmBell } from "../../features/alarms/components/alarm-bell.tsx";
import { JobsSlot } from "../../features/jobs/components/jobs-slot.tsx";
import { shellTexts } from "../../texts/index.ts";
import { mayOpen } from "../rights.ts";
import { useProduct } from "../window-title.ts";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import classes from "./header.module.css";
import { closeHeaderMenu, HeaderMenu } from "./header-menu.tsx";
import { Mark } from "./mark.tsx";
import { QUICK_ITEMS } from "./nav-items.ts";
import { QuickBarSlot } from "./quick-bar-slot.tsx";
import { ThemeMenu } from "./theme-menu.tsx";

export interface HeaderProps {
  /** Id of the navigation on small screens. */
  drawer: string;
  onOpen: () => void;
}

export function Header({ drawer, onOpen }: HeaderProps) {
  const { product, hostname } = useProduct();
  const me = useMe();
  const { label: leave, go } = way.back ?? { label: shellTexts.logout, go: () => void signOut() };
  const quick = QUICK_ITEMS.filter(({ to }) => mayOpen(me, to));
  return (
    <header className={classes["header"]}>
      <button
        type="button"
        className={`${icon["icon"]} ${classes["burger"]}`}
        aria-label={shellTexts.openNavigation}
        aria-haspopup="dialog"
        aria-controls={drawer}
        onClick={onOpen}
      >
        <IconMenu2 size={20} aria-hidden />
      </button>
      <Link to="/" className={classes["home"]} aria-label={`${product} [${hostname}], ${shellTexts.home}`}>
        <Mark size={26} />
        <span>{product}</span>
        <span className={classes["host"]}>[{hostname}]</span>
      </Link>
      <Breadcrumbs />
      <div className={classes["actions"]}>
        <JobsSlot />
        <AlarmBell />
        <QuickBarSlot />
        <div className={classes["quick"]}>
          {quick.map(({ to, label, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              className={`${icon["icon"]} ${classes["labelled"]}`}
              aria-label={label}
              title={label}
            >
              <Icon size={19} stroke={1.75} aria-hidden />
              <span className={classes["words"]}>{label}</span>
            </Link>
          ))}
        </div>
        <div className={classes["overflow"]}>
          <HeaderMenu label={shellTexts.quickAccess} icon={<IconDots size={19} aria-hidden />}>
            <ul className={menu["list"]}>
              {quick.map(({ to, label, icon: Icon }) => (
                <li key={to}>
                  <Link to={to} className={menu["entry"]} onClick={closeHeaderMenu}>
                    <Icon size={17} stroke={1.75} aria-hidden />
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </HeaderMenu>
        </div>
        <ThemeMenu />
        <IconButton
          className={classes["logout"] ?? ""}
          variant="default"
          size="xs"
          icon={IconLogout}
          onClick={go}
        >
          {leave}
        </IconButton>
        <button
          type="button"
          className={`${icon["icon"]} ${classes["logoutSmall"]}`}
          aria-label={leave}
          onClick={go}
        >
          <IconLogout size={19} aria-hidden />
        </button>
      </div>
    </header>
  );
}
