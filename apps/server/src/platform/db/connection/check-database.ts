import pg from 'pg';
import { ConfigError } from '../../config-error.ts';
import { type Connection, clientConfig } from './connection.ts';

const oldestMajor = 15;
const timeouts = { connectMs: 5_000, statementMs: 5_000, lockMs: 0, idleInTransactionMs: 0 };

/** Connects once, and reports in one sentence what is wrong with the address in that setting. */
export async function checkDatabase(setting: string, target: Connection | string): Promise<void> {
  const client = new pg.Client(clientConfig(target, timeouts, 'tuneport check'));
  client.on('error', () => {});
  let version = '';
  client.connection.on('parameterStatus', (message: { parameterName: string; parameterValue: string }) => {
    if (message.parameterName === 'server_version') version = message.parameterValue;
  });
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    throw new ConfigError(`${setting}: ${explain(error as ConnectError, client)}`);
  } finally {
    client.connection.stream.destroy();
  }
  if (Number.parseInt(version, 10) < oldestMajor)
    throw new ConfigError(
      `${setting}: the server is PostgreSQL ${version}; Tuneport needs version ${oldestMajor} or newer. Upgrade the server, or use another one.`,
    );
}

type ConnectError = Error & { code?: string };

function explain({ code = '', message }: ConnectError, { host, port, user, database }: pg.Client): string {
  const place = host.startsWith('/') ? `the socket in ${host}` : `${host}:${port}`;
  if (code.startsWith('CERT_') || /certificate/i.test(message) || code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate of ${place} is not valid (${message}). Set DATABASE_CA to the file of the authority that signed it, or add sslmode=no-verify to accept any.`;
  if (/does not support SSL/.test(message))
    return `${place} does not offer TLS. Enable it there, or add ?sslmode=disable to send everything in clear text.`;
  if (/unsupported startup parameter/.test(message))
    return `${place} is a pooler, not the database. Set DATABASE_DIRECT_URL to the address of the database itself.`;
  return (known[code] ?? unknownProblem)({ place, user: user ?? '', database: database ?? '', message });
}

type Facts = { place: string; user: string; database: string; message: string };

const unknownName = ({ place }: Facts) => `the host of ${place} is not known. Check the spelling of the host name.`;
const noAnswer = ({ place }: Facts) =>
  `${place} does not respond. Check the host, the port and any firewall in between.`;
const unknownProblem = ({ place, message }: Facts) =>
  /timeout/i.test(message)
    ? noAnswer({ place, message, user: '', database: '' })
    : `${place} cannot be used: ${message}.`;

const known: Record<string, (facts: Facts) => string> = {
  ECONNREFUSED: ({ place }) => `no database listens at ${place}. Start PostgreSQL there, or correct host and port.`,
  ENOENT: ({ place }) => `there is no ${place}. Start PostgreSQL there, or correct the path.`,
  EACCES: ({ place }) => `this user may not open ${place}. Run Tuneport as another user, or connect by host and port.`,
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
  ETIMEDOUT: noAnswer,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  ECONNRESET: ({ place }) => `${place} closed the connection. Check that it is a PostgreSQL server.`,
  '28P01': ({ place, user }) => `${place} rejected the password of "${user}". Correct the user and password.`,
  '28000': ({ place, message }) =>
    `${place} rejected the login: ${message}. Check the user and the server's pg_hba.conf.`,
  '3D000': ({ place, database, user }) =>
    `${place} has no database "${database}". Create it (createdb -O ${user} ${database}), or correct the name.`,
  '42501': ({ user, database }) => `"${user}" may not connect to "${database}". Grant it CONNECT there.`,
  '53300': ({ place }) => `${place} has no free connections. Raise max_connections there, or lower DATABASE_POOL.`,
  '57P03': ({ place }) => `${place} is still starting. Try again in a moment.`,
};
