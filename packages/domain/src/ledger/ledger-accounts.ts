import { type Currency, isCurrency } from '../money/money.ts';

/** Ledger units besides money: four kinds of tune credits. */
export const creditUnits = ['cr.ecu', 'cr.tcu', 'cr.awd', 'cr.universal'] as const;
export type CreditUnit = (typeof creditUnits)[number];
export type Unit = Currency | CreditUnit;

export const isCreditUnit = (unit: unknown): unit is CreditUnit => creditUnits.includes(unit as CreditUnit);
export const isUnit = (unit: unknown): unit is Unit => isCurrency(unit) || isCreditUnit(unit);

type Kind = {
  /** A party account has one running balance with limits; platform accounts are summed on demand. */
  readonly party: boolean;
  /** The account's normal side; displayed balances are signed by it. */
  readonly side: 'debit' | 'credit';
  readonly units: 'money' | 'credits';
  /** Limits of a new party account, debits positive; null means unlimited. */
  readonly minMinor: bigint | null;
  readonly maxMinor: bigint | null;
  readonly label: string;
};

const platformKind = (side: Kind['side'], label: string, units: Kind['units'] = 'money'): Kind => ({
  party: false,
  side,
  units,
  minMinor: null,
  maxMinor: null,
  label,
});
const party = (side: Kind['side'], label: string, units: Kind['units'] = 'money'): Kind => ({
  party: true,
  side,
  units,
  minMinor: null,
  maxMinor: 0n,
  label,
});

/** Every kind of account. Mirrors the table ledger_kinds; a test compares them. */
export const accountKinds = {
  cash: platformKind('debit', 'Cash at the payment provider'),
  bank: platformKind('debit', 'Cash at the bank'),
  rev: platformKind('credit', 'Revenue'),
  'rev.fee': platformKind('credit', 'Fees'),
  'rev.rent': platformKind('credit', 'Tool rental income'),
  'rev.breakage': platformKind('credit', 'Expired tune credits'),
  'rev.shipping': platformKind('credit', 'Shipping income'),
  'rev.service': platformKind('credit', 'Service income'),
  tax: platformKind('credit', 'Taxes collected'),
  'defer.goods': platformKind('credit', 'Paid goods not yet shipped'),
  'defer.work': platformKind('credit', 'Paid work not yet delivered'),
  'defer.credits': platformKind('credit', 'Sold tune credits not yet used'),
  'cost.comm': platformKind('debit', 'Commissions'),
  goodwill: platformKind('debit', 'Goodwill'),
  'vt.clear': platformKind('credit', 'Value in transit between two requests'),
  fx: platformKind('debit', 'Currency exchange'),
  stock: platformKind('debit', 'Stock'),
  cogs: platformKind('debit', 'Cost of goods sold'),
  payable: platformKind('credit', 'Owed to suppliers'),
  loss: platformKind('debit', 'Losses'),
  difference: platformKind('debit', 'Stock differences'),
  'dispute.hold': platformKind('debit', 'Disputed payments'),
  'credits.issued': platformKind('debit', 'Tune credits in circulation', 'credits'),
  ar: party('debit', 'Owed to us'),
  prepay: party('credit', 'Prepaid balance'),
  deposit: party('credit', 'Deposit held'),
  'earn.hold': party('credit', 'Earnings waiting'),
  'earn.avail': party('credit', 'Earnings available'),
  transit: party('credit', 'Payout on its way'),
  credits: party('credit', 'Tune credits', 'credits'),
} as const satisfies Record<string, Kind>;
export type AccountKind = keyof typeof accountKinds;
export const accountKindNames = Object.keys(accountKinds) as readonly AccountKind[];

export const isAccountKind = (kind: unknown): kind is AccountKind =>
  typeof kind === 'string' && Object.hasOwn(accountKinds, kind);
export const kindOf = (kind: AccountKind): Kind => accountKinds[kind];

/** The platform (`house`), or a record that has its own accounts, such as `dealer:17`. */
export type Owner = 'house' | `${string}:${number}`;
const ownerText = /^(house|[a-z]+:[1-9][0-9]{0,14})$/;
export const isOwner = (owner: unknown): owner is Owner => typeof owner === 'string' && ownerText.test(owner);

export type Account = { readonly kind: AccountKind; readonly owner: Owner; readonly unit: Unit };

export const platformAccount = (kind: AccountKind, unit: Unit): Account => ({ kind, owner: 'house', unit });
export const partyAccount = (kind: AccountKind, owner: Owner, unit: Unit): Account => ({ kind, owner, unit });

/** Unique text key of an account, for maps and messages. */
export const accountCode = ({ kind, owner, unit }: Account): string => `${kind} ${owner} ${unit}`;

export function parseAccount(code: string): Account | null {
  const [kind, owner, unit, ...rest] = code.split(' ');
  return rest.length === 0 && isAccountKind(kind) && isOwner(owner) && isUnit(unit) ? { kind, owner, unit } : null;
}

/** The displayed sign: what a dealer owes and what we owe a tuner are both positive. */
export const asShown = (kind: AccountKind, amountMinor: bigint): bigint =>
  accountKinds[kind].side === 'debit' ? amountMinor : -amountMinor;
