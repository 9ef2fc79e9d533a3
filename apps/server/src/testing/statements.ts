import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

type Query = (this: pg.Client, ...given: never[]) => unknown;

const asked = new AsyncLocalStorage<string[]>();
/** Statements that maintain connections or transactions do not count. */
const housekeeping = /^(begin|commit|listen|select 1$)|area_versions/i;

/** The statements made by this work only, not those of other concurrent work in the process. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function watched(this: pg.Client, ...given: never[]) {
    const text = textOf(given[0]);
    if (!housekeeping.test(text)) asked.getStore()?.push(text);
    return (query as Query).apply(this, given);
  } as typeof query;
  try {
    const texts: string[] = [];
    await asked.run(texts, work);
    return texts;
  } finally {
    pg.Client.prototype.query = query;
  }
}

const textOf = (given: string | { text?: string } | undefined): string =>
  (typeof given === 'string' ? given : (given?.text ?? '')).trim();
