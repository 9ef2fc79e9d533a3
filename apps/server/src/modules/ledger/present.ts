import { type Account, asShown, isCreditUnit, kindOf, type Unit } from '@tuneport/domain/ledger/ledger-accounts';
import { money, toDecimal } from '@tuneport/domain/money/money';
import type { Explanation } from './explain-balance.ts';
import type { AccountBalance } from './queries.ts';

export const presentAmount = (amountMinor: bigint, unit: Unit) => ({
  amount: isCreditUnit(unit) ? amountMinor.toString() : toDecimal(money(amountMinor, unit)),
  currency: unit,
});

const shown = (account: Account, amountMinor: bigint) =>
  presentAmount(asShown(account.kind, amountMinor), account.unit);

/** Signed by the account's normal side, so that a partner's own value is positive. */
export const balanceLabel = ({ account, postedMinor }: AccountBalance) => ({
  kind: account.kind,
  label: kindOf(account.kind).says,
  unit: account.unit,
  amount: shown(account, postedMinor).amount,
});

export const presentName = ({ kind, owner, unit }: Account) => ({ kind, says: kindOf(kind).says, owner, unit });

export function presentAccount({ account, ...balance }: AccountBalance & { id: bigint }) {
  const debit = kindOf(account.kind).side === 'debit';
  const limit = debit ? balance.maxMinor : balance.minMinor;
  return {
    id: Number(balance.id),
    ...presentName(account),
    balance: shown(account, balance.postedMinor),
    pending: shown(account, balance.pendingDebitMinor - balance.pendingCreditMinor),
    limit: limit === null ? null : shown(account, limit),
  };
}

export const presentExplanation = ({ account, ...rest }: Explanation) => ({
  at: rest.at,
  opening: shown(account, rest.openingMinor),
  entries: rest.entries.map((entry) => ({
    transfer_id: Number(entry.transferId),
    at: entry.at,
    kind: entry.kind,
    subject: entry.subject,
    memo: entry.memo,
    reason: entry.reason,
    actor_id: entry.actorId,
    reverses: entry.reverses === null ? null : Number(entry.reverses),
    amount: shown(account, entry.amountMinor),
    balance: shown(account, entry.balanceMinor),
    against: entry.against.map(presentName),
  })),
  closing: shown(account, rest.closingMinor),
  pending: rest.pending.map((hold) => ({
    transfer_id: Number(hold.transferId),
    at: hold.at,
    expires_at: hold.expiresAt,
    kind: hold.kind,
    subject: hold.subject,
    memo: hold.memo,
    amount: shown(account, hold.amountMinor),
  })),
  earlier: rest.earlier,
});
