import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { productJobs } from '../areas.ts';
import { verifyLedger } from '../modules/ledger/index.ts';
import { checkSigningKey, expireOpenUploads, rotateReceiptKey } from '../modules/tuning/index.ts';
import { BackupError, keyName, type Manifest } from '../platform/backup/manifest.ts';
import { restoreBackup } from '../platform/backup/restore-backup.ts';
import { type Config, readConfig } from '../platform/config.ts';
import type { Connection } from '../platform/db/connection/connection.ts';
import { openDb } from '../platform/db/connection/open.ts';
import { openFileStore } from '../platform/files/store.ts';
import { jobTablesVersion, startJobs } from '../platform/jobs/jobs.ts';
import { makeLog } from '../platform/log.ts';
import { makeSecretBox, openSecretBox, type SecretBox } from '../platform/secrets/secret-box.ts';
import { keyFilePath, readKeysIfThere, writeKeyFile } from '../platform/secrets/secret-key-file.ts';
import { oneFolder, summaryOf } from './backup.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/** Exits with 1 when the restored ledger fails verification. */
export const restoreCommand: Command = {
  summary: 'restore a backup into an empty installation',
  usage: 'DIR [--overwrite] [--without-secret-key]',
  run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        overwrite: { type: 'boolean', default: false },
        'without-secret-key': { type: 'boolean', default: false },
      },
    });
    const folder = oneFolder(positionals);
    const config = readConfig(process.env);
    return withDatabase(async (connection) => {
      const manifest = await restoreBackup(folder, {
        connection,
        files: openFileStore(config.storage),
        overwrite: values.overwrite,
        jobSchema: jobTablesVersion(),
        makeJobTables: () => makeJobTables(connection),
        check: (found) => prepareKey(found, config, folder, values['without-secret-key']),
      });
      const { ledger, uploads_ended } = await finish(
        connection,
        values['without-secret-key'] ? openSecretBox(config) : null,
      );
      if (!ledger.ok) process.exitCode = 1;
      return { ...summaryOf(manifest), uploads_ended, ledger };
    });
  },
};

/** Without the key authenticator apps stop working and no receipt can be signed, so a missing key is reported before the restore. */
function prepareKey({ secret_key }: Manifest, config: Config, folder: string, without: boolean): void {
  if (without) return;
  const [needed] = secret_key.ids;
  const path = keyFilePath(config.dataDir);
  const present = config.secretKeys ?? readKeysIfThere(path);
  const included = secret_key.included ? readKeysIfThere(join(folder, keyName)) : undefined;
  const usable = present ?? included;
  const ids = usable ? makeSecretBox(...usable).keyIds() : [];
  if (secret_key.ids.every((id) => ids.includes(id))) {
    if (!present && included) writeKeyFile(path, included);
    return;
  }
  throw new BackupError(
    `The secrets in this backup are encrypted with the key ${needed}. ${present ? `This installation has another one (${ids.join(', ')}).` : 'This installation has no key yet.'} Put the right key into ${config.secretKeys ? 'SECRET_KEY' : path}, or run this again with --without-secret-key: every authenticator app must then be set up again, and receipts are signed with a new key.`,
  );
}

async function makeJobTables(connection: Connection | string): Promise<void> {
  const jobs = await startJobs({
    connection,
    log: makeLog('silent'),
    jobs: productJobs,
    schedules: [],
    working: false,
  });
  await jobs.stop();
}

async function finish(connection: Connection | string, newSecrets: SecretBox | null) {
  const timeouts = { statementMs: 600_000, idleInTransactionMs: 0 };
  const { db, close } = openDb(connection, { max: 1, name: 'tuneport restore', timeouts });
  try {
    // The old key is not available, so rotate it; otherwise every start would require it.
    if (newSecrets && !(await checkSigningKey(db, newSecrets))?.opens)
      await db.transaction().execute((tx) => rotateReceiptKey(tx, newSecrets, new Date()));
    return { uploads_ended: await expireOpenUploads(db), ledger: await verifyLedger(db, { seal: false }) };
  } finally {
    await close();
  }
}
