import { inject } from 'vitest';
import { inDatabase } from '../../apps/server/src/platform/db/connection.ts';
import { asFiles, asUrl, onServer } from '../../apps/server/src/testing/database.ts';
import { startProduct } from './product.ts';

/** Any number: one builds, the others wait for it. */
const lock = 4_702_119;

/** The small demo world as the product makes it, once for all files of a run: its database and its data folder, to copy. */
export async function demoWorld(): Promise<{ readonly template: string; readonly dataDir: string }> {
  const { server, template: empty, demo } = inject('database');
  await onServer(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lock]);
    const made = await client.query('select 1 from pg_database where datname = $1', [demo.template]);
    if (made.rowCount) return;
    // Under another name until it is whole.
    const draft = `${demo.template}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft} template ${empty} ${asFiles}`);
    const url = asUrl(inDatabase(server, draft));
    const product = await startProduct({ env: { DATABASE_URL: url, DATA_DIR: demo.dataDir, DEMO: 'small' } });
    await product.stop();
    await client.query(`alter database ${draft} rename to ${demo.template}`);
  });
  return demo;
}
