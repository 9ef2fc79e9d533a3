// A process that queues the batches of newsletters and sends the mails, as the server does: to be killed midway.
import { sendNewsletters } from '../../modules/content/index.ts';
import type { Connection } from '../../platform/db/connection/connection.ts';
import { openDb } from '../../platform/db/connection/open.ts';
import { makeLog } from '../../platform/log.ts';
import { startMailSender } from '../../platform/mail/sender.ts';

const [connection = '', mailUrl, origin = ''] = process.argv.slice(2);
const { db } = openDb(JSON.parse(connection) as Connection | string, { max: 4 });
startMailSender({
  db,
  log: makeLog('silent'),
  mailUrl,
  mailTls: 'optional',
  mailFrom: 'Tuneport <no-reply@shop.test>',
  everyMs: 20,
});
await sendNewsletters({
  db,
  origin,
  now: () => new Date(),
  signal: new AbortController().signal,
});
// The sender goes on until the process is killed.
setInterval(() => {}, 60_000);
