import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import checkout from '../checkout/checkout.module.css';
import { PriceLines, PriceSums } from './PurchaseSummary.tsx';
import css from './purchase.module.css';
import { isSome, type Purchase } from './purchase-types.ts';

const headings: Readonly<Partial<Record<Purchase['state'], string>>> = {
  waiting_file: 'Thank you, the tunes are yours.',
  linked: 'Thank you, your request continues.',
  delivered: 'Delivered.',
  refunded: 'This purchase was refunded.',
};

/** After the payment: what was bought, how it was paid, and the next step. */
export function BoughtPurchase({ id }: { id: number }) {
  const [purchase, setPurchase] = useState<Purchase | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    call('GET /catalog-purchases/:id', { params: { id } })
      .then(setPurchase)
      .catch((error: unknown) =>
        setFailed(error instanceof ApiError ? error.message : 'The purchase could not be loaded at the moment.'),
      );
  }, [id]);
  if (failed)
    return (
      <Container width="narrow" className={checkout.page}>
        <EmptyState title="Purchase not found." step={<ButtonLink to="/profile/purchases">My purchases</ButtonLink>}>
          {failed} Log in with the account that bought it, or open it from the e-mail we sent.
        </EmptyState>
      </Container>
    );
  if (!purchase)
    return (
      <Container width="narrow" className={checkout.page}>
        <Skeleton lines={6} label="Loading your purchase" />
      </Container>
    );
  return (
    <Container width="narrow" className={checkout.page}>
      <h1>{headings[purchase.state] ?? `Purchase ${purchase.number}`}</h1>
      <p className={checkout.lead}>
        {purchase.number}. {purchase.sentence}
      </p>
      {purchase.can.link ? (
        <Notice tone="info" title="Next: send your file">
          <ol className={css.steps}>
            <li>Read your car’s file with your tool, or have your dealer do it.</li>
            <li>Upload it. Your purchase is offered there, and you do not pay again.</li>
          </ol>
        </Notice>
      ) : null}
      <div className={checkout.card}>
        <strong>{purchase.vehicle}</strong>
        <PriceLines lines={purchase.lines} />
        <PriceSums
          list={purchase.list}
          discount={purchase.discount}
          paidWith={purchase.paid_with}
          taxes={purchase.taxes}
          total={purchase.total}
        />
        <Parts purchase={purchase} />
      </div>
      {purchase.paid_at === null ? null : (
        <p className={css.mailed}>
          We sent the confirmation to <strong>{purchase.email}</strong>.
        </p>
      )}
      <div className={checkout.next}>
        {purchase.can.link ? (
          <ButtonLink variant="primary" to="/tuning">
            Send your file
          </ButtonLink>
        ) : null}
        {purchase.paid_at === null ? null : (
          <ButtonLink to={`/profile/purchases/${purchase.id}/snapshot`}>Open the invoice</ButtonLink>
        )}
        <ButtonLink to="/profile/purchases">My purchases</ButtonLink>
      </div>
    </Container>
  );
}

function balanceLabel(balance: Purchase['balance']): string {
  if (balance?.source === 'account') return `On the account of ${balance.dealer ?? 'the dealer'}`;
  return balance?.dealer ? `From the prepaid balance of ${balance.dealer}` : 'From prepaid balance';
}

function Parts({ purchase }: { purchase: Purchase }) {
  const parts = [
    [purchase.paid_at === null ? 'To pay by card' : 'Paid by card', purchase.card],
    [balanceLabel(purchase.balance), purchase.account],
    ['Refunded since', purchase.refunded],
  ] as const;
  const some = parts.filter(([, money]) => isSome(money));
  if (some.length === 0) return <p className={checkout.quiet}>No payment was needed.</p>;
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
