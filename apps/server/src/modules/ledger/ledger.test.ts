import { type Account, type Owner, partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { exchange, move } from '@tuneport/domain/ledger/ledger-legs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { LedgerKeyReused } from './errors.ts';
import {
  balanceOf,
  balancesOf,
  expireHolds,
  LedgerHoldEnded,
  LedgerLimitReached,
  placeHold,
  postHold,
  postTransfer,
  setLimit,
  voidHold,
} from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 10 });
});
afterAll(() => database.close());

const at = new Date('2026-03-01T12:00:00Z');
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
let counter = 0;
const next = () => ++counter;
const cash = platformAccount('cash', 'USD');
const rev = platformAccount('rev', 'USD');
const dealerAr = (owner: Owner): Account => partyAccount('ar', owner, 'USD');
const newDealer = (): Owner => `dealer:${next()}`;
const text = (key = `key:${next()}`) => ({ key, kind: 'test.moved', subject: 'test:1', at });
const posted = async (account: Account) => (await balanceOf(database.db, account)).postedMinor;

describe('a posting', () => {
  test('moves value between accounts with positive debits', async () => {
    const owner = newDealer();
    await setLimit(database.db, dealerAr(owner), { maxMinor: 1000n, at });
    const before = await posted(rev);
    const { id, repeated } = await postTransfer(database.db, { ...text(), legs: move(dealerAr(owner), rev, 400n) });
    expect([typeof id, repeated]).toEqual(['bigint', false]);
    expect(await balanceOf(database.db, dealerAr(owner))).toEqual({
      account: dealerAr(owner),
      postedMinor: 400n,
      pendingDebitMinor: 0n,
      pendingCreditMinor: 0n,
      minMinor: null,
      maxMinor: 1000n,
    });
    expect(await posted(rev)).toBe(before - 400n);
    expect(await balancesOf(database.db, owner)).toMatchObject([{ account: dealerAr(owner), postedMinor: 400n }]);
  });

  test('with the same key returns the first transfer, and with different legs fails', async () => {
    const first = text();
    const before = await posted(cash);
    const { id } = await postTransfer(database.db, { ...first, legs: move(cash, rev, 5n) });
    expect(await postTransfer(database.db, { ...first, at: later(1), legs: move(cash, rev, 5n) })).toEqual({
      id,
      repeated: true,
    });
    expect(await posted(cash)).toBe(before + 5n);
    await expect(postTransfer(database.db, { ...first, legs: move(cash, rev, 6n) })).rejects.toThrow(LedgerKeyReused);
    await expect(postTransfer(database.db, { ...first, subject: 'test:2', legs: move(cash, rev, 5n) })).rejects.toThrow(
      LedgerKeyReused,
    );
    expect(await posted(cash)).toBe(before + 5n);
  });

  test('beyond a limit is refused with the figures, writes nothing and keeps the transaction usable', async () => {
    const account = dealerAr(newDealer());
    await setLimit(database.db, account, { maxMinor: 100n, at });
    await postTransfer(database.db, { ...text(), legs: move(account, rev, 70n) });
    await database.db.transaction().execute(async (tx) => {
      const no = await postTransfer(tx, { ...text(), legs: move(account, rev, 31n) }).catch((error: unknown) => error);
      expect(no).toBeInstanceOf(LedgerLimitReached);
      expect(no).toMatchObject({ account, postedMinor: 70n, maxMinor: 100n, wantedMinor: 31n, leftMinor: 30n });
      await postTransfer(tx, { ...text(), legs: move(account, rev, 30n) });
    });
    expect(await posted(account)).toBe(100n);
  });

  test('on a new party account stops at zero unless an overdraft is explicitly allowed', async () => {
    const earned = partyAccount('earn.avail', 'tuner:1', 'USD');
    await expect(postTransfer(database.db, { ...text(), legs: move(earned, cash, 1n) })).rejects.toThrow(
      LedgerLimitReached,
    );
    await postTransfer(database.db, { ...text(), legs: move(earned, cash, 50n), beyondLimits: true });
    expect(await posted(earned)).toBe(50n);
    await expect(postTransfer(database.db, { ...text(), legs: move(earned, cash, 1n) })).rejects.toThrow(
      LedgerLimitReached,
    );
    await postTransfer(database.db, { ...text(), legs: move(cash, earned, 20n) });
    expect(await posted(earned)).toBe(30n);
  });

  test('under a lowered limit may only bring the balance closer to it', async () => {
    const account = dealerAr(newDealer());
    await setLimit(database.db, account, { maxMinor: 100n, at });
    await postTransfer(database.db, { ...text(), legs: move(account, rev, 90n) });
    await setLimit(database.db, account, { maxMinor: 50n, at, reason: 'late payments' });
    await expect(postTransfer(database.db, { ...text(), legs: move(account, rev, 1n) })).rejects.toThrow(
      LedgerLimitReached,
    );
    await postTransfer(database.db, { ...text(), legs: move(cash, account, 30n) });
    await expect(postTransfer(database.db, { ...text(), legs: move(account, rev, 1n) })).rejects.toThrow(
      LedgerLimitReached,
    );
    await postTransfer(database.db, { ...text(), legs: move(cash, account, 30n) });
    await postTransfer(database.db, { ...text(), legs: move(account, rev, 20n) });
    expect(await posted(account)).toBe(50n);
  });

  test('of an exchange stores its rate and balances in both currencies', async () => {
    const legs = exchange(
      { account: cash, amountMinor: 1000n },
      { account: platformAccount('rev', 'CAD'), amountMinor: -1373n },
    );
    await expect(postTransfer(database.db, { ...text(), legs })).rejects.toThrow(TypeError);
    const rate = { from: 'USD', to: 'CAD', rate: '1.3725', at } as const;
    const { id } = await postTransfer(database.db, { ...text(), legs, rate });
    const row = await database.db
      .selectFrom('ledger_transfers')
      .select(['rate_from', 'rate_to', 'rate', 'rate_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ rate_from: 'USD', rate_to: 'CAD', rate: '1.3725', rate_at: at });
    expect([await posted(platformAccount('fx', 'USD')), await posted(platformAccount('fx', 'CAD'))]).toEqual([
      -1000n,
      1373n,
    ]);
  });

  test('with invalid legs is refused before it reaches the database', async () => {
    for (const legs of [
      [],
      [{ account: cash, amountMinor: 1n }],
      [...move(cash, rev, 1n), { account: cash, amountMinor: 1n }],
      move(partyAccount('ar', 'house', 'USD'), rev, 1n),
      move(platformAccount('rev', 'cr.ecu'), platformAccount('cash', 'cr.ecu'), 1n),
    ])
      await expect(postTransfer(database.db, { ...text(), legs })).rejects.toThrow(TypeError);
  });
});

describe('a hold', () => {
  const limited = async (maxMinor: bigint) => {
    const account = dealerAr(newDealer());
    await setLimit(database.db, account, { maxMinor, at });
    return account;
  };
  const hold = (account: Account, amountMinor: bigint, expiresAt = later(60)) =>
    placeHold(database.db, { ...text(), legs: move(account, rev, amountMinor), expiresAt });

  test('counts against the limit until it ends and moves nothing', async () => {
    const account = await limited(100n);
    const { id } = await hold(account, 80n);
    expect(await balanceOf(database.db, account)).toMatchObject({ postedMinor: 0n, pendingDebitMinor: 80n });
    await expect(postTransfer(database.db, { ...text(), legs: move(account, rev, 21n) })).rejects.toThrow(
      LedgerLimitReached,
    );
    await expect(hold(account, 21n)).rejects.toThrow(LedgerLimitReached);
    await voidHold(database.db, id, text());
    expect(await balanceOf(database.db, account)).toMatchObject({ postedMinor: 0n, pendingDebitMinor: 0n });
    await postTransfer(database.db, { ...text(), legs: move(account, rev, 100n) });
  });

  test('is posted in full, or in part with the rest released', async () => {
    const account = await limited(100n);
    const whole = await hold(account, 40n);
    await postHold(database.db, whole.id, text());
    expect(await balanceOf(database.db, account)).toMatchObject({ postedMinor: 40n, pendingDebitMinor: 0n });
    const part = await hold(account, 60n);
    await postHold(database.db, part.id, { ...text(), legs: move(account, rev, 25n) });
    expect(await balanceOf(database.db, account)).toMatchObject({ postedMinor: 65n, pendingDebitMinor: 0n });
  });

  test('ends once, and the same key returns that end', async () => {
    const account = await limited(100n);
    const { id } = await hold(account, 40n);
    const end = text();
    const { id: ended } = await postHold(database.db, id, end);
    expect(await postHold(database.db, id, end)).toEqual({ id: ended, repeated: true });
    const no = await voidHold(database.db, id, text()).catch((error: unknown) => error);
    expect(no).toBeInstanceOf(LedgerHoldEnded);
    expect(no).toMatchObject({ ended: 'posted', transferId: ended });
    await expect(postHold(database.db, id, text())).rejects.toThrow(LedgerHoldEnded);
    await expect(postHold(database.db, ended, text())).rejects.toThrow(RangeError);
    expect(await balanceOf(database.db, account)).toMatchObject({ postedMinor: 40n, pendingDebitMinor: 0n });
  });

  test('expires: it can no longer be posted, and the sweep releases it', async () => {
    const account = await limited(100n);
    const { id } = await hold(account, 40n, later(10));
    await expect(postHold(database.db, id, { ...text(), at: later(10) })).rejects.toMatchObject({ ended: 'expired' });
    expect(await expireHolds(database.db, later(9))).toBe(0);
    expect(await expireHolds(database.db, later(10))).toBe(1);
    expect(await expireHolds(database.db, later(11))).toBe(0);
    expect(await balanceOf(database.db, account)).toMatchObject({ postedMinor: 0n, pendingDebitMinor: 0n });
    await expect(voidHold(database.db, id, text())).rejects.toMatchObject({ ended: 'expired' });
  });

  test('on platform accounts only has no balance row and still ends once', async () => {
    const before = await balanceOf(database.db, cash);
    const { id } = await placeHold(database.db, { ...text(), legs: move(cash, rev, 9n), expiresAt: later(5) });
    expect((await balanceOf(database.db, cash)).pendingDebitMinor).toBe(before.pendingDebitMinor + 9n);
    await voidHold(database.db, id, text());
    expect(await balanceOf(database.db, cash)).toEqual(before);
    await expect(postHold(database.db, id, text())).rejects.toThrow(LedgerHoldEnded);
  });
});

test('the ledger sums to zero in every unit', async () => {
  const { rows } = await sql<{ unit: string; sum: string }>`
    select a.unit, sum(e.amount_minor) from ledger_entries e join ledger_accounts a on a.id = e.account_id group by a.unit`.execute(
    database.db,
  );
  expect(rows.every(({ sum }) => sum === '0')).toBe(true);
});
