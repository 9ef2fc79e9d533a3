import { type Language, languageCookie } from '@tuneport/domain/text/languages';
import { writeCookie } from './storage.ts';

/** Pages of the person open in it from now on; public pages have their language in the address. */
export const chooseLanguage = (language: Language): void => writeCookie(languageCookie, language);
