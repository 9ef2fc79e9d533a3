import { creditKinds } from '@tuneport/domain/credits/tune-credits';
import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import { purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import { t } from '@tuneport/domain/text/text';
import type { SignedInActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { moneyOwnershipOf } from '../dealers/index.ts';
import { type CodeRow, confirmedEmail, waitingCodes } from './code-queries.ts';
import { creditAccounts, userOwner } from './credit-policy.ts';
import { type HistoryRow, historyOf, type LotRow, lotsById, lotsOf } from './credit-queries.ts';

const idOf = (subject: string) => Number(subject.split(':')[1] ?? 0);

/** The origin of credits. */
const fromWords = ({ source, subject, reason }: Pick<LotRow, 'source' | 'subject' | 'reason'>): string => {
  switch (source) {
    case 'grant':
      return reason === '' ? t('Given by Tuneport') : t('Given by Tuneport: {reason}', { reason });
    case 'code':
      return reason === '' ? t('Claimed with a code') : t('Claimed with a code: {reason}', { reason });
    case 'gift':
      return reason === '' ? t('Given by a dealer') : t('Given by a dealer: {reason}', { reason });
    case 'split':
      return t('Bought with {purchase}', { purchase: purchaseNumber(idOf(subject)) });
    case 'deal':
      return t('Bought in a credit deal');
  }
};

export const useLabels = (row: HistoryRow): string => {
  const purchase = row.subject.startsWith('purchase:') ? purchaseNumber(idOf(row.subject)) : '';
  switch (row.what) {
    case 'spend':
      return t('Paid for {purchase}', { purchase });
    case 'return':
      return purchase === '' ? t('Returned') : t('Returned from {purchase}', { purchase });
    case 'give':
      return row.subject.startsWith('code:') ? t('Given through a code') : t('Given to a customer');
    case 'expire':
      return t('Expired');
    case 'take-back':
      return purchase === '' ? t('Withdrawn') : t('Withdrawn with the refund of {purchase}', { purchase });
    default:
      return fromWords({ source: row.what, subject: row.subject, reason: '' });
  }
};

const presentLot = (row: LotRow) => ({
  id: row.id,
  kind: row.kind,
  units: row.units,
  left: row.left_units,
  held: row.held_units,
  source: row.source,
  from: fromWords(row),
  issued_at: row.issued_at,
  expires_at: row.expires_at,
});

export const presentLots = async (db: Db, ids: readonly number[]) => (await lotsById(db, ids)).map(presentLot);

export const giverOf = ({ dealer }: CodeRow): string => dealer ?? 'Tuneport';

const presentWaiting = (row: CodeRow) => ({
  id: row.id,
  kind: row.kind,
  amount: row.units,
  giver: giverOf(row),
  expires_at: row.expires_at,
});

type Uses = Awaited<ReturnType<typeof historyOf>>;

/** Sums by kind, lots with credits left, and the history of one owner. */
function presentOwner(owner: Owner, lots: readonly LotRow[], history: Uses, now: Date) {
  const mine = lots.filter((lot) => lot.owner === owner);
  const usable = mine.filter(({ expires_at }) => expires_at > now);
  return {
    kinds: creditKinds.map((kind) => ({
      kind,
      available: usable.reduce((sum, lot) => (lot.kind === kind ? sum + lot.left_units : sum), 0),
      held: mine.reduce((sum, lot) => (lot.kind === kind ? sum + lot.held_units : sum), 0),
    })),
    lots: mine.filter((lot) => lot.held_units > 0 || (lot.left_units > 0 && lot.expires_at > now)).map(presentLot),
    history: history
      .filter((row) => row.owner === owner)
      .map((row) => ({ at: row.at, kind: row.kind, units: row.units, what: row.what, words: useLabels(row) })),
  };
}

export async function presentCreditsOf(db: Db, owner: Owner, now: Date) {
  const [lots, history] = await Promise.all([lotsOf(db, [owner]), historyOf(db, [owner])]);
  return presentOwner(owner, lots, history, now);
}

/** The credits of the actor and their dealers. */
export async function presentCredits(db: Db, actor: SignedInActor, now: Date) {
  const owners = creditAccounts(actor);
  const { dealerIds } = moneyOwnershipOf(actor);
  const email = await confirmedEmail(db, actor.userId);
  const [lots, history, dealers, waiting] = await Promise.all([
    lotsOf(db, owners),
    historyOf(db, owners),
    dealerIds.length === 0
      ? []
      : db.selectFrom('dealers').select(['id', 'slug', 'name']).where('id', 'in', dealerIds).orderBy('name').execute(),
    email === null ? [] : waitingCodes(db, email, now),
  ]);
  const group = (owner: Owner, dealer: { id: number; slug: string; name: string } | null) => ({
    dealer,
    ...presentOwner(owner, lots, history, now),
  });
  return {
    owners: [group(userOwner(actor.userId), null), ...dealers.map((dealer) => group(`dealer:${dealer.id}`, dealer))],
    waiting: waiting.map(presentWaiting),
  };
}

export type AdminLotRow = LotRow & { readonly owner_name: string };

export function presentAdminLot(row: AdminLotRow, now: Date) {
  const [kind = '', id = ''] = row.owner.split(':');
  return {
    ...presentLot(row),
    owner: { kind: kind as 'user' | 'dealer', id: Number(id), name: row.owner_name },
    reason: row.reason,
    state:
      row.left_units + row.held_units === 0
        ? ('used' as const)
        : row.expires_at <= now
          ? ('expired' as const)
          : ('usable' as const),
  };
}

export const presentCode = (row: CodeRow) => ({
  id: row.id,
  hint: row.hint,
  state: row.state,
  kind: row.kind,
  units: row.units,
  giver: row.dealer ?? row.author ?? 'Tuneport',
  recipient: row.recipient,
  note: row.note,
  created_at: row.created_at,
  expires_at: row.expires_at,
  claimed_at: row.claimed_at,
  claimed_by: row.claimer,
});
