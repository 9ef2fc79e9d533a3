// npm run soak [rounds]: the reliability tests at full size. Exits with 1 if anything acknowledged was lost or is
// inconsistent.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hasPgbouncer } from '../apps/server/src/testing/servers/pgbouncer.ts';
import { checkoutCrash } from '../e2e/harness/checkout-crash.ts';
import { crash } from '../e2e/harness/crash.ts';
import { type DataFolder, dataFolder } from '../e2e/harness/data-folder.ts';
import { input } from './input.ts';

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    seed: { type: 'string', default: '7' },
    /** For the part `input`: the fraction of the full counts, and a selection of its parts. */
    share: { type: 'string', default: '1' },
    input: { type: 'string' },
  },
});
const rounds = Number(positionals[0] ?? 500);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('Say how many rounds, for example: npm run soak -- 100');

const print = (report: object) =>
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), ...report })}\n`);

/** In batches, each on its own data folder. Returns whether all succeeded. */
async function inBatches<T extends object>(
  batch: number,
  work: (rounds: number, dataDir: DataFolder) => Promise<T>,
  good: (report: T) => boolean,
): Promise<boolean> {
  let fine = true;
  for (let done = 0; done < rounds; done += batch) {
    const folder = dataFolder();
    try {
      const report = await work(Math.min(batch, rounds - done), folder);
      fine = good(report) && fine;
      print(report);
    } finally {
      folder.remove();
    }
  }
  return fine;
}

/** Test suites with a long version: SOAK=1 runs them at full size. */
const suites = {
  /** Postings against the model of the ledger. */
  rules: ['packages/domain/src/ledger/ledger-legs.test.ts', 'bench/ledger/ledger-simulation.test.ts'],
  ledger: ['apps/server/src/modules/ledger/ledger-races.test.ts'],
  /** Orders of payment steps and provider events. */
  stripe: ['apps/server/src/modules/payments/stripe.test.ts'],
  /** The shop, and everything else that moves money. */
  shop: ['apps/server/src/modules/store/money-run.test.ts'],
  crowd: ['apps/server/src/modules/store/crowd.test.ts'],
  /** Limited resources under concurrent requests. */
  limits: ['apps/server/src/modules/store/orders/limits-raced.test.ts'],
  /** Interleaved operations, slow databases and repeated keys. */
  interleaved: ['apps/server/src/modules/store/interleaved.test.ts'],
  shapes: ['apps/server/src/modules/store/shapes.test.ts'],
  replays: ['apps/server/src/replays.test.ts'],
  newsletter: ['apps/server/src/modules/content/newsletter/newsletter.test.ts'],
} as const;

/** Suites that run again with all requests through pgbouncer in transaction mode. */
const pooled = [
  'apps/server/src/pgbouncer.test.ts',
  'apps/server/src/access.test.ts',
  'apps/server/src/modules/identity',
  'apps/server/src/modules/store',
  'apps/server/src/modules/credits',
  'apps/server/src/modules/purchases',
  'apps/server/src/modules/sales',
  'apps/server/src/modules/tuning',
];

function wholeSuite(files: readonly string[], extra: Record<string, string> = { SOAK: '1' }): boolean {
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--testTimeout=0', '--retry=0', ...files], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, SEED: options.seed, NODE_ENV: 'test', ...extra },
    stdio: 'inherit',
  });
  return status === 0;
}

const parts: Readonly<Record<string, () => Promise<boolean> | boolean>> = {
  ...Object.fromEntries(Object.entries(suites).map(([name, files]) => [name, () => wholeSuite(files)])),
  /** Every fault at every step of an upload, on both kinds of store. */
  uploads: () => wholeSuite(['apps/server/src/modules/tuning/uploads/uploads-faults.test.ts']),
  ...(hasPgbouncer ? { pgbouncer: () => wholeSuite(pooled, { TEST_PGBOUNCER: 'on' }) } : {}),
  /** Kill -9 of the app, and every fourth time of its database, during checkouts. */
  checkout: () =>
    inBatches(
      25,
      (count, dataDir) => checkoutCrash({ rounds: count, dataDir }),
      ({ wrong }) => wrong.length === 0,
    ),
  /** kill -9 of app and database in turn during various writes. */
  writes: () =>
    inBatches(
      25,
      (count, dataDir) => crash({ rounds: count, dataDir }),
      ({ lost, unexpected }) => lost.length + unexpected.length === 0,
    ),
  /** Untrusted input. */
  input: () =>
    input({
      seed: Number(options.seed),
      share: Number(options.share),
      ...(options.input === undefined ? {} : { parts: options.input.split(',') }),
      print,
    }),
};

/** `money` runs all its suites; any part can be run alone, to continue an interrupted run. */
const named = (name: string): readonly string[] => (name === 'money' ? Object.keys(suites) : [name]);
const chosen = options.only === undefined ? Object.keys(parts) : options.only.split(',').flatMap(named);
const failed: string[] = [];
if (!hasPgbouncer) print({ part: 'pgbouncer', skipped: 'pgbouncer is not installed' });
for (const [at, name] of chosen.entries()) {
  const part = parts[name];
  if (!part) throw new Error(`There is no part ${name}, only money, ${Object.keys(parts).join(', ')}.`);
  print({ part: name, begins: `${at + 1} of ${chosen.length}`, seed: options.seed });
  const began = performance.now();
  const fine = await part();
  print({ part: name, fine, s: Math.round((performance.now() - began) / 1000) });
  if (!fine) failed.push(name);
}
process.stdout.write(
  failed.length > 0
    ? `FAILED: ${failed.join(', ')}; again with --only ${failed.join(',')}\n`
    : `${chosen.join(', ')}: nothing lost, all adds up\n`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
