import type { Country } from "./types.ts";

/** Country name, code and languages; `-` before the code of a language means that it is not on the plan. */
const rows = `
Argentina ar es
Australia au en
Austria at de
Belgium be -nl fr -de
Brazil br pt
Canada ca en fr
France fr fr
Germany de de
India in en -hi -ta
Ireland ie en -ga
Italy it -it
Japan jp ja
Kenya ke en -sw
Mexico mx es
Netherlands nl -nl
New_Zealand nz en -mi
Poland pl -pl
Portugal pt pt
South_Africa za en -af -zu
Spain es es -ca
Sweden se -sv
Switzerland ch de fr -it
United_Kingdom gb en -cy
United_States us en es
`;

const languageNames: Readonly<Record<string, string>> = {
  af: "Afrikaans",
  ca: "Catalan",
  cy: "Welsh",
  de: "German",
  en: "English",
  es: "Spanish",
  fr: "French",
  ga: "Irish",
  hi: "Hindi",
  it: "Italian",
  ja: "Japanese",
  mi: "Māori",
  nl: "Dutch",
  pl: "Polish",
  pt: "Portuguese",
  sv: "Swedish",
  sw: "Swahili",
  ta: "Tamil",
  zu: "Zulu",
};

/** `allowed` of a country follows from its languages (Country, the note on `allowed`). */
export function makeCountries(): readonly Country[] {
  return rows
    .trim()
    .split("\n")
    .map((row) => {
      const [name = "", code = "", ...codes] = row.split(" ");
      const languages = codes.map((entry) => {
        const language = entry.replace("-", "");
        return {
          name: languageNames[language] ?? language,
          code: language,
          allowed: !entry.startsWith("-"),
        };
      });
      return {
        name: name.replaceAll("_", " "),
        code: code.toUpperCase(),
        allowed: languages.some((language) => language.allowed),
        languages,
      };
    });
}
