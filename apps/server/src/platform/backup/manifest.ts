import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

// A backup is a folder:
//   manifest.json            written last; without it, or with INCOMPLETE, the backup is incomplete
//   SHA256SUMS               every other file, in the format of sha256sum
//   database/SCHEMA.TABLE.copy.gz   the rows of a table in PostgreSQL's COPY format
//   files/ab/cd/abcd…        stored files under their hash
//   secret.key               only on request

export const manifestName = 'manifest.json';
export const sumsName = 'SHA256SUMS';
export const incompleteName = 'INCOMPLETE';
export const keyName = 'secret.key';
export const backupFormat = 1;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0);

const Manifest = z.object({
  format: z.literal(backupFormat, 'was made by a newer release'),
  made_at: z.iso.datetime(),
  release: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: Hash })),
  pg_boss_schema: z.number().int().nullable(),
  tables: z.array(
    z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: count, file: z.string() }),
  ),
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), last_value: z.string().regex(/^-?\d+$/), is_called: z.boolean() }),
  ),
  files: z.object({ count, bytes: count, missing: z.array(Hash), damaged: z.array(Hash) }),
  secret_key: z.object({ ids: z.array(z.string()).min(1), included: z.boolean() }),
  sums: z.object({ sha256: Hash, lines: count }),
});
export type Manifest = z.output<typeof Manifest>;

export class BackupError extends Error {
  override name = 'BackupError';
}

/** The last field of the manifest is the hash of everything else in it. */
export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify({ ...manifest, sha256: hashOf(manifest) }, null, 2)}\n`;

const hashOf = (manifest: object) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

async function readManifest(folder: string): Promise<Manifest> {
  if (existsSync(join(folder, incompleteName)))
    throw new BackupError(`${folder} contains an interrupted backup. It cannot be restored.`);
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => {
    throw new BackupError(`${folder} contains no complete backup: ${manifestName} is missing.`);
  });
  let read: { sha256?: unknown };
  try {
    read = JSON.parse(text) as { sha256?: unknown };
  } catch {
    throw new BackupError(`${manifestName} is damaged.`);
  }
  const { sha256, ...rest } = read;
  if (sha256 !== hashOf(rest)) throw new BackupError(`${manifestName} is damaged.`);
  const parsed = Manifest.safeParse(rest);
  if (!parsed.success)
    throw new BackupError(`${manifestName} cannot be used: ${parsed.error.issues.map((i) => i.message).join(', ')}.`);
  return parsed.data;
}

type Sum = { sha256: string; path: string };

/** Streamed: there is one line for every stored file. */
export async function* readSums(folder: string): AsyncGenerator<Sum> {
  for await (const line of createInterface({ input: createReadStream(join(folder, sumsName)) })) {
    const [, sha256, path] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? [];
    if (sha256 === undefined || path === undefined || path.split('/').includes('..') || path.startsWith('/'))
      throw new BackupError(`${sumsName} is damaged.`);
    yield { sha256, path };
  }
}

/** Reads and verifies every byte of the backup before anything is restored. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const sums = await hashFile(join(folder, sumsName)).catch(() => undefined);
  if (sums !== manifest.sums.sha256) throw new BackupError(`${sumsName} is missing or damaged.`);
  let lines = 0;
  const needed = new Set(manifest.tables.map(({ file }) => file));
  if (manifest.secret_key.included) needed.add(keyName);
  for await (const { sha256, path } of readSums(folder)) {
    const found = await hashFile(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      throw new BackupError(`${path} cannot be read: ${error.code === 'ENOENT' ? 'it is missing' : error.message}.`);
    });
    if (found !== sha256) throw new BackupError(`${path} is damaged: its hash does not match ${sumsName}.`);
    needed.delete(path);
    lines += 1;
  }
  const [first] = needed;
  if (first !== undefined || lines !== manifest.sums.lines)
    throw new BackupError(`${first ?? 'A file'} is missing from ${sumsName}.`);
  return manifest;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

export async function isEmptyFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return true;
  if (!found.isDirectory()) throw new BackupError(`${path} is not a folder.`);
  return (await readdir(path)).length === 0;
}

export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
