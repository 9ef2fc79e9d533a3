import { chance } from '../chance.ts';
import {
  ageOf,
  curveShape,
  type EngineFacts,
  type Figures,
  factoryFigures,
  isCharged,
  isTunable,
  type PowerCurve,
  peaksOf,
  powerCurve,
} from './catalog-power.ts';

/** The demo tools, named like the products that sell them. */
export const demoTools = [
  {
    slug: 'flashzilla-v3',
    name: 'FlashZilla V3',
    description: 'Flashes your car through the diagnostic port. Yours to keep.',
    fee: 0,
    rental: 8900,
    is_fz3: true,
    is_dealer_ownable: true,
    is_rentable: true,
  },
  {
    slug: 'flashzilla-lite',
    name: 'FlashZilla Lite',
    description: 'Flashes one vehicle through the diagnostic port.',
    fee: 0,
    rental: null,
    is_fzl: true,
    is_dealer_ownable: true,
  },
  {
    slug: 'kess-link',
    name: 'KESS Link',
    description: 'For workshops: many protocols through the diagnostic port.',
    fee: 7500,
    rental: null,
    is_dealer_ownable: true,
  },
  {
    slug: 'flex-link',
    name: 'Flex Link',
    description: 'For workshops: diesel control units through the diagnostic port.',
    fee: 8500,
    rental: null,
    is_dealer_ownable: true,
  },
  {
    slug: 'cmd-desk',
    name: 'CMDflash Desk',
    description: 'Control unit on the bench, housing stays closed.',
    fee: 14900,
    rental: 9900,
    is_benchflash: true,
    is_rentable: true,
  },
  {
    slug: 'flashzilla-pro',
    name: 'FlashZilla Pro',
    description: 'For control units that are locked at the port.',
    fee: 19900,
    rental: null,
    is_benchflash: true,
    is_dealer_ownable: true,
  },
  {
    slug: 'gearbox-link',
    name: 'Gearbox Link',
    description: 'For transmission control units.',
    fee: 9900,
    rental: 6900,
    is_rentable: true,
    is_dealer_ownable: true,
  },
  {
    slug: 'drivetrain-suite',
    name: 'Drivetrain Suite',
    description: 'Engine, transmission and all-wheel drive in one.',
    fee: 24900,
    rental: null,
    is_dealer_ownable: true,
  },
  {
    slug: 'mail-in',
    name: 'Mail-in service',
    description: 'Send us the control unit and we flash it in our workshop.',
    fee: 12900,
    rental: null,
    is_inhouse: true,
  },
] as const;
type ToolSlug = (typeof demoTools)[number]['slug'];

export const demoGroups = [
  { slug: 'stages', name: 'Stages' },
  { slug: 'economy', name: 'Economy' },
  { slug: 'transmission', name: 'Transmission and drive' },
  { slug: 'extras', name: 'Extras' },
  { slug: 'engines', name: 'By engine' },
] as const;

export const demoTypes = [
  { slug: 'stock', name: 'Stock', group: 'stages', categories: [] },
  { slug: 'stage-1', name: 'Stage 1', group: 'stages', categories: ['engine', 'performance', 'stage-1'] },
  { slug: 'stage-2', name: 'Stage 2', group: 'stages', categories: ['engine', 'performance', 'stage-2'] },
  { slug: 'stage-3', name: 'Stage 3', group: 'stages', categories: ['engine', 'performance', 'stage-3'] },
  { slug: 'stage-4', name: 'Stage 4', group: 'stages', categories: ['engine', 'performance', 'stage-4'] },
  { slug: 'eco', name: 'Eco', group: 'economy', categories: ['engine', 'eco'] },
  { slug: 'tcu', name: 'TCU', group: 'transmission', categories: ['tcu'] },
  { slug: 'dsg', name: 'DSG', group: 'transmission', categories: ['tcu'], is_dsg: true },
  { slug: 'awd', name: 'AWD', group: 'transmission', categories: ['tcu'], is_awd: true },
  { slug: 'add-on', name: 'Add-on', group: 'extras', categories: ['engine'] },
  { slug: 'turbo', name: 'Turbo', group: 'engines', categories: ['turbo'] },
  { slug: 'diesel', name: 'Diesel', group: 'engines', categories: ['diesel-tuning'] },
] as const;
type TypeSlug = (typeof demoTypes)[number]['slug'];

/** List prices in whole Canadian dollars. */
export const demoTiers = [
  { name: 'Add-on', base: 129, addOn: 99, dealer: 79 },
  { name: 'Eco', base: 349, addOn: 249, dealer: 229 },
  { name: 'Transmission', base: 499, addOn: 399, dealer: 349 },
  { name: 'All-wheel drive', base: 399, addOn: 299, dealer: 279 },
  { name: 'Stage 1, small', base: 449, addOn: 349, dealer: 299 },
  { name: 'Stage 1, medium', base: 599, addOn: 499, dealer: 419 },
  { name: 'Stage 1, large', base: 849, addOn: 699, dealer: 599 },
  { name: 'Stage 2, small', base: 599, addOn: 499, dealer: 419 },
  { name: 'Stage 2, medium', base: 799, addOn: 649, dealer: 559 },
  { name: 'Stage 2, large', base: 1099, addOn: 899, dealer: 769 },
  { name: 'Stage 3', base: 1499, addOn: 1299, dealer: 1099 },
  { name: 'Stage 4', base: 2499, addOn: 2199, dealer: 1899 },
] as const;
type TierName = (typeof demoTiers)[number]['name'];

export type DemoTune = {
  readonly key: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly notes: string;
  readonly isStock: boolean;
  readonly optional: boolean;
  readonly tier: TierName | null;
  readonly types: readonly TypeSlug[];
  readonly tools: readonly ToolSlug[];
  readonly position: number;
  readonly crankHp: number | null;
  readonly crankTorque: number | null;
  readonly basis: 'factory' | 'estimated' | 'stated';
  /** Estimated gains over stock; null for tunes that change no power. */
  readonly gainPercent: { readonly power: number; readonly torque: number } | null;
  readonly torqueLimitNm: number | null;
  readonly curve: PowerCurve | null;
  readonly requires: readonly string[];
  readonly recommended: readonly string[];
  readonly splitCredits: { ecu: number; tcu: number; awd: number } | null;
};

type Stage = {
  slug: TypeSlug;
  name: string;
  hp: number;
  torque: number;
  position: number;
  description: string;
  notes: string;
};

const words = {
  'stage-1': [
    'For the car as it left the factory.',
    'Healthy engine and fresh fluids. 91 octane or better for petrol.',
  ],
  'stage-2': ['For upgraded intake and exhaust.', 'Needs a high-flow intake and downpipe.'],
  'stage-3': ['For a larger turbo or pulley.', 'Needs a larger turbo or pulley, fuel system and intercooler to match.'],
  'stage-4': ['For a built engine.', 'Made together with you over several log files.'],
  eco: ['More low-end torque, better fuel economy.', 'Works best on stock hardware.'],
} as const;

/**
 * The stages of an engine and their usual gains, as factors of stock power and torque: by induction and fuel, and less
 * for engines that are already highly tuned from the factory.
 */
function stagesOf(engine: EngineFacts): Stage[] {
  const age = ageOf(engine.generation);
  const isDiesel = engine.fuel === 'diesel';
  const stage = (slug: keyof typeof words, name: string, hp: number, torque: number, position: number): Stage => ({
    slug,
    name,
    hp,
    torque,
    position,
    description: words[slug][0],
    notes: words[slug][1],
  });
  const eco = stage('eco', 'Eco', 1.05, isDiesel ? 1.14 : 1.08, 50);
  if (engine.fuel === 'cng' || engine.fuel === 'lpg' || engine.fuel === 'other') return [];
  if (!isCharged(engine)) {
    // Without boost there is little to gain, and before 1996 nothing to flash.
    if (age === 0) return [];
    const list = [stage('stage-1', 'Stage 1', 1.05, 1.05, 10)];
    if (isStrong(engine) && !isDiesel) list.push(stage('stage-2', 'Stage 2', 1.09, 1.08, 20));
    return age >= 2 ? [...list, eco] : list;
  }
  const blown = engine.aspiration === 'supercharged' ? 0.55 : 1;
  const pushed = Math.min(1, 400 / Math.max(1, engine.power_hp ?? 0));
  const grow = (share: number) => 1 + share * blown * pushed;
  const list = [stage('stage-1', 'Stage 1', grow(isDiesel ? 0.22 : 0.24), grow(isDiesel ? 0.25 : 0.28), 10)];
  if (age === 0) return list;
  list.push(stage('stage-2', 'Stage 2', grow(0.34), grow(0.38), 20));
  if (!isDiesel || age >= 2) list.push(stage('stage-3', 'Stage 3', grow(0.62), grow(0.55), 30));
  if (!isDiesel && age >= 2 && (engine.cylinders ?? 0) >= 4 && (engine.displacement_l ?? 0) >= 1.8)
    list.push(stage('stage-4', 'Stage 4', grow(1.0), grow(0.8), 40));
  return age >= 2 ? [...list, eco] : list;
}

/** By power if known, otherwise by what an engine of its size usually has. */
function sizeOf(engine: EngineFacts): 'small' | 'medium' | 'large' {
  const hp = engine.power_hp ?? (engine.displacement_l ?? 2) * (isCharged(engine) ? 115 : 75);
  return hp < 190 ? 'small' : hp < 360 ? 'medium' : 'large';
}
const isStrong = (engine: EngineFacts) => sizeOf(engine) !== 'small';

function tierOf(slug: TypeSlug, engine: EngineFacts): TierName {
  switch (slug) {
    case 'eco':
      return 'Eco';
    case 'stage-3':
      return 'Stage 3';
    case 'stage-4':
      return 'Stage 4';
    default:
      return `Stage ${slug === 'stage-2' ? 2 : 1}, ${sizeOf(engine)}`;
  }
}

/** Older control units are flashed via the port; many newer ones only on the bench; full builds in house. */
function toolsFor(engine: EngineFacts, slug: TypeSlug, seed: number): ToolSlug[] {
  const age = ageOf(engine.generation);
  const locked = age === 3 && chance(seed, `locked ${engine.make} ${engine.slug}`) < 0.35;
  const port: ToolSlug[] =
    engine.fuel === 'diesel'
      ? ['flex-link', 'flashzilla-v3', 'kess-link']
      : ['flashzilla-v3', 'flashzilla-lite', 'kess-link'];
  const bench: ToolSlug[] = ['cmd-desk', 'flashzilla-pro', 'drivetrain-suite', 'mail-in'];
  if (slug === 'stage-4') return ['flashzilla-pro', 'drivetrain-suite', 'mail-in'];
  if (age === 0) return ['flashzilla-pro', 'mail-in'];
  return locked ? bench : [...port, ...(age >= 2 ? (['cmd-desk', 'drivetrain-suite'] as const) : []), 'mail-in'];
}

/** Estimates are rounded: another digit would suggest a measurement. */
const estimate = (stock: number | null, factor: number) => stock && Math.round((stock * factor) / 5) * 5;
const estimatedFigures = (stock: Figures, hp: number, torque: number): Figures => ({
  hp: estimate(stock.hp, hp),
  torqueLbFt: estimate(stock.torqueLbFt, torque),
});
const percentMore = (factor: number) => Math.round((factor - 1) * 100);

/** The stock tune and every stage of an engine; nothing for what cannot be tuned this way. */
export function tunesForEngine(engine: EngineFacts, seed: number): DemoTune[] {
  if (!isTunable(engine)) return [];
  const stock = factoryFigures(engine);
  const stockPeaks = peaksOf(stock);
  const isDiesel = engine.fuel === 'diesel';
  const kinds: TypeSlug[] = [
    ...(isCharged(engine) && engine.aspiration !== 'supercharged' ? (['turbo'] as const) : []),
    ...(isDiesel ? (['diesel'] as const) : []),
  ];
  const make = (slug: TypeSlug, name: string, hp: number, torque: number, rest: Partial<DemoTune>): DemoTune => {
    const isStock = rest.isStock === true;
    const figures = isStock ? stock : estimatedFigures(stock, hp, torque);
    const peaks = peaksOf(figures);
    return {
      key: `${engine.id} ${slug}`,
      slug,
      name,
      description: '',
      notes: '',
      isStock: false,
      optional: false,
      tier: null,
      types: [slug, ...kinds],
      tools: [],
      position: 0,
      crankHp: figures.hp,
      crankTorque: figures.torqueLbFt,
      basis: isStock ? 'factory' : 'estimated',
      gainPercent: isStock ? null : { power: percentMore(hp), torque: percentMore(torque) },
      torqueLimitNm: null,
      curve: peaks && stockPeaks && powerCurve(peaks, curveShape(engine, stockPeaks)),
      requires: [],
      recommended: [],
      splitCredits: null,
      ...rest,
    };
  };
  const stages = stagesOf(engine);
  const second = stages.find(({ slug }) => slug === 'stage-2');
  const e85 = { hp: (second?.hp ?? 1) + 0.08, torque: (second?.torque ?? 1) + 0.08 };
  const has = (slug: TypeSlug) => stages.some((stage) => stage.slug === slug);
  return [
    make('stock', 'Stock', 1, 1, { isStock: true, types: ['stock'], description: 'As it left the factory.' }),
    ...stages.map(({ slug, name, hp, torque, position, description, notes }) =>
      make(slug, name, hp, torque, {
        description,
        notes,
        position,
        tier: tierOf(slug, engine),
        tools: toolsFor(engine, slug, seed),
        recommended: slug === 'stage-2' || slug === 'stage-3' ? addOnsFor(engine).slice(0, 1) : [],
        splitCredits: slug === 'stage-3' ? { ecu: 2, tcu: 1, awd: 0 } : null,
      }),
    ),
    ...(has('stage-2') && isCharged(engine) && !isDiesel && ageOf(engine.generation) >= 2
      ? [
          make('add-on', 'E85 map', e85.hp, e85.torque, {
            key: `${engine.id} e85`,
            slug: 'e85-map',
            optional: true,
            types: ['add-on'],
            position: 60,
            tier: 'Eco',
            description: 'A second map for E85, switched at the wheel.',
            notes: 'Needs injectors and a fuel pump to match.',
            tools: toolsFor(engine, 'stage-2', seed),
            requires: [`${engine.id} stage-2`],
          }),
        ]
      : []),
  ];
}

const addOn = (
  key: string,
  name: string,
  description: string,
  tools: readonly ToolSlug[],
  position: number,
): DemoTune => ({
  key,
  slug: key.replace(/ /g, '-'),
  name,
  description,
  notes: '',
  isStock: false,
  optional: true,
  tier: 'Add-on',
  types: ['add-on'],
  tools,
  position,
  crankHp: null,
  crankTorque: null,
  basis: 'stated',
  gainPercent: null,
  torqueLimitNm: null,
  curve: null,
  requires: [],
  recommended: [],
  splitCredits: null,
});

const everyTool = demoTools.map(({ slug }) => slug).filter((slug) => slug !== 'gearbox-link');

/** Extras without their own figures: one record each, for every engine it fits. */
export const sharedTunes: readonly DemoTune[] = [
  addOn('launch control', 'Launch control', 'Builds boost on the line.', everyTool, 70),
  addOn('pops and bangs', 'Pops and bangs', 'Sound on the overrun. Off-road use only.', everyTool, 71),
  addOn(
    'speed limiter',
    'Speed limiter removal',
    'Lifts the electronic top speed. Closed courses only.',
    everyTool,
    72,
  ),
];

export function addOnsFor(engine: EngineFacts): string[] {
  const age = ageOf(engine.generation);
  if (age === 0 || engine.aspiration === 'electric' || engine.fuel === 'cng' || engine.fuel === 'lpg') return [];
  const charged = engine.aspiration !== 'natural';
  return [
    ...(charged && age >= 2 ? ['launch control'] : []),
    ...(charged && age >= 2 && engine.fuel !== 'diesel' ? ['pops and bangs'] : []),
    'speed limiter',
  ];
}

export type TransmissionFacts = {
  readonly id: number;
  readonly kind: string;
  readonly gears: number | null;
  readonly awd: boolean;
};

const gearTool: readonly ToolSlug[] = ['gearbox-link', 'drivetrain-suite', 'mail-in'];

function gearTune(type: 'tcu' | 'dsg', gears: number, stage: 1 | 2): DemoTune {
  const limit = (type === 'dsg' ? 380 : 300) + gears * 35 + (stage - 1) * 150;
  return {
    ...addOn(
      `${type} ${gears} stage ${stage}`,
      `${type === 'dsg' ? 'DSG' : 'TCU'} Stage ${stage}`,
      'Shift points, pressures and torque limits for the tuned engine.',
      gearTool,
      10 * stage,
    ),
    optional: false,
    tier: 'Transmission',
    types: [type],
    torqueLimitNm: limit,
  };
}

const awdTune: DemoTune = {
  ...addOn(
    'awd split',
    'AWD torque split',
    'More to the rear axle, earlier.',
    ['drivetrain-suite', 'gearbox-link', 'mail-in'],
    30,
  ),
  optional: false,
  tier: 'All-wheel drive',
  types: ['awd'],
};

/** Keys of the tunes for a transmission; transmissions of one kind and number of gears share the same records. */
export function tunesForTransmission({ kind, gears, awd }: TransmissionFacts): DemoTune[] {
  const shifts = kind === 'dual-clutch' ? 'dsg' : kind === 'automatic' ? 'tcu' : null;
  const list: DemoTune[] = [];
  if (shifts && gears !== null && gears >= 5) {
    list.push(gearTune(shifts, gears, 1));
    if (gears >= 6) list.push(gearTune(shifts, gears, 2));
  }
  if (awd && gears !== null && gears >= 5 && kind !== 'cvt') list.push(awdTune);
  return list;
}
