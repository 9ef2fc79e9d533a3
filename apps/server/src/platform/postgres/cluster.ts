import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresLog } from './log.ts';
import type { ClusterLocation } from './place.ts';
import { appUsers, asRunner } from './runner.ts';

/**
 * Roles and databases of a cluster, and who may connect to it. All set up while no server runs, by the owner of its
 * files.
 */

export const appRole = 'tuneport';
const superRole = 'postgres';

/** 'tests': the application may also create databases and connect as superuser. Never for an installation. */
export type ClusterAccess = 'app' | 'tests';

/** The binaries of one PostgreSQL: the folder with initdb and postgres, and the major version. */
export type Programs = { bin: string; major: number };

const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Created next to its final place and renamed, so it is never used incomplete and the slower of two yields. */
export function createCluster(
  location: ClusterLocation,
  programs: Programs,
  cluster: string,
  access: ClusterAccess,
  log: PostgresLog,
): void {
  log.info({ cluster }, 'Creating the database');
  for (const name of readdirSync(location.folder)) {
    // Left by a process that was killed while creating one.
    const pid = /^data\.(\d+)\.new$/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(location.folder, name), { recursive: true, force: true });
  }
  const draft = `${cluster}.${process.pid}.new`;
  rmSync(draft, { recursive: true, force: true });
  // C.UTF-8 sorts and folds identically on every machine; PostgreSQL includes it since version 17.
  const locale =
    programs.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale-provider=libc', '--locale=C.UTF-8'];
  const made = spawnSync(
    join(programs.bin, 'initdb'),
    [
      '-D',
      draft,
      '-U',
      superRole,
      '--encoding=UTF8',
      ...locale,
      '--auth=reject',
      '--no-instructions',
      '--data-checksums',
    ],
    { ...asRunner(location.runner), encoding: 'utf8', env: environment },
  );
  try {
    if (made.status !== 0) throw new Error(made.error?.message ?? made.stderr.trim());
    prepareRoles(location, programs, draft, access);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(`The database could not be created in ${cluster}: ${(error as Error).message}`);
  }
  writeAccess(location, draft, access);
  try {
    renameSync(draft, cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  }
}

/**
 * The application owns only its database. Everything that needs a superuser happens here, in single-user mode: no
 * superuser can connect to the running server. Idempotent, also on a cluster of an earlier version.
 */
export function prepareRoles(
  location: ClusterLocation,
  programs: Programs,
  cluster: string,
  access: ClusterAccess,
): void {
  const rights = `login nosuperuser ${access === 'tests' ? 'createdb' : 'nocreatedb'} nocreaterole noreplication nobypassrls`;
  const createRole = `do 'begin create role ${appRole}; exception when duplicate_object then null; end'`;
  // `create database` fails harmlessly if it exists; if it is missing for another reason, the next step fails.
  runSingleUser(location, programs, cluster, 'postgres', [
    createRole,
    `alter role ${appRole} ${rights}`,
    `create database ${appRole} owner ${appRole}`,
  ]);
  runSingleUser(location, programs, cluster, appRole, ['create extension if not exists pg_stat_statements']);
}

function runSingleUser(
  { runner }: ClusterLocation,
  { bin }: Programs,
  cluster: string,
  database: string,
  statements: string[],
): void {
  const ran = spawnSync(join(bin, 'postgres'), ['--single', '-D', cluster, '-c', 'log_min_messages=fatal', database], {
    ...asRunner(runner),
    encoding: 'utf8',
    env: environment,
    // One statement per line.
    input: `${statements.join('\n')}\n`,
  });
  if (ran.status !== 0) throw new Error((ran.error?.message ?? ran.stderr).trim());
}

/**
 * Peer authentication: the kernel identifies the user at the other end of the socket, so there is no password. Only the
 * application's users are admitted, only as the application's role, and only they can enter the socket's folder (0700).
 */
function accessFiles({ runner }: ClusterLocation, access: ClusterAccess, rolesPrepared = true): Record<string, string> {
  const users = access === 'tests' ? [...new Set([...appUsers(runner), runner.name])] : appUsers(runner);
  const roles = access === 'tests' ? [appRole, superRole] : [appRole];
  return {
    'pg_hba.conf':
      (rolesPrepared ? preparedMark : '') + roles.map((role) => `local all ${role} peer map=tuneport\n`).join(''),
    'pg_ident.conf': users.flatMap((name) => roles.map((role) => `tuneport "${name}" ${role}\n`)).join(''),
  };
}

const preparedMark = '# roles prepared\n';

export const hasAccess = (location: ClusterLocation, cluster: string, access: ClusterAccess): boolean =>
  Object.entries(accessFiles(location, access)).every(
    ([file, text]) => readFileSync(join(cluster, file), 'utf8') === text,
  );

export function writeAccess(
  location: ClusterLocation,
  cluster: string,
  access: ClusterAccess,
  { rolesPrepared }: { rolesPrepared: boolean } = { rolesPrepared: true },
): void {
  for (const [file, text] of Object.entries(accessFiles(location, access, rolesPrepared)))
    writeFileSync(join(cluster, file), text, { mode: 0o600 });
}

export function checkVersion(cluster: string, { major }: Programs): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found === String(major)) return;
  throw new Error(
    `The database in ${cluster} was created by PostgreSQL ${found}, and these programs are version ${major}. Set PG_BIN to the programs of version ${found}, or restore a backup into an empty DATA_DIR.`,
  );
}
