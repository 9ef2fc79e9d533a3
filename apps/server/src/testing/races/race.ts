import { inspect } from 'node:util';
import { sweepPayments } from '../../modules/payments/index.ts';
import { violationsAtRest } from '../invariants.ts';
import { passTime } from '../money/payments.ts';
import { chance } from '../money-run/chance.ts';
import { byChance, interleave, type Schedule, schedules } from './interleave.ts';
import type { Scenario } from './scenarios.ts';
import type { RaceReply, World } from './world.ts';

export type Pair = { readonly scenario: string; readonly first: string; readonly second: string };

/** All pairs of a scenario's actions, also with themselves. */
export const pairsOf = (scenarios: Readonly<Record<string, Scenario>>): Pair[] =>
  Object.entries(scenarios).flatMap(([scenario, { acts }]) => {
    const names = Object.keys(acts);
    return names.flatMap((first, at) => names.slice(at).map((second) => ({ scenario, first, second })));
  });

export type Raced = {
  readonly schedules: number;
  readonly statements: readonly [number, number];
  readonly wrong: string[];
};

/** One pair in one interleaving after another, each on its own subject. */
export async function race(
  world: World,
  scenarios: Readonly<Record<string, Scenario>>,
  pair: Pair,
  input: { readonly count: number; readonly seed: number; readonly cuts?: readonly number[] },
): Promise<Raced> {
  const { prepare, acts, invariant } = scenarios[pair.scenario] as Scenario;
  const [first, second] = [acts[pair.first], acts[pair.second]];
  if (!first || !second) throw new Error(`${pair.scenario} has no ${pair.first} or ${pair.second}`);
  const dice = chance(input.seed);
  const wrong: string[] = [];
  let statements: readonly [number, number] = [0, 0];
  const once = async (schedule: Schedule, name: string) => {
    const subject = await prepare(world);
    const [here, there] = world.processes;
    const run = await interleave(
      world.watch,
      { first: () => first(world, subject, here), second: () => second(world, subject, there) },
      schedule,
    );
    statements = [Math.max(statements[0], run.passed[0]), Math.max(statements[1], run.passed[1])];
    const replies: readonly RaceReply[] = [run.first, run.second];
    const summary = replies
      .map(({ status, body }) => `${status} ${inspect(body, { depth: 3, breakLength: Infinity }).slice(0, 160)}`)
      .join(' | ');
    for (const { status } of replies) if (status >= 500) wrong.push(`${name}: ${summary}`);
    for (const broken of (await invariant?.(world, subject, replies)) ?? [])
      wrong.push(`${name}: ${broken}; ${summary}`);
  };
  const looked = async (name: string) => {
    await rest(world);
    const provider = world.server.platform.payments;
    if (provider)
      wrong.push(...(await violationsAtRest(world.server.db, provider)).map((broken) => `${name}: ${broken}`));
  };
  for (const cut of input.cuts ?? [])
    await once(({ first: passed }) => (passed < cut ? 'first' : 'second'), `cut at ${cut}`);
  // Runs them sequentially first, to count the statements. If only one schedule is requested, it is random.
  if (input.count > 0) await once(input.count === 1 ? byChance(dice.below) : () => 'first', 'the first');
  let at = 0;
  for (const schedule of schedules(input.count - 1, statements, dice.below)) {
    at += 1;
    await once(schedule, `schedule ${at}`);
    if (at % lookEvery === 0) await looked(`by schedule ${at}`);
    if (wrong.length > 20) break;
  }
  if (input.count > lookEvery) await looked('at the end');
  return { schedules: at + 1, statements, wrong };
}

const lookEvery = 50;

/** Lets the sweeper finish pending work. */
export async function rest({ server }: World): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await passTime(server.db);
    await sweepPayments(server.platform);
  }
}
