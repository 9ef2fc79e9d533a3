import { describe, expect, test } from 'vitest';
import { assertDecided, ConfigError, readConfig } from './config.ts';
import { clientConfig, databaseAddress, usualTimeouts } from './db/connection/connection.ts';

const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('demo data and the test payment provider', () => {
  const defaults = (env: Record<string, string>) => {
    const config = readConfig(env);
    return {
      demo: config.demo,
      payment: config.payment.provider,
      refused: refusal(() => assertDecided(config)) !== '',
    };
  };
  const local = { demo: true, payment: 'test', refused: false };
  const undecided = { demo: false, payment: 'off', refused: true };

  test.each<Record<string, string>>([
    {},
    { HOST: 'localhost' },
    { HOST: '127.0.0.2' },
    { HOST: '::1' },
    { HOST: '[::1]' },
    { PUBLIC_ORIGIN: 'http://127.0.0.5:8080' },
    { PUBLIC_ORIGIN: 'http://[::1]:3000', HOST: '::1' },
    { PUBLIC_ORIGIN: 'http://shop.localhost:3000/' },
  ])('are the default when HOST and PUBLIC_ORIGIN are loopback: %j', (env) => {
    expect(defaults(env)).toEqual(local);
  });

  test.each<Record<string, string>>([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '[::]' },
    { HOST: '0' },
    { HOST: '192.168.1.20' },
    { HOST: '::ffff:192.168.1.20' },
    { HOST: 'tuneport.example' },
    { HOST: 'localhost.example' },
    { HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://localhost:3000' },
    { PUBLIC_ORIGIN: 'https://tuneport.example' },
    { PUBLIC_ORIGIN: 'http://10.0.0.4:3000' },
    { PUBLIC_ORIGIN: 'http://localhost.example' },
    { HOST: '127.0.0.1', PUBLIC_ORIGIN: 'https://tuneport.example' },
    { HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://tuneport.example' },
  ])('have no default, and the start is refused, when the site is exposed: %j', (env) => {
    expect(defaults(env)).toEqual(undecided);
  });

  test('use the explicit settings, exposed or not', () => {
    const open = { HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://tuneport.example' };
    expect(defaults({ ...open, DEMO: 'on', PAYMENT_PROVIDER: 'test' })).toEqual(local);
    expect(defaults({ ...open, DEMO: 'off', PAYMENT_PROVIDER: 'off' })).toEqual({ ...undecided, refused: false });
    expect(defaults({ DEMO: 'off', PAYMENT_PROVIDER: 'off' })).toEqual({ ...undecided, refused: false });
  });

  test('must be enabled by name: the refusal lists exactly the missing settings', () => {
    const refusalFor = (env: Record<string, string>) =>
      refusal(() => assertDecided(readConfig({ HOST: '0.0.0.0', ...env })));
    expect(refusalFor({})).toMatch(/HOST=0\.0\.0\.0.*DEMO=off.*PAYMENT_PROVIDER=/);
    expect(refusalFor({ DEMO: 'off' })).not.toContain('DEMO=');
    expect(refusalFor({ PAYMENT_PROVIDER: 'off' })).not.toContain('PAYMENT_PROVIDER=');
    expect(refusalFor({ DEMO: '', PAYMENT_PROVIDER: 'off' })).toContain('DEMO=');
  });
});

describe('PUBLIC_ORIGIN', () => {
  test.each([
    'shop',
    'ftp://shop.example',
    'https://',
    'https://shop.example/path',
    'https://shop.example/?a=1',
    'https://me@shop.example',
  ])('%s is refused by name', (PUBLIC_ORIGIN) => {
    expect(refusal(() => readConfig({ PUBLIC_ORIGIN }))).toContain('PUBLIC_ORIGIN');
  });
  test('may end in a slash', () => {
    expect(readConfig({ PUBLIC_ORIGIN: 'https://shop.example/' }).publicOrigin).toBe('https://shop.example');
  });
});

describe('TLS to other servers', () => {
  const s3 = { STORAGE_URL: 's3://b', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
  test.each<[string, Record<string, string>]>([
    ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 'http://s3.example' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: 'http://login.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }],
    [
      'PAYMENT_BASE_URL',
      { PAYMENT_PROVIDER: 'stripe', PAYMENT_SECRET_KEY: 'a', PAYMENT_BASE_URL: 'http://pay.example' },
    ],
    ['RECAPTCHA_URL', { RECAPTCHA_SECRET: 'a', RECAPTCHA_URL: 'http://captcha.example' }],
    ['GEOCODER_URL', { GEOCODER_URL: 'http://geo.example' }],
    ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 'ftp://127.0.0.1' }],
  ])('%s must be https when the server is another machine', (name, env) => {
    expect(refusal(() => readConfig(env))).toContain(name);
  });
  test('is not required for a server on this machine', () => {
    expect(refusal(() => readConfig({ ...s3, S3_ENDPOINT: 'http://127.0.0.3:9000' }))).toBe('');
    expect(refusal(() => readConfig({ GEOCODER_URL: 'http://[::1]:9000' }))).toBe('');
  });

  const mailTls = (env: Record<string, string>) => readConfig(env).mailTls;
  test('is required for a remote mail server unless MAIL_TLS says otherwise', () => {
    expect(mailTls({ MAIL_URL: 'smtp://mail.example:587' })).toBe('required');
    expect(mailTls({ MAIL_URL: 'smtp://u:p@10.0.0.3' })).toBe('required');
    expect(mailTls({ MAIL_URL: 'smtp://127.0.0.1:2525' })).toBe('optional');
    expect(mailTls({ MAIL_URL: 'smtp://127.0.0.1:2525', MAIL_TLS: 'required' })).toBe('required');
    expect(mailTls({ MAIL_URL: 'smtp://mail.example', MAIL_TLS: 'optional' })).toBe('optional');
  });
  test.each([
    'ignoreTLS=true',
    'requireTLS=false',
    'tls.rejectUnauthorized=false',
    'secure=false',
    'opportunisticTLS=true',
  ])('for mail cannot be disabled by the option %s of MAIL_URL', (option) => {
    expect(refusal(() => readConfig({ MAIL_URL: `smtp://mail.example?${option}` }))).toContain('MAIL_URL');
  });
  test.each(['smtp://', 'smtp://user:pa/ss@mail.example:587x', 'mail.example'])(
    'MAIL_URL=%s is refused by name',
    (MAIL_URL) => {
      expect(refusal(() => readConfig({ MAIL_URL }))).toContain('MAIL_URL');
    },
  );
});

describe('TLS to the database', () => {
  const ssl = (url: string) =>
    clientConfig(databaseAddress(url, undefined, undefined).connection, usualTimeouts, 'test').ssl;
  test.each([
    'postgres://u:p@localhost/d',
    'postgres://u@127.0.0.1:5433/d',
    'postgres://u@[::1]/d',
    'postgres://u@/d?host=/run/postgresql',
    'postgres://u@%2Frun%2Fpostgresql/d',
  ])('is off on this machine: %s', (url) => {
    expect(ssl(url)).toBe(false);
  });
  test('is on and verified for other machines', () => {
    expect(ssl('postgres://u:p@db.example/d')).toEqual({});
    expect(ssl('postgres://u:p@localhost/d?host=db.example')).toEqual({});
    expect(ssl('postgresql://u:p%40localhost@10.1.2.3:5432/d')).toEqual({ host: '10.1.2.3' });
    expect(ssl('postgres://u:p@db.example/d?sslmode=require')).toEqual({});
    expect(ssl('postgres://u:p@db.example/d?ssl=true')).toEqual({});
  });
  test('follows sslmode', () => {
    expect(ssl('postgres://u:p@db.example/d?sslmode=disable')).toBe(false);
    expect(ssl('postgres://u:p@db.example/d?sslmode=no-verify')).toEqual({ rejectUnauthorized: false });
    expect(ssl('postgres://u:p@localhost/d?sslmode=verify-full')).toEqual({});
    for (const mode of ['prefer', 'allow', 'maybe'])
      expect(refusal(() => ssl(`postgres://u:p@db.example/d?sslmode=${mode}`))).toContain(`sslmode=${mode}`);
  });
  test('reports an unreadable DATABASE_CA', () => {
    const address = () => databaseAddress('postgres://u:p@db.example/d', undefined, '/nowhere/ca.pem');
    expect(refusal(address)).toMatch(/DATABASE_CA.*\/nowhere\/ca\.pem/);
  });
});

describe('DATABASE_DIRECT_URL', () => {
  test('marks DATABASE_URL as a pooler, and is required with one', () => {
    const direct = 'postgres://u:p@localhost:5432/d';
    const { connection } = databaseAddress('postgres://u:p@localhost:6432/d', direct, undefined);
    expect(clientConfig(connection, usualTimeouts, 'test')).not.toHaveProperty('statement_timeout');
    expect(clientConfig(direct, usualTimeouts, 'test')).toHaveProperty('statement_timeout');
    const alone = () => databaseAddress('postgres://u:p@localhost:6432/d?pgbouncer=true', undefined, undefined);
    expect(refusal(alone)).toContain('DATABASE_DIRECT_URL');
    expect(refusal(() => readConfig({ DATABASE_DIRECT_URL: direct }))).toContain('DATABASE_URL');
  });
});
