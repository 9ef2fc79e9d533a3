import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';

/** The operating-system user PostgreSQL runs as; it refuses to run as root. */
export type Runner = { uid: number; gid: number; name: string };

export const amRoot = () => process.getuid?.() === 0;

/** Runs only our PostgreSQL, so no other process has access to its files. */
const systemUser = 'tuneport-pg';

function passwdEntry(match: (fields: string[]) => boolean): Runner | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((entry) => entry.split(':'))
    .find(match);
  return line && { name: line[0] ?? '', uid: Number(line[2]), gid: Number(line[3]) };
}

export const userCalled = (wanted: string) => passwdEntry(([name]) => name === wanted);

function self(): Runner {
  try {
    const { uid, gid, username } = userInfo();
    return { uid, gid, name: username };
  } catch {
    throw new Error(
      `The user id ${process.getuid?.()} has no entry in /etc/passwd, and PostgreSQL needs one. Run as a named user, or set DATABASE_URL.`,
    );
  }
}

/** Root runs the database as the owner of its folder if there is one, else as the system user. */
export function runnerFor(existing: string | undefined): Runner {
  if (!amRoot()) return self();
  const owner = existing === undefined ? 0 : statSync(existing).uid;
  if (owner === 0) return systemRunner();
  const runner = passwdEntry(([, , uid]) => Number(uid) === owner);
  if (runner) return runner;
  throw new Error(
    `${existing} belongs to the user id ${owner}, which has no entry in /etc/passwd. Change the owner of the folder to a named user, or set DATA_DIR.`,
  );
}

/** Creates the user on the first start as root. */
export function systemRunner(): Runner {
  const found = userCalled(systemUser);
  if (found) return found;
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  const attempts: [string, string[]][] = [
    ['useradd', [...options, '--shell', '/usr/sbin/nologin', systemUser]],
    // BusyBox, without a group of the same name: the gid is nogroup, which owns none of our files.
    ['adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', systemUser]],
  ];
  let problem = '';
  for (const [command, args] of attempts) {
    const made = spawnSync(command, args, { encoding: 'utf8' });
    // Another process of ours may have been faster; then this one failed and the user exists.
    const user = userCalled(systemUser);
    if (user) return user;
    problem ||= made.error?.message ?? made.stderr.trim();
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and the system user ${systemUser} could not be created (${problem}). Create it (useradd --system ${systemUser}), run Tuneport as an ordinary user, or set DATABASE_URL.`,
  );
}

/** Users whose processes may be the application. The system user only runs PostgreSQL. */
export const appUsers = (runner: Runner): string[] =>
  runner.name === systemUser ? ['root'] : [...new Set(['root', runner.name])];

/** Spawn options for that user; it must be able to enter the working directory. */
export const asRunner = (runner: Runner) =>
  amRoot() ? { uid: runner.uid, gid: runner.gid, cwd: '/' as const } : { cwd: '/' as const };
