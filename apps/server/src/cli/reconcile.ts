import { parseArgs } from 'node:util';
import { dayMs } from '@tuneport/domain/units/durations';
// Imported for its side effect: areas register what each kind of subject counts as paid.
import '../areas.ts';
import { reconcile } from '../modules/payments/index.ts';
import { readConfig } from '../platform/config.ts';
import { openDb } from '../platform/db/connection/open.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import { openPaymentProvider } from '../platform/payments/open.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

export const reconcileCommand: Command = {
  summary: 'compare the payment provider, payments, ledger and orders; lists every mismatch and exits with 1 if any',
  usage: '[--days N]',
  run(args) {
    const { values } = parseArgs({ args, options: { days: { type: 'string' } } });
    const days = values.days === undefined ? null : Number(values.days);
    if (days !== null && !(days > 0)) throw new Error('--days is a number above zero.');
    const since = days === null ? new Date(0) : new Date(Date.now() - days * dayMs);
    return withDatabase(async (connection) => {
      await migrate(connection);
      const { db, close } = openDb(connection, { max: 2, timeouts: { statementMs: 300_000 } });
      try {
        const provider = openPaymentProvider(readConfig(process.env).payment, db);
        if (!provider) return { provider: 'off', checked: {}, breaks: [] };
        const report = await reconcile(db, provider, since);
        if (report.breaks.length > 0) process.exitCode = 1;
        return report;
      } finally {
        await close();
      }
    });
  },
};
