import { opaqueId } from "./opaque-id.ts";
import type { Publisher } from "./types.ts";

/**
 * Name, country, language and category; no category if it is unknown. The domains end in the reserved
 * `.example`, so that no link leads to a real site.
 */
const rows: readonly (readonly [
  name: string,
  country: string,
  language: string,
  category?: string,
])[] = [
  ["Harbor Post", "us", "en", "General"],
  ["Capital Ledger", "us", "en", "Business"],
  ["Prairie Tribune", "us", "en"],
  ["Harbor Circuit", "us", "en", "Technology"],
  ["Atlantic Standard", "us", "en", "Politics"],
  ["Sunbelt Star", "us", "en"],
  ["Great Lakes Herald", "us", "en", "General"],
  ["Byte Courier", "us", "en", "Technology"],
  ["Green Meridian", "us", "en", "Environment"],
  ["Sideline Daily", "us", "en", "Sports"],
  ["Vital Signs Weekly", "us", "en", "Health"],
  ["Open Orbit", "us", "en", "Science"],
  ["Main Street Record", "us", "en"],
  ["Marquee Times", "us", "en", "Entertainment"],
  ["La Voz del Valle", "us", "es", "General"],
  ["Thames Chronicle", "gb", "en", "General"],
  ["Northern Argus", "gb", "en"],
  ["Square Mile Mail", "gb", "en", "Business"],
  ["Pitch and Terrace", "gb", "en", "Sports"],
  ["Albion Science Review", "gb", "en", "Science"],
  ["Severn Echo", "gb", "en", "Environment"],
  ["Fleet Evening News", "gb", "en", "Politics"],
  ["Maple Dispatch", "ca", "en", "General"],
  ["Prairie Wire", "ca", "en", "Business"],
  ["Le Fleuve", "ca", "fr", "General"],
  ["Southern Cross Daily", "au", "en", "General"],
  ["Reef Reporter", "au", "en", "Environment"],
  ["Outback Bulletin", "au", "en"],
  ["Deccan Observer", "in", "en", "General"],
  ["Monsoon Business", "in", "en", "Business"],
  ["Western Ghats Today", "in", "en", "Environment"],
  ["Liffey Gazette", "ie", "en", "General"],
  ["Savannah Standard", "ke", "en", "General"],
  ["Rift Valley Tech", "ke", "en", "Technology"],
  ["Table Bay Times", "za", "en", "General"],
  ["Long White Cloud News", "nz", "en"],
  ["Le Courrier de Seine", "fr", "fr", "General"],
  ["Demain la Terre", "fr", "fr", "Environment"],
  ["Octets", "fr", "fr", "Technology"],
  ["Le Stade", "fr", "fr", "Sports"],
  ["Spree Tagblatt", "de", "de", "General"],
  ["Hansa Kontor", "de", "de", "Business"],
  ["Netzblick", "de", "de", "Technology"],
  ["Alpenrundschau", "at", "de"],
  ["Limmat Bote", "ch", "de", "General"],
  ["Lac et Ville", "ch", "fr", "General"],
  ["Meuse Matin", "be", "fr"],
  ["El Faro Norte", "es", "es", "General"],
  ["Plaza Deportiva", "es", "es", "Sports"],
  ["El Zócalo Diario", "mx", "es", "General"],
  ["Río de Letras", "ar", "es", "Entertainment"],
  ["Folha do Porto", "pt", "pt", "General"],
  ["Jornal da Baía", "br", "pt", "General"],
  ["Amazônia Hoje", "br", "pt", "Environment"],
  ["Placar Paulista", "br", "pt", "Sports"],
  ["Edo Shimbun", "jp", "ja", "General"],
  ["Minato Keizai", "jp", "ja", "Business"],
  ["Kumo Tech", "jp", "ja", "Technology"],
  ["Kiso Culture Review", "jp", "ja", "Entertainment"],
  ["Shinano Post", "jp", "ja"],
];

function slug(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
}

/** The publishers in the order of the table; some have no logo or description. */
export function makePublishers(): readonly Publisher[] {
  return rows.map(([name, country, language, category], position) => {
    const domain = `${slug(name)}.example`;
    const url = `https://www.${domain}`;
    const kind = (category ?? "Local").toLowerCase();
    return {
      id: opaqueId("pub_", name),
      title: `${name} – ${category === undefined ? "news from home" : `${kind} news`}`,
      name,
      domain,
      url,
      favicon: `${url}/favicon.ico`,
      logo: position % 7 === 5 ? null : `${url}/logo.svg`,
      description:
        position % 6 === 4 ? null : `${name} reports ${kind} news and the stories behind them.`,
      category: category ?? "General",
      country,
      language,
      links: [
        { type: "rss", url: `${url}/feed.xml` },
        ...(position % 4 === 3
          ? []
          : [
              {
                type: "social",
                url: `https://chirper.example/${slug(name)}`,
                username: slug(name),
              },
            ]),
      ],
    };
  });
}
