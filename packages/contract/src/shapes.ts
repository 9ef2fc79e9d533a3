import { isCurrency } from '@tuneport/domain/money/money';
import { z } from 'zod';

// Schemas shared by many endpoints. Dates are `Date` in code and ISO text on the wire.

/**
 * A number, also as text in a path, a query or a form. Plain coercion takes `true` as 1, `[5]` as 5, null as 0 and '0x1f'
 * as 31.
 */
export const numberFrom = <S extends z.ZodType<unknown, number>>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\s*-?\d*(\.\d+)?\s*$/.test(value) ? Number(value) : value),
    schema,
  );

/** A moment as JSON sends it. Plain coercion takes `true` and null as 1970 and '1' as 2001. */
export const dateFrom = (error?: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? new Date(value) : value),
    z.date(error),
  );

const idMax = 2_147_483_647;
/** Only digits: one record has one address. */
export const Id = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value),
  z.number().int().positive().max(idMax),
);
export const IdParams = z.object({ id: Id });

export const WireDate = z
  .date()
  .transform((date) => date.toISOString())
  .pipe(z.iso.datetime());

/** An amount in the currency's decimals, such as "12.50" CAD. */
export const WireMoneyShape = z.object({ amount: z.string(), currency: z.string() }).meta({ id: 'Money' });

/** An amount as people enter it; each call parses it in its currency. */
export const AmountText = z.string().trim().max(20, 'This amount is too long.');

/** A moment as people enter it, with the offset of their time zone. */
export const Moment = (label: string) =>
  z.iso.datetime({ offset: true, error: `${label} needs a date and a time.` }).transform((moment) => new Date(moment));

/** The part of a URL that names a record. */
export const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .max(80, 'The URL slug can have at most 80 characters.')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and single hyphens.');

export const pageSize = 25;
/** The page sizes a list offers. */
const pageSizes = [25, 50, 100] as const;

export const KnownCurrency = z.string().trim().toUpperCase().refine(isCurrency, 'Unknown currency.');

export const PageQuery = z.object({
  page: numberFrom(z.number().int().min(1).max(100_000)).default(1),
  search: z.string().trim().max(200).optional(),
  sort: z.string().max(60).optional(),
  per_page: numberFrom(z.number().pipe(z.literal(pageSizes))).optional(),
  /** The cursor of a neighbouring page, as `next` and `previous` gave it. It takes precedence over `page`. */
  after: z.string().max(1000).optional(),
  before: z.string().max(1000).optional(),
  /** 'yes' adds the sums of the columns that have one, over all matching rows. */
  sums: z.literal('yes').optional(),
});

/** Several values of a filter ("paid,refunded"), or all but them ("!paid"). */
export const anyOf = <T extends z.ZodType<string | number>>(one: T) => {
  const Values = z.object({ not: z.boolean(), values: z.array(one).min(1).max(100) });
  const valuesOf = (text: string) => [...new Set(text.split(','))].filter((value) => value !== '');
  return z
    .string()
    .max(2000)
    .transform(
      (text) => ({ not: text.startsWith('!'), values: valuesOf(text.replace(/^!/, '')) }) as z.input<typeof Values>,
    )
    .pipe(Values);
};
export type AnyOf<T> = { readonly not: boolean; readonly values: readonly T[] };

/** A calendar day of the company; ranges include their last day. PostgreSQL has no year 0. */
export const Day = z.iso
  .date('Enter a date such as 2026-05-31.')
  .refine((day) => day >= '1900' && day < '2200', 'Enter a year from 1900 to 2199.');
export const dayRange = { from: Day.optional(), to: Day.optional() };

/** An amount per currency, or one number without a currency. */
const Sum = z.array(z.object({ amount: z.string(), currency: z.string().nullable() }));

/** Every list has the same first four fields; a page beyond the end is empty. */
export const Page = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    page: z.number(),
    page_count: z.number(),
    total: z.number(),
    /** There are more rows than `total`: a long list is not counted to its end. */
    capped: z.literal(true).optional(),
    /** Cursors of the neighbouring pages, which are as fast as the first page at any depth. */
    next: z.string().optional(),
    previous: z.string().optional(),
    sums: z.record(z.string(), Sum).optional(),
  });

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'The e-mail address is too long.')
  .pipe(z.email('Enter an e-mail address such as name@example.com.'));

// Two words joined by a dot may be a domain under any ending; initials ("J.Li", "St.John") are not.
const linkInName =
  /https?:|:\/\/|www\.|[\p{L}\p{N}][.\u3002\uFF0E\uFF61](?:com|net|org|info|io|biz|co|me|ru|cn|top|xyz|site|online|shop|app|dev|link|click)\b|[\p{L}\p{N}-]{3}[.\u3002\uFF0E\uFF61]\p{L}{2}|[\p{L}\p{N}]\.\p{L}{2,}\//iu;
/** Control characters, line separators and bidirectional marks. */
export const hiddenCharacter = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A person's name. It appears in mails to other people, so links and invisible characters are rejected. */
export const PersonName = (label = 'Name') =>
  requiredText(label, 80)
    .refine((name) => !linkInName.test(name), 'A name cannot contain a URL.')
    .refine((name) => !hiddenCharacter.test(name), 'A name cannot contain invisible characters.');

export const requiredText = (label: string, max = 200) =>
  z.string().trim().min(1, `${label} is required.`).max(max, `${label} can have at most ${max} characters.`);
