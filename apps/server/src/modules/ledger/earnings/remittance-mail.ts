import { nettedMethod, payoutNumber } from '@tuneport/domain/ledger/payout-states';
import { money, moneyText } from '@tuneport/domain/money/money';
import { t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import type { MailSamples } from '../../../platform/mail/samples.ts';
import { shortName } from '../../../platform/mail/typed-text.ts';
import { describeSales } from './earning-subjects.ts';
import { namedPayout, remittanceAddresses } from './payout-admin-queries.ts';
import { linesOfPayout } from './payout-queries.ts';

const linesMax = 40;

/** Tells a partner what a payout paid. */
export async function sendRemittance(db: Db, origin: string, id: number): Promise<void> {
  const payout = await namedPayout(db, id);
  if (!payout) return;
  const lines = await linesOfPayout(db, id);
  const shown = lines.slice(0, linesMax);
  const labels = await describeSales(
    db,
    shown.map(({ subject }) => subject),
  );
  const paid = {
    items: shown.map(({ subject, amount_minor }) => ({ label: labels(subject).number, amount_minor })),
    more: lines.length - shown.length,
  };
  const message = () => payoutMessage(pageOf(origin, payout), payout, paid);
  for (const to of await remittanceAddresses(db, payout.owner))
    await queueMail(db, { to, secrets: [], attachment: `payout:${id}`, message });
}

/** Tells a partner that a payout, or a part of one that was mailed as paid, did not reach their bank account. */
export async function sendPayoutReturned(db: Db, origin: string, id: number, returnedMinor: bigint): Promise<void> {
  const payout = await namedPayout(db, id);
  if (!payout) return;
  const message = () => returnedMessage(pageOf(origin, payout), payout, returnedMinor);
  for (const to of await remittanceAddresses(db, payout.owner)) await queueMail(db, { to, secrets: [], message });
}

function pageOf(origin: string, { id, owner }: { id: number; owner: string }): string {
  const [party = '', partyId = ''] = owner.split(':');
  const path = party === 'dealer' ? '/profile/dealer-memberships' : `/${party}/${partyId}/transfer/${id}`;
  return `${pagesOf(origin)}${path}`;
}

function returnedMessage(url: string, payout: Pick<Paid, 'id' | 'name' | 'currency'>, returnedMinor: bigint) {
  const amount = moneyText(money(returnedMinor, payout.currency));
  const number = payoutNumber(payout.id);
  return mailMessage('payout', {
    subject: t('Payout {number}: the bank returned {amount}', { number, amount }),
    title: t('The bank returned {amount}', { amount }),
    paragraphs: [
      t('Hello {name},', { name: shortName(payout.name) }),
      t('{amount} of payout {number} did not reach your bank account.', { amount, number }),
      t('It is available again and part of your next payout. Please check the bank account in your settings.'),
    ],
    button: { label: t('Open the payout'), url },
  });
}

type Paid = Pick<
  NonNullable<Awaited<ReturnType<typeof namedPayout>>>,
  'id' | 'name' | 'currency' | 'amount_minor' | 'method' | 'reference'
>;
type PaidLines = { readonly items: readonly { label: string; amount_minor: bigint }[]; readonly more: number };

function payoutMessage(url: string, payout: Paid, { items, more }: PaidLines) {
  const text = (minor: bigint) => moneyText(money(minor, payout.currency));
  const number = payoutNumber(payout.id);
  return mailMessage('payout', {
    subject: t('Payout {number}: {amount}', { number, amount: text(payout.amount_minor) }),
    title: t('We paid {amount}', { amount: text(payout.amount_minor) }),
    paragraphs: [
      t('Hello {name},', { name: shortName(payout.name) }),
      payout.method === nettedMethod
        ? t('Payout {number} was settled against your balance.', { number })
        : payout.reference === ''
          ? t('Payout {number} was sent to your bank account.', { number })
          : t('Payout {number} was sent to your bank account, reference {reference}.', {
              number,
              reference: payout.reference,
            }),
      {
        items: items.map(({ label, amount_minor }) => ({ label, amount: text(amount_minor) })),
        sums: [
          ...(more > 0 ? [{ label: t('{count} more', { count: more }), amount: t('on the payout page') }] : []),
          { label: t('Paid'), amount: text(payout.amount_minor) },
        ],
      },
    ],
    button: { label: t('Open the payout'), url },
  });
}

export const ledgerMailSamples: MailSamples<'payout'> = {
  payout: (origin) =>
    payoutMessage(
      `${pagesOf(origin)}/tuner/3/transfer/12`,
      { id: 12, name: 'Robin Sample', currency: 'CAD', amount_minor: 54_300n, method: 'bank', reference: 'TP-12' },
      {
        items: [
          { label: 'TR-1041', amount_minor: 32_300n },
          { label: 'TR-1050', amount_minor: 22_000n },
        ],
        more: 0,
      },
    ),
};
