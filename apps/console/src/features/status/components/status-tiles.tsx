/** Licence, device and the servers of the manufacturer at a glance. */
import {
  type IconActivity,
  IconCloudDownload,
  IconLicense,
  IconServer,
  IconServerBolt,
} from "@tabler/icons-react";
import type { Status } from "../../../api/info.ts";
import { statusTexts } from "../../../texts/index.ts";
import type { StateText } from "../model/project-state.ts";
import { serverState } from "../model/server-state.ts";
import classes from "./status-tiles.module.css";

const texts = statusTexts.tiles;

export function StatusTiles({ status }: { status: Status }) {
  const { license, connectivity, system } = status;
  return (
    <ul className={classes["tiles"]} aria-label={texts.label}>
      <Tile
        title={texts.license}
        icon={IconLicense}
        tone={license.valid ? "ok" : "error"}
        text={license.valid ? statusTexts.license.valid : (license.reason ?? statusTexts.license.invalid)}
      />
      <Tile
        title={texts.device}
        icon={IconServer}
        tone="ok"
        text={texts.deviceOn(system.host.hostname || "?")}
      />
      <Tile
        title={texts.updateServer}
        icon={IconCloudDownload}
        {...serverState(connectivity.update, connectivity.ts)}
      />
      <Tile
        title={texts.licenseServer}
        icon={IconServerBolt}
        {...serverState(connectivity.license, connectivity.ts)}
      />
    </ul>
  );
}

interface TileProps extends StateText {
  title: string;
  icon: typeof IconActivity;
}

function Tile({ title, icon: Icon, tone, text }: TileProps) {
  return (
    <li className={classes["tile"]} data-tone={tone}>
      <span className={classes["sign"]}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <div className={classes["texts"]}>
        <p className={classes["title"]}>{title}</p>
        <p className={classes["text"]}>{text}</p>
      </div>
    </li>
  );
}
