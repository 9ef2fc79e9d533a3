import { tagDays } from '@tuneport/domain/affiliates/terms';
import { earningHoldDays } from '@tuneport/domain/ledger/earnings';
import { fill, msg, t, tIn } from '@tuneport/domain/text/text';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { Container, Row } from '../../ui/layout/Layout.tsx';
import css from '../partners/apply.module.css';

export const meta = () => [
  { title: pageTitle(t('How the affiliate program works')) },
  {
    name: 'description',
    content: t('How sales are credited to affiliates, when shares are paid and what happens after a refund.'),
  },
];

const sections: readonly { title: string; text: string; days?: number }[] = [
  {
    title: msg('How a sale is credited to you'),
    days: tagDays,
    text: msg(
      'A customer enters one of your codes, or opens one of your links and orders within {days} days. A code counts before a link, and the last link counts before earlier ones. Each sale is credited once.',
    ),
  },
  {
    title: msg('What you earn'),
    text: msg(
      'Your share of the net price after discounts, without shipping and tax. Your level decides the share; a code can have its own.',
    ),
  },
  {
    title: msg('When it is paid'),
    days: earningHoldDays,
    text: msg(
      'Each share is held for {days} days after delivery, then it is available and part of the next payout. Every line shows its sale, its rule and the expected date.',
    ),
  },
  {
    title: msg('Refunds and disputes'),
    text: msg(
      'A refund before the payout cancels the share. After the payout it is deducted from the next one; you never have to send money back. If you disagree with a line, dispute it with one click.',
    ),
  },
  {
    title: msg('What does not count'),
    text: msg('Your own purchases, those of colleagues in the same company, and orders that are refunded or disputed.'),
  },
];

export default function AffiliateInfoPage() {
  return (
    <Container width="reading" className={css.page}>
      <header className={css.head}>
        <h1>{t('How the affiliate program works')}</h1>
      </header>
      <div className={css.terms}>
        {sections.map(({ title, text, days = 0 }) => (
          <section key={title}>
            <h2>{t(title)}</h2>
            <p>{fill(t(text), { days })}</p>
          </section>
        ))}
      </div>
      <Row>
        <ButtonLink variant="primary" to="/affiliate">
          {tIn('application', 'Apply')}
        </ButtonLink>
        <ButtonLink to="/affiliate/terms">{t('Read the terms')}</ButtonLink>
      </Row>
    </Container>
  );
}
