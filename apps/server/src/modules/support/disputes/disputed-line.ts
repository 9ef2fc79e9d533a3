import type { EarningOwner } from '@tuneport/domain/ledger/earnings';
import type { Currency } from '@tuneport/domain/money/money';
import type { Db } from '../../../platform/db/db.ts';
import { dealerById, entryLabel, openItems } from '../../dealers/index.ts';
import { type DisputedLine, describeSales, earningOfSale } from '../../ledger/index.ts';

const idOf = (owner: EarningOwner): number => Number(owner.split(':')[1]);

/** What is open of a sale that a dealer bought on account; undefined if it is paid or is not one. */
export async function openDebtMinor(
  db: Db,
  { owner, subject, currency }: Pick<DisputedLine, 'owner' | 'subject' | 'currency'>,
  now: Date,
): Promise<bigint | undefined> {
  const dealer = owner.startsWith('dealer:') ? await dealerById(db, idOf(owner)) : undefined;
  if (!dealer) return undefined;
  const items = await openItems(db, { ...dealer, currency: dealer.currency as Currency }, currency, now);
  return items.find((item) => item.subject === subject)?.open_minor;
}

/** The amount of a line, or undefined if the partner has no such line. */
export async function lineMinor(db: Db, line: DisputedLine, now: Date): Promise<bigint | undefined> {
  if (line.account === 'owed') return openDebtMinor(db, line, now);
  const earning = await earningOfSale(db, line.owner, line.currency, line.subject);
  return earning && earning.heldMinor + earning.availableMinor;
}

/** How the lines are named, in the language of the reader. */
export async function lineLabels(
  db: Db,
  lines: readonly Pick<DisputedLine, 'account' | 'subject'>[],
): Promise<(line: Pick<DisputedLine, 'account' | 'subject'>) => string> {
  const sales = await describeSales(
    db,
    lines.filter(({ account }) => account === 'earning').map(({ subject }) => subject),
  );
  return ({ account, subject }) =>
    account === 'owed' ? entryLabel({ kind: '', subject, memo: null, reason: null }) : sales(subject).number;
}
