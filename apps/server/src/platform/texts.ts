import { AsyncLocalStorage } from 'node:async_hooks';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '@tuneport/domain/text/languages';
import { fill, setTextSource, type Translation, t } from '@tuneport/domain/text/text';

const folder = fileURLToPath(new URL('../../../../packages/domain/texts', import.meta.url));

type Catalogue = ReadonlyMap<string, Translation>;

/** The translations of one language, by their English text. */
function readCatalogue(language: Language): Catalogue {
  const all = new Map<string, Translation>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const entries = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<
      string,
      Partial<Record<Language, Translation>>
    >;
    for (const [text, translations] of Object.entries(entries)) {
      const translation = translations[language];
      if (translation !== undefined) all.set(text, translation);
    }
  }
  return all;
}

/** English needs no catalogue. */
const catalogues: Readonly<Record<Language, Catalogue>> = {
  en: new Map(),
  de: readCatalogue('de'),
  fr: readCatalogue('fr'),
};

/** Whose request is being answered; the user is null if not logged in or not known. */
type Visitor = { readonly userId: number | null };
const current = new AsyncLocalStorage<{ readonly language: Language; readonly visitor: Visitor | null }>();
const languageNow = (): Language => current.getStore()?.language ?? 'en';

/** Everything that `act` starts, also asynchronously, is written in this language. */
export const withLanguage = <T>(language: Language, act: () => T): T => current.run({ language, visitor: null }, act);

/** The same for a request of a visitor or customer: it tells which language they read. */
export const withVisitorLanguage = <T>(language: Language, userId: number | null, act: () => T): T =>
  current.run({ language, visitor: { userId } }, act);

/** The language of the page whose request is being answered, and who reads it; null for staff and jobs. */
export function visitorLanguage(): { readonly language: Language; readonly userId: number | null } | null {
  const now = current.getStore();
  return now?.visitor ? { language: now.language, userId: now.visitor.userId } : null;
}

/** Shared with the web app, whose build has its own copy of the text module. */
export const textSource: Parameters<typeof setTextSource>[0] = {
  language: languageNow,
  find: (text) => catalogues[languageNow()].get(text),
};

/** Refusals with values, as in `Enter an amount in ${currency}.`: the pattern of each and its text with placeholders. */
const refusals = Object.keys(JSON.parse(readFileSync(join(folder, 'refusals.json'), 'utf8')) as object)
  .filter((text) => text.includes('{'))
  .map((text) => ({ text, pattern: patternOf(text) }));

function patternOf(text: string): RegExp {
  const parts = text.split(/\{(\w+)\}/);
  const source = parts.map((part, at) =>
    at % 2 === 0 ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${part}>.+)`,
  );
  return new RegExp(`^${source.join('')}$`, 's');
}

/** A refusal that was filled with values in English, in the current language; null if the catalogue does not have it. */
export function refusalWithValues(filled: string): string | null {
  for (const { text, pattern } of refusals) {
    const values = pattern.exec(filled)?.groups;
    if (values) return fill((t as (text: string) => string)(text), values);
  }
  return null;
}

/** Whether the catalogue of the current language has this text. */
export const isTranslated = (text: string): boolean => textSource.find(text) !== undefined;

setTextSource(textSource);
