// What every part of the page reads: the language, and the cards in it.

import { createContext } from "preact";
import { useContext } from "preact/hooks";

import type { Engine, Group } from "../engine/browser";
import type { Catalogue } from "./game";
import { LANGUAGES, WORDS, type Language, type Words } from "./words";

export const ENGLISH = WORDS.en;

export const LanguageContext = createContext<{ locale: Language; words: Words }>({ locale: "en", words: ENGLISH });
export const CatalogueContext = createContext<Catalogue | null>(null);

export const useWords = (): Words => useContext(LanguageContext).words;

export function useCatalogue(): Catalogue {
  const found = useContext(CatalogueContext);
  if (!found) throw new Error("no cards here yet");
  return found;
}

const byId = <T extends { id: string }>(all: T[]): Map<string, T> => new Map(all.map((one) => [one.id, one]));

/** All cards, with their faces, in a language. */
export async function catalogue(engine: Engine, locale: Language): Promise<Catalogue> {
  const all = await engine.ask("describe", { locale, faces: true });
  return {
    cards: byId(all.cards),
    organisations: byId<Group>(all.organisations),
    families: byId<Group>(all.families),
    tracks: all.tracks,
  };
}

/** The language chosen before, else the first of the browser's that we speak, else English. */
export function startLanguage(): Language {
  const able = Object.keys(LANGUAGES) as Language[];
  const wished = [localStorage.getItem("serviam-language"), ...navigator.languages];
  for (const tag of wished) {
    if (!tag) continue;
    const same = able.find((one) => one.toLowerCase() === tag.toLowerCase());
    if (same) return same;
    if (/^zh(-(hans|cn|sg))?$/i.test(tag)) return "zh-Hans";
    const near = able.find((one) => one === tag.split("-")[0]);
    if (near) return near;
  }
  return "en";
}
