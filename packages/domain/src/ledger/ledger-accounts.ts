import { type Currency, isCurrency } from '../money/money.ts';

/** What a ledger counts besides money: tune credits of four sorts. */
export const creditUnits = ['cr.ecu', 'cr.tcu', 'cr.awd', 'cr.universal'] as const;
export type CreditUnit = (typeof creditUnits)[number];
export type Unit = Currency | CreditUnit;

export const isCreditUnit = (unit: unknown): unit is CreditUnit => creditUnits.includes(unit as CreditUnit);
export const isUnit = (unit: unknown): unit is Unit => isCurrency(unit) || isCreditUnit(unit);

type Kind = {
  /** A party's account keeps one running balance with limits; the house's are summed when asked for. */
  readonly party: boolean;
  /** The side on which the account usually stands; what people read is counted from there. */
  readonly side: 'debit' | 'credit';
  readonly units: 'money' | 'credits';
  /** Where a new party account stops, debits above zero; null is nowhere. */
  readonly minMinor: bigint | null;
  readonly maxMinor: bigint | null;
  readonly says: string;
};

const house = (side: Kind['side'], says: string, units: Kind['units'] = 'money'): Kind => ({
  party: false,
  side,
  units,
  minMinor: null,
  maxMinor: null,
  says,
});
const party = (side: Kind['side'], says: string, units: Kind['units'] = 'money'): Kind => ({
  party: true,
  side,
  units,
  minMinor: null,
  maxMinor: 0n,
  says,
});

/** Every kind of account. The table ledger_kinds says the same, and a test compares them. */
export const accountKinds = {
  cash: house('debit', 'Money at the payment provider'),
  bank: house('debit', 'Money at the bank'),
  rev: house('credit', 'Revenue'),
  'rev.fee': house('credit', 'Fees'),
  'rev.rent': house('credit', 'Rent of tools'),
  'rev.breakage': house('credit', 'Tune credits that expired'),
  'rev.shipping': house('credit', 'Shipping charged'),
  'rev.service': house('credit', 'Service charged'),
  tax: house('credit', 'Taxes collected'),
  'defer.goods': house('credit', 'Paid goods not shipped yet'),
  'defer.work': house('credit', 'Paid work not delivered yet'),
  'defer.credits': house('credit', 'Sold tune credits not spent yet'),
  'cost.comm': house('debit', 'Commissions'),
  goodwill: house('debit', 'Goodwill'),
  'vt.clear': house('credit', 'Value on its way between two requests'),
  fx: house('debit', 'Currency exchange'),
  stock: house('debit', 'Stock'),
  cogs: house('debit', 'Cost of goods sold'),
  payable: house('credit', 'Owed to suppliers'),
  loss: house('debit', 'Losses'),
  difference: house('debit', 'Stock differences'),
  'dispute.hold': house('debit', 'Disputed payments'),
  'credits.issued': house('debit', 'Tune credits in circulation', 'credits'),
  ar: party('debit', 'Owed to us'),
  prepay: party('credit', 'Paid in advance'),
  deposit: party('credit', 'Deposit we keep'),
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

/** The house, or a record that has accounts of its own, such as `dealer:17`. */
export type Owner = 'house' | `${string}:${number}`;
const ownerText = /^(house|[a-z]+:[1-9][0-9]{0,14})$/;
export const isOwner = (owner: unknown): owner is Owner => typeof owner === 'string' && ownerText.test(owner);

export type Account = { readonly kind: AccountKind; readonly owner: Owner; readonly unit: Unit };

export const platformAccount = (kind: AccountKind, unit: Unit): Account => ({ kind, owner: 'house', unit });
export const partyAccount = (kind: AccountKind, owner: Owner, unit: Unit): Account => ({ kind, owner, unit });

/** One text per account, for maps and messages. */
export const accountCode = ({ kind, owner, unit }: Account): string => `${kind} ${owner} ${unit}`;

export function parseAccount(code: string): Account | null {
  const [kind, owner, unit, ...rest] = code.split(' ');
  return rest.length === 0 && isAccountKind(kind) && isOwner(owner) && isUnit(unit) ? { kind, owner, unit } : null;
}

/** What people read: what a dealer owes and what we owe a tuner are both above zero. */
export const asShown = (kind: AccountKind, amountMinor: bigint): bigint =>
  accountKinds[kind].side === 'debit' ? amountMinor : -amountMinor;
