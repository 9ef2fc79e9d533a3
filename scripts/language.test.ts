import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Words that have an established term. CONTRIBUTING.md lists the terms; this list only grows.
const replaced: Readonly<Record<string, string>> = {
  wish: 'input',
  Wish: 'Input',
  recordAct: 'writeAudit',
  againAfterDeadlock: 'retryOnDeadlock',
  planned: 'prepared',
  gathered: 'batched',
  lasting: 'memoized',
  pulse: 'dbHealth',
  noNews: 'notModified',
  KeptAnswers: 'ResponseCache',
  KeptAnswer: 'CachedResponse',
  commitEarly: 'asyncCommit',
  giveBack: 'releaseBuffer',
  takePermit: 'takeRateLimit',
  patrols: 'intervalTasks',
  oneByOne: 'forEachIsolated',
  houseAccount: 'platformAccount',
  misfit: 'mismatch',
  desk: 'support',
  doer: 'initiator',
  Doer: 'Initiator',
  Keeper: 'VersionedDb',
  callerOf: 'clientInfoOf',
  keepMethod: 'saveMethod',
  readerOf: 'viewerOf',
  shelfOf: 'productListOf',
  placeTeller: 'progressReporter',
  askAbout: 'queryPayment',
  Bench: 'RequestContext',
  Asking: 'CallContext',
  HouseReply: 'StaffReply',
  shelves: 'categories or locations',
  takeRest: 'takeRemainingSteps',
  hear: 'onEvent or listen',
  heard: 'received',
  told: 'notified',
  say: 'print, report or reply',
  Asker: 'PricingContext',
  whyNotFit: 'findMismatches',
  whileHeard: 'whileResponsive',
  DatabaseSilent: 'DatabaseUnresponsive',
  giveUpTry: 'cancelFailedPurchase',
};

const root = fileURLToPath(new URL('..', import.meta.url));
/** Code without comments and string contents, to check identifiers only. */
const codeOf = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(/`[^`]*`/g, '``')
    .replace(/\/(?:[^/\\\n]|\\.)+\/[dgimsuvy]*/g, '//')
    .replace(/>[^<>{}]*</g, '><');

const files = globSync('{apps/*/src,packages/*/src,bench,e2e,scripts}/**/*.{ts,tsx,mjs}', { cwd: root }).filter(
  (file) => !file.endsWith('language.test.ts'),
);

test('identifiers use the established terms', () => {
  const names = new RegExp(`(?<![\\w$])(${Object.keys(replaced).join('|')})(?![\\w$])|[a-z]Wish\\b`, 'g');
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((file) =>
    (codeOf(readFileSync(join(root, file), 'utf8')).match(names) ?? []).map(
      (name) => `${file}: ${name} (use ${replaced[name] ?? 'Input'})`,
    ),
  );
  expect(found).toEqual([]);
});

test('a day in milliseconds is written once (domain/units/durations.ts)', () => {
  const product = files.filter(
    (file) => /^(apps|packages)\//.test(file) && !/\.test\.tsx?$|\/(testing|seeds)\/|units\/durations\.ts$/.test(file),
  );
  const again = product.filter((file) =>
    /86_400_000|24 \* 3_600_000|24 \* 60 \* 60 \* 1_?000|const dayMs =/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(again).toEqual([]);
});
