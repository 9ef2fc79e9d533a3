import { DatabaseSilent } from './db-health.ts';
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
/** Shutting down, crashed, starting up, too many connections, disk full, waited too long for a row that many want, or got in the way of others again and again. */
const states = new Set(['57P01', '57P02', '57P03', '53300', '53100', '55P03', '40P01']);
const messages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
];

/** True when the database is away or overloaded, so the answer is "try again shortly", not "we have a bug". */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof PoolFull || error instanceof DatabaseSilent) return true;
  const code = (error as { code?: unknown }).code;
  // A file that is missing has the same code as a socket that is, and is no reason to try again.
  if (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall !== 'connect') return false;
  if (typeof code === 'string' && (away.has(code) || states.has(code) || code.startsWith('08'))) return true;
  if (messages.some((text) => error.message.includes(text))) return true;
  return error.cause !== undefined && isDatabaseUnavailable(error.cause);
}
