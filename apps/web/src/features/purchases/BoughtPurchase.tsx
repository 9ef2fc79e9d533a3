import { msg, t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { useGuestEmail } from '../../platform/ui-state.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { rich } from '../../ui/text/rich.ts';
import checkout from '../store/checkout/checkout.module.css';
import { PriceLines, PriceSums } from './PurchaseSummary.tsx';
import css from './purchase.module.css';
import { isSome, type Purchase } from './purchase-types.ts';

const headings: Readonly<Partial<Record<Purchase['state'], string>>> = {
  waiting_file: msg('Thank you, the tunes are yours.'),
  linked: msg('Thank you. We will continue with your request.'),
  delivered: msg('Delivered.'),
  refunded: msg('This purchase was refunded.'),
};

/** After the payment: what was bought, how it was paid, and the next step. */
export function BoughtPurchase({ id }: { id: number }) {
  const isGuest = useGuestEmail() !== null;
  const [purchase, setPurchase] = useState<Purchase | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    call('GET /catalog-purchases/:id', { params: { id } })
      .then(setPurchase)
      .catch((error: unknown) =>
        setFailed(error instanceof ApiError ? error.message : t('The purchase could not be loaded at the moment.')),
      );
  }, [id]);
  if (failed)
    return (
      <Container width="narrow" className={checkout.page}>
        <EmptyState
          title={t('Purchase not found.')}
          step={<ButtonLink to="/profile/purchases">{t('My purchases')}</ButtonLink>}
        >
          {t('{failed} Log in with the account that bought it, or open it from the e-mail we sent.', { failed })}
        </EmptyState>
      </Container>
    );
  if (!purchase)
    return (
      <Container width="narrow" className={checkout.page}>
        <Skeleton lines={6} label={t('Loading your purchase')} />
      </Container>
    );
  return (
    <Container width="narrow" className={checkout.page}>
      <h1>{t(headings[purchase.state] ?? '') || t('Purchase {number}', { number: purchase.number })}</h1>
      <p className={checkout.lead}>
        {purchase.number}. {purchase.sentence}
      </p>
      {purchase.can.link ? (
        <Notice tone="info" title={t('Next: send your file')}>
          <ol className={css.steps}>
            <li>{t('Read your car’s file with your tool, or have your dealer do it.')}</li>
            <li>{t('Upload it. Your purchase is offered there, and you do not pay again.')}</li>
          </ol>
          {isGuest ? (
            <p>{t('On another device, open the link in our e-mail. You can create an account there.')}</p>
          ) : null}
        </Notice>
      ) : null}
      <div className={checkout.card}>
        <strong>{purchase.vehicle}</strong>
        <PriceLines lines={purchase.lines} />
        <PriceSums
          list={purchase.list}
          discount={purchase.discount}
          paidWith={purchase.paid_with}
          tax={purchase}
          total={purchase.total}
        />
        <Parts purchase={purchase} />
      </div>
      {purchase.paid_at === null ? null : (
        <p className={css.mailed}>
          {rich('We sent the confirmation to <strong>{email}</strong>.', {
            email: purchase.email,
            strong: (text) => <strong>{text}</strong>,
          })}
        </p>
      )}
      <div className={checkout.next}>
        {purchase.can.link ? (
          <ButtonLink variant="primary" to="/tuning">
            {t('Send your file')}
          </ButtonLink>
        ) : null}
        {purchase.paid_at === null || isGuest ? null : (
          <ButtonLink to={`/profile/purchases/${purchase.id}/snapshot`}>{t('Open the invoice')}</ButtonLink>
        )}
        {isGuest ? null : <ButtonLink to="/profile/purchases">{t('My purchases')}</ButtonLink>}
      </div>
    </Container>
  );
}

function balanceLabel(balance: Purchase['balance']): string {
  if (balance?.source === 'account')
    return balance.dealer ? t('On the account of {dealer}', { dealer: balance.dealer }) : t('On account');
  return balance?.dealer
    ? t('From the prepaid balance of {dealer}', { dealer: balance.dealer })
    : t('From prepaid balance');
}

function Parts({ purchase }: { purchase: Purchase }) {
  const parts = [
    [purchase.paid_at === null ? t('To pay by card') : t('Paid by card'), purchase.card],
    [balanceLabel(purchase.balance), purchase.account],
    [t('Refunded since'), purchase.refunded],
  ] as const;
  const some = parts.filter(([, money]) => isSome(money));
  if (some.length === 0) return <p className={checkout.quiet}>{t('No payment was needed.')}</p>;
  return (
    <dl className={css.parts}>
      {some.map(([label, money]) => (
        <div key={label} className={checkout.pair}>
          <dt>{label}</dt>
          <dd>
            <MoneyText money={money} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
