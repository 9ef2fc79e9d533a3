import { t } from '@tuneport/domain/text/text';
import { pageTitle } from '../../shell/title.ts';
import { Container } from '../../ui/layout/Layout.tsx';
import css from '../partners/apply.module.css';
import { TermsText } from './TermsText.tsx';

export const meta = () => [{ title: pageTitle(t('Affiliate terms')) }];

export default function AffiliateTermsPage() {
  return (
    <Container width="reading" className={css.page}>
      <header className={css.head}>
        <h1>{t('Affiliate terms')}</h1>
      </header>
      <TermsText />
    </Container>
  );
}
