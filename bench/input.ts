import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDb } from '../apps/server/src/platform/db/connection/open.ts';
import { readPostmaster } from '../apps/server/src/platform/postgres/postmaster.ts';
import { dataFolder, embedded } from '../e2e/harness/data-folder.ts';
import { root, startProduct } from '../e2e/harness/product.ts';
import { sendBadRequests } from './input/ask-badly.ts';
import { throwBombs } from './input/bombs.ts';
import { sendHostileNames, sendRandomFiles } from './input/files-kept.ts';
import { breakParsers, tireParsers } from './input/parsers.ts';
import { sendRaw } from './input/raw-requests.ts';
import { smallMachine, smallMachineMb } from './input/small-machine.ts';
import { uploadBadly } from './input/uploads.ts';

/** The full counts of a soak run; `share` runs a fraction of them. */
const whole = {
  uploads: 100_000,
  parserRuns: 5_000_000,
  names: 2_000,
  files: 10_000,
  perOperation: 300,
  rawRequests: 50_000,
};
const memoryMbMax = 350;
const msPerMbMax = 100;

export type InputReport = { part: string; seconds: number; bad: string[] } & Record<string, unknown>;

/** Runs all hostile-input tests against a running product. Each part reports its findings when it is done. */
export async function input(options: {
  seed: number;
  share: number;
  parts?: readonly string[];
  print: (report: InputReport) => void;
}): Promise<boolean> {
  const { seed, share } = options;
  const some = (count: number) => Math.max(1, Math.ceil(count * share));
  const folder = dataFolder();
  // The demo data is loaded before the memory limit applies.
  await (await startProduct({ env: embedded(folder.path) })).stop();
  const temporary = join(folder.path, 'tmp');
  mkdirSync(temporary);
  const machine = smallMachine();
  const program = [process.execPath, join(root, 'apps/server/src/main.ts')];
  const product = await startProduct({
    env: { ...embedded(folder.path), TMPDIR: temporary, API_DOCS: 'public' },
    ...(machine ? { command: machine.within(program) } : {}),
  });
  const host = readPostmaster(folder.cluster)?.socketDir ?? '';
  const { db, close } = openDb({ host, port: 5432, user: 'tuneport', database: 'tuneport' }, { max: 3 });
  const target = { port: product.port, origin: product.origin, db };
  const store = join(folder.path, 'files');
  let ended = false;
  void product.exited.then(() => {
    ended = true;
  });
  let fine = true;

  const parts: Readonly<Record<string, () => Promise<{ bad: string[] } & Record<string, unknown>>>> = {
    async uploads() {
      const { faults, orphans, ...rest } = await uploadBadly(target, {
        uploads: some(whole.uploads),
        seed,
        store,
        temporary,
      });
      const memoryMb = residentMb(product.pid);
      const heavy = memoryMb > memoryMbMax ? [`${memoryMb} MB resident`] : [];
      return {
        ...rest,
        memoryMb,
        ofMb: machine ? smallMachineMb : null,
        bad: [...faults, ...orphans.slice(0, 20), ...heavy],
      };
    },
    async parsers() {
      const reports = await breakParsers({ runs: some(whole.parserRuns), seed });
      const runs = Object.fromEntries(reports.map(({ parser, runs }) => [parser, runs]));
      return { runs, bad: reports.flatMap(({ parser, crashes }) => crashes.map((text) => `${parser} ${text}`)) };
    },
    async slowest() {
      const slowest = await tireParsers({ bytes: 1_000_000, every: share < 1 ? 7 : 1 });
      const slow = slowest.filter(({ msPerMb }) => msPerMb > msPerMbMax);
      return {
        slowest,
        bad: slow.map(({ parser, msPerMb, input: of }) => `${parser}: ${msPerMb} ms for a MB of ${of}`),
      };
    },
    async bombs() {
      const { faults, ...rest } = await throwBombs(target, { pid: product.pid, cpuMsMax: 1000, memoryMbMax: 64 });
      return { ...rest, bad: faults };
    },
    async names() {
      const { faults, ...rest } = await sendHostileNames(target, {
        names: some(whole.names),
        seed,
        outside: folder.path,
      });
      return { ...rest, bad: faults };
    },
    async files() {
      const { faults, ...rest } = await sendRandomFiles(target, { files: some(whole.files), seed });
      return { ...rest, bad: faults };
    },
    async requests() {
      const { faults, ...rest } = await sendBadRequests(target, { perOperation: some(whole.perOperation), seed });
      return { ...rest, bad: faults };
    },
    async raw() {
      const { faults, ...rest } = await sendRaw(target, { requests: some(whole.rawRequests), seed });
      return { ...rest, bad: faults };
    },
  };
  try {
    for (const name of options.parts ?? Object.keys(parts)) {
      const began = performance.now();
      const work = parts[name];
      if (!work) throw new Error(`There is no part ${name}, only ${Object.keys(parts).join(', ')}.`);
      const { bad, ...rest } = await work();
      if (ended) bad.push(`the process ended and said: ${product.output().slice(-2000)}`);
      fine = fine && bad.length === 0;
      const log = bad.length > 0 ? { log: product.output().slice(-4000) } : {};
      options.print({ part: name, seconds: Math.round((performance.now() - began) / 1000), ...rest, bad, ...log });
      if (ended) return false;
    }
    return fine;
  } finally {
    await close();
    await product.stop();
    folder.remove();
    machine?.remove();
  }
}

const residentMb = (pid: number): number =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
