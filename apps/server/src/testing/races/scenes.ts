import { randomUUID } from 'node:crypto';
import { Refusal } from '../../platform/refusal.ts';
import type { Client } from '../server.ts';
import type { Process, Told, World } from './world.ts';

/** A subject that several handlers touch, and those handlers. Every pair of them is raced. */
export type Scene<T = unknown> = {
  readonly prepare: (world: World) => Promise<T>;
  readonly acts: Readonly<Record<string, (world: World, thing: T, on: Process) => Promise<Told>>>;
  /** What must hold besides the invariants, given both responses. */
  readonly law?: (world: World, thing: T, told: readonly Told[]) => Promise<string[]> | string[];
};

export const scene = <T>(made: Scene<T>): Scene => made as unknown as Scene;

export const done = ({ status }: Told): boolean => status >= 200 && status < 300;
export const needs = async <T extends Told>(asked: Promise<T>): Promise<T> => {
  const told = await asked;
  if (!done(told)) throw new Error(`could not be prepared: ${told.status} ${JSON.stringify(told.body)}`);
  return told;
};

/** For actions of jobs or without a route: a refusal is a response too. */
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
