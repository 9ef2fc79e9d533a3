import { type Account, accountCode, kindOf } from './ledger-accounts.ts';
import { type Leg, problemsOf, type StoredRate } from './ledger-legs.ts';

/**
 * In-memory model of the ledger rules, without clock, randomness or database. It reimplements the database's posting
 * function; simulations run on it by the million, and the database is compared with it.
 */
export type Book = {
  readonly transfers: Map<number, BookTransfer>;
  readonly keys: Map<string, number>;
  /** The transfer that ended each hold. */
  readonly ends: Map<number, number>;
  readonly running: Map<string, Running>;
};
type BookTransfer = {
  readonly id: number;
  readonly phase: 'posted' | 'pending' | 'voided' | 'expired';
  readonly legs: readonly Leg[];
  readonly endsHold: number | null;
  readonly expiresAt: number | null;
};
/** The running balance of a party account. */
type Running = {
  postedMinor: bigint;
  pendingDebitMinor: bigint;
  pendingCreditMinor: bigint;
  minMinor: bigint | null;
  maxMinor: bigint | null;
};
type BookAnswer =
  | { readonly outcome: 'written' | 'repeated'; readonly id: number }
  | { readonly outcome: 'key_reused' | 'limit' | 'no_hold' | 'hold_ended' | 'no_transfer' };

export type BookPosting = {
  readonly key: string;
  readonly at: number;
  readonly phase: BookTransfer['phase'];
  /** Null: none, or the legs of the hold that is posted. */
  readonly legs: readonly Leg[] | null;
  readonly hold?: number | null;
  readonly expiresAt?: number | null;
  readonly rate?: StoredRate | null;
  readonly beyondLimits?: boolean;
};

export const emptyBook = (): Book => ({ transfers: new Map(), keys: new Map(), ends: new Map(), running: new Map() });

export function runningOf(book: Book, account: Account): Running | null {
  const kind = kindOf(account.kind);
  if (!kind.party) return null;
  const code = accountCode(account);
  let running = book.running.get(code);
  if (!running) {
    const { minMinor, maxMinor } = kind;
    running = { postedMinor: 0n, pendingDebitMinor: 0n, pendingCreditMinor: 0n, minMinor, maxMinor };
    book.running.set(code, running);
  }
  return running;
}

export function limitAccount(book: Book, account: Account, minMinor: bigint | null, maxMinor: bigint | null): void {
  const running = runningOf(book, account);
  if (!running) throw new TypeError('only accounts of parties have limits');
  running.minMinor = minMinor;
  running.maxMinor = maxMinor;
}

type Change = { running: Running; posted: bigint; debit: bigint; credit: bigint };

export function post(book: Book, posting: BookPosting): BookAnswer {
  const known = book.keys.get(posting.key);
  if (known !== undefined)
    return sameAs(book, known, posting) ? { outcome: 'repeated', id: known } : { outcome: 'key_reused' };
  if (posting.legs && problemsOf(posting.legs, posting.rate).length > 0) return { outcome: 'no_transfer' };

  const hold = posting.hold == null ? null : book.transfers.get(posting.hold);
  if (posting.hold != null) {
    if (hold?.phase !== 'pending') return { outcome: 'no_hold' };
    if (posting.phase === 'posted' && (hold.expiresAt ?? 0) <= posting.at) return { outcome: 'hold_ended' };
    if (book.ends.has(hold.id)) return { outcome: 'hold_ended' };
  }
  const legs = posting.legs ?? (posting.phase === 'posted' ? (hold?.legs ?? []) : []);
  const changes = changesOf(book, posting.phase, legs, hold?.legs ?? []);
  if (!posting.beyondLimits && changes.some(passesLimit)) return { outcome: 'limit' };

  for (const { running, posted, debit, credit } of changes) {
    running.postedMinor += posted;
    running.pendingDebitMinor += debit;
    running.pendingCreditMinor += credit;
  }
  const id = book.transfers.size + 1;
  book.transfers.set(id, {
    id,
    phase: posting.phase,
    legs,
    endsHold: hold?.id ?? null,
    expiresAt: posting.expiresAt ?? null,
  });
  book.keys.set(posting.key, id);
  if (hold) book.ends.set(hold.id, id);
  return { outcome: 'written', id };
}

function changesOf(book: Book, phase: BookTransfer['phase'], legs: readonly Leg[], released: readonly Leg[]): Change[] {
  const changes = new Map<string, Change>();
  const changeOf = (account: Account): Change | null => {
    const running = runningOf(book, account);
    if (!running) return null;
    const code = accountCode(account);
    const change = changes.get(code) ?? { running, posted: 0n, debit: 0n, credit: 0n };
    changes.set(code, change);
    return change;
  };
  const pend = (change: Change, amountMinor: bigint, sign: 1n | -1n) => {
    if (amountMinor > 0n) change.debit += sign * amountMinor;
    else change.credit -= sign * amountMinor;
  };
  for (const { account, amountMinor } of legs) {
    const change = changeOf(account);
    if (change && phase === 'posted') change.posted += amountMinor;
    else if (change && phase === 'pending') pend(change, amountMinor, 1n);
  }
  for (const { account, amountMinor } of released) {
    const change = changeOf(account);
    if (change) pend(change, amountMinor, -1n);
  }
  return [...changes.values()];
}

/**
 * Whether a change moves the balance, pending included, further beyond a limit. A change back towards the limit is
 * never refused.
 */
function passesLimit({ running, posted, debit, credit }: Change): boolean {
  const high = running.postedMinor + running.pendingDebitMinor + posted + debit;
  const low = running.postedMinor - running.pendingCreditMinor + posted - credit;
  return (
    (running.maxMinor !== null && posted + debit > 0n && high > running.maxMinor) ||
    (running.minMinor !== null && posted - credit < 0n && low < running.minMinor)
  );
}

function sameAs(book: Book, id: number, posting: BookPosting): boolean {
  const known = book.transfers.get(id);
  if (!known || known.phase !== posting.phase || known.endsHold !== (posting.hold ?? null)) return false;
  if (!posting.legs) return true;
  const text = (legs: readonly Leg[]) =>
    legs
      .map(({ account, amountMinor }) => `${accountCode(account)} ${amountMinor}`)
      .sort()
      .join('\n');
  return text(known.legs) === text(posting.legs);
}
