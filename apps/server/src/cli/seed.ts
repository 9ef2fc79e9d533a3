import { parseArgs } from 'node:util';
import { openDb } from '../platform/db/connection/open.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import { withSessionLock } from '../platform/db/writes/session-lock.ts';
import { multiplyCatalog } from '../seeds/catalog/catalog-bench.ts';
import { buildDemoData, demoLock } from '../seeds/demo.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

const benchVehicles = 1_000_000;
const profiles = ['demo', 'check', 'bench'];

export const seedCommand: Command = {
  summary: 'load a data set into an empty database',
  usage: '--profile demo|check|bench --seed N',
  run(args) {
    const { values } = parseArgs({
      args,
      options: { profile: { type: 'string', default: 'demo' }, seed: { type: 'string', default: '1' } },
    });
    if (!profiles.includes(values.profile)) throw new Error(`--profile is one of ${profiles.join(', ')}.`);
    return withDatabase(async (connection) => {
      await migrate(connection);
      const { db, close } = openDb(connection, {
        max: 4,
        timeouts: { statementMs: 300_000, idleInTransactionMs: 0 },
      });
      try {
        const report = (text: string) => void process.stderr.write(`${text}\n`);
        const seed = Number(values.seed);
        const size = values.profile === 'check' ? 'small' : 'full';
        const load = () => buildDemoData(db, new Date(), { seed, catalog: size, report });
        const loaded = await withSessionLock(connection, demoLock, load);
        const vehicles = values.profile === 'bench' ? await multiplyCatalog(db, benchVehicles, report) : undefined;
        return { profile: values.profile, seed, loaded, vehicles };
      } finally {
        await close();
      }
    });
  },
};
