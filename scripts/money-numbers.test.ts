import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// No floating point for money. An amount is a bigint of minor units from the wire to the column and back.

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['ledger', 'payments', 'store', 'dealers', 'tuners', 'affiliates'].map(
  (area) => `apps/server/src/modules/${area}`,
);
const domain = /^(money|pricing|price-|ledger|sale-discount|tax-table|cart|order|shipping|product|earning|payment)/;

function* files(folder: string): Generator<string> {
  let entries: import('node:fs').Dirent[] = [];
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch {
    return;
  }
  for (const entry of entries) {
    if (entry.isDirectory()) yield* files(join(folder, entry.name));
    else if (/\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name)) yield join(folder, entry.name);
  }
}

/** Lines that match the pattern but are not amounts. */
const notMoney = new Map([
  // A discount in percent, at most 100.
  [
    'apps/server/src/modules/store/codes/codes.ts',
    "const isTooMuch = code.amountType === 'percent' && Number(code.amount) > 100;",
  ],
  // Places on the map.
  [
    'apps/server/src/modules/dealers/directory.ts',
    'select avg(d.latitude)::float8 as latitude, avg(d.longitude)::float8 as longitude, count(*)::integer as count,',
  ],
  // A contrast ratio.
  [
    'apps/server/src/modules/dealers/portal/branding.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of code
    '`The contrast is ${(Math.floor(ratio * 10) / 10).toFixed(1)}:1. Text needs at least ${textContrastMin}:1; ${readableOn(colour)} works.`,',
  ],
  // Sales in percent, compared to find the largest.
  ['apps/server/src/modules/store/products/buyer-view.ts', '.sort((a, b) => Number(b.amount) - Number(a.amount));'],
]);

const scanned = [
  ...folders.flatMap((folder) => [...files(folder)]),
  ...[...files('packages/domain/src')].filter((file) => domain.test(file.split('/').at(-1) ?? '')),
];

/** Identifiers of amounts; counts, ids and positions may be numbers. */
const amount = String.raw`\w*(?:[mM]inor|[aA]mount|[pP]rice|[fF]ee|[bB]alance|[rR]efund|[dD]iscount|[sS]ubtotal|[cC]aptured|[oO]wed|[eE]arning)\w*`;
const made = [
  new RegExp(String.raw`\b(?:Number|parseFloat|parseInt)\((?:[\w.?!\[\]]*\.)?${amount}(?:\)| \?\?)`),
  new RegExp(String.raw`\bMath\.\w+\([^)]*\b${amount}`),
  new RegExp(String.raw`\b${amount}[)\]]*\.toFixed\(`),
  /\b(?:\w*[mM]inor|\w*[aA]mount|\w*[pP]rice|\w*[fF]ee|\w*[bB]alance|\w*[dD]iscount): number\b/,
  /\bparseFloat\(|\.toFixed\(/,
  /::(?:float8?|double precision|real)\b/,
];
const breaches = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(\/\/|\*|\/\*)/.test(line) && made.some((pattern) => pattern.test(line)));

test('the scan finds money code and detects violations', () => {
  expect(scanned.length).toBeGreaterThan(40);
  const bad = [
    'const x = Number(order.totalMinor);',
    'return Number(row.amount_minor ?? 0n);',
    'const price = parseFloat(text);',
    'Math.round(fee * rate)',
    'type Line = { amountMinor: number };',
    'total.toFixed(2)',
    'select amount_minor::float8',
  ];
  expect(breaches(bad.join('\n'))).toEqual(bad);
  expect(
    breaches('Number(row.total)\nconst id = Number(params.id);\n// Number(amountMinor)\namountMinor: bigint'),
  ).toEqual([]);
});

test('no money amount is a floating point number', () => {
  const found = scanned.flatMap((file) =>
    breaches(readFileSync(join(root, file), 'utf8'))
      .filter((line) => notMoney.get(file) !== line)
      .map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});
