import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

type Query = (this: pg.Client, ...args: never[]) => unknown;

const recorded = new AsyncLocalStorage<string[]>();
/** Statements that maintain connections or transactions do not count. */
const housekeeping = /^(begin|commit|listen|select 1$)|area_versions/i;

/** The statements made by this work only, not those of other concurrent work in the process. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function watched(this: pg.Client, ...args: never[]) {
    const text = textOf(args[0]);
    if (!housekeeping.test(text)) recorded.getStore()?.push(text);
    return (query as Query).apply(this, args);
  } as typeof query;
  try {
    const texts: string[] = [];
    await recorded.run(texts, work);
    return texts;
  } finally {
    pg.Client.prototype.query = query;
  }
}

const textOf = (args: string | { text?: string } | undefined): string =>
  (typeof args === 'string' ? args : (args?.text ?? '')).trim();
