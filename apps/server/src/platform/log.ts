import { cutPathsInText } from '@tuneport/domain/site/secret-paths';
import { type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child' | 'isLevelEnabled'>;

/**
 * One JSON line per event. Requests are logged by route pattern, without link tokens; these names are also redacted.
 */
export function makeLog(level: string, destination?: { write(line: string): void }): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: errorWithoutSecrets },
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: [
        'password',
        'token',
        'cookie',
        'authorization',
        'secret',
        'code',
        '*.password',
        '*.token',
        '*.cookie',
        '*.authorization',
        '*.secret',
      ],
      censor: '[cut]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * An error may contain the URL it was raised for, and a database error the values of a row. The pool adds the client of
 * a broken connection: 4 kB of its internals, among them the key that cancels the queries of its session.
 */
function errorWithoutSecrets(error: Error): unknown {
  const serialized = pino.stdSerializers.err(error);
  if (!(serialized instanceof Object)) return serialized;
  const { detail, client: _, ...logged } = serialized as typeof serialized & { detail?: unknown; client?: unknown };
  return {
    ...logged,
    ...(typeof detail === 'string' ? { detail: cutRowValues(detail) } : {}),
    message: cutPathsInText(serialized.message),
    stack: cutPathsInText(serialized.stack),
  };
}

/** "Failing row contains (1, …)" and "Key (email)=(…) already exists": keeps columns, cuts values. */
const cutRowValues = (detail: string): string =>
  detail.replace(/(row contains )\(.*\)/s, '$1[cut]').replace(/\)=\(.*\)( already| is)/s, ')=[cut]$1');
