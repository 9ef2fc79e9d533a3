// npm test: runs all checks required before a change is merged, with one heading per stage and a summary line.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findChromium } from './find-chromium.mjs';
import { buildWeb, compileCache, fail, prepare, print, root, Stop, toolEnv } from './prepare.mjs';

/** Ends a stage that hangs. Several times what the longest stage usually takes, because a shared machine may be slow. */
const stageMsMax = 45 * 60_000;
const reports = join(root, 'var/test');
const groups = new Set();
/** Where the first browser stage creates the demo data folder that all browser stages share. */
const demoFolders = ['/dev/shm', '/tmp'].map((place) => `${place}/tuneport-demo-folder-${process.pid}`);
const clocked = 'e2e/clock*.e2e.ts';
const notClocked = 'e2e/**/!(clock*).e2e.ts';

// Stages marked `beside` run one after another, concurrently with the ones before them, because they are independent;
// their output is printed afterwards.
const stages = [
  { name: 'lockfile', title: 'Lock file', run: () => exec('node', ['scripts/check-lockfile.mjs']) },
  { name: 'format', title: 'Format and lint (Biome)', run: () => exec('biome', ['check', '.']) },
  { name: 'build', title: 'Web build', run: built },
  { name: 'types', title: 'Types', run: types },
  {
    name: 'lint',
    title: 'Promises and types (oxlint)',
    beside: true,
    // One thread: several would check the shared types once each, which costs more time than they save.
    run: (_, onOutput) => exec('oxlint', ['--type-aware', '--threads=1', '.'], { GOMAXPROCS: '1' }, onOutput),
  },
  {
    name: 'db-types',
    title: 'Database types',
    beside: true,
    run: (_, onOutput) => exec('node', ['apps/server/src/cli/index.ts', 'db-types', '--check'], {}, onOutput),
  },
  { name: 'unit', title: 'Rules and API on PostgreSQL', run: (filters) => vitest('unit', [], filters) },
  { name: 'e2e', title: 'Browser', run: (filters) => browser('e2e', ['--exclude', clocked], filters) },
  // Timing-sensitive: nothing else may run concurrently.
  {
    name: 'clock',
    title: 'Starts and stops',
    run: (filters) => browser('clock', ['--exclude', notClocked, '--no-file-parallelism'], filters),
  },
];

/**
 * Each program gets its own process group, so that none of its children outlive the run. Output is printed or buffered
 * for later.
 */
function exec(command, args, extra = {}, onOutput = undefined) {
  return new Promise((resolve) => {
    const output = onOutput ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd: root,
      env: toolEnv({ NODE_ENV: 'test', ...extra }),
      stdio: ['ignore', output, output],
      detached: true,
    });
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    groups.add(child.pid);
    const limit = setTimeout(() => {
      print(`Stopped: ${command} took more than ${stageMsMax / 60_000} minutes.`);
      killGroup(child.pid, 'SIGKILL');
    }, stageMsMax);
    const done = (ok) => {
      clearTimeout(limit);
      killGroup(child.pid, 'SIGTERM');
      resolve(ok);
    };
    child.once('error', (error) => {
      print(error.message);
      done(false);
    });
    // Output may arrive after the process has exited.
    child.once(onOutput ? 'close' : 'exit', (code) => done(code === 0));
  });
}

function killGroup(pid, signal) {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // The group has already ended.
  }
}

async function built() {
  try {
    await buildWeb();
    return true;
  } catch (error) {
    print(error instanceof Stop ? error.message : String(error));
    return false;
  }
}

/** Both projects concurrently, with one checker each: several would check the shared types once each. */
async function types() {
  if (!(await exec('react-router', ['typegen', 'apps/web']))) return false;
  const check = (project) => exec('tsc', ['-p', project, '--checkers', '1']);
  const passed = await Promise.all(['tsconfig.json', 'apps/web/tsconfig.json'].map(check));
  return passed.every(Boolean);
}

async function browser(name, options, filters) {
  let chromium;
  try {
    chromium = await findChromium();
  } catch (error) {
    print(error.message);
    return { passed: 0, failed: 1, names: [error.message] };
  }
  if (!(await built())) return { passed: 0, failed: 1, names: ['the web app does not build'] };
  return vitest(name, ['--config', 'vitest.e2e.config.ts', ...options], filters, {
    CHROMIUM: chromium,
    TEST_RUN: String(process.pid),
  });
}

async function vitest(name, options, filters, extra = {}) {
  const report = join(reports, `${name}.json`);
  rmSync(report, { force: true });
  const args = ['run', ...options, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  if (filters.length > 0) args.push('--passWithNoTests');
  // Tests start the product and its commands many times; the compile cache makes a start a third faster.
  const ok = await exec('vitest', [...args, ...filters], { NODE_COMPILE_CACHE: compileCache(), ...extra });
  return count(report, ok);
}

function count(report, ok) {
  if (!existsSync(report))
    return ok
      ? { passed: 0, failed: 0, names: [] }
      : { passed: 0, failed: 1, names: ['the test runner did not finish'] };
  const result = JSON.parse(readFileSync(report, 'utf8'));
  const failures = result.testResults.flatMap((file) => {
    const where = relative(root, file.name);
    const tests = file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${where} › ${test.fullName}`);
    return tests.length === 0 && file.status === 'failed'
      ? [`${where} (${(file.message ?? '').split('\n')[0]})`]
      : tests;
  });
  if (!ok && failures.length === 0) failures.push('the run failed outside of a test');
  return { passed: result.numPassedTests, failed: failures.length, names: failures };
}

function readArguments(args) {
  const filters = [];
  let only;
  for (let i = 0; i < args.length; i += 1) {
    const [option, value] = args[i].split('=');
    if (option === '--only') only = (value ?? args[++i] ?? '').split(',');
    else if (option === '--changed') {
      // Tests that import a file changed since the last commit; browser tests import nothing.
      filters.push('--changed');
      only ??= ['format', 'types', 'unit'];
    } else filters.push(args[i]);
  }
  const known = stages.map(({ name }) => name);
  const unknown = only?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Stop(`There is no stage "${unknown}". Stages: ${known.join(', ')}.`);
  // If a file is given, only test stages run.
  return { filters, chosen: only ?? (filters.length > 0 ? ['unit', 'e2e', 'clock'] : known) };
}

const heading = ({ title }) => print(`\n── ${title} ${'─'.repeat(Math.max(3, 60 - title.length))}`);

async function timed(work) {
  const started = Date.now();
  const result = await work;
  return { result, ms: Date.now() - started };
}

function takeWhile(all, from, fits) {
  const end = all.findIndex((one, at) => at >= from && !fits(one));
  return all.slice(from, end < 0 ? all.length : end);
}

/** One after another; the output of each is returned with its result. */
async function runBuffered(some, filters) {
  const results = [];
  for (const stage of some) {
    const chunks = [];
    const ended = await timed(stage.run(filters, (chunk) => chunks.push(chunk)));
    results.push({ output: Buffer.concat(chunks).toString().trimEnd(), ended });
  }
  return results;
}

async function main() {
  const { filters, chosen } = readArguments(process.argv.slice(2));
  await prepare();
  mkdirSync(reports, { recursive: true });
  let passed = 0;
  const failures = [];
  const note = ({ name, title }, { result, ms }) => {
    const { passed: good, names } =
      typeof result === 'object' ? result : { passed: result ? 1 : 0, names: result ? [] : [title] };
    passed += good;
    failures.push(...names.map((text) => (text === title ? text : `${title}: ${text}`)));
    print(`${names.length === 0 ? 'passed' : 'FAILED'} (${name}, ${(ms / 1000).toFixed(1)} s)`);
  };
  const wanted = stages.filter((stage) => chosen.includes(stage.name));
  for (let at = 0; at < wanted.length; ) {
    const first = takeWhile(wanted, at, (stage) => !stage.beside);
    const second = takeWhile(wanted, at + first.length, (stage) => stage.beside);
    const beside = runBuffered(second, filters);
    for (const stage of first) {
      heading(stage);
      note(stage, await timed(stage.run(filters)));
    }
    for (const [number, { output, ended }] of (await beside).entries()) {
      heading(second[number]);
      if (output.length > 0) print(output);
      note(second[number], ended);
    }
    at += first.length + second.length;
  }
  for (const pid of groups) killGroup(pid, 'SIGKILL');
  if (failures.length > 0) print(`\nFailed:\n${failures.map((text) => `  ${text}`).join('\n')}`);
  print(`\n${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

process.once('exit', () => {
  for (const folder of demoFolders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const pid of groups) killGroup(pid, 'SIGTERM');
    process.exit(130);
  });
}
main().catch(fail);
