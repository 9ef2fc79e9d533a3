import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { amountOf, priceTables } from '../manage/prices/price-rows.ts';

// Column types of a sheet. Each defines how a value is written, compared and parsed.

/** Why a cell cannot be read. */
export class CellError extends Error {
  override readonly name = 'CellError';
}

export type SheetColumn = {
  readonly name: string;
  /** The field of the record; null for a column that is exported and ignored on import. */
  readonly field: string | null;
  /** The value as text, selected from the record `r`. */
  readonly sql: RawBuilder<string | null>;
  readonly shown?: (raw: string) => string;
  /** Normalizes a text for comparison: 99 and 99.00, or a reordered list, are equal. */
  readonly same?: (text: string) => string;
  /** Parses to the value that the form would send. `cell` reads other columns of the line. */
  readonly parse?: (db: Db, text: string, cell: (column: string) => string) => unknown;
};

const own = (name: string) => sql.ref(`r.${name}`);
const words = (text: string) => text.split(/[\s,;]+/).filter((word) => word !== '');
const sortedWords = (text: string) => words(text.toLowerCase()).sort().join(' ');
/** 1.968,5 is not accepted, so a single comma is a decimal separator. */
const decimal = (text: string) => (/^\d+,\d+$/.test(text) ? text.replace(',', '.') : text);
const plainNumber = (text: string) => {
  const number = decimal(text);
  return /^\d+\.\d+$/.test(number) ? number.replace(/\.?0+$/, '') : number;
};

export const text = (name: string): SheetColumn => ({ name, field: name, sql: sql`${own(name)}` });
/** An enum value, case-insensitive. */
export const word = (name: string): SheetColumn => ({
  ...text(name),
  parse: (_, header) => (header === '' ? null : header),
});

export const number = (name: string): SheetColumn => ({
  name,
  field: name,
  sql: sql`trim_scale(${own(name)}::numeric)::text`,
  same: plainNumber,
  parse: (_, header) => (header === '' ? null : decimal(header)),
});

export const flag = (name: string): SheetColumn => ({
  name,
  field: name,
  sql: sql`case when ${own(name)} then 'yes' else 'no' end`,
  same: (header) => (truth(header) === null ? header : truth(header) ? 'yes' : 'no'),
  parse: (_, header) => {
    const value = truth(header);
    if (value === null) throw new CellError('Enter yes or no.');
    return value;
  },
});
const truth = (header: string): boolean | null =>
  /^(yes|true|1)$/i.test(header) ? true : /^(no|false|0)$/i.test(header) ? false : null;

/** An array column of the record. */
export const array = (name: string, of: 'words' | 'numbers'): SheetColumn => ({
  name,
  field: name,
  sql: sql`array_to_string(${own(name)}, ' ')`,
  same: sortedWords,
  parse: (_, header) => (of === 'words' ? words(header) : numbers(header)),
});

const numbers = (header: string) =>
  words(header).map((one) => {
    const value = Number(one);
    if (!Number.isSafeInteger(value) || value < 1) throw new CellError(`"${one}" is no number of a record.`);
    return value;
  });

/** An amount stored in minor units with its currency. */
export const amount = (name: string, minor: string, currency: string): SheetColumn => ({
  name,
  field: name,
  sql: sql`${own(minor)} || ' ' || ${own(currency)}`,
  shown: (raw) => {
    const [units = '0', code = ''] = raw.split(' ');
    return amountOf(BigInt(units), code);
  },
  same: plainNumber,
  parse: (_, header) => decimal(header),
});

type Key = { readonly table: string; readonly key: string; readonly noun: string };
export const make: Key = { table: 'makes', key: 'slug', noun: 'make' };
export const tool: Key = { table: 'tools', key: 'slug', noun: 'tool' };
export const tuneType: Key = { table: 'tune_types', key: 'slug', noun: 'tune type' };

async function idOf(db: Db, { table, key, noun }: Key, header: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${sql.ref(key)} = ${header}`.execute(db);
  if (!rows[0]) throw new CellError(`There is no ${noun} "${header}".`);
  return rows[0].id;
}

/** A reference by slug or name. */
export const ref = (name: string, field: string, to: Key): SheetColumn => ({
  name,
  field,
  sql: sql`(select ${sql.ref(`o.${to.key}`)} from ${sql.table(to.table)} o where o.id = ${own(field)})`,
  parse: (db, header) => (header === '' ? null : idOf(db, to, header)),
});

/** A reference by id, with a name column for readers of the file. */
export const refNumber = (field: string, table: string, named: string): readonly SheetColumn[] => [
  {
    name: field,
    field,
    sql: sql`${own(field)}::text`,
    parse: (_, header) => (header === '' ? null : numbers(header)[0]),
  },
  {
    name: field.replace(/_id$/, '_name'),
    field: null,
    sql: sql`(select ${sql.ref(`o.${named}`)} from ${sql.table(table)} o where o.id = ${own(field)})`,
  },
];

type Pairs = {
  readonly table: string;
  readonly owner: string;
  readonly other: string;
  readonly only?: readonly [column: string, value: string];
};
const ofRecord = ({ owner, only }: Pairs) =>
  sql`l.${sql.ref(owner)} = r.id ${only ? sql`and l.${sql.ref(only[0])} = ${only[1]}` : sql``}`;

/** References to many records by their ids. */
export const linkNumbers = (name: string, pairs: Pairs): SheetColumn => ({
  name,
  field: name,
  sql: sql`(select string_agg(l.${sql.ref(pairs.other)}::text, ' ' order by l.${sql.ref(pairs.other)})
    from ${sql.table(pairs.table)} l where ${ofRecord(pairs)})`,
  same: sortedWords,
  parse: (_, header) => numbers(header),
});

/** References to many records by their slugs. */
export const linkSlugs = (name: string, pairs: Pairs, to: Key): SheetColumn => ({
  name,
  field: name,
  sql: sql`(select string_agg(o.slug, ' ' order by o.slug) from ${sql.table(pairs.table)} l
    join ${sql.table(to.table)} o on o.id = l.${sql.ref(pairs.other)} where ${ofRecord(pairs)})`,
  same: sortedWords,
  parse: (db, header) => Promise.all(words(header).map((slug) => idOf(db, to, slug))),
});

const priceParts = ['baseprice', 'baseaddonprice', 'dealerprice', 'dealeraddonprice'] as const;
const entries = (header: string) =>
  header
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/**
 * "USD 499.00 349.00 299.00 -": list, add-on, dealer and dealer add-on price, a dash for none; currencies are separated
 * by semicolons.
 */
export const prices = (of: keyof typeof priceTables): SheetColumn => {
  const { table, owner } = priceTables[of];
  const parts = (entry: string) => {
    const [currency = '', ...amounts] = entry.split(/\s+/);
    return { currency: currency.toUpperCase(), amounts };
  };
  return {
    name: 'prices',
    field: 'prices',
    sql: sql`(select string_agg(concat_ws(' ', p.currency, p.base_minor, coalesce(p.base_addon_minor::text, '-'),
        coalesce(p.dealer_minor::text, '-'), coalesce(p.dealer_addon_minor::text, '-')), '; ' order by p.currency)
      from ${sql.table(table)} p where p.${sql.ref(owner)} = r.id)`,
    shown: (raw) =>
      entries(raw)
        .map(parts)
        .map(({ currency, amounts }) =>
          [currency, ...amounts.map((units) => (units === '-' ? '-' : amountOf(BigInt(units), currency)))].join(' '),
        )
        .join('; '),
    same: (header) =>
      entries(header)
        .map(parts)
        .map(({ currency, amounts }) =>
          [currency, ...priceParts.map((_, at) => plainNumber(amounts[at] ?? '-'))].join(' '),
        )
        .sort()
        .join('; '),
    parse: (_, header) =>
      entries(header)
        .map(parts)
        .map(({ currency, amounts }) => {
          if (amounts.length > priceParts.length) throw new CellError(`${currency} can have at most four prices.`);
          const part = (at: number) => ((amounts[at] ?? '-') === '-' ? null : decimal(amounts[at] ?? ''));
          return { currency, ...Object.fromEntries(priceParts.map((name, at) => [name, part(at)])) };
        }),
  };
};

/** "dealer 10; tuner 12.5", in percent. */
export const discounts = (of: 'engine' | 'transmission'): SheetColumn => {
  const name = 'other_role_discounts';
  return {
    name,
    field: name,
    sql: sql`(select string_agg(d.key || ' ' || trim_scale(d.percent)::text, '; ' order by d.key)
      from ${sql.table(`${of}_role_discounts`)} d where d.${sql.ref(`${of}_id`)} = r.id)`,
    same: (header) => entries(header).sort().join('; '),
    parse: (_, header) =>
      entries(header).map((entry) => {
        const [key = '', percent = ''] = entry.split(/\s+/);
        return { key, percent: decimal(percent) };
      }),
  };
};

/** The years in which a model is built, by name. */
export const modelYears: SheetColumn = {
  name: 'years',
  field: 'years',
  sql: sql`(select string_agg(y.year, ' ' order by y.rank) from model_years l join years y on y.id = l.year_id
    where l.model_id = r.id)`,
  same: sortedWords,
  parse: (db, header, cell) => yearIds(db, cell('make'), words(header)),
};

async function yearIds(db: Db, makeSlug: string, years: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; year: string }>`
    select y.id, y.year from years y join makes m on m.id = y.make_id
    where m.slug = ${makeSlug} and lower(y.year) = any(${years.map((year) => year.toLowerCase())}::text[])`.execute(db);
  const found = new Map(rows.map(({ id, year }) => [year.toLowerCase(), id]));
  return years.map((year) => {
    const id = found.get(year.toLowerCase());
    if (id === undefined) throw new CellError(`The make "${makeSlug}" does not have the year ${year}.`);
    return id;
  });
}

/** "audi/a3:2015,2016 volkswagen/golf-r:2015": the models an engine serves, each with its years. */
export const vehicles: SheetColumn = {
  name: 'vehicles',
  field: 'vehicles',
  sql: sql`(select string_agg(g.model || ':' || g.years, ' ' order by g.model) from (
    select m.slug || '/' || o.slug as model, string_agg(y.year, ',' order by y.rank) as years
    from vehicles v join models o on o.id = v.model_id join makes m on m.id = o.make_id join years y on y.id = v.year_id
    where v.engine_id = r.id group by m.slug, o.slug) g)`,
  same: (header) =>
    header
      .split(/\s+/)
      .flatMap((entry) => {
        const { model, years } = vehicleParts(entry);
        return years.map((year) => `${model}:${year}`);
      })
      .sort()
      .join(' '),
  parse: async (db, header) => {
    const pairs: { model_id: number; year_id: number }[] = [];
    for (const entry of header.split(/\s+/).filter((one) => one !== '')) {
      const { model, years } = vehicleParts(entry);
      const [makeSlug = '', modelSlug = ''] = model.split('/');
      const { rows } = await sql<{ id: number }>`select o.id from models o join makes m on m.id = o.make_id
        where m.slug = ${makeSlug} and o.slug = ${modelSlug}`.execute(db);
      const found = rows[0];
      if (!found || years.length === 0)
        throw new CellError(
          found ? `"${entry}" names no year. Write make/model:year,year.` : `The model "${model}" does not exist.`,
        );
      for (const year_id of await yearIds(db, makeSlug, years)) pairs.push({ model_id: found.id, year_id });
    }
    return pairs;
  },
};

const vehicleParts = (entry: string) => {
  const [model = '', list = ''] = entry.toLowerCase().split(':');
  return { model, years: list.split(',').filter((year) => year !== '') };
};
