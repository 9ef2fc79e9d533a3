import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textKey } from '@tuneport/domain/text/text-key';
import { expect, test } from 'vitest';
import { literalsIn } from './text-literals.ts';
import { messagesIn } from './text-messages.ts';

// Every text of the translated parts is in the catalogue, in German and French, and nothing else is.

const root = fileURLToPath(new URL('../..', import.meta.url));
const web = 'apps/web/src';

/** What visitors, customers, dealers, affiliates and tuners see. The back office is in English. */
const translatedFolders = [
  `${web}/shell`,
  `${web}/features/account`,
  `${web}/features/affiliates`,
  `${web}/features/identity`,
  `${web}/features/catalog`,
  `${web}/features/content`,
  `${web}/features/credits`,
  `${web}/features/dealers`,
  `${web}/features/earnings`,
  `${web}/features/graph`,
  `${web}/features/partners`,
  `${web}/features/payments`,
  `${web}/features/purchases`,
  `${web}/features/store`,
  `${web}/features/support`,
  `${web}/features/tuners`,
  `${web}/features/tuning`,
  `${web}/features/units`,
  `${web}/pages`,
  `${web}/platform`,
  `${web}/ui`,
  'packages/domain/src/affiliates',
  'packages/domain/src/api',
  'packages/domain/src/beta',
  'packages/domain/src/catalog',
  'packages/domain/src/content/blog-tags.ts',
  'packages/domain/src/credits',
  'packages/domain/src/dealers',
  'packages/domain/src/garage',
  'packages/domain/src/ledger/earnings.ts',
  'packages/domain/src/ledger/line-dispute-states.ts',
  'packages/domain/src/ledger/payout-states.ts',
  'packages/domain/src/places',
  'packages/domain/src/purchases',
  'packages/domain/src/settings',
  'packages/domain/src/site',
  'packages/domain/src/store',
  'packages/domain/src/support',
  'packages/domain/src/tuning',
  'packages/domain/src/units',
  'packages/contract/src/errors.ts',
  'apps/server/src/modules',
  'apps/server/src/platform/http',
  'apps/server/src/platform/mail',
];
const notYet = [
  `${web}/features/store/products/ProductArt.tsx`,
  `${web}/ui/board`,
  `${web}/ui/calendar`,
  `${web}/ui/chart/(?:CohortTable|Funnel|HeatMap)`,
  `${web}/ui/editor`,
  `${web}/ui/form/(?:DetailForm|FormFieldInput|LineRows|MergeDialog|RefPicker)`,
  `${web}/ui/overlay/CommandPalette`,
  `${web}/ui/testing`,
  `${web}/ui/text/TextDiff`,
  'packages/domain/src/catalog/(?:import-steps|sheet-steps|tools/manifest-states)',
].map((path) => new RegExp(`^${path}`));

function* sources(folder: string): Generator<string> {
  if (/\.tsx?$/.test(folder)) yield folder;
  else
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* sources(path);
      else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) yield path;
    }
}
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const isTranslated = (file: string) => !notYet.some((path) => path.test(file));
const translated = translatedFolders.flatMap((folder) => [...sources(folder)]).filter(isTranslated);
const everything = ['apps/web/src', 'apps/server/src', 'packages/domain/src', 'packages/contract/src'].flatMap(
  (folder) => [...sources(folder)],
);

type Forms = string | Record<string, string>;
type Entry = { de: Forms; fr: Forms };
const texts = join(root, 'packages/domain/texts');
const entries = readdirSync(texts)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => Object.entries(JSON.parse(readFileSync(join(texts, name), 'utf8')) as Record<string, Entry>));
const catalogue = new Map(entries);

test('every message of the translated parts has a German and a French text', () => {
  const missing = translated.flatMap((file) =>
    messagesIn(file, read(file))
      .filter((text) => !catalogue.get(text)?.de || !catalogue.get(text)?.fr)
      .map((text) => `${file}: ${text}`),
  );
  expect(missing).toEqual([]);
});

test('the catalogue has no message that is not used, and none twice', () => {
  const used = new Set(everything.flatMap((file) => messagesIn(file, read(file))));
  // Refusals are written in English where they are thrown and translated on their way out (error-reply.ts).
  const server = everything
    .filter((file) => /^(?:apps\/server|packages)/.test(file))
    .map(read)
    .join('\n');
  // Values are inserted by template literals.
  const templates = server.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}');
  const isTemplate = (text: string) => templates.includes(`\`${text.replaceAll(/\{\w+\}/g, '{}')}\``);
  const isUsed = (text: string) =>
    used.has(text) || server.includes(`'${text}'`) || server.includes(`"${text}"`) || isTemplate(text);
  expect([...catalogue.keys()].filter((text) => !isUsed(text))).toEqual([]);
  expect(entries.length).toBe(catalogue.size);
  expect(new Set([...catalogue.keys()].map(textKey)).size).toBe(catalogue.size);
});

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}|<\/(\w+)>/g)].map(([hole]) => hole).sort();
const formsOf = (forms: Forms) => (typeof forms === 'string' ? [forms] : Object.values(forms));

test('a translation has the placeholders and tags of its message', () => {
  const wrong = entries.flatMap(([text, { de, fr }]) =>
    [...formsOf(de), ...formsOf(fr)]
      // "one day" needs no number.
      .filter((form) => `${holes(form).filter(notCount)}` !== `${holes(text).filter(notCount)}`)
      .map((form) => `${text} → ${form}`),
  );
  expect(wrong).toEqual([]);
});
test('French has no-break spaces beside the signs that it sets apart', () => {
  const breakable = entries.flatMap(([, { fr }]) => formsOf(fr)).filter((form) => / [:;?!%»€]|« /.test(form));
  expect(breakable).toEqual([]);
});

const notCount = (hole: string) => hole !== '{count}';

test('a message with a number has the plural forms of each language', () => {
  const plurals = new Set(
    everything.flatMap((file) =>
      [...read(file).matchAll(/other:\s*(['"])((?:(?!\1).)*)\1/g)].map(([, , text]) => text),
    ),
  );
  const wrong = entries.filter(
    ([text, { de, fr }]) =>
      plurals.has(text) && text.includes('{count}') && [de, fr].some((forms) => typeof forms === 'string'),
  );
  expect(wrong.map(([text]) => text)).toEqual([]);
});

test('no text of the translated parts bypasses the catalogue', () => {
  const found = translated
    .filter((file) => file.startsWith(web))
    .flatMap((file) => literalsIn(file, read(file)).map(({ line, what }) => `${file}:${line} ${what}`));
  expect(found).toEqual([]);
});
