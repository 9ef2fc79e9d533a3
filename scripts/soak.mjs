// npm run soak: the long version of the reliability check, for hours instead of minutes.
import { become, fail, prepare } from './prepare.mjs';

try {
  await prepare({ web: true });
  become(['bench/soak.ts', ...process.argv.slice(2)], { NODE_ENV: process.env.NODE_ENV ?? 'production' });
} catch (error) {
  fail(error);
}
