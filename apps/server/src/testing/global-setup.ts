import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Connection, inDatabase } from '../platform/db/connection/connection.ts';
import { migrate, readSchema } from '../platform/db/schema/migrate.ts';
import type { PostgresLog } from '../platform/postgres/log.ts';
import { clusterProcesses, signal } from '../platform/postgres/postmaster.ts';
import { startPostgres } from '../platform/postgres/supervisor.ts';
import { onServer } from './database.ts';
import { scratch } from './scratch.ts';
import { startPgbouncer } from './servers/pgbouncer.ts';

const folderPrefix = 'tuneport-test-';

/** One PostgreSQL for the whole run, and in it one migrated template that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = process.env.TEST_DATABASE_URL
    ? { server: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startPrivate();
  const started = `tuneport_started_${process.pid}`;
  const demo = {
    template: `tuneport_demo_${process.pid}`,
    dataDir: join(tmpdir(), `tuneport-demo-${process.pid}`),
    // Shared by all stages of a run; scripts/test.mjs removes it.
    folder: join(scratch, `tuneport-demo-folder-${process.env.TEST_RUN ?? process.pid}`),
  };
  const stops: (() => Promise<void>)[] = [];
  const end = async () => {
    for (const stopOne of stops) await stopOne();
    for (const path of [demo.dataDir, ...(process.env.TEST_RUN ? [] : [demo.folder])])
      rmSync(path, { recursive: true, force: true });
    await onServer(server, async (client) => {
      for (const name of [started, demo.template]) await client.query(`drop database if exists ${name} with (force)`);
    });
    await stop();
  };
  try {
    if (process.env.TEST_PGBOUNCER === 'on') {
      const pgbouncer = await startPgbouncer(server);
      stops.push(pgbouncer.stop);
      project.provide('pooler', pgbouncer.url(''));
    } else project.provide('pooler', null);
    project.provide('database', { server, template: await makeTemplate(server), started, demo });
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

async function startPrivate(): Promise<{ server: Connection; stop(): Promise<void> }> {
  sweep();
  const dataDir = mkdtempSync(join(scratch, `${folderPrefix}${process.pid}-`));
  // Root's tests run the database as another user, who needs access.
  chmodSync(dataDir, 0o711);
  const postgres = await startPostgres({
    dataDir,
    log: quiet,
    access: 'tests',
    // A test database need not survive a power cut.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      autovacuum: 'off',
    },
  });
  return {
    server: postgres.connection,
    async stop() {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Removes what a killed run left behind: its database would run forever. */
function sweep(): void {
  for (const name of readdirSync(scratch).filter((entry) => entry.startsWith('tuneport-'))) {
    const folder = join(scratch, name);
    if (!name.startsWith(folderPrefix)) {
      removeOld(folder);
      continue;
    }
    const pid = Number(name.slice(folderPrefix.length).split('-')[0]);
    try {
      if (!Number.isInteger(pid) || isRunning(pid) || statSync(folder).uid !== process.getuid?.()) continue;
      for (const helper of clusterProcesses(join(folder, 'postgres', 'data'))) signal(helper, 'SIGKILL');
    } catch {
      // No cluster was created in it yet.
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Folders of tests do not name their process. They must not accumulate in memory, and no run takes a day. */
function removeOld(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  const isOld = found && Date.now() - found.mtimeMs > 24 * 3_600_000;
  if (scratch !== '/tmp' && isOld && found.uid === process.getuid?.()) rmSync(folder, { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function makeTemplate(server: Connection | string): Promise<string> {
  const schema = readSchema();
  const hash = createHash('sha256')
    .update([...schema.migrations, ...schema.functions].map(({ checksum }) => checksum).join('\n'))
    .digest('hex');
  const template = `tuneport_template_${hash.slice(0, 16)}`;
  const found = await onServer(server, (client) =>
    client.query('select 1 from pg_database where datname = $1', [template]),
  );
  if (found.rowCount) return template;
  // Created under another name first, so that a killed run leaves no incomplete template.
  const draft = `${template}_${randomBytes(4).toString('hex')}`;
  await onServer(server, (client) => client.query(`create database ${draft} template template0 encoding 'UTF8'`));
  await migrate(inDatabase(server, draft), schema);
  await onServer(server, async (client) => {
    await client.query(`alter database ${draft} rename to ${template}`).catch(async () => {
      await client.query(`drop database ${draft}`);
    });
  });
  return template;
}

const print = (_fields: object, message: string) => process.stderr.write(`${message}\n`);
const quiet: PostgresLog = { debug: () => {}, info: () => {}, warn: () => {}, error: print };
