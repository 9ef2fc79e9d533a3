// npm run soak [rounds]: the reliability gate with its whole numbers. Ends with 1 if anything acknowledged was lost.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { crash, dataFolder } from '../e2e/harness/crash.ts';

const rounds = Number(process.argv[2] ?? 500);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('Say how many rounds, for example: npm run soak -- 100');

const batch = 25;
let failed = false;
for (let done = 0; done < rounds; done += batch) {
  const folder = dataFolder();
  try {
    const report = await crash({ rounds: Math.min(batch, rounds - done), dataDir: folder });
    failed ||= report.lost.length > 0 || report.unexpected.length > 0;
    process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), ...report })}\n`);
  } finally {
    folder.remove();
  }
}
// Suites of the gate that have a long version: with SOAK=1 they run their whole numbers.
const long = [
  'apps/server/src/modules/payments/stripe.test.ts',
  'apps/server/src/modules/ledger/ledger-races.test.ts',
  'packages/domain/src/ledger-legs.test.ts',
  'bench/ledger-simulation.test.ts',
];
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, 'run', '--testTimeout=0', ...long], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, SOAK: '1', NODE_ENV: 'test' },
  stdio: 'inherit',
});
failed ||= status !== 0;
process.stdout.write(failed ? 'FAILED\n' : `${rounds} kills of app and database, nothing lost\n`);
process.exitCode = failed ? 1 : 0;
