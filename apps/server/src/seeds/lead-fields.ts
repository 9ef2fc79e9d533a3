import type { CustomFieldRecord, CustomValue, CustomValues } from '@tuneport/domain/leads/custom-fields';
import type { Db } from '../platform/db/db.ts';
import { chance } from './chance.ts';

type Sample = {
  record: CustomFieldRecord;
  name: string;
  kind: 'number' | 'choice' | 'date' | 'boolean';
  options: string[];
  /** The share of records with a value. */
  share: number;
  value: (of: string, from: Date) => CustomValue;
};

const interests = ['Cars', 'Trucks and vans', 'Tractors', 'Motorcycles'];
const sources = ['Trade show', 'Referral', 'Website', 'Cold call'];
const below = (of: string, count: number) => Math.floor(chance(7, of) * count);

const samples: readonly Sample[] = [
  {
    record: 'deal',
    name: 'Interested in',
    kind: 'choice',
    options: interests,
    share: 0.85,
    value: (of) => interests[below(of, interests.length)] ?? '',
  },
  {
    record: 'deal',
    name: 'Lifts in the workshop',
    kind: 'number',
    options: [],
    share: 0.75,
    value: (of) => 1 + below(of, 12),
  },
  {
    record: 'deal',
    name: 'Decision by',
    kind: 'date',
    options: [],
    share: 0.6,
    value: (of, from) => new Date(from.getTime() + (14 + below(of, 120)) * 86_400_000).toISOString().slice(0, 10),
  },
  {
    record: 'contact',
    name: 'Met through',
    kind: 'choice',
    options: sources,
    share: 0.8,
    value: (of) => sources[below(of, sources.length)] ?? '',
  },
  {
    record: 'contact',
    name: 'Mechanics',
    kind: 'number',
    options: [],
    share: 0.7,
    value: (of) => 1 + below(of, 25),
  },
  {
    record: 'contact',
    name: 'Has a dyno',
    kind: 'boolean',
    options: [],
    share: 0.65,
    value: (of) => chance(7, of) < 0.3,
  },
];

type SampleValues = (record: CustomFieldRecord, name: string, from: Date) => CustomValues;

/** Adds the sample fields and returns the values of a record by its name. */
export async function addSampleFields(db: Db): Promise<SampleValues> {
  const made = await db
    .insertInto('lead_fields')
    .values(samples.map(({ record, name, kind, options }, at) => ({ record, name, kind, options, position: at + 1 })))
    .returning(['id', 'name'])
    .execute();
  const idOf = new Map(made.map(({ id, name }) => [name, id]));
  return (record, name, from) =>
    Object.fromEntries(
      samples
        .filter((sample) => sample.record === record && chance(7, `${name} has ${sample.name}`) < sample.share)
        .map((sample) => [String(idOf.get(sample.name)), sample.value(`${name} ${sample.name}`, from)]),
    );
}
