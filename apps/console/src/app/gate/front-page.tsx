/** Frame of the pages before sign-in: product and device above, the licence below. */
import { type ReactNode, useEffect } from "react";
import { useInfo } from "../../api/info.ts";
import { noteFrontPage, useEndOfFirstPage } from "../../lib/first-page.ts";
import { sessionTexts } from "../../texts/index.ts";
import { Mark } from "../shell/mark.tsx";
import { useProduct } from "../window-title.ts";
import classes from "./front-page.module.css";

export function FrontPage({ title, children }: { title: string; children: ReactNode }) {
  useEndOfFirstPage();
  useEffect(noteFrontPage, []);
  const { product, hostname } = useProduct();
  const license = useInfo().data?.license;
  return (
    <main className={classes["page"]}>
      <div className={classes["column"]}>
        <p className={classes["product"]}>
          <Mark size={32} />
          <span>
            {product} <span className={classes["host"]}>[{hostname}]</span>
          </span>
        </p>
        <section className={classes["card"]}>
          <h1 className={classes["title"]}>{title}</h1>
          {children}
        </section>
        <p className={classes["license"]}>
          {license
            ? license.valid
              ? sessionTexts.licensedTo(license.name)
              : sessionTexts.unlicensed
            : "\u00a0"}
        </p>
      </div>
    </main>
  );
}
