import { t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Notice } from './Notice.tsx';

/** Shown without scripts where a form would not work, with a way on. */
export const NeedsScript = ({ children }: { children?: ReactNode }) => (
  <noscript>
    <Notice tone="careful">
      {children ?? (
        <>
          {t('This page needs JavaScript. Turn it on for this site.')}{' '}
          <Link to="/contact-us">{t('Contact us if you cannot.')}</Link>
        </>
      )}
    </Notice>
  </noscript>
);
