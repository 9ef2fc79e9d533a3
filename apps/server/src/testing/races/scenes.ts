import { randomUUID } from 'node:crypto';
import { Refusal } from '../../platform/refusal.ts';
import type { Client } from '../server.ts';
import type { Process, Told, World } from './world.ts';

/** Something that several handlers touch, and those handlers. Every two of them are run against each other. */
export type Scene<T = unknown> = {
  readonly prepare: (world: World) => Promise<T>;
  readonly acts: Readonly<Record<string, (world: World, thing: T, on: Process) => Promise<Told>>>;
  /** What must be true besides the invariants, of what both were told. */
  readonly law?: (world: World, thing: T, told: readonly Told[]) => Promise<string[]> | string[];
};

export const scene = <T>(made: Scene<T>): Scene => made as unknown as Scene;

export const done = ({ status }: Told): boolean => status >= 200 && status < 300;
export const needs = async <T extends Told>(asked: Promise<T>): Promise<T> => {
  const told = await asked;
  if (!done(told)) throw new Error(`could not be prepared: ${told.status} ${JSON.stringify(told.body)}`);
  return told;
};

/** What no route does yet, or only a job: a refusal is an answer here as well. */
export async function asked(work: () => Promise<unknown>): Promise<Told> {
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
