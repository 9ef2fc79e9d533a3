import type { AccessRule } from '@tuneport/domain/identity/permissions';
import { z } from 'zod';
import { IdParams, numberFrom, Page, PageQuery, WireDate } from './shapes.ts';

// The calls of a kind of record that staff list, read, create, update, delete and look up the history of.

const allCalls = ['list', 'create', 'read', 'update', 'delete', 'history'] as const;
type CallName = (typeof allCalls)[number];

export type RecordNoun = {
  readonly path: `/${string}`;
  /** With its article: "a tuner brand". */
  readonly one: string;
  readonly many: string;
  readonly read: AccessRule;
  readonly write: AccessRule;
  /** A row of the list. */
  readonly row: z.ZodType;
  readonly record: z.ZodType;
  readonly create: z.ZodType;
  readonly change: z.ZodObject;
  /** Filters of the list in addition to page, search and sort. */
  readonly filters?: z.ZodRawShape;
  /** 'accepts' takes an Idempotency-Key when a record is created. */
  readonly idempotent?: 'accepts';
  /** false: an update needs no If-Unmodified-Since. */
  readonly precondition?: false;
  /** Default: all six. */
  readonly calls?: readonly CallName[];
};

type CallsOf<N extends RecordNoun> = N['calls'] extends readonly CallName[] ? N['calls'][number] : CallName;
type KeysOf<P extends string> = {
  list: `GET ${P}`;
  create: `POST ${P}`;
  read: `GET ${P}/:id`;
  update: `PATCH ${P}/:id`;
  delete: `DELETE ${P}/:id`;
  history: `GET ${P}/:id/history`;
};
type About = { summary: string; access: AccessRule };
type OfOne = About & { params: typeof IdParams };
type ListQuery<N extends RecordNoun> = N['filters'] extends z.ZodRawShape
  ? z.ZodObject<(typeof PageQuery)['shape'] & N['filters']>
  : typeof PageQuery;
type Endpoints<N extends RecordNoun> = {
  list: About & { query: ListQuery<N>; reply: ReturnType<typeof Page<N['row']>> };
  create: About & {
    body: N['create'];
    reply: N['record'];
    status: 201;
    refuses: readonly ['invalid_fields'];
  } & (N extends {
      idempotent: 'accepts';
    }
      ? { idempotent: 'accepts' }
      : unknown);
  read: OfOne & { reply: N['record']; refuses: readonly ['not_found'] };
  update: OfOne & {
    body: N['change'];
    reply: N['record'];
    precondition?: true;
    refuses: readonly ['not_found', 'invalid_fields', 'stale_record', 'conflict'];
  };
  delete: OfOne & { reply: null; refuses: readonly ['not_found', 'conflict'] };
  history: OfOne & { query: typeof HistoryQuery; reply: typeof History };
};
export type RecordCalls<N extends RecordNoun> = {
  readonly [C in CallsOf<N> as KeysOf<N['path']>[C]]: Endpoints<N>[C];
};

const HistoryQuery = z.object({ page: numberFrom(z.number().int().min(1).max(100_000)).default(1) });
export const History = Page(
  z.object({
    id: z.string(),
    at: WireDate,
    by: z.string().nullable(),
    act: z.string(),
    /** For a list, only the removed and the added items. */
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  }),
);

export const defineNoun = <const N extends RecordNoun>(noun: N): N => noun;

export function recordCalls<const N extends RecordNoun>(noun: N): RecordCalls<N> {
  const { path, one, read, write, record } = noun;
  const params = IdParams;
  const endpoints: Readonly<Record<CallName, object>> = {
    list: {
      summary: `Lists ${noun.many}.`,
      access: read,
      query: PageQuery.extend(noun.filters ?? {}),
      reply: Page(noun.row),
    },
    create: {
      summary: `Creates ${one}.`,
      access: write,
      body: noun.create,
      reply: record,
      status: 201,
      refuses: ['invalid_fields'],
      ...(noun.idempotent ? { idempotent: noun.idempotent } : {}),
    },
    read: { summary: `Shows ${one}.`, access: read, params, reply: record, refuses: ['not_found'] },
    update: {
      summary: `Changes the fields of ${one} that are sent.`,
      access: write,
      params,
      body: noun.change,
      reply: record,
      refuses: ['not_found', 'invalid_fields', 'stale_record', 'conflict'],
      ...(noun.precondition === false ? {} : { precondition: true }),
    },
    delete: {
      summary: `Deletes ${one} that nothing else uses.`,
      access: write,
      params,
      reply: null,
      refuses: ['not_found', 'conflict'],
    },
    history: {
      summary: `Lists the changes of ${one}: who, when and what.`,
      access: read,
      params,
      query: HistoryQuery,
      reply: History,
    },
  };
  return Object.fromEntries(
    (noun.calls ?? allCalls).map((name) => [recordKey(path, name), endpoints[name]]),
  ) as unknown as RecordCalls<N>;
}

/** The key of a call in the contract. */
export function recordKey<P extends string, C extends CallName>(path: P, name: C): KeysOf<P>[C] {
  const keys: KeysOf<P> = {
    list: `GET ${path}`,
    create: `POST ${path}`,
    read: `GET ${path}/:id`,
    update: `PATCH ${path}/:id`,
    delete: `DELETE ${path}/:id`,
    history: `GET ${path}/:id/history`,
  };
  return keys[name];
}
