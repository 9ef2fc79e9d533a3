// Runs random operations on the ledger rules and compares the result of each with an independent oracle.
import { createHash } from 'node:crypto';
import {
  type Account,
  accountCode,
  type Owner,
  partyAccount,
  platformAccount,
} from '@tuneport/domain/ledger/ledger-accounts';
import { type Book, type BookPosting, emptyBook, limitAccount, post } from '@tuneport/domain/ledger/ledger-book';
import { earningLegs, splitEarnings } from '@tuneport/domain/ledger/ledger-earnings';
import { convertForPlatform, exchange, type Leg, mirror, mirrorFlows, move } from '@tuneport/domain/ledger/ledger-legs';
import { type Currency, money, percent, ratio } from '@tuneport/domain/money/money';

export type Run = { seed: number; operations: number; hash: string; outcomes: Record<string, number> };

/** A small, fast, deterministic generator. */
function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const currencies: readonly Currency[] = ['USD', 'JPY', 'KWD'];

/** Plain sums per account and a list of holds; amounts are small enough to be exact as numbers. */
class Oracle {
  readonly sums = new Map<string, number>();
  readonly limits = new Map<string, { min: number; max: number }>();
  readonly open = new Map<number, { legs: [code: string, amount: number][]; until: number }>();
  readonly ended = new Set<number>();
  readonly used = new Map<string, string>();

  private held(code: string, side: 1 | -1, without: number | null): number {
    let sum = 0;
    for (const [id, { legs }] of this.open)
      if (id !== without) for (const [held, amount] of legs) if (held === code && amount * side > 0) sum += amount;
    return sum;
  }
  /** The expected result of this posting. */
  expects(posting: BookPosting): string {
    const legs = (posting.legs ?? []).map(({ account, amountMinor }): [string, number] => [
      accountCode(account),
      Number(amountMinor),
    ]);
    const key = JSON.stringify([posting.phase, posting.hold ?? null, [...legs].sort()]);
    const before = this.used.get(posting.key);
    if (before !== undefined)
      return before === key || (posting.legs === null && before.startsWith(key.slice(0, -4)))
        ? 'repeated'
        : 'key_reused';
    const hold = posting.hold ?? null;
    if (hold !== null) {
      const openHold = this.open.get(hold);
      if (!openHold && !this.ended.has(hold)) return 'no_hold';
      if (!openHold || (posting.phase === 'posted' && openHold.until <= posting.at)) return 'hold_ended';
    }
    const moved = posting.legs === null && posting.phase === 'posted' ? (this.open.get(hold ?? 0)?.legs ?? []) : legs;
    if (!posting.beyondLimits)
      for (const code of new Set(moved.map(([one]) => one))) {
        const limit = this.limits.get(code);
        if (!limit) continue;
        const now = this.sums.get(code) ?? 0;
        const mine = moved.filter(([one]) => one === code).map(([, amount]) => amount);
        const up = mine.filter((amount) => amount > 0).reduce((a, b) => a + b, 0);
        const down = mine.filter((amount) => amount < 0).reduce((a, b) => a + b, 0);
        const posted = posting.phase === 'posted' ? up + down : 0;
        const highBefore = now + this.held(code, 1, null);
        const lowBefore = now + this.held(code, -1, null);
        const high = now + posted + this.held(code, 1, hold) + (posting.phase === 'pending' ? up : 0);
        const low = now + posted + this.held(code, -1, hold) + (posting.phase === 'pending' ? down : 0);
        if ((high > limit.max && high > highBefore) || (low < limit.min && low < lowBefore)) return 'limit';
      }
    return 'written';
  }
  write(posting: BookPosting, id: number): void {
    const legs = (posting.legs ?? []).map(({ account, amountMinor }): [string, number] => [
      accountCode(account),
      Number(amountMinor),
    ]);
    this.used.set(posting.key, JSON.stringify([posting.phase, posting.hold ?? null, [...legs].sort()]));
    const hold = posting.hold ?? null;
    const moved = posting.legs === null && posting.phase === 'posted' ? (this.open.get(hold ?? 0)?.legs ?? []) : legs;
    if (hold !== null) {
      this.open.delete(hold);
      this.ended.add(hold);
    }
    if (posting.phase === 'pending') this.open.set(id, { legs, until: posting.expiresAt ?? 0 });
    if (posting.phase === 'posted')
      for (const [code, amount] of moved) this.sums.set(code, (this.sums.get(code) ?? 0) + amount);
  }
  compare(book: Book): string[] {
    const wrong: string[] = [];
    for (const [code, running] of book.running) {
      const limit = this.limits.get(code);
      const mine = [
        this.sums.get(code) ?? 0,
        this.held(code, 1, null),
        -this.held(code, -1, null),
        limit?.max ?? null,
      ].join(' ');
      const max = running.maxMinor === null ? null : Number(running.maxMinor);
      const its = [running.postedMinor, running.pendingDebitMinor, running.pendingCreditMinor, max].join(' ');
      if (mine !== its) wrong.push(`${code}: ${its} instead of ${mine}`);
    }
    return wrong;
  }
}

type Sale = { flows: Leg[][]; back: Leg[][]; left: bigint };

export function simulate(seed: number, operations: number): Run {
  const below = chance(seed);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const book = emptyBook();
  const oracle = new Oracle();
  const journal = createHash('sha256');
  const outcomes: Record<string, number> = {};
  const sales: Sale[] = [];
  const holds: number[] = [];
  const known: BookPosting[] = [];
  let now = 0;
  let serial = 0;

  const owners: readonly Owner[] = ['dealer:1', 'dealer:2', 'dealer:3'];
  const tuner: Owner = 'tuner:1';
  const ar = (owner: Owner, unit: Currency) => partyAccount('ar', owner, unit);
  const setLimit = (account: Account, max: bigint) => {
    limitAccount(book, account, null, max);
    oracle.limits.set(accountCode(account), { min: Number.NEGATIVE_INFINITY, max: Number(max) });
  };
  for (const unit of currencies) {
    for (const owner of owners) setLimit(ar(owner, unit), BigInt(below(50_000)));
    for (const kind of ['earn.hold', 'earn.avail'] as const) setLimit(partyAccount(kind, tuner, unit), 0n);
  }

  const submit = (posting: BookPosting): number | null => {
    const expected = oracle.expects(posting);
    const answer = post(book, posting);
    outcomes[answer.outcome] = (outcomes[answer.outcome] ?? 0) + 1;
    journal.update(
      `${posting.key} ${answer.outcome} ${(posting.legs ?? []).map((leg) => leg.amountMinor).join(',')}\n`,
    );
    if (answer.outcome !== expected)
      throw new Error(`seed ${seed}, ${posting.key}: the book says ${answer.outcome}, the oracle ${expected}`);
    if (answer.outcome !== 'written') return null;
    oracle.write(posting, answer.id);
    known.push(posting);
    return answer.id;
  };
  const text = (
    phase: BookPosting['phase'],
    legs: readonly Leg[] | null,
    extra: Partial<BookPosting> = {},
  ): BookPosting => {
    serial += 1;
    return { key: `k${serial}`, at: now, phase, legs, ...extra };
  };

  const acts: readonly (() => void)[] = [
    function sell() {
      const unit = pick(currencies);
      const total = money(BigInt(below(9_000) + 1), unit);
      const { earnings } = splitEarnings(total, [{ owner: tuner, part: percent(`${below(60)}.${below(10)}`) }]);
      const tax = total.amountMinor / 11n;
      const payer = below(2) ? ar(pick(owners), unit) : platformAccount('cash', unit);
      const sale = [
        ...move(payer, platformAccount('rev', unit), total.amountMinor - tax),
        ...move(payer, platformAccount('tax', unit), tax),
      ];
      const flows = [sale, earningLegs(earnings)];
      if (submit(text('posted', flows.flat())) !== null) sales.push({ flows, back: [[], []], left: total.amountMinor });
    },
    function refund() {
      const sale = sales.length > 0 ? pick(sales) : undefined;
      if (!sale || sale.left === 0n) return;
      const amount = below(3) === 0 ? sale.left : BigInt(below(Number(sale.left)) + 1);
      const back = mirrorFlows(sale.flows, sale.back, amount);
      if (submit(text('posted', back.flat(), { beyondLimits: true })) === null)
        throw new Error(`seed ${seed}: a refund was not written`);
      for (const [at, flow] of back.entries()) sale.back[at]?.push(...flow);
      sale.left -= amount;
      if (sale.left > 0n) return;
      const rest = new Map<string, bigint>();
      for (const { account, amountMinor } of [...sale.flows.flat(), ...sale.back.flat()])
        rest.set(accountCode(account), (rest.get(accountCode(account)) ?? 0n) + amountMinor);
      for (const [code, sum] of rest)
        if (sum !== 0n) throw new Error(`seed ${seed}: ${sum} of a refunded sale stays on ${code}`);
    },
    function hold() {
      const unit = pick(currencies);
      const legs = move(ar(pick(owners), unit), platformAccount('rev', unit), BigInt(below(9_000) + 1));
      const id = submit(text('pending', legs, { expiresAt: now + below(40) + 1 }));
      if (id !== null) holds.push(id);
    },
    function endHold() {
      const id = holds.length > 0 && below(20) ? pick(holds) : below(100) + 1;
      const openHold = book.transfers.get(id);
      const whole = openHold?.legs[0]?.amountMinor ?? 1n;
      const [debit, credit] = openHold?.legs ?? [];
      const part =
        below(2) && debit && credit && whole > 1n && openHold?.phase === 'pending'
          ? move(debit.account, credit.account, BigInt(below(Number(whole - 1n)) + 1))
          : null;
      const phase = pick(['posted', 'posted', 'voided', 'expired'] as const);
      submit(text(phase, phase === 'posted' ? part : null, { hold: id }));
    },
    function payDebt() {
      const unit = pick(currencies);
      submit(text('posted', move(platformAccount('cash', unit), ar(pick(owners), unit), BigInt(below(9_000) + 1))));
    },
    function release() {
      const unit = pick(currencies);
      const [from, to] = below(2) ? (['earn.hold', 'earn.avail'] as const) : (['earn.avail', 'cash'] as const);
      const target = to === 'cash' ? platformAccount(to, unit) : partyAccount(to, tuner, unit);
      submit(text('posted', move(partyAccount(from, tuner, unit), target, BigInt(below(2_000) + 1))));
    },
    function exchangeSome() {
      const [from, to] = below(2) ? (['USD', 'JPY'] as const) : (['KWD', 'USD'] as const);
      const paid = money(BigInt(below(9_000) + 100), from);
      const rate = `${below(200) + 1}.${String(below(10_000)).padStart(4, '0')}`;
      const got = convertForPlatform(paid, ratio(rate), to, 'give');
      if (got.amountMinor === 0n) return;
      const legs = exchange(
        { account: platformAccount('cash', from), amountMinor: paid.amountMinor },
        { account: platformAccount('rev', to), amountMinor: -got.amountMinor },
      );
      submit(text('posted', legs, { rate: { from, to, rate, at: new Date(now) } }));
    },
    function limit() {
      setLimit(ar(pick(owners), pick(currencies)), BigInt(below(60_000)));
    },
    function again() {
      if (known.length > 0) submit({ ...pick(known), at: now });
    },
    function reuse() {
      const before = known.length > 0 ? pick(known) : undefined;
      if (before?.legs) submit({ ...before, legs: mirror(before.legs) });
    },
  ];

  for (let count = 0; count < operations; count += 1) {
    now += below(3);
    pick(acts)();
    if (count % 50 === 0 || count === operations - 1) {
      const wrong = oracle.compare(book);
      if (wrong.length > 0) throw new Error(`seed ${seed}, operation ${count}: ${wrong.join('; ')}`);
    }
  }
  const totals = new Map<string, bigint>();
  for (const { legs, phase } of book.transfers.values())
    if (phase === 'posted')
      for (const { account, amountMinor } of legs)
        totals.set(account.unit, (totals.get(account.unit) ?? 0n) + amountMinor);
  for (const [unit, sum] of totals) if (sum !== 0n) throw new Error(`seed ${seed}: ${unit} sums to ${sum}`);
  return { seed, operations, hash: journal.digest('hex'), outcomes };
}
