import { buffer } from 'node:stream/consumers';
// Imported for its side effect: areas register what is done with answers to their mails.
import '../areas.ts';
import { systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { openDb } from '../platform/db/connection/open.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import { openFileStore } from '../platform/files/store.ts';
import { makeLog } from '../platform/log.ts';
import { inboundMailBytesMax } from '../platform/mail/inbound/parse-mail.ts';
import { receiveMail } from '../platform/mail/inbound/receive-mail.ts';
import { openSecretBox } from '../platform/secrets/secret-box.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/** EX_TEMPFAIL of sysexits: the mail server keeps the mail and tries again. */
const tryAgain = 75;

export const receiveMailCommand: Command = {
  summary: 'read an answered mail from standard input, piped by a mail server; exits with 75 if it should try again',
  usage: '[RECIPIENT…]',
  async run(recipients) {
    try {
      const config = readConfig(process.env);
      if (config.replyMailDomain === undefined) throw new Error('REPLY_MAIL_DOMAIN is not set.');
      const raw = await buffer(process.stdin);
      if (raw.length > inboundMailBytesMax) return { outcome: 'refused', reason: 'unreadable' };
      return await withDatabase(async (connection) => {
        await migrate(connection);
        const { db, close } = openDb(connection, { max: 2 });
        const log = makeLog('silent');
        const parts = {
          db,
          config,
          log,
          clock: systemClock,
          versions: { of: () => '0', refresh: async () => {}, stop: () => {} },
          files: openFileStore(config.storage),
          secrets: openSecretBox(config),
        };
        try {
          return await receiveMail(parts, raw, recipients);
        } finally {
          await close();
        }
      });
    } catch (error) {
      process.exitCode = tryAgain;
      return { outcome: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  },
};
