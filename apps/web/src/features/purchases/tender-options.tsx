import { t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { BalanceHint, tenderLabel } from '../payments/tender/BalanceHint.tsx';
import type { balanceTenders } from '../payments/tender/use-balances.ts';
import type { Quote } from './purchase-types.ts';
import type { tendersFor } from './tenders.ts';

/** How a purchase is paid: by card, on account, with both, or with the prepaid money of this key. */
export type TenderKind = 'card' | 'account' | 'split' | `prepaid${string}`;

type Account = NonNullable<Quote['account']>;
type OpenTenders = ReturnType<typeof tendersFor>;

/** The account and what is left of it, prepaid money, and a card. */
export const tenderOptions = (
  account: Account | null,
  open: OpenTenders,
  prepaids: ReturnType<typeof balanceTenders>,
) => [
  ...(account
    ? [
        {
          key: 'account' as const,
          label: t('Account of {name}', { name: account.dealer.name }),
          hint: accountHint(account, open),
          disabled: !open.account,
        },
      ]
    : []),
  ...(account && open.split
    ? [
        {
          key: 'split' as const,
          label: t('Remaining credit on the account, the rest by card'),
          hint: (
            <>
              {rich('{account} on the account, {card} by card. Nothing is charged unless both succeed.', {
                account: <MoneyText money={open.split.account} />,
                card: <MoneyText money={open.split.card} />,
              })}
            </>
          ),
        },
      ]
    : []),
  ...prepaids.map((one) => ({
    key: one.key as TenderKind,
    label: tenderLabel(one),
    hint: <BalanceHint tender={one} />,
  })),
  { key: 'card' as const, label: t('Card') },
];

function accountHint(account: Account, open: OpenTenders): ReactNode {
  if (account.barred) return account.barred;
  return (
    <>
      {rich(open.account ? '{left} of {limit} left.' : '{left} of {limit} left, not enough for this purchase.', {
        left: <MoneyText money={account.left} />,
        limit: <MoneyText money={account.credit_limit} />,
      })}
    </>
  );
}
