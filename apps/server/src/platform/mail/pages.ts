import { prefixOf } from '@tuneport/domain/text/languages';
import { language } from '@tuneport/domain/text/text';

/** The site in the language of the mail, before the path of a page. Addresses of the API have no language. */
export const pagesOf = (origin: string): string => origin + prefixOf(language());
