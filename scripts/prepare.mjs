// Prepares what every command needs: packages, the right Node version, the built web app. Runs on plain Node 20 without
// packages.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const modules = join(root, 'node_modules');
const node = join(modules, '.bin', 'node');
const installStamp = join(modules, '.tuneport-stamp');
const webBuild = join(root, 'apps/web/build');
const webStamp = join(webBuild, '.stamp');
const nodeMajor = 24;

/** An environment or usage error: printed without a stack trace. */
export class Stop extends Error {}

let out = process.stdout;
/** For commands whose standard output is data. */
export const speakOnStderr = () => {
  out = process.stderr;
};
export const print = (text) => out.write(`${text}\n`);

/** Prints one line for a long step: its label, then its duration. */
export async function step(label, work) {
  const started = Date.now();
  const seconds = () => `${Math.max(1, Math.round((Date.now() - started) / 1000))} s`;
  const live = out.isTTY === true;
  if (live) out.write(`${label} …`);
  else print(`${label} …`);
  const timer = setInterval(
    () => (live ? out.write(`\r${label} … ${seconds()}`) : print(`${label} … ${seconds()}`)),
    live ? 1_000 : 15_000,
  );
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (live) out.write(`\r${label} … ${seconds()}\n`);
    else print(`${label} … done in ${seconds()}`);
  }
}

/** Runs a program to completion; its output is shown only if it fails. */
function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const listen = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : reject(new Stop(`${output.trim()}\n(${signal ?? `exit code ${code}`})`)),
    );
  });
}

const hashOf = (...texts) =>
  texts.reduce((hash, text) => hash.update(text).update('\0'), createHash('sha256')).digest('hex');
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** PATH with our Node and tools first. */
export const toolEnv = (extra = {}) => ({
  ...process.env,
  PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  ...extra,
});

// Packages

const lockHash = () => hashOf(read(join(root, 'package-lock.json')));

function isInstalled() {
  if (read(installStamp) === lockHash()) return true;
  if (!installedByHand()) return false;
  writeFileSync(installStamp, lockHash());
  return true;
}

/** npm records what it installed in node_modules; if that matches the lock file, there is nothing to do. */
function installedByHand() {
  const hidden = read(join(modules, '.package-lock.json'));
  if (hidden === '') return false;
  const wanted = JSON.parse(read(join(root, 'package-lock.json'))).packages;
  const found = JSON.parse(hidden).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || !path.includes('node_modules/') || entry.link) return true;
    if (found[path] === undefined) return entry.optional === true && !fits(entry);
    return found[path].version === entry.version && found[path].integrity === entry.integrity;
  });
}

const glibc = () => process.report?.getReport?.().header?.glibcVersionRuntime !== undefined;
function fits({ os, cpu, libc }) {
  if (os && !os.includes(process.platform)) return false;
  if (cpu && !cpu.includes(process.arch)) return false;
  return !libc || libc.includes(glibc() ? 'glibc' : 'musl');
}

function npm(args) {
  const env = toolEnv();
  // A home directory that is not writable (a service user, a read-only container) must not prevent the installation.
  if (!canMake(env.npm_config_cache ?? join(homedir(), '.npm'))) env.npm_config_cache = join(root, 'var/npm-cache');
  const cli = process.env.npm_execpath;
  // Not our own Node, because npm ci deletes node_modules while it runs.
  const runner = process.env.npm_node_execpath ?? process.execPath;
  return cli?.endsWith('.js') && !runner.startsWith(modules)
    ? run(runner, [cli, ...args], env)
    : run('npm', args, { ...env, PATH: process.env.PATH });
}

function canWrite(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether the path is writable or can be created. */
function canMake(path) {
  if (existsSync(path)) return canWrite(path);
  return dirname(path) !== path && canMake(dirname(path));
}

async function install() {
  if (isInstalled()) return;
  await locked('install', async () => {
    if (isInstalled()) return;
    try {
      // No package needs its install script; the server does what the database package's script would do.
      await step('Installing packages', () =>
        npm(['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--include=dev', '--include=optional']),
      );
    } catch (error) {
      throw new Stop(
        `The packages could not be installed:\n${error.message}\n\nCheck the network and that ${root} can be written to, then run the command again. By hand: npm ci --ignore-scripts`,
      );
    }
    writeFileSync(installStamp, lockHash());
  });
}

// Node

function checkNode() {
  const trial = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  const major = Number((trial.stdout ?? '').split('.')[0]);
  if (trial.status === 0 && major >= nodeMajor) return;
  const own = Number(process.versions.node.split('.')[0]);
  const why =
    trial.status === 0
      ? `it is version ${trial.stdout.trim()}`
      : (trial.error?.message ?? trial.stderr.trim().split('\n')[0]);
  throw new Stop(
    `Tuneport runs on Node ${nodeMajor}, which comes with its packages for Linux on x64 and arm64, but ${relative(root, node)} cannot be used: ${why}.\n` +
      (own >= nodeMajor
        ? 'Remove node_modules and run the command again.'
        : `Remove node_modules and run the command again, or start it with an installed Node ${nodeMajor}.`),
  );
}

// The web app

const webSources = ['apps/web/src', 'apps/web/public', 'packages'];
/** The lock file and the build configuration next to the sources. */
const webFiles = () =>
  readdirSync(join(root, 'apps/web'), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `apps/web/${entry.name}`)
    .concat('package-lock.json');

function webHash() {
  const hash = createHash('sha256');
  const add = (file) =>
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  const walk = (folder) => {
    if (!existsSync(join(root, folder))) return;
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      if (entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name)) continue;
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) add(path);
    }
  };
  webSources.forEach(walk);
  for (const file of webFiles()) add(file);
  return hash.digest('hex');
}

export async function buildWeb() {
  const hash = webHash();
  if (read(webStamp) === hash) return;
  await locked('build', async () => {
    if (read(webStamp) === hash) return;
    await step('Building the web app', async () => {
      rmSync(webStamp, { force: true });
      // Output is shown only on failure and may go to a log, so colours are off.
      const env = toolEnv({ NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: undefined });
      try {
        await run(node, [join(modules, '@react-router/dev/bin.cjs'), 'build', 'apps/web'], env);
      } catch (error) {
        throw new Stop(`The web app could not be built:\n${error.message}`);
      }
      writeFileSync(webStamp, hash);
    });
  });
}

// Locking

/** Prevents two commands from installing or building concurrently. */
async function locked(name, work) {
  mkdirSync(join(root, 'var'), { recursive: true });
  const file = join(root, 'var', `${name}.lock`);
  for (let reported = false; ; ) {
    try {
      const fd = openSync(file, 'wx');
      writeFileSync(fd, me());
      closeSync(fd);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw new Stop(`${file} cannot be written: ${error.message}`);
    }
    const holder = read(file);
    // An empty file is being written right now, or was left by a crash at that moment.
    const abandoned =
      holder === ''
        ? Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 5_000
        : !lives(holder);
    if (abandoned) rmSync(file, { force: true });
    else {
      if (!reported) print('Waiting for another command that is preparing the same folder …');
      reported = true;
      await sleep(300);
    }
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}

/** A process id with its start time, because ids are reused. */
function startTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
const me = () => `${process.pid} ${startTime(process.pid)}`;
function lives(holder) {
  const [pid, started] = holder.split(' ');
  return startTime(pid) === started;
}

// Start

/**
 * Server flags. A smaller young generation reduces total memory by a quarter. By default V8 lets garbage grow to several
 * times the live heap before it collects.
 */
export const serverFlags = ['--max-semi-space-size=8', '--heap-growing-percent=50'];
/** Each thread would otherwise keep memory it has freed in an arena of its own. */
export const serverEnv = { MALLOC_ARENA_MAX: '2' };

/** Installs and checks; returns the Node binary to use. */
export async function prepare({ web = false } = {}) {
  process.chdir(root);
  await install();
  checkNode();
  if (web) await buildWeb();
  return node;
}

/** Node's compile cache, which makes the next start a third faster. */
export function compileCache() {
  const folder = [join(modules, '.cache'), join(root, 'var')].find((place) => {
    try {
      mkdirSync(place, { recursive: true });
      return canWrite(place);
    } catch {
      return false;
    }
  });
  return folder && join(folder, 'tuneport-compile');
}

/** The settings file of this checkout, if any. */
export const settingsFile = () => (existsSync(join(root, '.env')) ? join(root, '.env') : undefined);

/** Replaces this process with the program: same terminal, signals and exit code. Settings may be in a `.env` file. */
export function become(program, extra = {}) {
  const settings = settingsFile();
  const args = settings ? [`--env-file=${settings}`, ...program] : program;
  const cache = compileCache();
  const env = toolEnv({ ...(cache ? { NODE_COMPILE_CACHE: cache } : {}), ...extra });
  if (typeof process.execve === 'function') {
    process.removeAllListeners('warning');
    process.on('warning', () => {});
    process.execve(node, [node, ...args], env);
  }
  const follow = ['--import', join(root, 'scripts/end-with-parent.mjs')];
  const child = spawn(node, [...follow, ...args], { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'pipe'] });
  const forward = (signal) => child.kill(signal);
  process.on('SIGTERM', forward);
  process.on('SIGHUP', forward);
  // A terminal sends Ctrl-C to both processes.
  process.on('SIGINT', (signal) => (process.stdin.isTTY ? undefined : forward(signal)));
  child.once('error', (error) => fail(new Stop(error.message)));
  child.once('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    for (const name of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

export function fail(error) {
  process.stderr.write(`\n${error instanceof Stop ? error.message : (error?.stack ?? error)}\n`);
  process.exit(1);
}
