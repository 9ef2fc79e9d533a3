import { DatabaseUnresponsive } from './db-health.ts';
import { PoolFull } from './open.ts';

const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Shutting down, crashed, starting up, too many connections, disk full, lock timeout, or repeated deadlocks. */
const states = new Set(['57P01', '57P02', '57P03', '53300', '53100', '55P03', '40P01']);
const messages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
];

/** True if the database is unavailable or overloaded, so the client should retry and it is not a bug. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof PoolFull || error instanceof DatabaseUnresponsive) return true;
  const code = (error as { code?: unknown }).code;
  // A missing file has the same code as a missing socket, but is no reason to retry.
  if (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall !== 'connect') return false;
  if (typeof code === 'string' && (away.has(code) || states.has(code) || code.startsWith('08'))) return true;
  if (messages.some((text) => error.message.includes(text))) return true;
  return error.cause !== undefined && isDatabaseUnavailable(error.cause);
}
