import { randomUUID } from 'node:crypto';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, ConfigError } from './config.ts';
import { openFileStore } from './files/store.ts';
import { makeFolder } from './make-folder.ts';

// Problems with the machine or its settings are detected before any work starts, and reported in one sentence.

/** A process that is just stopping still has the port for a moment. */
const portWaitMs = 3_000;

export async function checkPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const deadline = performance.now() + portWaitMs;
  for (;;) {
    const problem = await tryListen(host, port);
    if (!problem) return;
    if (problem.code !== 'EADDRINUSE' || performance.now() > deadline) throw listenProblem(problem, host, port);
    await sleep(100);
  }
}

function tryListen(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once('error', settle);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => settle(undefined)));
  });
}

function listenProblem({ code, message }: NodeJS.ErrnoException, host: string, port: number): ConfigError {
  switch (code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `Port ${port} is in use by another program. Stop that program, or set PORT to a free port.`,
      );
    case 'EACCES':
      return new ConfigError(`Only root can use port ${port}. Set PORT to 1024 or more and put a proxy on ${port}.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError(
        `HOST=${host} is not an address of this machine. Set it to one, such as 127.0.0.1 or 0.0.0.0.`,
      );
    default:
      return new ConfigError(`Tuneport cannot listen on ${host}, port ${port}: ${message}. Set HOST and PORT.`);
  }
}

/** Writes a file: mode bits do not reveal read-only mounts or full disks. */
export function checkFolder(setting: string, folder: string, mode: number): void {
  try {
    // Overrides the umask.
    if (makeFolder(folder)) chmodSync(folder, mode);
    const probe = join(folder, `.probe-${randomUUID()}`);
    writeFileSync(probe, 'x', { flag: 'wx' });
    rmSync(probe);
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message;
    throw new ConfigError(
      `${setting} cannot be used: ${folder} ${reason}. Set ${setting} to a folder that ${userName()} can write to.`,
    );
  }
}

const reasons: Record<string, string> = {
  EACCES: 'may not be written to',
  EPERM: 'may not be written to',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a full disk',
  EEXIST: 'is a file, not a folder',
  ENOTDIR: 'has a file where a folder should be',
  ENOENT: 'cannot be created there',
};

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `the user id ${process.getuid?.()}`;
  }
}

const storeWaitMs = 8_000;

/** Lists the first page, which fails for a key without the required permissions. */
export async function checkFileStore(storage: Extract<Config['storage'], { kind: 's3' }>): Promise<void> {
  const late = sleep(storeWaitMs, undefined, { ref: false }).then(() => {
    throw new Error('it does not answer');
  });
  try {
    await Promise.race([openFileStore(storage).list()[Symbol.asyncIterator]().next(), late]);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `The bucket "${storage.bucket}" at ${storage.endpoint} cannot be read: ${message || code}. Check STORAGE_URL and the S3_ settings.`,
    );
  }
}
