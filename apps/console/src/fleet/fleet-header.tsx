import { Button } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { Mark } from "../app/shell/mark.tsx";
import { ThemeMenu } from "../app/shell/theme-menu.tsx";
import { fleetTexts } from "../texts/index.ts";
import classes from "./fleet.module.css";
import { PARTS, type Part } from "./parts.ts";
import { ALL_SITES } from "./place.ts";
import { useOverview } from "./queries.ts";

const texts = fleetTexts.signIn;

/** Which central it is, and who is signed in. */
export function FleetHeader({ onSignOut, part }: { onSignOut: () => void; part: Part }) {
  const { data } = useOverview();
  const name = data?.me.name ?? "";
  return (
    <header className={classes["header"]}>
      <a href={ALL_SITES} className={classes["home"]}>
        <Mark size={26} />
        <span>{data?.central ?? fleetTexts.product}</span>
      </a>
      <nav className={classes["pages"]} aria-label={fleetTexts.pages}>
        {Object.entries(PARTS).map(([each, { address, title }]) => (
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
