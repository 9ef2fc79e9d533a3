import { inLanguage, type Language, languageCookie, languageParameter } from '@tuneport/domain/text/languages';
import { useLocation } from 'react-router';
import { writeCookie } from './storage.ts';
import { useUi } from './ui-state.ts';

/** Pages of the person open in it from now on; public pages have their language in the address. */
export const chooseLanguage = (language: Language): void => writeCookie(languageCookie, language);

/**
 * The address of this page in another language. People with pages of their own get the parameter that stores the
 * choice: without it the server would lead them back to the previous language.
 */
export function useLanguageLinks(): (language: Language) => string {
  const { pathname, search } = useLocation();
  const ui = useUi();
  const stores = Boolean(ui?.user ?? ui?.guest);
  return (language) =>
    inLanguage(
      language,
      stores ? `${pathname}${search}${search === '' ? '?' : '&'}${languageParameter}=${language}` : pathname + search,
    );
}
