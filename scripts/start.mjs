// npm start: from a bare checkout to a running site.
import { become, fail, prepare, serverEnv, serverFlags } from './prepare.mjs';

try {
  await prepare({ web: true });
  become([...serverFlags, 'apps/server/src/main.ts', ...process.argv.slice(2)], {
    ...serverEnv,
    NODE_ENV: process.env.NODE_ENV ?? 'production',
  });
} catch (error) {
  fail(error);
}
