import { inLanguage, type Language, languageOfPath, withoutLanguage } from '@tuneport/domain/text/languages';
import type { PageFacts } from '../../../../../web/src/platform/api/server-interface.ts';

/**
 * Pages of one person open in the language they chose when the address has none; the back office has English only.
 * Public pages are never redirected, so that each address is one page for everyone.
 */
export function addressInOtherLanguage(url: URL, { inOffice }: PageFacts, chosen: Language | null): string | null {
  const isEnglish = languageOfPath(url.pathname) === 'en';
  if (inOffice) return isEnglish ? null : withoutLanguage(url.pathname) + url.search;
  return isEnglish && chosen !== null && chosen !== 'en' ? inLanguage(chosen, url.pathname + url.search) : null;
}
