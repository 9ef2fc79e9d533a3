import pg from 'pg';
import type { Timeouts } from './connection.ts';

type Query = (text: unknown, ...rest: unknown[]) => unknown;

/**
 * For connections through a pooler in transaction mode, where the next transaction may run in another session: the
 * timeouts are set in each transaction, in the same round trip as its BEGIN.
 */
export function limitTransactions(client: pg.ClientBase, timeouts: Timeouts): void {
  const limits = [
    `set local statement_timeout = ${timeouts.statementMs}`,
    `set local lock_timeout = ${timeouts.lockMs}`,
    `set local idle_in_transaction_session_timeout = ${timeouts.idleInTransactionMs}`,
    'set local jit = off',
  ].join('; ');
  const ask: Query = (text, ...rest) => (pg.Client.prototype.query as Query).call(client, text, ...rest);
  const query: Query = (text, ...rest) =>
    typeof text === 'string' && isBegin(text) ? firstOf(ask(`${text}; ${limits}`)) : ask(text, ...rest);
  Object.assign(client, { query });
}

/** Several statements have several results; the caller expects that of BEGIN. */
const firstOf = async (results: unknown) => ((await results) as pg.QueryResult[])[0];

const isBegin = (text: string) => /^(begin|start transaction)\b/i.test(text);
