import { type Dimension, dimensions, type Measures, noMeasures } from '@tuneport/domain/analytics/traffic-dimensions';
import { sql } from 'kysely';
import { countTraffic, valueSales } from '../../modules/analytics/index.ts';
import type { Db } from '../../platform/db/db.ts';
import type { CopyTarget } from '../../platform/db/writes/copy-buffer.ts';
import type { Platform } from '../../platform/platform.ts';
import { chance } from '../chance.ts';
import { dayMs } from './calendar.ts';

// Two years of visitors: daily totals, and for the last weeks single page views that are counted like real ones.

const seed = 20_241_118;
const days = 730;
const rawDays = 32;

type Weights = readonly (readonly [value: string, weight: number])[];

const sources: readonly (readonly [
  source: string,
  medium: string,
  campaign: string,
  weight: number,
  referrer: string,
  query: string,
])[] = [
  ['Direct', 'direct', '', 26, '', ''],
  ['Google', 'search', '', 31, 'https://www.google.com/', ''],
  ['Bing', 'search', '', 4, 'https://www.bing.com/', ''],
  ['DuckDuckGo', 'search', '', 3, 'https://duckduckgo.com/', ''],
  ['YouTube', 'social', '', 9, 'https://www.youtube.com/', ''],
  ['Instagram', 'social', '', 6, 'https://www.instagram.com/', ''],
  ['Reddit', 'social', '', 5, 'https://www.reddit.com/', ''],
  ['forum.boosted.example', 'referral', '', 6, 'https://forum.boosted.example/', ''],
  ['dyno-notes.example', 'referral', '', 2, 'https://dyno-notes.example/', ''],
  ['newsletter', 'mail', 'monthly', 4, '', 'utm_source=newsletter&utm_medium=email&utm_campaign=monthly'],
  [
    'google-ads',
    'campaign',
    'stage-1',
    3,
    'https://www.google.com/',
    'utm_source=google-ads&utm_medium=cpc&utm_campaign=stage-1',
  ],
  ['gravel-apex', 'tag', 'gravel-apex', 1, '', 'tag=gravel-apex'],
];
const countries: Weights = [
  ['CA', 52],
  ['US', 27],
  ['GB', 6],
  ['DE', 5],
  ['FR', 3],
  ['AU', 3],
  ['SE', 1],
  ['NL', 1],
  ['', 2],
];
const languages: Weights = [
  ['en', 80],
  ['fr', 11],
  ['de', 6],
  ['sv', 1],
  ['nl', 2],
];
const devices: Weights = [
  ['Phone', 55],
  ['Desktop', 40],
  ['Tablet', 5],
];
const browsers: Weights = [
  ['Chrome', 46],
  ['Safari', 34],
  ['Firefox', 8],
  ['Edge', 7],
  ['Samsung Internet', 4],
  ['Opera', 1],
];
const systems: Weights = [
  ['iOS', 32],
  ['Android', 28],
  ['Windows', 25],
  ['macOS', 12],
  ['Linux', 3],
];
const bots: Weights = [
  ['1', 78],
  ['2', 6],
  ['153', 16],
];
const searches: Weights = [
  ['golf r', 9],
  ['a4', 8],
  ['wrx', 7],
  ['mustang', 7],
  ['f-150', 6],
  ['gti', 6],
  ['civic type r', 5],
  ['m340i', 4],
  ['supra', 4],
  ['bmw', 3],
];
const emptySearches: Weights = [
  ['cybertruck', 5],
  ['rivian r1t', 3],
  ['model t', 1],
];

/** Parts of a number in proportion to the weights, with some noise; they sum to it. */
function shares(total: number, weights: Weights, label: string): Map<string, number> {
  const noisy = weights.map(([value, weight]) => weight * (0.8 + 0.4 * chance(seed, `${label} ${value}`)));
  const sum = noisy.reduce((a, b) => a + b, 0);
  const parts = new Map<string, number>();
  let [seen, given] = [0, 0];
  weights.forEach(([value], at) => {
    seen += noisy[at] ?? 0;
    const next = Math.round((total * seen) / sum) - given;
    given += next;
    if (next > 0) parts.set(value, next);
  });
  return parts;
}

function pick(weights: Weights, label: string): string {
  let left = chance(seed, label) * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of weights) {
    left -= weight;
    if (left < 0) return value;
  }
  return weights[0]?.[0] ?? '';
}

const season = [0.75, 0.8, 1.05, 1.2, 1.25, 1.15, 1.05, 1, 0.95, 0.95, 1.15, 1.05];
const weekday = [1.15, 0.95, 0.95, 0.95, 1, 1.05, 1.2];

/** It doubles in two years, with season, weekday and chance. */
function visitsOn(day: Date, age: number): number {
  const growth = 160 * (1 - (0.5 * age) / days);
  const noise = 0.85 + 0.3 * chance(seed, `visits ${day.toISOString()}`);
  return Math.round(growth * (season[day.getUTCMonth()] ?? 1) * (weekday[day.getUTCDay()] ?? 1) * noise);
}

const dayTarget: CopyTarget = {
  table: 'traffic_days',
  columns: [
    'dimension',
    'day',
    'value_id',
    'visits',
    'visitors',
    'new_visitors',
    'views',
    'events',
    'bounces',
    'seconds',
  ],
};
const hourTarget: CopyTarget = {
  table: 'traffic_hours',
  columns: ['hour', 'visits', 'visitors', 'new_visitors', 'views', 'events', 'bounces', 'seconds'],
};
const viewTarget: CopyTarget = {
  table: 'page_views',
  columns: [
    'at',
    'visitor',
    'is_known',
    'path',
    'referrer',
    'title',
    'screen',
    'bot',
    'query',
    'device',
    'browser',
    'os',
    'language',
    'country',
  ],
};
const eventTarget: CopyTarget = { table: 'client_events', columns: ['at', 'visitor', 'name', 'data', 'path'] };

/** More visits while Canada is awake. */
const hourWeights: Weights = Array.from({ length: 24 }, (_, hour) => [
  String(hour),
  [5, 4, 3, 2, 2, 1, 1, 1, 1, 1, 2, 3, 5, 6, 7, 7, 8, 8, 8, 7, 7, 7, 6, 6][hour] ?? 1,
]);

type Pages = { readonly all: Weights; readonly entries: Weights };

async function pagesOf(db: Db): Promise<Pages> {
  const products = await db.selectFrom('products').select('slug').orderBy('id').limit(8).execute();
  const vehicles = await db.selectFrom('makes').select('slug').orderBy('id').limit(12).execute();
  const shop: Weights = products.map(({ slug }, at) => [`/products/${slug}`, 12 - at]);
  const catalog: Weights = vehicles.map(({ slug }, at) => [`/catalog/${slug}`, 14 - at]);
  const rest: Weights = [
    ['/', 120],
    ['/catalog', 34],
    ['/products', 16],
    ['/checkout', 4],
    ['/contact', 9],
    ['/blog', 40],
    ['/careers', 6],
  ];
  const all = [...rest, ...catalog, ...shop];
  return { all, entries: all.filter(([path]) => path !== '/checkout') };
}

export async function buildDemoTraffic(platform: Platform, now: Date): Promise<void> {
  const { db, buffer } = platform;
  const pages = await pagesOf(db);
  await forgetUnfinished(db, now);
  const today = now.getTime() - (now.getTime() % dayMs);
  const ids = await valueIds(db, pages);
  for (let age = days; age > rawDays; age -= 1) {
    addDay(platform, new Date(today - age * dayMs), age, pages, ids);
    // Requests are answered in between.
    if (age % 20 === 0) await buffer.flush();
  }
  for (let age = rawDays; age >= 0; age -= 1) addViews(platform, new Date(today - age * dayMs), age, pages, now);
  await buffer.flush();
  await addNotes(db, now);
  await countTraffic(platform);
}

/** An interrupted load begins again; visits since the first start are counted again with it. */
async function forgetUnfinished(db: Db, now: Date): Promise<void> {
  await sql`delete from page_views where at < ${now}`.execute(db);
  await sql`delete from client_events where at < ${now}`.execute(db);
  await sql`truncate traffic_days, traffic_hours, web_visits, web_visitors, traffic_annotations`.execute(db);
  await sql`update traffic_progress set view_id = 0, event_id = 0`.execute(db);
}

const dimensionValues = (pages: Pages): readonly (readonly [Dimension, Weights])[] => {
  const by = (at: 0 | 1 | 2): Weights => sources.map((source) => [source[at], source[3]]);
  return [
    ['source', by(0)],
    ['medium', by(1)],
    ['campaign', by(2)],
    ['first_source', by(0)],
    ['first_medium', by(1)],
    ['first_campaign', by(2)],
    ['country', countries],
    ['language', languages],
    ['device', devices],
    ['browser', browsers],
    ['os', systems],
    ['entry', pages.entries],
    ['exit', pages.all],
  ];
};

async function valueIds(db: Db, pages: Pages): Promise<Map<string, number>> {
  const extra: readonly (readonly [Dimension, Weights])[] = [
    ['total', [['', 1]]],
    ['page', pages.all],
    [
      'event',
      [
        ['add_to_cart', 1],
        ['remove_from_cart', 1],
      ],
    ],
    ['bot', bots],
    ['search', [...searches, ...emptySearches]],
    ['empty_search', emptySearches],
    ['step', ['visit', 'product', 'cart', 'checkout'].map((step) => [step, 1])],
  ];
  const values = [...dimensionValues(pages), ...extra].flatMap(([dimension, weights]) =>
    weights.map(([value]) => ({ dimension: dimensions[dimension], value })),
  );
  await sql`insert into traffic_values (dimension, value)
    select distinct dimension, value from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as c (dimension smallint, value text)
    on conflict do nothing`.execute(db);
  const rows = await db.selectFrom('traffic_values').selectAll().execute();
  return new Map(rows.map(({ id, dimension, value }) => [`${dimension} ${value}`, id]));
}

/** Merges values that several weights share, such as the medium of two sources. */
function addDay({ buffer }: Platform, date: Date, age: number, pages: Pages, ids: ReadonlyMap<string, number>): void {
  const day = date.toISOString().slice(0, 10);
  const visits = visitsOn(date, age);
  const total: Measures = {
    visits,
    visitors: Math.round(visits * 0.93),
    new_visitors: Math.round(visits * 0.78),
    views: Math.round(visits * (2.6 + 0.5 * chance(seed, `views ${day}`))),
    events: Math.round(visits * 0.09),
    bounces: Math.round(visits * (0.4 + 0.1 * chance(seed, `bounces ${day}`))),
    seconds: Math.round(visits * (95 + 40 * chance(seed, `seconds ${day}`))),
  };
  const push = (dimension: Dimension, value: string, measures: Partial<Measures>) => {
    const id = ids.get(`${dimensions[dimension]} ${value}`);
    const { visits: v, visitors, new_visitors, views, events, bounces, seconds } = { ...noMeasures(), ...measures };
    if (id !== undefined)
      buffer.push(dayTarget, [
        dimensions[dimension],
        day,
        id,
        v,
        visitors,
        new_visitors,
        views,
        events,
        bounces,
        seconds,
      ]);
  };
  push('total', '', total);
  for (const [dimension, weights] of dimensionValues(pages)) {
    const isPage = dimension === 'entry' || dimension === 'exit';
    const names = isPage
      ? (['visits'] as const)
      : (['visits', 'visitors', 'new_visitors', 'views', 'bounces', 'seconds'] as const);
    const merged: Weights = [
      ...weights.reduce(
        (sum, [value, weight]) => sum.set(value, (sum.get(value) ?? 0) + weight),
        new Map<string, number>(),
      ),
    ];
    const parts = names.map((name) => [name, shares(total[name], merged, `${dimension} ${day}`)] as const);
    for (const [value] of merged)
      push(dimension, value, Object.fromEntries(parts.map(([name, of]) => [name, of.get(value) ?? 0])));
  }
  for (const [value, views] of shares(total.views, pages.all, `page ${day}`)) push('page', value, { views });
  for (const [value, events] of shares(
    total.events,
    [
      ['add_to_cart', 9],
      ['remove_from_cart', 2],
    ],
    `event ${day}`,
  ))
    push('event', value, { events });
  for (const [value, views] of shares(Math.round(visits * 0.4), bots, `bot ${day}`)) push('bot', value, { views });
  const found = shares(Math.round(visits * 0.12), searches, `search ${day}`);
  const empty = shares(Math.round(visits * 0.012), emptySearches, `empty ${day}`);
  for (const [value, events] of [...found, ...empty]) push('search', value, { events });
  for (const [value, events] of empty) push('empty_search', value, { events });
  for (const [step, part] of [
    ['visit', 1],
    ['product', 0.58],
    ['cart', 0.085],
    ['checkout', 0.045],
  ] as const)
    push('step', step, { visits: Math.round(visits * part) });
  const hours = new Map(
    (['visits', 'visitors', 'new_visitors', 'views', 'events', 'bounces', 'seconds'] as const).map((name) => [
      name,
      shares(total[name], hourWeights, `hour ${day}`),
    ]),
  );
  for (let hour = 0; hour < 24; hour += 1) {
    const of = (name: keyof Measures) => hours.get(name)?.get(String(hour)) ?? 0;
    buffer.push(hourTarget, [
      new Date(date.getTime() + hour * 3_600_000),
      of('visits'),
      of('visitors'),
      of('new_visitors'),
      of('views'),
      of('events'),
      of('bounces'),
      of('seconds'),
    ]);
  }
}

/** Views of single visits, as the beacon would have stored them. */
function addViews({ buffer }: Platform, date: Date, age: number, pages: Pages, now: Date): void {
  const day = date.toISOString().slice(0, 10);
  const count = visitsOn(date, age);
  for (let nth = 0; nth < count; nth += 1) {
    const label = `visit ${day} ${nth}`;
    const of = (name: string) => chance(seed, `${label} ${name}`);
    const start =
      date.getTime() + Number(pick(hourWeights, `${label} hour`)) * 3_600_000 + Math.floor(of('minute') * 3_600_000);
    // Some agreed to be recognized and come back on other days.
    const isKnown = of('known') < 0.35;
    const visitor = Buffer.alloc(32, isKnown ? `known ${Math.floor(of('who') * 900)} ` : `${seed} ${day} ${nth} `);
    const device = pick(devices, `${label} device`);
    const os =
      device === 'Desktop'
        ? pick(
            [
              ['Windows', 62],
              ['macOS', 30],
              ['Linux', 8],
            ],
            `${label} os`,
          )
        : pick(
            [
              ['iOS', 54],
              ['Android', 46],
            ],
            `${label} os`,
          );
    const browser =
      os === 'iOS'
        ? 'Safari'
        : pick(
            [
              ['Chrome', 70],
              ['Firefox', 12],
              ['Edge', 12],
              ['Samsung Internet', 6],
            ],
            `${label} browser`,
          );
    const [, , , , referrer = '', query = ''] =
      sources[
        sources.findIndex(
          (source) =>
            source[0] ===
            pick(
              sources.map((one) => [one[0], one[3]]),
              `${label} source`,
            ),
        )
      ] ?? [];
    const screen = device === 'Desktop' ? '1920,1080,1' : '390,844,3';
    const client = [device, browser, os, pick(languages, `${label} language`), pick(countries, `${label} country`)];
    const bot = nth % 5 === 0 ? pick(bots, `${label} bot`) : null;
    const views = of('views') < 0.44 ? 1 : 2 + Math.floor(of('more') * 5);
    let at = start;
    for (let step = 0; step < views && at < now.getTime(); step += 1) {
      const path = pick(step === 0 ? pages.entries : pages.all, `${label} page ${step}`);
      buffer.push(viewTarget, [
        new Date(at),
        visitor,
        isKnown,
        path,
        step === 0 ? referrer : '/',
        '',
        screen,
        null,
        step === 0 ? query : '',
        ...client,
      ]);
      if (path.startsWith('/products/') && of(`cart ${step}`) < 0.22)
        buffer.push(eventTarget, [new Date(at + 9_000), visitor, 'add_to_cart', '{}', path]);
      at += 15_000 + Math.floor(of(`pause ${step}`) * 120_000);
    }
    if (bot !== null)
      buffer.push(viewTarget, [
        new Date(start),
        Buffer.alloc(32, `bot ${day} ${nth}`),
        false,
        '/',
        '',
        '',
        '',
        Number(bot),
        '',
        '',
        '',
        '',
        '',
        '',
      ]);
    if (of('search') < 0.13 && start < now.getTime()) {
      const isEmpty = of('empty') < 0.1;
      const data = JSON.stringify({
        term: pick(isEmpty ? emptySearches : searches, `${label} term`),
        results: isEmpty ? 0 : 4,
      });
      buffer.push(eventTarget, [new Date(start + 4_000), visitor, 'search', data, '/']);
    }
  }
}

async function addNotes(db: Db, now: Date): Promise<void> {
  const day = (ago: number) => new Date(now.getTime() - ago * dayMs).toISOString().slice(0, 10);
  await db
    .insertInto('traffic_annotations')
    .values([
      { day: day(9), text: 'Autumn newsletter sent' },
      { day: day(23), text: 'Stage 1 campaign started' },
      { day: day(120), text: 'New product pages' },
    ])
    .execute();
  await db
    .insertInto('traffic_goals')
    .values([
      { name: 'Reached the checkout', kind: 'path', pattern: '/checkout' },
      { name: 'Viewed a product', kind: 'path', pattern: '/products/*' },
      { name: 'Added to cart', kind: 'event', pattern: 'add_to_cart' },
    ])
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Every sale of the history came from somewhere; buyers come back directly more often than visitors. */
export async function sourceDemoSales(platform: Platform, now: Date): Promise<void> {
  const { rows } = await sql<{ sale: string; placed_at: Date }>`
    select m.sale, m.placed_at from metric_sales m
    where not exists (select from sale_sources s where s.subject = m.sale)`.execute(platform.db);
  if (rows.length === 0) return;
  const weights: Weights = sources.map(([source, medium, , weight]) => [
    source,
    medium === 'direct' || medium === 'mail' ? weight * 1.6 : weight,
  ]);
  const of = (label: string) => sources.find(([source]) => source === pick(weights, label)) ?? sources[0];
  const made = rows.map(({ sale, placed_at }) => {
    const [last, first] = [of(`sale ${sale}`), of(`first ${sale}`)];
    return {
      subject: sale,
      at: placed_at.toISOString(),
      source: last?.[0],
      medium: last?.[1],
      campaign: last?.[2],
      first_source: first?.[0],
      first_medium: first?.[1],
      first_campaign: first?.[2],
    };
  });
  const columns = sql.raw('subject, at, source, medium, campaign, first_source, first_medium, first_campaign');
  await sql`insert into sale_sources (${columns}) select ${columns} from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as c (
    subject text, at timestamptz, source text, medium text, campaign text, first_source text, first_medium text, first_campaign text)
    on conflict do nothing`.execute(platform.db);
  await sql`update traffic_progress set transfer_id = 0`.execute(platform.db);
  await valueSales(platform.db, now);
}
