import {
  inLanguage,
  isLanguage,
  languageCookie,
  languageParameter,
  withoutLanguage,
} from '@tuneport/domain/text/languages';
import { stringifySetCookie } from 'cookie';

const yearS = 365 * 24 * 3600;

/**
 * The cookie that a link of the language switch sets, and the address without its parameter. Null for other addresses.
 */
export function languageSwitch(url: URL): { readonly cookie: string; readonly to: string } | null {
  const language = url.searchParams.get(languageParameter);
  if (!isLanguage(language)) return null;
  const rest = new URLSearchParams(url.search);
  rest.delete(languageParameter);
  const query = rest.size === 0 ? '' : `?${rest}`;
  // A path with two slashes would name another host.
  const path = withoutLanguage(url.pathname).replace(/^\/+/, '/');
  const secure = url.protocol === 'https:';
  return {
    // Readable by scripts, because the browser writes it as well.
    cookie: stringifySetCookie({
      name: languageCookie,
      value: language,
      path: '/',
      maxAge: yearS,
      sameSite: 'lax',
      secure,
    }),
    to: inLanguage(language, path + query),
  };
}
