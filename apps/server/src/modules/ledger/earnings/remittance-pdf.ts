import type { EarningOwner } from '@tuneport/domain/ledger/earnings';
import { nettedMethod, payoutMachine } from '@tuneport/domain/ledger/payout-states';
import { amountText } from '@tuneport/domain/money/money-text';
import { stateLabel } from '@tuneport/domain/states/machine';
import { dayIn } from '@tuneport/domain/support/wall-clock';
import { t, tIn } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { renderPdf } from '../../../platform/pdf/render-pdf.ts';
import type { PdfFile } from '../../../platform/pdf/send-pdf.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { companyZone, sellerOf, settingsOf } from '../../settings/index.ts';
import { namedPayout } from './payout-admin-queries.ts';
import { presentPayoutOf } from './present-earnings.ts';

type Parts = Pick<Platform, 'db' | 'versions'>;

const accountOf = (db: Db, owner: EarningOwner) =>
  db
    .selectFrom('partner_bank_accounts')
    .select(['account_end', 'updated_at'])
    .where('owner', '=', owner)
    .executeTakeFirst();

/** The advice of a payout: what was paid, where, and for which sales. */
export async function remittancePdf(parts: Parts, owner: EarningOwner, id: number): Promise<PdfFile> {
  const { db } = parts;
  const shown = await presentPayoutOf(db, owner, id);
  const [payout, account, settings] = await Promise.all([namedPayout(db, id), accountOf(db, owner), settingsOf(parts)]);
  if (!payout) throw new Refusal('not_found');
  // An account that was changed since is not the one that was paid.
  const isShown =
    payout.method !== nettedMethod &&
    (payout.sent_at === null || (account?.updated_at ?? payout.made_at) <= payout.sent_at);
  const paidBy = payout.method === nettedMethod ? t('Settled against your balance') : t('Bank transfer');
  const bytes = await renderPdf({
    title: t('Remittance advice'),
    seller: sellerOf(settings),
    meta: [
      shown.number,
      t('Created {date}', { date: dayIn(payout.made_at, await companyZone(parts)) }),
      t(stateLabel(payoutMachine, payout.state)),
    ],
    at: payout.updated_at,
    footer: t('{number} to {name}', { number: shown.number, name: payout.name }),
    parts: [
      {
        kind: 'sides',
        sides: [
          { title: t('Paid to'), lines: [payout.name] },
          {
            title: t('Paid by'),
            lines: [
              paidBy,
              ...(isShown && account ? [t('Account ending in {account_end}', account)] : []),
              ...(payout.reference === '' ? [] : [t('Reference {reference}', payout)]),
            ],
          },
        ],
      },
      {
        kind: 'table',
        columns: [
          { label: t('Number'), width: 22 },
          { label: tIn('transaction', 'Sale'), width: 56 },
          { label: t('Your share'), width: 22, align: 'right' },
        ],
        rows: shown.lines.map((line) => [line.number, t(line.title), amountText(line.amount.amount)]),
      },
      {
        kind: 'sums',
        rows: [
          { label: t('Total'), amount: `${amountText(shown.amount.amount)} ${shown.amount.currency}`, strong: true },
        ],
      },
    ],
  });
  return { name: `${shown.number}.pdf`, bytes };
}

/** The file that the mail about a payout carries. */
export async function remittanceAttachment(parts: Parts, id: number): Promise<PdfFile> {
  const payout = await namedPayout(parts.db, id);
  if (!payout) throw new Refusal('not_found');
  return remittancePdf(parts, payout.owner, id);
}
