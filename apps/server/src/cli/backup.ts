import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BackupError, type Manifest, verifyBackup } from '../platform/backup/manifest.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { type Config, readConfig } from '../platform/config.ts';
import type { Connection } from '../platform/db/connection/connection.ts';
import { openDb } from '../platform/db/connection/open.ts';
import { openFileStore } from '../platform/files/store.ts';
import { openSecretBox, type SecretBox } from '../platform/secrets/secret-box.ts';
import { keyFilePath } from '../platform/secrets/secret-key-file.ts';
import { assertSecretKey } from '../secret-key-check.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

export const backupCommand: Command = {
  summary: 'save database and files into an empty folder while the site runs',
  usage: 'DIR [--include-secret-key]',
  run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'include-secret-key': { type: 'boolean', default: false } },
    });
    const folder = oneFolder(positionals);
    return withDatabase(async (connection) => {
      const config = readConfig(process.env);
      const keyFile = keyFilePath(config.dataDir);
      if (values['include-secret-key'] && config.secretKeys)
        throw new BackupError('The key is in SECRET_KEY, not in a file: keep it where you keep your other settings.');
      const secrets = openSecretBox(config);
      await checkKey(connection, secrets, config);
      const manifest = await writeBackup(folder, {
        connection,
        files: openFileStore(config.storage),
        release,
        keyIds: secrets.keyIds(),
        keyFile: values['include-secret-key'] && existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : undefined,
      });
      const lost = manifest.files.missing.length + manifest.files.damaged.length;
      if (lost > 0) {
        process.exitCode = 1;
        process.stderr.write(`The store has lost or damaged ${lost} files. Everything else is in the backup.\n`);
      }
      if (!manifest.secret_key.included)
        process.stderr.write(
          `Keep the secret key (${config.secretKeys ? 'SECRET_KEY' : keyFile}) as well, apart from this backup. Authenticator apps and receipts do not work without it.\n`,
        );
      return summaryOf(manifest);
    });
  },
};

/** The manifest names the key that a restore needs, so it must be the right one. */
async function checkKey(connection: Connection | string, secrets: SecretBox, config: Config): Promise<void> {
  const { db, close } = openDb(connection, { max: 1 });
  try {
    await assertSecretKey(db, secrets, config);
  } finally {
    await close();
  }
}

export const verifyBackupCommand: Command = {
  summary: 'read a backup and compare every byte with its hashes',
  usage: 'DIR',
  run: async (args) =>
    summaryOf(await verifyBackup(oneFolder(parseArgs({ args, allowPositionals: true }).positionals))),
};

export const release: string = (
  JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

export function oneFolder(positionals: readonly string[]): string {
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new Error('Specify one folder.');
  return folder;
}

export const summaryOf = ({ made_at, release, tables, migrations, files, secret_key }: Manifest) => ({
  made_at,
  release,
  migration: migrations.at(-1)?.name ?? null,
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  files,
  secret_key,
});
