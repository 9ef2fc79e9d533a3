import { type Account, asShown, isCreditUnit, kindOf, type Unit } from '@tuneport/domain/ledger/ledger-accounts';
import { money, toDecimal } from '@tuneport/domain/money/money';
import type { CheckRow } from './check-ledger.ts';
import type { Explanation } from './explain-balance.ts';
import type { ShownTransfer } from './list-queries.ts';
import type { OwnerNames } from './owner-names.ts';
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
  label: kindOf(account.kind).label,
  unit: account.unit,
  amount: shown(account, postedMinor).amount,
});

const presentName = ({ kind, owner, unit }: Account, names: OwnerNames) => ({
  kind,
  label: kindOf(kind).label,
  owner,
  owner_name: names.get(owner) ?? owner,
  unit,
});

export function presentAccount({ account, ...balance }: AccountBalance & { id: bigint }, names: OwnerNames) {
  const debit = kindOf(account.kind).side === 'debit';
  const limit = debit ? balance.maxMinor : balance.minMinor;
  return {
    id: Number(balance.id),
    ...presentName(account, names),
    balance: shown(account, balance.postedMinor),
    pending: shown(account, balance.pendingDebitMinor - balance.pendingCreditMinor),
    limit: limit === null ? null : shown(account, limit),
  };
}

export const presentExplanation = ({ account, ...rest }: Explanation, names: OwnerNames) => ({
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
    against: entry.against.map((other) => presentName(other, names)),
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

/** Debits and credits in separate columns, as accountants read them. */
export const presentTransfer = (transfer: ShownTransfer, names: OwnerNames) => ({
  id: String(transfer.id),
  phase: transfer.phase,
  kind: transfer.kind,
  subject: transfer.subject,
  at: transfer.at,
  legs: transfer.legs.map(({ account, amountMinor }) => ({
    ...presentName(account, names),
    debit: amountMinor > 0n ? presentAmount(amountMinor, account.unit) : null,
    credit: amountMinor < 0n ? presentAmount(-amountMinor, account.unit) : null,
  })),
});

export const presentCheck = ({ at, by, ok, report }: CheckRow) => ({
  at,
  by,
  ok,
  ...report.checked,
  ms: report.ms,
  problem_count: report.problem_count,
  problems: [...report.problems],
});
