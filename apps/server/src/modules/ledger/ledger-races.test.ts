import {
  type Account,
  accountCode,
  accountKindNames,
  kindOf,
  partyAccount,
  platformAccount,
} from '@tuneport/domain/ledger/ledger-accounts';
import { type BookPosting, emptyBook, limitAccount, post, runningOf } from '@tuneport/domain/ledger/ledger-book';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chance } from '../../seeds/chance.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { LedgerKeyReused } from './errors.ts';
import {
  balanceOf,
  expireHolds,
  LedgerHoldEnded,
  LedgerLimitReached,
  placeHold,
  postHold,
  postTransfer,
  setLimit,
  verifyLedger,
  voidHold,
} from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 17 });
});
afterAll(() => database.close());

/** SOAK=1 runs the full load: 100,000 mixed operations, 500 rounds for each race. */
const soak = Boolean(process.env.SOAK);
const at = new Date('2026-03-01T12:00:00Z');
const minutes = (count: number) => new Date(at.getTime() + count * 60_000);
const cash = platformAccount('cash', 'USD');
const rev = platformAccount('rev', 'USD');
const text = (key: string) => ({ key, kind: 'test.raced', subject: 'test:1', at });
const atOnce = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

type Answer = 'written' | 'repeated' | 'limit' | 'key_reused' | 'hold_ended' | 'no_hold';
const answerOf = (work: Promise<{ repeated: boolean }>): Promise<Answer> =>
  work.then(
    ({ repeated }) => (repeated ? 'repeated' : 'written'),
    (error: unknown) => {
      if (error instanceof LedgerLimitReached) return 'limit';
      if (error instanceof LedgerKeyReused) return 'key_reused';
      if (error instanceof LedgerHoldEnded) return 'hold_ended';
      if (error instanceof RangeError) return 'no_hold';
      throw error;
    },
  );
/** Seeded random numbers below a bound. */
function drawing(seed: number): { below(bound: number): number } {
  let turn = 0;
  return {
    below(bound) {
      turn += 1;
      return Math.floor(chance(seed, `${turn}`) * bound);
    },
  };
}
const count = <T>(list: readonly T[], what: T) => list.filter((one) => one === what).length;

test('the account kinds of the database match those of the domain', async () => {
  const { rows } = await sql<{ kind: string; party: boolean; min_minor: bigint | null; max_minor: bigint | null }>`
    select kind, party, min_minor, max_minor from ledger_kinds`.execute(database.db);
  expect(rows.map(({ kind }) => kind).sort()).toEqual([...accountKindNames].sort());
  for (const { kind, party, min_minor, max_minor } of rows) {
    const known = kindOf(kind as (typeof accountKindNames)[number]);
    expect([kind, party, min_minor, max_minor]).toEqual([kind, known.party, known.minMinor, known.maxMinor]);
  }
});

test('of fifty concurrent postings exactly the seven within the limit succeed', async () => {
  for (let round = 1; round <= (soak ? 500 : 4); round += 1) {
    const account = partyAccount('ar', `dealer:${round}`, 'USD');
    await setLimit(database.db, account, { maxMinor: 7_006n, at });
    const answers = await atOnce(50, (n) =>
      answerOf(
        round % 2
          ? postTransfer(database.db, { ...text(`seven:${round}:${n}`), legs: move(account, rev, 1_000n) })
          : placeHold(database.db, {
              ...text(`seven:${round}:${n}`),
              legs: move(account, rev, 1_000n),
              expiresAt: minutes(9),
            }),
      ),
    );
    expect([count(answers, 'written'), count(answers, 'limit')]).toEqual([7, 43]);
  }
});

test('fifty concurrent postings with one key are one transfer, even when the limit allows only one', async () => {
  for (let round = 1; round <= (soak ? 500 : 3); round += 1) {
    const account = partyAccount('prepay', `user:${round}`, 'USD');
    await postTransfer(database.db, { ...text(`filled:${round}`), legs: move(cash, account, 100n) });
    const answers = await atOnce(50, () =>
      postTransfer(database.db, { ...text(`same:${round}`), legs: move(account, rev, 100n) }),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(
      count(
        answers.map(({ repeated }) => repeated),
        false,
      ),
    ).toBe(1);
    expect((await balanceOf(database.db, account)).postedMinor).toBe(0n);
  }
  const onPlatform = await atOnce(50, () =>
    postTransfer(database.db, { ...text('same:house'), legs: move(cash, rev, 1n) }),
  );
  expect(
    count(
      onPlatform.map(({ repeated }) => repeated),
      false,
    ),
  ).toBe(1);
});

test('a new account opened fifty times concurrently is created once', async () => {
  const account = partyAccount('ar', 'dealer:7777', 'EUR');
  const answers = await atOnce(50, (n) =>
    answerOf(
      postTransfer(database.db, { ...text(`opened:${n}`), legs: move(platformAccount('cash', 'EUR'), account, 1n) }),
    ),
  );
  expect(count(answers, 'written')).toBe(50);
  expect((await balanceOf(database.db, account)).postedMinor).toBe(-50n);
});

test('a hold posted, voided and expired concurrently ends once, and its value is either released or moved', async () => {
  const account = partyAccount('ar', 'dealer:8888', 'USD');
  await setLimit(database.db, account, { maxMinor: 1_000_000n, at });
  let moved = 0n;
  for (let round = 0; round < (soak ? 500 : 12); round += 1) {
    // Half of them use platform accounts only, which have no balance row to lock.
    const legs = round % 2 ? move(cash, rev, 10n) : move(account, rev, 10n);
    const { id } = await placeHold(database.db, { ...text(`once:${round}`), legs, expiresAt: minutes(5) });
    const answers = await Promise.all([
      ...[1, 2, 3].map((n) =>
        answerOf(postHold(database.db, id, { ...text(`once:${round}:post:${n}`), at: minutes(4) })),
      ),
      ...[1, 2, 3].map((n) => answerOf(voidHold(database.db, id, text(`once:${round}:void:${n}`)))),
      expireHolds(database.db, minutes(6)),
      expireHolds(database.db, minutes(6)),
    ]);
    const ends = await database.db.selectFrom('ledger_transfers').select('phase').where('ends_hold', '=', id).execute();
    expect(ends).toHaveLength(1);
    expect(count<unknown>(answers, 'written')).toBe(ends[0]?.phase === 'expired' ? 0 : 1);
    if (round % 2 === 0 && ends[0]?.phase === 'posted') moved += 10n;
  }
  expect(await balanceOf(database.db, account)).toMatchObject({ postedMinor: moved, pendingDebitMinor: 0n });
});

test('sixteen concurrent clients on few accounts keep the ledger consistent at every check', async () => {
  const accounts: Account[] = [1, 2, 3].map((n) => partyAccount('ar', `dealer:${10_000 + n}`, 'USD'));
  for (const account of accounts) await setLimit(database.db, account, { maxMinor: 5_000n, at });
  const holds: bigint[] = [];
  const answers: Answer[] = [];
  let running = true;
  const looks = (async () => {
    const seen: boolean[] = [];
    while (running) {
      const report = await verifyLedger(database.db);
      if (!report.ok) throw new Error(JSON.stringify(report.problems));
      seen.push(report.ok);
      await new Promise((resolve) => setTimeout(resolve, soak ? 5_000 : 300));
    }
    return seen.length;
  })();
  const client = async (n: number) => {
    const draw = drawing(n + 1);
    for (let round = 0; round < (soak ? 6_250 : 40); round += 1) {
      const one = accounts[draw.below(3)] as Account;
      const other = accounts[draw.below(3)] as Account;
      const amount = BigInt(draw.below(900) + 1);
      const own = text(`crowd:${n}:${round}`);
      // Between two parties in both directions: without a fixed lock order these would deadlock.
      const between = accountCode(one) === accountCode(other) ? move(one, rev, amount) : move(one, other, amount);
      const act = draw.below(6);
      const hold = holds[draw.below(Math.max(1, holds.length))];
      if (act <= 1) answers.push(await answerOf(postTransfer(database.db, { ...own, legs: between })));
      else if (act === 2)
        answers.push(await answerOf(postTransfer(database.db, { ...own, legs: move(cash, one, amount) })));
      else if (act === 3 || hold === undefined) {
        const placed = placeHold(database.db, { ...own, legs: between, expiresAt: minutes(30) });
        answers.push(await answerOf(placed));
        await placed.then(({ id }) => holds.push(id)).catch(() => {});
      } else if (act === 4) answers.push(await answerOf(postHold(database.db, hold, own)));
      else answers.push(await answerOf(voidHold(database.db, hold, own)));
    }
  };
  await atOnce(16, client).finally(() => {
    running = false;
  });
  expect(await looks).toBeGreaterThan(0);
  expect(new Set(answers)).toEqual(new Set(['written', 'limit', 'hold_ended']));
  expect(await verifyLedger(database.db)).toMatchObject({ ok: true, unsealed: 0 });
});

test('the database handles every posting like the in-memory model and keeps the same balances', async () => {
  const draw = drawing(5);
  const book = emptyBook();
  const accounts = [1, 2].flatMap((n) => [
    partyAccount('ar', `dealer:${20_000 + n}`, 'CAD'),
    partyAccount('prepay', `user:${20_000 + n}`, 'CAD'),
  ]);
  const onPlatform = [platformAccount('cash', 'CAD'), platformAccount('rev', 'CAD')];
  const ids = new Map<number, bigint>();
  const known: BookPosting[] = [];
  for (let round = 0; round < 250; round += 1) {
    const any = () => [...accounts, ...onPlatform][draw.below(6)] as Account;
    const [one, other] = [any(), any()];
    if (round % 25 === 0) {
      const account = accounts[draw.below(4)] as Account;
      const [minMinor, maxMinor] = [draw.below(3) ? null : BigInt(-draw.below(3_000)), BigInt(draw.below(4_000))];
      limitAccount(book, account, minMinor, maxMinor);
      await setLimit(database.db, account, { minMinor, maxMinor, at });
    }
    if (accountCode(one) === accountCode(other)) continue;
    const legs = move(one, other, BigInt(draw.below(1_500) + 1));
    const pending = [...book.transfers.values()].filter(({ phase }) => phase === 'pending');
    const hold = pending[draw.below(Math.max(1, pending.length))]?.id;
    const act = draw.below(8);
    const key = `model:${round}`;
    const common = { key, at: at.getTime(), beyondLimits: draw.below(12) === 0 };
    const posting: BookPosting =
      act === 0 && known.length > 0
        ? { ...(known[draw.below(known.length)] as BookPosting) }
        : act === 1 && hold !== undefined
          ? { key, at: at.getTime(), phase: 'posted', legs: draw.below(2) ? null : legs, hold }
          : act === 2 && hold !== undefined
            ? { key, at: at.getTime(), phase: 'voided', legs: null, hold }
            : act <= 4
              ? { ...common, phase: 'pending', legs, expiresAt: at.getTime() + draw.below(3) * 60_000 }
              : { ...common, phase: 'posted', legs };
    const expected = post(book, posting);
    const own = { ...text(posting.key), at: new Date(posting.at) };
    const holdId = ids.get(posting.hold ?? 0) ?? 0n;
    const { beyondLimits = false } = posting;
    const doing =
      posting.phase === 'pending'
        ? placeHold(database.db, {
            ...own,
            legs: posting.legs ?? [],
            expiresAt: new Date(posting.expiresAt ?? 0),
            beyondLimits,
          })
        : posting.phase === 'voided'
          ? voidHold(database.db, holdId, own)
          : posting.hold == null
            ? postTransfer(database.db, { ...own, legs: posting.legs ?? [], beyondLimits })
            : postHold(database.db, holdId, { ...own, legs: posting.legs ?? undefined });
    expect([round, await answerOf(doing)]).toEqual([round, expected.outcome]);
    if (expected.outcome === 'written') {
      ids.set(expected.id, (await doing).id);
      known.push(posting);
    }
  }
  expect(known.length).toBeGreaterThan(80);
  for (const account of accounts)
    expect(await balanceOf(database.db, account)).toEqual({ account, ...runningOf(book, account) });
});
