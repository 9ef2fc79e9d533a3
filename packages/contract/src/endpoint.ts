import type { ApiScope } from '@tuneport/domain/identity/api-scopes';
import type { AccessRule } from '@tuneport/domain/identity/permissions';
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Declared once per call; the route, the typed client, OpenAPI, the access test and the docs page are derived from it.
 */
export type Endpoint = {
  readonly summary: string;
  /** Who may call: any one of these rules suffices. Required, so that omitting it does not compile. */
  readonly access: AccessRule | readonly AccessRule[];
  /** API keys with this scope may make the call; without a scope no key may. */
  readonly apiScope?: ApiScope;
  /** Open to a guest, as the owner of their own records. For every other call a guest is an anonymous visitor. */
  readonly guest?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Headers the call depends on, in lower case; validated like fields. */
  readonly headers?: z.ZodObject;
  /**
   * null responds 204. The handler returns the schema's input, the wire carries its output, and undeclared fields are
   * stripped.
   */
  readonly reply: z.ZodType | null;
  readonly status?: 200 | 201 | 202;
  readonly refuses?: readonly ErrorCode[];
  /** Accepts an Idempotency-Key; 'requires' refuses a call without one. */
  readonly idempotent?: 'accepts' | 'requires';
  readonly movesMoney?: true;
  /** Needs a login or re-authentication within the last minutes: 403 fresh_login_required without it. */
  readonly freshLogin?: true;
  /** Needs an account whose e-mail address is confirmed: 403 email_unconfirmed without it. */
  readonly confirmedEmail?: true;
  /**
   * Needs If-Unmodified-Since: 428 without it; the use case refuses with stale_record (412). With 'accepts' the use case
   * decides who needs it.
   */
  readonly precondition?: true | 'accepts';
  /** The same response for every visitor of a region: cached per area version, with ETag, and never with x-whoami. */
  readonly publicCache?: PublicCache;
  /** At most `max` calls per `windowS` seconds and address (IPv6 by /64) or actor, counted across all processes. */
  readonly limit?: {
    readonly max: number;
    readonly windowS: number;
    readonly by: 'address' | 'actor';
    /** Counted in memory, without a statement: for calls that are cheap and need no exact limit. */
    readonly counted?: 'process';
  };
  /**
   * Much more expensive than other calls, for the database or a processor. Each process runs a few of these at a time and queues the
   * rest in a bounded queue, so that they cannot exhaust the connections other calls need; a full queue refuses with
   * `unavailable`.
   */
  readonly expensive?: true;
  /** Accepts multipart/form-data; `body` then describes its text fields. */
  readonly upload?: { readonly maxBytes: number; readonly maxFiles: number };
  /** Accepts a body of this media type; the handler gets it as a stream and enforces its own size limit. */
  readonly stream?: { readonly mediaType: string };
  /**
   * Called by another server that signs its requests: the handler gets the raw bytes and this header. Such a call needs
   * no Origin and has no session; the signature must be verified before the bytes are parsed. With `secret` the header
   * has a shared secret instead, as Bearer or Basic, which is checked before the body is read; the call does not exist
   * without that setting.
   */
  readonly signed?: { readonly header: string; readonly maxBytes: number; readonly secret?: 'inboundMail' };
  /** 'none' passes the connection pool to the handler: for calls with external requests between two transactions. */
  readonly transaction?: 'none';
  /**
   * A POST sent by mail clients (RFC 8058): as a form and without our Origin. Only the token in the path counts:
   * session and body are ignored, so a form on another site can do no more than a stolen link. Raw.
   */
  readonly oneClick?: true;
  /**
   * Sent by analytics scripts, also from the origins of ANALYTICS_ORIGINS: the fields of `body` may be in the query
   * string, and the media type is ignored. No session is read. A GET responds with an empty image. 'silent' ignores
   * invalid requests.
   */
  readonly beacon?: 'strict' | 'silent';
  /**
   * Responds with something other than JSON (a file, a redirect): the handler returns a RawReply and `reply` is only
   * documentation.
   */
  readonly raw?: true;
  /** Raw and long-lived: server-sent events that carry no data, only change notifications. */
  readonly live?: true;
  /** Raw and polled: its 304 is served from memory until a change of the record is published. */
  readonly poll?: true;
};

export type PublicCache = {
  readonly area: CacheArea;
  readonly maxAgeS: number;
  /** Other areas the response depends on. */
  readonly also?: readonly CacheArea[];
  /** Expires after this many seconds even if no area changed: for time-dependent data, such as a current sale. */
  readonly cachedForS?: number;
  /** A caller with a session gets a personal response, never the cached one. */
  readonly unless?: 'session';
};

export type CacheArea = 'settings' | 'catalog' | 'dealers' | 'store' | 'content';

export type ContractMap = Readonly<Record<`${Method} /${string}`, Endpoint>>;

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

/** Input of a handler. */
export type Received<E> = {
  params: E extends { params: infer S } ? OutputOf<S> : undefined;
  query: E extends { query: infer S } ? OutputOf<S> : undefined;
  body: E extends { body: infer S } ? OutputOf<S> : undefined;
  headers: E extends { headers: infer S } ? OutputOf<S> : undefined;
};
/** Result of a handler. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler of a 204 answers nothing
export type Answer<E> = E extends { reply: infer S } ? (S extends z.ZodType ? z.input<S> : void) : never;

/** Exactly one of these: omitting both does not compile. */
type Keyed =
  /**
   * Uses one key until a response arrives, so that a retry after a lost response has no second effect. Not for file
   * uploads.
   */
  { once: true; idempotencyKey?: undefined } | { idempotencyKey: string; once?: undefined };

/** What a client sends: only the parts the endpoint declares. */
export type Sent<E> = (E extends { params: infer S } ? { params: InputOf<S> } : { params?: undefined }) &
  (E extends { query: infer S } ? { query?: InputOf<S> } : { query?: undefined }) &
  (E extends { body: infer S } ? { body: InputOf<S> } : { body?: undefined }) &
  (E extends { idempotent: string } ? Keyed : { idempotencyKey?: undefined; once?: undefined }) & {
    /** The `updated_at` of the record as it was read, for calls with a precondition. */
    readAt?: string;
    signal?: AbortSignal;
  };
/** The type of an endpoint's reply. */
export type Got<E> = E extends { reply: infer S } ? (S extends z.ZodType ? z.output<S> : undefined) : never;
