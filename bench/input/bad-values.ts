import type { Chance } from '../../apps/server/src/testing/money-run/chance.ts';

export type Json = Record<string, unknown>;

/** Texts that are known to break software: too long, empty, invalid numbers, other scripts. */
const badTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e\u2066',
  '\ufeff',
  'é'.repeat(300),
  '😀'.repeat(200),
  'Z\u0351'.repeat(400),
  'x'.repeat(10_000),
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '1_000',
  '٣',
  '2147483648',
  '-2147483649',
  '9223372036854775808',
  '99999999999999999999999999',
  '1.7976931348623157e309',
  '00000000-0000-0000-0000-000000000000',
  '00000000-0000-4000-8000-00000000000g',
  '2026-02-30',
  '2026-13-45T99:99:99Z',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-19T23:59:59Z',
  '292278994-08-17T07:12:55Z',
  'infinity',
  'epoch',
  "' or 1=1 --",
  "'); drop table users; --",
  '$1',
  '%',
  '%%%',
  '_',
  '\\',
  '\\x',
  '{}',
  '[]',
  '[1',
  '$'.concat('{7*7}'),
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '..\\..\\x',
  '\r\nset-cookie: a=b',
  'http://[',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'a@b',
  '"@"@example.test',
  'XXX',
  'EUR\n',
  '(((((((((((((((((((((((((',
  `${'a'.repeat(50)}!`,
  '*',
  '&',
  '|',
  '!',
  '<->',
  ':*',
  "a:b'c",
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
];

/**
 * Values a database refuses although they look like text, a number or a date: the likeliest cause of internal errors.
 */
const sharpTexts = ['a\0b', '\ud800', '2147483648', '9223372036854775808', '1e400', '+275760-09-13T00:00:00.001Z'];

export const badText = (of: Chance): string => of.pick(of.odds(0.3) ? sharpTexts : badTexts);

const badNumbers: readonly number[] = [
  0,
  -1,
  -0,
  0.1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
  2 ** 64,
  1e21,
  1e300,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  1e-7,
  32_768,
  65_536,
  999_999_999,
];

function deep(depth: number, array: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = array ? [value] : { a: value };
  return value;
}

/** Any value, mostly of the wrong type. */
export function badValue(of: Chance): unknown {
  switch (of.below(12)) {
    case 0:
      return null;
    case 1:
      return of.odds(0.5);
    case 2:
    case 3:
    case 4:
      return of.pick(badNumbers);
    case 5:
      return [];
    case 6:
      return {};
    case 7:
      return Array.from({ length: 1 + of.below(300) }, () => of.pick([null, 1, '', 'x', {}, []]));
    case 8:
      return deep(1 + of.below(200), of.odds(0.5));
    case 9:
      return JSON.parse(
        of.pick([
          '{"__proto__":{"polluted":true}}',
          '{"constructor":{"prototype":{"polluted":true}}}',
          '{"toString":1,"valueOf":2,"toJSON":3}',
          '{"length":-1}',
          '{"then":1}',
        ]),
      );
    default:
      return badText(of);
  }
}

/** A small, plausible value for the schema, so that a single later defect gets past the other checks. */
export function sampleOf(schema: Json | undefined, schemas: Json, of: Chance, depth = 0): unknown {
  if (!schema || depth > 8) return 'x';
  if (typeof schema.$ref === 'string')
    return sampleOf(schemas[schema.$ref.split('/').pop() ?? ''] as Json, schemas, of, depth + 1);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return of.pick(schema.enum as unknown[]);
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return sampleOf(of.pick(choices), schemas, of, depth + 1);
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part as Json, schemas, of, depth + 1)));
  const type = Array.isArray(schema.type) ? of.pick(schema.type as string[]) : schema.type;
  if (type === 'null') return null;
  if (type === 'boolean') return of.odds(0.5);
  if (type === 'integer' || type === 'number') return numberOf(schema, of);
  if (type === 'array') {
    const least = Number(schema.minItems ?? 0);
    return Array.from({ length: least + of.below(3) }, () => sampleOf(schema.items as Json, schemas, of, depth + 1));
  }
  if (type === 'object' || schema.properties) return objectOf(schema, schemas, of, depth);
  return textOf(schema, of);
}

function numberOf(schema: Json, of: Chance): number {
  const least = Number(schema.minimum ?? schema.exclusiveMinimum ?? 1);
  const most = Number(schema.maximum ?? schema.exclusiveMaximum ?? least + 40);
  const value = Math.max(least, -1_000_000) + of.below(Math.max(1, Math.min(most - least, 40)));
  return schema.type === 'integer' ? Math.round(value) : value;
}

function objectOf(schema: Json, schemas: Json, of: Chance, depth: number): Json {
  const made: Json = {};
  const required = (schema.required ?? []) as string[];
  for (const [name, inner] of Object.entries((schema.properties ?? {}) as Json))
    if (required.includes(name) || of.odds(0.6)) made[name] = sampleOf(inner as Json, schemas, of, depth + 1);
  const more = schema.additionalProperties;
  if (typeof more === 'object' && more !== null) made.x = sampleOf(more as Json, schemas, of, depth + 1);
  return made;
}

const texts: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-05-04T10:00:00.000Z', '2031-01-01T00:00:00Z'],
  date: ['2026-05-04', '2031-01-01'],
  uuid: ['00000000-0000-4000-8000-000000000000', '7f9c2ba4-e88f-4827-a3c4-1f6e6f1f1c2e'],
  email: ['someone@example.test'],
  uri: ['https://example.test/x'],
};
/** Short values that match many patterns: ids, slugs, codes, currencies, countries, amounts, hashes. */
const words = ['1', '2', '3', '12', 'en', 'US', 'EUR', 'USD', 'abc', 'a-b', 'north-bay', '10.00', '2026-05-04'];
const long = ['a'.repeat(64), '0'.repeat(64), 'A1B2C3D4E5F6', 'Some words that people write.'];

function textOf(schema: Json, of: Chance): string {
  const known = texts[String(schema.format)];
  if (known) return of.pick(known);
  const pattern = typeof schema.pattern === 'string' ? compiled(schema.pattern) : null;
  const fitting = pattern ? [...words, ...long].filter((word) => pattern.test(word)) : [];
  if (fitting.length > 0) return of.pick(fitting);
  const text = of.pick(of.odds(0.7) ? words : long);
  return text.padEnd(Math.min(Number(schema.minLength ?? 0), 500), 'x');
}

const patterns = new Map<string, RegExp | null>();
function compiled(pattern: string): RegExp | null {
  const known = patterns.get(pattern);
  if (known !== undefined) return known;
  let made: RegExp | null = null;
  try {
    made = new RegExp(pattern, 'u');
  } catch {
    // A pattern of another regex dialect.
  }
  patterns.set(pattern, made);
  return made;
}
