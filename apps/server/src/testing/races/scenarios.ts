import { randomUUID } from 'node:crypto';
import { Refusal } from '../../platform/refusal.ts';
import type { Client } from '../server.ts';
import type { Process, RaceReply, World } from './world.ts';

/** A subject that several handlers touch, and those handlers. Every pair of them is raced. */
export type Scenario<T = unknown> = {
  readonly prepare: (world: World) => Promise<T>;
  readonly acts: Readonly<Record<string, (world: World, subject: T, on: Process) => Promise<RaceReply>>>;
  /** What must hold besides the invariants, given both responses. */
  readonly invariant?: (world: World, subject: T, replies: readonly RaceReply[]) => Promise<string[]> | string[];
};

export const scenario = <T>(made: Scenario<T>): Scenario => made as unknown as Scenario;

export const done = ({ status }: RaceReply): boolean => status >= 200 && status < 300;
export const needs = async <T extends RaceReply>(settled: Promise<T>): Promise<T> => {
  const replies = await settled;
  if (!done(replies)) throw new Error(`could not be prepared: ${replies.status} ${JSON.stringify(replies.body)}`);
  return replies;
};

/** For actions of jobs or without a route: a refusal is a response too. */
export async function settled(work: () => Promise<unknown>): Promise<RaceReply> {
  try {
    return { status: 200, body: await work() };
  } catch (error) {
    if (error instanceof Refusal) return { status: 409, body: { code: error.code } };
    return { status: 500, body: String(error) };
  }
}

export const key = () => ({ idempotencyKey: randomUUID() });
export const transactionOf = async (admin: Client, search: string): Promise<number> =>
  (await admin.call('GET /v1/admin/transactions', { query: { search } })).body.data[0]?.id ?? 0;
