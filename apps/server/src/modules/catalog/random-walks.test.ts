import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDemoCatalog, shippedTable } from '../../seeds/catalog/catalog.ts';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { readTable } from './index.ts';

// Compares the bundled vehicle table and display names with the API. Both tables are parsed here independently, so that
// an importer bug is not repeated.

type Row = { make: string; model: string; year: string; litres: string; cylinders: string };
let server: TestServer;
let visitor: Client;
const rows: Row[] = [];

/** Maps make and model of the vehicle table to the display model. */
const names = new Map(
  readFileSync(new URL('../../../data/model-names.tsv', import.meta.url), 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([make = '', model = '', , , name = '']) => [`${make} ${model}`.toLowerCase(), name]),
);

beforeAll(async () => {
  server = await testServer();
  visitor = server.anonymous;
  await buildDemoCatalog(server.db, { size: 'small' });
  const known = new Set((await visitor.call('GET /v1/catalog/makes')).body.map(({ name }) => name.toLowerCase()));
  let head: readonly string[] | null = null;
  for await (const { cells } of readTable(shippedTable)) {
    if (head === null) {
      head = cells;
      continue;
    }
    const cell = (name: string) => (cells[head?.indexOf(name) ?? -1] ?? '').trim();
    if (!known.has(cell('make').toLowerCase())) continue;
    rows.push({
      make: cell('make').toLowerCase(),
      model: names.get(`${cell('make')} ${cell('model').replace(/\s+/g, ' ')}`.toLowerCase()) ?? 'no name',
      year: cell('year'),
      litres: cell('displacement_l') === '' ? 'none' : String(Number(cell('displacement_l'))),
      cylinders: cell('cylinders') === '' ? 'none' : String(Number(cell('cylinders'))),
    });
  }
});
afterAll(() => server.close());

/** Seeded random numbers, so that a failing walk can be reproduced. */
function chances(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const distinct = (values: readonly string[]) => [...new Set(values)].sort();

test('200 random walks from make to engine return at each step exactly the rows of the raw table', async () => {
  expect(rows.length).toBeGreaterThan(3000);
  const pick = chances(20_150_401);
  const makes = (await visitor.call('GET /v1/catalog/makes')).body;
  for (let walk = 0; walk < 200; walk += 1) {
    const row = rows[pick(rows.length)] as Row;
    const at = `walk ${walk}: ${row.make} ${row.year} ${row.model}`;
    const ofMake = rows.filter(({ make }) => make === row.make);
    const ofYear = ofMake.filter(({ year }) => year === row.year);
    const ofModel = ofYear.filter(({ model }) => model.toLowerCase() === row.model.toLowerCase());

    const make = makes.find(({ name }) => name.toLowerCase() === row.make)?.slug as string;
    const years = (await visitor.call('GET /v1/catalog/makes/:make/years', { params: { make } })).body;
    // The demo data set adds half years and Series to those of the table.
    const whole = years.map(({ name }) => name).filter((name) => /^\d+$/.test(name));
    expect(distinct(whole), at).toEqual(distinct(ofMake.map(({ year }) => year)));

    const params = { make, year: row.year };
    const models = (await visitor.call('GET /v1/catalog/makes/:make/years/:year/models', { params })).body;
    expect(distinct(models.map(({ name }) => name.toLowerCase())), at).toEqual(
      distinct(ofYear.map(({ model }) => model.toLowerCase())),
    );

    const model = models.find(({ name }) => name.toLowerCase() === row.model.toLowerCase())?.slug as string;
    const engines = (
      await visitor.call('GET /v1/catalog/makes/:make/years/:year/models/:model/engines', {
        params: { ...params, model },
      })
    ).body;
    const facts = engines.map(
      ({ displacement_l, cylinders }) =>
        `${displacement_l === null ? 'none' : Number(displacement_l)} ${cylinders ?? 'none'}`,
    );
    expect(distinct(facts), at).toEqual(distinct(ofModel.map(({ litres, cylinders }) => `${litres} ${cylinders}`)));
  }
});

const hostile = [
  '..',
  '.',
  '%2e%2e',
  '%2f',
  '%2F..%2F..%2Fetc%2Fpasswd',
  '%5c',
  '%00',
  'a%00b',
  '%',
  '%zz',
  '%ff%fe',
  '%ed%a0%80',
  '%e2%80%ae',
  '%F0%9F%9A%97',
  '%C5%A0koda',
  '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E',
  "'%20or%201=1--",
  '%27;drop%20table%20makes;--',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e309',
  '99999999999999999999',
  '0x10',
  '%24%7B7*7%7D',
  '{{7*7}}',
  'a'.repeat(500),
  'a'.repeat(7000),
  '%0d%0aset-cookie:%20x=1',
];
/** Places where user input can occur in a catalogue path. */
const places = (word: string) => [
  `/api/v1/catalog/makes/${word}/years`,
  `/api/v1/catalog/makes/volkswagen/years/${word}/models`,
  `/api/v1/catalog/makes/volkswagen/years/2015/models/${word}/engines`,
  `/api/v1/catalog/engines/${word}`,
  `/api/v1/catalog/engines/1/transmissions?make=${word}&year=${word}&model=${word}`,
  `/api/v1/catalog/transmissions/${word}`,
  `/api/v1/catalog/vehicle?make=${word}&year=${word}&model=${word}&engine=${word}`,
  `/api/v1/catalog/search?q=${word}`,
  `/api/v1/catalog/tunes?search=${word}&category=${word}&page=${word}`,
  `/api/v1/catalog/guide?make=${word}`,
  `/api/v1/catalog/sitemap/${word}`,
  `/api/v1/catalog/make-logos/${word}`,
  `/api/ecu/models?make=${word}&year=${word}`,
  `/api/dyno-csv?tune=${word}`,
  `/api/dyno-csv/${word}`,
  `/api/rental-tools?tunes=${word}`,
];

test('no catalogue path segment breaks the server or is returned as markup', async () => {
  for (const word of hostile)
    for (const path of places(word)) {
      const answer = await visitor.request('GET', path);
      const at = `${path.slice(0, 120)} → ${answer.status}`;
      expect(answer.status, at).toBeLessThan(500);
      const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
      expect(body, at).not.toMatch(/<script>alert|<img src=x|root:x:0|\b49\b.*7\*7/);
      expect(answer.headers['set-cookie'], at).toBeUndefined();
    }
  expect((await visitor.call('GET /v1/catalog/makes')).body.length, 'the makes are still there').toBeGreaterThan(3);
});
