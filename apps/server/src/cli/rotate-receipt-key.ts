import { rotateReceiptKey } from '../modules/tuning/index.ts';
import { readConfig } from '../platform/config.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/open.ts';
import { openSecretBox } from '../platform/secret-box.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

export const rotateReceiptKeyCommand: Command = {
  summary: 'sign receipts with a new key from now on; old receipts stay valid',
  run: () =>
    withDatabase(async (connection) => {
      await migrate(connection);
      const { db, close } = openDb(connection, { max: 1 });
      try {
        const secrets = openSecretBox(readConfig(process.env));
        return await db.transaction().execute((tx) => rotateReceiptKey(tx, secrets, new Date()));
      } finally {
        await close();
      }
    }),
};
