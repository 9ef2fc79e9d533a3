// English has no prefix in the address; the others are the first segment of the path.

export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Each language in its own words, as a switch shows it. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français' };

/** The cookie with the language a visitor selected. It is no secret: the server reads it to choose a suggestion. */
export const languageCookie = 'language';

/**
 * The parameter by which a link of the language switch sets that cookie on the server, so that it works before
 * scripts are ready.
 */
export const languageParameter = 'set-language';

export const isLanguage = (value: unknown): value is Language => languages.some((one) => one === value);

const prefix = /^\/(de|fr)(?=\/|$)/;

/** The prefix of a language in the address: "" or "/de". It is also the router's base name. */
export const prefixOf = (language: Language): string => (language === 'en' ? '' : `/${language}`);

export function languageOfPath(path: string): Language {
  const found = prefix.exec(path)?.[1];
  return isLanguage(found) ? found : 'en';
}

export const withoutLanguage = (path: string): string => path.replace(prefix, '') || '/';

/** The same page in another language. `path` has no prefix and may have a query. */
export const inLanguage = (language: Language, path: string): string =>
  language === 'en' ? path : prefixOf(language) + (path === '/' ? '' : path.replace(/^\/(?=[?#])/, ''));
