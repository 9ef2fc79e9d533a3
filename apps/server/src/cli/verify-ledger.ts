import { parseArgs } from 'node:util';
import { verifyLedger } from '../modules/ledger/index.ts';
import { openDb } from '../platform/db/connection/open.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/** Exits with 1 when the ledger fails verification. */
export const verifyLedgerCommand: Command = {
  summary: 'check the whole ledger: sums, balances, limits, seals',
  usage: '[--no-seal] [--expect NO:HASH]',
  run(args) {
    const { values } = parseArgs({
      args,
      options: { 'no-seal': { type: 'boolean', default: false }, expect: { type: 'string' } },
    });
    const expectHead = values.expect === undefined ? undefined : readHead(values.expect);
    return withDatabase(async (connection) => {
      await migrate(connection);
      const timeouts = { statementMs: 600_000, idleInTransactionMs: 0 };
      const { db, close } = openDb(connection, { max: 1, name: 'tuneport verify-ledger', timeouts });
      try {
        const report = await verifyLedger(db, { seal: !values['no-seal'], expectHead });
        if (!report.ok) process.exitCode = 1;
        return report;
      } finally {
        await close();
      }
    });
  },
};

function readHead(text: string): { no: bigint; hash: string } {
  const [, no, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (no === undefined || hash === undefined)
    throw new Error('--expect is the head of an earlier run, like 17:9f86d0…');
  return { no: BigInt(no), hash };
}
