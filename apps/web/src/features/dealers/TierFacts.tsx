import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import css from './dealer.module.css';

type Terms = NonNullable<CallReply<'GET /v1/dealers/:id/invites/:inviteId'>['terms']>;

/** The prices and terms of a dealer, on its own pages. */
export function TierFacts({ tier, creditLimit }: { tier: Terms['tier']; creditLimit?: Terms['credit_limit'] }) {
  const off = (percent: string) => t('{percent}% off list price', { percent });
  return (
    <>
      <KeyValue
        rows={[
          ...(creditLimit ? ([[t('Credit limit'), <MoneyText key="limit" money={creditLimit} />]] as const) : []),
          ...(tier
            ? [
                [t('Dealer tier'), tier.name] as const,
                [t('Tunes'), off(tier.tunes_percent)] as const,
                [t('Store products'), off(tier.products_percent)] as const,
              ]
            : []),
        ]}
      />
      {tier && tier.terms !== '' ? <p className={css.terms}>{tier.terms}</p> : null}
    </>
  );
}
