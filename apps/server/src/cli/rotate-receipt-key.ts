import { parseArgs } from 'node:util';
import { rotateReceiptKey } from '../modules/tuning/index.ts';
import { readConfig } from '../platform/config.ts';
import { openDb } from '../platform/db/connection/open.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import { openSecretBox } from '../platform/secrets/secret-box.ts';
import { assertSecretKey } from '../secret-key-check.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

export const rotateReceiptKeyCommand: Command = {
  summary: 'sign receipts with a new key from now on; old receipts stay valid',
  usage: '[--lost-secret-key]',
  run: (args) => {
    const { values } = parseArgs({ args, options: { 'lost-secret-key': { type: 'boolean', default: false } } });
    return withDatabase(async (connection) => {
      await migrate(connection);
      const { db, close } = openDb(connection, { max: 1 });
      try {
        const config = readConfig(process.env);
        const secrets = openSecretBox(config);
        // Without the server's SECRET_KEY the command would create a key that the server cannot decrypt.
        if (!values['lost-secret-key']) await assertSecretKey(db, secrets, config);
        return await db.transaction().execute(async (tx) => {
          // It can no longer be decrypted. A new one is made with the next mail.
          if (values['lost-secret-key']) await tx.deleteFrom('reply_keys').execute();
          return rotateReceiptKey(tx, secrets, new Date());
        });
      } finally {
        await close();
      }
    });
  },
};
