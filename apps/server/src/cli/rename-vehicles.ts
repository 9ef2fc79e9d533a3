import { renameVehicles } from '../modules/catalog/index.ts';
import { openDb } from '../platform/db/connection/open.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

export const renameVehiclesCommand: Command = {
  summary: 'give vehicles imported under the names of their table the names people use',
  run: () =>
    withDatabase(async (connection) => {
      await migrate(connection);
      const { db, close } = openDb(connection, {
        max: 2,
        name: 'tuneport rename',
        timeouts: { idleInTransactionMs: 0 },
      });
      try {
        return await renameVehicles(db, new Date());
      } finally {
        await close();
      }
    }),
};
