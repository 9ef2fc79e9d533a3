// npm run cli -- <command>: JSON on standard output, messages on standard error.
import { become, fail, prepare, speakOnStderr } from './prepare.mjs';

try {
  speakOnStderr();
  await prepare();
  become(['apps/server/src/cli/index.ts', ...process.argv.slice(2)]);
} catch (error) {
  fail(error);
}
