import type { Language } from '@tuneport/domain/text/languages';
import { language } from '@tuneport/domain/text/text';
import { chooseLanguage, useLanguageLinks } from '../../platform/chosen-language.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import css from './DeferredPanels.module.css';

/** In the language that is offered, not in that of the page. */
const offers: Readonly<Record<Language, { link: string; close: string }>> = {
  en: { link: 'View this page in English', close: 'Close' },
  de: { link: 'Diese Seite auf Deutsch ansehen', close: 'Schließen' },
  fr: { link: 'Voir cette page en français', close: 'Fermer' },
};

/** Offers the browser's language once. It never redirects: the address decides what is shown. */
export default function LanguageHint({ offered, onClose }: { offered: Language; onClose: () => void }) {
  const linkTo = useLanguageLinks();
  return (
    <div className={css.update} role="status" lang={offered}>
      <a href={linkTo(offered)} hrefLang={offered} onClick={() => chooseLanguage(offered)}>
        {offers[offered].link}
      </a>
      <Button
        size="small"
        variant="ghost"
        icon
        aria-label={offers[offered].close}
        onClick={() => {
          chooseLanguage(language());
          onClose();
        }}
      >
        <Icon name="close" />
      </Button>
    </div>
  );
}
