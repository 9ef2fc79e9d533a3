import { t } from '@tuneport/domain/text/text';
import { uploadTerms } from '@tuneport/domain/tuning/upload-rules';
import { Fragment, type ReactNode } from 'react';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import css from './upload.module.css';

const pages: Readonly<Record<string, string>> = {
  'Terms of Service': '/terms-of-service',
  'Privacy Policy': '/privacy-policy',
};

/** The terms verbatim, with links to both documents. */
function termsWithLinks(): ReactNode {
  return uploadTerms.split(/(Terms of Service|Privacy Policy)/).map((part) => {
    const to = pages[part];
    return <Fragment key={part}>{to ? <TextLink to={to}>{part}</TextLink> : part}</Fragment>;
  });
}

export function UploadTerms({ onAgree, waiting }: { onAgree: () => void; waiting: number }) {
  return (
    <section className={css.terms} aria-label={t('Upload terms')}>
      <p>{termsWithLinks()}</p>
      <div className={css.termsAct}>
        <Button variant="primary" onClick={onAgree}>
          {t('I agree')}
        </Button>
        {waiting > 0 ? <span className={css.hint}>{t('Nothing is sent before you agree.')}</span> : null}
      </div>
    </section>
  );
}
