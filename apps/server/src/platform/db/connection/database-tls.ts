import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { ConfigError } from '../../config-error.ts';
import { isLoopback } from '../../loopback.ts';

const parameters = ['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat'];

/**
 * TLS options for a host, from the `ssl…` parameters of its URL, which are removed from `query`. A remote host must
 * present a valid certificate unless `sslmode` says otherwise; loopback and sockets need no TLS. Decided here because
 * the driver's defaults differ between versions.
 */
export function databaseTls(host: string, query: URLSearchParams): ConnectionOptions | false {
  const [mode, ssl, ca, cert, key] = parameters.map((name) => query.get(name) ?? undefined);
  for (const name of parameters) query.delete(name);
  const isLocal = host === '' || host.startsWith('/') || isLoopback(host);
  const files = {
    // The driver passes on host names for the certificate check, but not IP addresses.
    ...(isIP(bare(host)) === 0 ? {} : { host: bare(host) }),
    ...(ca === undefined ? {} : { ca: readPem('DATABASE_CA', ca) }),
    ...(cert === undefined ? {} : { cert: readPem('sslcert', cert) }),
    ...(key === undefined ? {} : { key: readPem('sslkey', key) }),
  };
  switch (mode ?? (ssl === undefined ? 'default' : ['0', 'false'].includes(ssl) ? 'disable' : 'verify-full')) {
    case 'default':
      return isLocal && ca === undefined ? false : files;
    case 'disable':
      return false;
    case 'no-verify':
      return { ...files, rejectUnauthorized: false };
    case 'verify-ca':
      return { ...files, checkServerIdentity: () => undefined };
    case 'require':
    case 'verify-full':
      return files;
    default:
      throw new ConfigError(
        `sslmode=${mode} would allow an unencrypted connection to the database. Use verify-full (the default), no-verify (encrypted, any certificate) or disable.`,
      );
  }
}

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1');

function readPem(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name} cannot be read: ${(error as Error).message}.`);
  }
}
