// npm run soak [rounds]: the reliability gate with its whole numbers. Ends with 1 if anything acknowledged was lost.
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
process.stdout.write(failed ? 'FAILED\n' : `${rounds} kills of app and database, nothing lost\n`);
process.exitCode = failed ? 1 : 0;
