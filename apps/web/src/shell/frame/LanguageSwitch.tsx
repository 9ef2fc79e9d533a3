import { languageNames, languages } from '@tuneport/domain/text/languages';
import { language, t } from '@tuneport/domain/text/text';
import { chooseLanguage, useLanguageLinks } from '../../platform/chosen-language.ts';
import css from './Footer.module.css';

/** The same page in each language. Plain links: another language is another document. */
export function LanguageSwitch() {
  const linkTo = useLanguageLinks();
  return (
    <nav className={css.languages} aria-label={t('Language')}>
      {languages.map((each) => (
        <a
          key={each}
          href={linkTo(each)}
          hrefLang={each}
          lang={each}
          aria-current={each === language() ? 'true' : undefined}
          onClick={() => chooseLanguage(each)}
        >
          {languageNames[each]}
        </a>
      ))}
    </nav>
  );
}
