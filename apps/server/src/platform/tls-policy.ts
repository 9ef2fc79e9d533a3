import { ConfigError } from './config-error.ts';
import { isLoopback } from './loopback.ts';

// Nothing secret crosses a network in clear text unless the operator allows it. The rules for the database are in db/database-tls.ts.

const endpoints = ['S3_ENDPOINT', 'OIDC_ISSUER', 'PAYMENT_BASE_URL', 'RECAPTCHA_URL', 'GEOCODER_URL'] as const;

export function checkEndpointTls(env: Partial<Record<(typeof endpoints)[number], string | undefined>>): void {
  for (const name of endpoints) {
    const value = env[name];
    if (value === undefined) continue;
    const { protocol, hostname } = new URL(value);
    if (protocol !== 'https:' && !isLoopback(hostname))
      throw new ConfigError(`${name} must start with https://, unless the server is on this machine.`);
  }
}

/** Transport options that MAIL_URL may set; others could disable TLS or its verification. */
const mailOptions = ['name', 'authMethod'];

export function checkMailTls(env: {
  MAIL_URL?: string | undefined;
  MAIL_TLS?: 'required' | 'optional' | undefined;
}): 'required' | 'optional' {
  if (env.MAIL_URL === undefined) return env.MAIL_TLS ?? 'required';
  if (!URL.canParse(env.MAIL_URL) || new URL(env.MAIL_URL).hostname === '')
    throw new ConfigError(
      'MAIL_URL must look like smtp://user:password@host:587 or smtps://user:password@host, with special characters in the password percent-encoded.',
    );
  const { hostname, searchParams } = new URL(env.MAIL_URL);
  const other = [...searchParams.keys()].find((name) => !mailOptions.includes(name));
  if (other !== undefined)
    throw new ConfigError(
      `MAIL_URL does not support the option "${other}". Use smtps:// or smtp:// and, for a server without TLS, MAIL_TLS=optional.`,
    );
  return env.MAIL_TLS ?? (isLoopback(hostname) ? 'optional' : 'required');
}
