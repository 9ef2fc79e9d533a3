import { migrate } from '../platform/db/schema/migrate.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

export const migrateCommand: Command = {
  summary: 'bring the database to the newest schema',
  run: () => withDatabase(async (connection) => ({ applied: await migrate(connection) })),
};
