// npm run bench: measures the product on this machine.
import { become, fail, prepare } from './prepare.mjs';

try {
  await prepare({ web: true });
  become(['bench/bench.ts', ...process.argv.slice(2)], { NODE_ENV: process.env.NODE_ENV ?? 'production' });
} catch (error) {
  fail(error);
}
