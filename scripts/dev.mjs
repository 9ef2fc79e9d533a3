// npm run dev: runs the site from source. The server restarts when one of its files changes; the browser hot-reloads
// changes of the web app.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { compileCache, fail, prepare, print, root, settingsFile, toolEnv } from './prepare.mjs';

const watched = [
  'apps/server/src',
  'apps/server/migrations',
  'apps/server/sql',
  'packages/contract/src',
  'packages/domain/src',
];
/** Debounce: editors write a file in several steps, and switching branches changes many files. */
const quietMs = 150;

let server;
let timer;
let stopping = false;

function start(node) {
  const env = toolEnv({
    NODE_ENV: 'development',
    NODE_COMPILE_CACHE: compileCache(),
    DATA_DIR: process.env.DATA_DIR ?? 'var/dev',
    DEMO: process.env.DEMO ?? 'small',
  });
  server = spawn(node, ['apps/server/src/main.ts'], { cwd: root, env, stdio: 'inherit' });
  server.once('exit', (code) => {
    server = undefined;
    if (stopping) process.exit(code ?? 0);
    if (code) print('The server stopped. It starts again when you save a file.');
  });
}

function restart(node) {
  const running = server;
  if (!running) return start(node);
  running.removeAllListeners('exit');
  running.once('exit', () => start(node));
  running.kill('SIGTERM');
}

try {
  const node = await prepare();
  const settings = settingsFile();
  if (settings) process.loadEnvFile(settings);
  start(node);
  for (const folder of watched)
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (!file || /\.test\.tsx?$|~$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        print(`\n${join(folder, file)} changed.`);
        restart(node);
      }, quietMs);
    });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      stopping = true;
      if (server) server.kill('SIGTERM');
      else process.exit(0);
    });
} catch (error) {
  fail(error);
}
