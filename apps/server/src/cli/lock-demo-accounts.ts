import { openDb } from '../platform/db/connection/open.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import { lockDemoAccounts } from '../seeds/demo-accounts.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

export const lockDemoAccountsCommand: Command = {
  summary: 'remove the published password from the demo accounts',
  run: () =>
    withDatabase(async (connection) => {
      await migrate(connection);
      const { db, close } = openDb(connection, { max: 1 });
      try {
        return await lockDemoAccounts(db);
      } finally {
        await close();
      }
    }),
};
