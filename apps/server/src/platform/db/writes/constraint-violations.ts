import { fieldRefusal, Refusal } from '../../refusal.ts';

type DatabaseError = {
  readonly code?: string;
  readonly constraint?: string;
  readonly column?: string;
  readonly table?: string;
  readonly detail?: string;
};

const notNull = '23502';
const foreignKey = '23503';
/** PostgreSQL 18 reports `on delete restrict` with a separate code. */
const restrict = '23001';
const unique = '23505';
const check = '23514';
const exclusion = '23P01';
const serialization = '40001';

const messages = {
  unique: 'This is already in use. Choose another.',
  missing: 'This no longer exists. Choose another.',
  used: 'Something else still uses this. Remove it there first.',
  invalid: 'This is not a valid value.',
} as const;

/**
 * The refusal for a write rejected by a database constraint, or null for any other error. Checks before a write give
 * better messages, but only constraints decide between concurrent requests. Errors raised by triggers name no
 * constraint: they guard the ledger and are treated as bugs.
 */
export function violationRefusal(error: unknown, sent: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  const { code, constraint, column, table = '', detail = '' } = error as Error & DatabaseError;
  const cause = { cause: error };
  if (code === serialization) return new Refusal('conflict', {}, cause);
  if (code === notNull) {
    const field = fieldOf(sent, [column ?? '']);
    return field === null ? null : fieldRefusal({ [field]: [messages.invalid] }, cause);
  }
  if (constraint === undefined) return null;
  switch (code) {
    case unique: {
      const field = fieldOf(sent, keyColumns(detail));
      return field === null
        ? new Refusal('already_exists', {}, cause)
        : fieldRefusal({ [field]: [messages.unique] }, cause);
    }
    case foreignKey:
    case restrict: {
      if (detail.includes('referenced from table')) return new Refusal('conflict', { message: messages.used }, cause);
      const field = fieldOf(sent, keyColumns(detail));
      return field === null ? new Refusal('conflict', {}, cause) : fieldRefusal({ [field]: [messages.missing] }, cause);
    }
    case check: {
      const field = fieldOf(sent, [constraint.replace(`${table}_`, '').replace(/_check\d*$/, '')]);
      return field === null ? new Refusal('conflict', {}, cause) : fieldRefusal({ [field]: [messages.invalid] }, cause);
    }
    case exclusion:
      return new Refusal('conflict', {}, cause);
    default:
      return null;
  }
}

type Messages = {
  /** With its article: "a make". */
  readonly noun: string;
  readonly constraints?: Readonly<Record<string, readonly [field: string, message: string]>>;
};

/** Runs a write and turns a violated constraint into the message that the kind of record has for it. */
export async function withConstraintMessages<T>(
  { noun, constraints = {} }: Messages,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code = '', constraint = '', detail = '' } = error as DatabaseError;
    const known = Object.hasOwn(constraints, constraint) ? constraints[constraint] : undefined;
    if (known && [unique, foreignKey].includes(code)) throw fieldRefusal({ [known[0]]: [known[1]] }, { cause: error });
    if ((code === foreignKey || code === restrict) && detail.includes('referenced from table'))
      throw new Refusal(
        'conflict',
        { message: `Something else still uses ${noun.replace(/^an? /, 'this ')}.` },
        { cause: error },
      );
    throw error;
  }
}

/** The columns of `Key (lower(code), region)=(…)`; the values behind them may be secrets and are not read. */
function keyColumns(detail: string): string[] {
  const key = /^Key \((.*?)\)=\(/.exec(detail)?.[1] ?? '';
  return key.match(/[a-z_][a-z0-9_]*/g) ?? [];
}

/** The body field that one of these columns was written from, in any spelling: `amountType`, `tuner` for `tuner_id`. */
function fieldOf(sent: unknown, columns: readonly string[]): string | null {
  if (typeof sent !== 'object' || sent === null) return null;
  const wanted = new Set(columns.map(bare));
  return Object.keys(sent).find((field) => wanted.has(bare(field))) ?? null;
}
const bare = (name: string): string =>
  name
    .replace(/(?:_id|Id)$/, '')
    .replaceAll('_', '')
    .toLowerCase();
