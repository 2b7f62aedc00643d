import { Button } from "@mantine/core";
import { IconKey, IconLogout, IconShieldLock, IconUserCircle } from "@tabler/icons-react";
import { closeHeaderMenu, HeaderMenu } from "../app/shell/header-menu.tsx";
import { Mark } from "../app/shell/mark.tsx";
import { ThemeMenu } from "../app/shell/theme-menu.tsx";
import menu from "../components/menu.module.css";
import { fleetPeopleTexts, fleetTexts } from "../texts/index.ts";
import classes from "./fleet.module.css";
import { PARTS, type Part } from "./parts.ts";
import { ALL_SITES, OWN } from "./place.ts";
import { useOverview } from "./queries.ts";
import type { Me } from "./session.ts";

const texts = fleetPeopleTexts.signIn;

export interface FleetHeaderProps {
  me: Me;
  onPassword: () => void;
  onSignOut: () => void;
  part: Part;
}

/** Which central it is, and who is signed in. */
export function FleetHeader({ me, onPassword, onSignOut, part }: FleetHeaderProps) {
  const { data } = useOverview();
  const { name } = me;
  const parts = Object.entries(PARTS).filter(
    ([each]) => each !== "own" && (each !== "people" || me.level === "admin"),
  );
  return (
    <header className={classes["header"]}>
      <a href={ALL_SITES} className={classes["home"]}>
        <Mark size={26} />
        <span>{data?.central ?? fleetTexts.product}</span>
      </a>
      <nav className={classes["pages"]} aria-label={fleetTexts.pages}>
        {parts.map(([each, { address, title }]) => (
          <a key={each} href={address} aria-current={each === part ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <div className={classes["actions"]}>
        <span className={classes["me"]} title={texts.signedIn(name)}>
          {name}
        </span>
        <ThemeMenu />
        <HeaderMenu
          label={texts.signedIn(name)}
          icon={<IconUserCircle size={19} stroke={1.75} aria-hidden />}
        >
          <p className={classes["whose"]}>{texts.signedIn(name)}</p>
          <a className={menu["entry"]} href={OWN} onClick={closeHeaderMenu}>
            <IconShieldLock size={17} stroke={1.75} aria-hidden />
            {fleetPeopleTexts.own.title}
          </a>
          <button
            type="button"
            className={menu["entry"]}
            onClick={(event) => {
              closeHeaderMenu(event);
              onPassword();
            }}
          >
            <IconKey size={17} stroke={1.75} aria-hidden />
            {me.password ? fleetPeopleTexts.password.change : fleetPeopleTexts.password.set}
          </button>
        </HeaderMenu>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={onSignOut}
        >
          {texts.out}
        </Button>
      </div>
    </header>
  );
}
