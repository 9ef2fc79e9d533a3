import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rotateReceiptKeyCommand } from './cli/rotate-receipt-key.ts';
import { hashPassword } from './modules/identity/index.ts';
import { readConfig } from './platform/config.ts';
import { checkDatabase } from './platform/db/connection/check-database.ts';
import { databaseAddress } from './platform/db/connection/connection.ts';
import { openDb } from './platform/db/connection/open.ts';
import { migrate } from './platform/db/schema/migrate.ts';
import { makeLog } from './platform/log.ts';
import { startPostgres } from './platform/postgres/supervisor.ts';
import { makeSecretBox } from './platform/secrets/secret-box.ts';
import { pagesFrom, preflight, startProblem } from './preflight.ts';
import { checkSecretKey } from './secret-key-check.ts';
import { assertNoOpenDemoAccounts, demoPassword, lockDemoAccounts } from './seeds/demo-accounts.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { scratch } from './testing/scratch.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const cli = fileURLToPath(new URL('./cli/index.ts', import.meta.url));
/** A failing start takes a second, and longer on a busy machine. */
const patient = { timeout: 180_000 };
const withinMs = 50_000;

let database: TestDatabase;
let folder: string;
let port: number;
const atEnd: (() => unknown)[] = [];
beforeAll(async () => {
  database = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tuneport-start-'));
  chmodSync(folder, 0o711);
  const probe = await listening(() => {});
  port = portOf(probe);
  probe.close();
});
afterEach(async () => {
  for (const clean of atEnd.splice(0).reverse()) await clean();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function listening(answer: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    answer(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd.push(() => server.close());
  return server;
}
const portOf = (server: Server) => (server.address() as { port: number }).port;

type Failed = { code: number | null; output: string };

const defaults = () => ({ DATA_DIR: folder, PORT: String(port), DATABASE_URL: database.url, DEMO: 'off' });

/** Returns what main would print, without starting a process. */
async function check(env: Record<string, string>): Promise<Failed> {
  try {
    const config = readConfig({ ...defaults(), ...env });
    await preflight(config);
    return { code: 0, output: '' };
  } catch (error) {
    return { code: 1, output: startProblem(error, undefined) };
  }
}

async function startWith(env: Record<string, string>, program = [main]): Promise<Failed> {
  const child: ChildProcess = spawn(process.execPath, program, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...defaults(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()));
  const limit = setTimeout(() => child.kill('SIGKILL'), withinMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(limit);
  return { code, output: output.trim() };
}

/** Only a few plain sentences: no stack trace, object or password. */
function expectOneClearSentence({ code, output }: Failed, ...parts: (string | RegExp)[]): void {
  expect(code).toBe(1);
  for (const part of parts) expect(output).toMatch(part);
  expect(output).not.toMatch(/\n\s+at |node:internal|\[object|undefined|s3cret-pass/);
  expect(output.split('\n').length).toBeLessThanOrEqual(2);
  expect(output).toMatch(/\.$|: (?:each key )?must /);
}

describe('startup with a bad DATABASE_URL', () => {
  const url = (place: string) => `postgres://shop:s3cret-pass@${place}`;
  test('reports a port without a listener', patient, async () => {
    expectOneClearSentence(
      await check({ DATABASE_URL: url('127.0.0.1:1/shop') }),
      /DATABASE_URL.*no database listens at 127\.0\.0\.1:1.*Start PostgreSQL/,
    );
    expectOneClearSentence(
      await check({ DATABASE_URL: url('localhost:1/shop') }),
      /no database listens at localhost:1/,
    );
  });
  test('reports an unknown host', patient, async () => {
    expectOneClearSentence(
      await check({ DATABASE_URL: url('nowhere.invalid/shop?sslmode=disable') }),
      /DATABASE_URL.*host.*nowhere\.invalid.*(not known|spelling)/,
    );
  });
  test('reports a missing socket', patient, async () => {
    expectOneClearSentence(
      await check({ DATABASE_URL: 'postgres://shop@/shop?host=/nowhere' }),
      /socket in \/nowhere.*correct the path/,
    );
  });
  test('reports a missing database and a rejected user', patient, async () => {
    const other = (name: string, user = '') =>
      database.url
        .replace(/\/tuneport_test_\w+/, `/${name}`)
        .replace(/\/\/[^@]*@/, (found) => (user === '' ? found : `//${user}@`));
    expectOneClearSentence(
      await check({ DATABASE_URL: other('no_such_database') }),
      /no database "no_such_database".*createdb/,
    );
    expectOneClearSentence(
      await check({ DATABASE_URL: other('postgres', 'stranger') }),
      /DATABASE_URL.*(rejected the login|password)/,
    );
  });
  test('reports an invalid address', patient, async () => {
    for (const bad of ['mysql://x', 'postgres//x', 'postgres://u:p#w@host/d', 'postgres://u:p@host:port/d'])
      expectOneClearSentence(
        await check({ DATABASE_URL: bad }),
        /DATABASE_URL/,
        /postgres:\/\/user:password@host:5432\/database/,
      );
  });
  test('reports a server that never responds', patient, async () => {
    const silent = await listening(() => {});
    const failed = await check({ DATABASE_URL: url(`127.0.0.1:${portOf(silent)}/shop`) });
    expectOneClearSentence(failed, /DATABASE_URL.*does not respond.*firewall/);
  });
  test('reports that the port belongs to another service', patient, async () => {
    const web = await listening((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expectOneClearSentence(
      await check({ DATABASE_URL: url(`127.0.0.1:${portOf(web)}/shop`) }),
      /DATABASE_URL.*127\.0\.0\.1/,
    );
  });
  test('reports a server version that is too old', patient, async () => {
    const old = await listening((socket) => {
      socket.once('data', () => {
        socket.write(
          Buffer.concat([
            message('R', int32(0)),
            message('S', text('server_version', '13.4')),
            message('Z', Buffer.from('I')),
          ]),
        );
        socket.on('data', () =>
          socket.write(Buffer.concat([message('C', text('SELECT 1')), message('Z', Buffer.from('I'))])),
        );
      });
    });
    expectOneClearSentence(
      await check({ DATABASE_URL: url(`127.0.0.1:${portOf(old)}/shop`) }),
      /PostgreSQL 13\.4; Tuneport needs version 15 or newer/,
    );
  });
  test('requires TLS for a remote database and explains how to disable it', patient, async () => {
    const plain = await listening((socket) => socket.once('data', () => socket.end('N')));
    const failed = await check({ DATABASE_URL: url(`127.0.0.1:${portOf(plain)}/shop?sslmode=verify-full`) });
    expectOneClearSentence(failed, /does not offer TLS.*sslmode=disable/);
    expectOneClearSentence(
      await check({ DATABASE_URL: url('db.example/shop?sslmode=prefer') }),
      /sslmode=prefer.*verify-full/,
    );
    expectOneClearSentence(await check({ DATABASE_CA: '/nowhere.pem' }), /DATABASE_CA.*\/nowhere\.pem/);
  });
});

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const text = (...parts: string[]) => Buffer.from(`${parts.join('\0')}\0`);
const message = (kind: string, body: Buffer) => Buffer.concat([Buffer.from(kind), int32(body.length + 4), body]);

describe('startup with an invalid setting', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['PORT', { PORT: '99999' }, /PORT/],
    [
      'HOST of another machine',
      { HOST: '192.0.2.7', PAYMENT_PROVIDER: 'off' },
      /HOST=192\.0\.2\.7 is not an address of this machine/,
    ],
    ['HOST that is no name', { HOST: 'no host', PAYMENT_PROVIDER: 'off' }, /HOST=no host is not an address/],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'shop' }, /PUBLIC_ORIGIN/],
    ['SECRET_KEY', { SECRET_KEY: 'short' }, /SECRET_KEY: each key must have at least 32 characters/],
    ['DATABASE_POOL', { DATABASE_POOL: 'many' }, /DATABASE_POOL/],
    ['STORAGE_URL', { STORAGE_URL: 'ftp://x' }, /STORAGE_URL: must start with file: or s3:\/\//],
    ['S3 without keys', { STORAGE_URL: 's3://bucket' }, /needs S3_ENDPOINT/],
    ['DEMO', { DEMO: 'yes' }, /DEMO/],
    ['exposed HOST without a decision', { HOST: '0.0.0.0' }, /HOST=0\.0\.0\.0.*PAYMENT_PROVIDER=/],
    ['DATA_DIR inside a file', { DATA_DIR: '/etc/passwd/data' }, /DATA_DIR cannot be used.*Set DATA_DIR/],
    ['DATA_DIR that is a file', { DATA_DIR: '/etc/passwd' }, /DATA_DIR cannot be used.*is a file/],
    ['DATA_DIR that cannot be made', { DATA_DIR: '/proc/tuneport' }, /DATA_DIR cannot be used.*Set DATA_DIR/],
    ['DATA_DIR on a read-only file system', { DATA_DIR: '/sys/kernel' }, /DATA_DIR cannot be used.*Set DATA_DIR/],
    ['STORAGE_URL that is a file', { STORAGE_URL: 'file:/etc/passwd' }, /STORAGE_URL cannot be used/],
    [
      'S3 without a listener',
      { STORAGE_URL: 's3://b', S3_ENDPOINT: 'http://127.0.0.1:1', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
      /bucket "b" at http:\/\/127\.0\.0\.1:1 cannot be read.*S3_/,
    ],
  ])('names it: %s', patient, async (_, env, sentence) => {
    expectOneClearSentence(await check(env), sentence);
  });

  test('reports a damaged or unreadable key file', patient, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tuneport-start-'));
    atEnd.push(() => rmSync(dataDir, { recursive: true, force: true }));
    writeFileSync(join(dataDir, 'secret.key'), 'half');
    expectOneClearSentence(await check({ DATA_DIR: dataDir }), /secret\.key is damaged.*Restore it/);
    rmSync(join(dataDir, 'secret.key'));
    spawnSync('mkdir', [join(dataDir, 'secret.key')]);
    expectOneClearSentence(await check({ DATA_DIR: dataDir }), /secret\.key/);
  });

  test('reports a port in use', patient, async () => {
    const taken = await listening(() => {});
    expectOneClearSentence(
      await check({ PORT: String(portOf(taken)), DATABASE_URL: '' }),
      /Port \d+ is in use.*set PORT/,
    );
  });

  test('does not serve source files to other machines', patient, async () => {
    const NODE_ENV = 'development';
    const exposed = { NODE_ENV, HOST: '0.0.0.0', PAYMENT_PROVIDER: 'off' };
    expectOneClearSentence(await startWith(exposed), /HOST=0\.0\.0\.0/, /NODE_ENV=production/);
    expect(pagesFrom(readConfig(defaults()), NODE_ENV)).toBe('sources');
  });

  test('is reported by CLI commands too', patient, async () => {
    const failed = await startWith({ DATABASE_URL: 'postgres://shop:s3cret-pass@127.0.0.1:1/shop' }, [
      cli,
      'verify-ledger',
    ]);
    expectOneClearSentence(failed, /DATABASE_URL.*no database listens/);
  });

  test('exits with only that error message', patient, async () => {
    const failed = await startWith({ DATABASE_URL: 'postgres://shop:s3cret-pass@127.0.0.1:1/shop' });
    expectOneClearSentence(failed, /^DATABASE_URL.*no database listens/);
  });
});

describe('startup with a different secret key', () => {
  const keys = { right: 'r'.repeat(40), wrong: 'w'.repeat(40), next: 'n'.repeat(40) };
  const outcome = (work: Promise<unknown>): Promise<Failed> =>
    work.then(
      () => ({ code: 0, output: '' }),
      (error: unknown) => ({ code: 1, output: startProblem(error, undefined) }),
    );
  const start = (secretKey?: string) =>
    outcome(
      checkSecretKey(database.url, readConfig({ ...defaults(), ...(secretKey ? { SECRET_KEY: secretKey } : {}) })),
    );
  const rotate = (secretKey: string, ...args: string[]) => {
    for (const [name, value] of Object.entries({ ...defaults(), SECRET_KEY: secretKey })) vi.stubEnv(name, value);
    return outcome(rotateReceiptKeyCommand.run(args)).finally(() => vi.unstubAllEnvs());
  };
  beforeEach(async () => {
    await database.db.deleteFrom('receipt_keys').execute();
    await database.db.deleteFrom('users').where('totp_secret', 'is not', null).execute();
  });

  test('fails with one message that names both keys', patient, async () => {
    expect(await start(keys.right)).toMatchObject({ code: 0 });
    const failed = await startWith({ SECRET_KEY: keys.wrong });
    const [right, wrong] = [keys.right, keys.wrong].map((key) => makeSecretBox(key).keyIds()[0]);
    expectOneClearSentence(
      failed,
      new RegExp(`^SECRET_KEY has the key ${wrong}, but .*the key ${right}\\. Set SECRET_KEY`),
    );
    expect(failed.output).not.toContain(keys.wrong);
    expect(await start(keys.right)).toMatchObject({ code: 0 });
  });
  test('succeeds while both keys are configured', patient, async () => {
    expect(await start(keys.right)).toMatchObject({ code: 0 });
    expect(await start(`${keys.next},${keys.right}`)).toMatchObject({ code: 0 });
    expectOneClearSentence(await start(keys.next), /both, separated by a comma/);
  });
  test('is detected through authenticator secrets when no receipt key exists yet', patient, async () => {
    const { id } = await database.db
      .insertInto('users')
      .values({ name: 'Kim', email: 'kim@example.test', role: 5, flags: [], password_hash: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const totp_secret = makeSecretBox(keys.right).seal(`totp:${id}`, 'JBSWY3DPEHPK3PXP');
    await database.db.updateTable('users').set({ totp_secret }).where('id', '=', id).execute();
    expectOneClearSentence(await start(keys.wrong), /SECRET_KEY has the key/);
    expect(await start(keys.right)).toMatchObject({ code: 0 });
  });
  test('names the key file when it holds the wrong key', patient, async () => {
    expect(await start(keys.right)).toMatchObject({ code: 0 });
    expectOneClearSentence(await start(), /secret\.key has the key .*Restore that file, or set SECRET_KEY/);
  });
  test('reports that the right key is in the key file', patient, async () => {
    expect(await start()).toMatchObject({ code: 0 });
    expectOneClearSentence(await start(keys.wrong), /That one is in .*secret\.key: unset SECRET_KEY/);
  });
  test('succeeds after the lost key is discarded', patient, async () => {
    expect(await start(keys.right)).toMatchObject({ code: 0 });
    expectOneClearSentence(await rotate(keys.wrong), /--lost-secret-key/);
    expect(await rotate(keys.wrong, '--lost-secret-key')).toMatchObject({ code: 0 });
    expect(await start(keys.wrong)).toMatchObject({ code: 0 });
  });
});

describe('a database with demo accounts', () => {
  test('is not served to other machines until the accounts are locked', patient, async () => {
    const password_hash = await hashPassword(demoPassword);
    const { id } = await database.db
      .insertInto('users')
      // The address may have been changed since.
      .values({ name: 'Sasha', email: 'boss@example.test', role: 5, flags: [], password_hash })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.db.insertInto('demo_accounts').values({ user_id: id }).execute();
    const failed = await assertNoOpenDemoAccounts(database.db).catch((error: unknown) =>
      startProblem(error, undefined),
    );
    expectOneClearSentence(
      { code: 1, output: String(failed) },
      /demo accounts.*boss@example\.test.*lock-demo-accounts/,
    );
    expect(await lockDemoAccounts(database.db)).toEqual({ locked: ['boss@example.test'] });
    expect(await lockDemoAccounts(database.db)).toEqual({ locked: [] });
    await assertNoOpenDemoAccounts(database.db);
    const user = await database.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
    expect(user?.password_hash).toBeNull();
  });
  test('an embedded database that ends with a failed start logs nothing after the sentence', patient, async () => {
    const dataDir = mkdtempSync(join(scratch, 'tuneport-start-'));
    chmodSync(dataDir, 0o711);
    atEnd.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const postgres = await startPostgres({ dataDir, pgBin: undefined, log: makeLog('silent') });
    await migrate(postgres.connection);
    const { db, close } = openDb(postgres.connection, { max: 1 });
    const password_hash = await hashPassword(demoPassword);
    const { id } = await db
      .insertInto('users')
      .values({ name: 'Sasha', email: 'boss@example.test', role: 5, flags: [], password_hash })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('demo_accounts').values({ user_id: id }).execute();
    await close();
    await postgres.stop();
    const { code, output } = await startWith({
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      HOST: '0.0.0.0',
      PUBLIC_ORIGIN: 'https://shop.example',
      PAYMENT_PROVIDER: 'off',
      LOG_LEVEL: 'warn',
    });
    expect(code).toBe(1);
    expect(output.split('\n').at(-1)).toMatch(/demo accounts.*lock-demo-accounts/);
    expect(output).not.toContain('"level"');
  });
});

const installed = ['17', '16', '15']
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((bin) => existsSync(bin));
const root = process.getuid?.() === 0;

describe.skipIf(!installed)('an installed server with TLS and passwords', () => {
  let place = '';
  let server: ChildProcess;
  let at = 0;
  const as = root ? { uid: 65534, gid: 65534, cwd: '/' } : { cwd: '/' };
  beforeAll(async () => {
    place = mkdtempSync(join(scratch, 'tuneport-tls-'));
    chmodSync(place, 0o755);
    const run = (command: string, args: string[]) =>
      expect(spawnSync(command, args, { ...as, encoding: 'utf8' })).toMatchObject({ status: 0 });
    if (root) chownSync(place, 65534, 65534);
    const passwordFile = join(place, 'password');
    writeFileSync(passwordFile, 's3cret-pass', { mode: 0o644 });
    run(`${installed}/initdb`, [
      '-D',
      `${place}/data`,
      '-U',
      'shop',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
    ]);
    rmSync(passwordFile);
    run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost,IP:127.0.0.1',
      '-keyout',
      `${place}/data/server.key`,
      '-out',
      `${place}/data/server.crt`,
    ]);
    run('cp', [`${place}/data/server.crt`, `${place}/ca.pem`]);
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    at = portOf(probe);
    probe.close();
    const settings = [
      'ssl=on',
      `port=${at}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${place}`,
      'fsync=off',
    ];
    server = spawn(`${installed}/postgres`, ['-D', `${place}/data`, ...settings.flatMap((one) => ['-c', one])], {
      ...as,
      stdio: 'ignore',
    });
    for (let tries = 0; (await connects('sslmode=no-verify')) !== 'yes' && tries < 200; tries += 1) await sleep(100);
  });
  afterAll(async () => {
    server?.kill('SIGQUIT');
    rmSync(place, { recursive: true, force: true });
  });
  const address = (query: string, password = 's3cret-pass', host = 'localhost') =>
    `postgres://shop:${password}@${host}:${at}/postgres?${query}`;
  const connects = async (query: string, ca?: string, host = 'localhost') => {
    const { connection } = databaseAddress(address(query, 's3cret-pass', host), undefined, ca);
    return checkDatabase('DATABASE_URL', connection).then(
      () => 'yes',
      (error: Error) => error.message,
    );
  };

  test('is used only when its certificate is valid or any certificate is accepted', patient, async () => {
    expect(await connects('sslmode=verify-full')).toMatch(/certificate of localhost.*DATABASE_CA/);
    expect(await connects('sslmode=verify-full', `${place}/ca.pem`)).toBe('yes');
    expect(await connects('', `${place}/ca.pem`, '127.0.0.1')).toBe('yes');
    expect(await connects('sslmode=no-verify')).toBe('yes');
    expect(await connects('sslmode=disable')).toBe('yes');
    const client = new pg.Client({ connectionString: address(''), ssl: { rejectUnauthorized: false } });
    await client.connect();
    const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    expect(rows).toEqual([{ ssl: true }]);
    await client.end();
  });
  test('reports a wrong password without showing it', patient, async () => {
    expectOneClearSentence(
      await check({ DATABASE_URL: address('', 'wrong-s3cret') }),
      /rejected the password of "shop"/,
    );
  });
});
