import { sql } from 'kysely';
import { violations, violationsAtRest } from '../invariants.ts';
import { type Chance, chance } from '../money-run/chance.ts';
import { rest } from './race.ts';
import type { Scenario } from './scenarios.ts';
import type { RaceReply, World } from './world.ts';

export type CrowdReport = {
  readonly seed: number;
  /** Concurrent actions on the same subject, and the ledger transfers they wrote. */
  readonly acts: number;
  readonly transfers: number;
  /** Subjects that another worker's job ended before they were ready. */
  readonly skipped: number;
  readonly snapshots: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly wrong: readonly string[];
};

/**
 * Everything besides the store: accounts, tunes, requests, credits and their codes, shares, payouts, deposits, tools
 * and deals, by many clients on two processes. Two or three act concurrently on the same subject, and invariants are
 * checked periodically meanwhile.
 */
export async function crowd(
  world: World,
  scenarios: Readonly<Record<string, Scenario>>,
  input: { readonly acts: number; readonly clients: number; readonly seed: number; readonly lookEvery: number },
): Promise<CrowdReport> {
  const wrong: string[] = [];
  const answers: Record<string, number> = {};
  let [acts, skipped, snapshots, looked] = [0, 0, 0, 0];
  const names = Object.keys(scenarios);
  const visit = async (dice: Chance) => {
    const name = dice.pick(names);
    const scenario = scenarios[name] as Scenario;
    const subject = await scenario.prepare(world).catch((error: unknown) => {
      if (!String(error).includes('could not be prepared: 4')) wrong.push(`${name}: ${error}`);
      skipped += 1;
    });
    if (subject === undefined) return;
    const all = Object.values(scenario.acts);
    const replies: RaceReply[] = await Promise.all(
      [0, 1].map((at) => dice.pick(all)(world, subject, world.processes[at as 0 | 1])),
    );
    acts += replies.length;
    for (const { status, body } of replies) {
      answers[status] = (answers[status] ?? 0) + 1;
      if (status >= 500) wrong.push(`${name}: ${status} ${JSON.stringify(body)?.slice(0, 200)}`);
    }
    for (const broken of (await scenario.invariant?.(world, subject, replies)) ?? []) wrong.push(`${name}: ${broken}`);
  };
  await Promise.all(
    Array.from({ length: input.clients }, async (_, at) => {
      const dice = chance(input.seed * 1_000 + at);
      while (acts < input.acts && wrong.length < 30) {
        await visit(dice);
        if (acts - looked < input.lookEvery) continue;
        looked = acts;
        snapshots += 1;
        wrong.push(...(await violations(world.server.db)).map((broken) => `after ${looked}: ${broken}`));
      }
    }),
  );
  await rest(world);
  const provider = world.server.platform.payments;
  if (provider) wrong.push(...(await violationsAtRest(world.server.db, provider)));
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ledger_transfers`.execute(
    world.server.db,
  );
  return { seed: input.seed, acts, transfers: rows[0]?.n ?? 0, skipped, snapshots, answers, wrong: wrong.slice(0, 30) };
}
