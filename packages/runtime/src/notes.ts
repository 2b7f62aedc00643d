/** Notes of the project format that several pod types share. */
import type { Bilingual } from "@hubwart/project/document";

export const both = (en: string, de: string): Bilingual => ({ en, de });

export const BIND = both(
  "`bind` is an IP address. No two interfaces may listen on one address and port (of two pods: error 1318); port 0 takes none.",
  "`bind` ist eine IP-Adresse. Keine zwei Schnittstellen dürfen auf derselben Adresse und demselben Port lauschen (bei zwei Pods: Fehler 1318); Port 0 belegt keinen.",
);
export const HOST = both(
  "`host` is a host name or an IP address without port and blanks.",
  "`host` ist ein Hostname oder eine IP-Adresse ohne Port und Leerzeichen.",
);
export const CA = both("`ca` is a PEM certificate.", "`ca` ist ein Zertifikat im PEM-Format.");
