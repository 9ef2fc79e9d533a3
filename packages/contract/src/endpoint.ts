import type { AccessRule } from '@tuneport/domain/identity/permissions';
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Said once per call; the mount, the typed client, OpenAPI, the access test and the docs page all derive from it. */
export type Endpoint = {
  readonly summary: string;
  /** Who may call: any one of these suffices. Required, so forgetting it does not compile. */
  readonly access: AccessRule | readonly AccessRule[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Headers the call hangs on, by their names in small letters; refused like fields. */
  readonly headers?: z.ZodObject;
  /** null answers 204. The handler returns the schema's input, the wire carries its output, and nothing unnamed leaves. */
  readonly reply: z.ZodType | null;
  readonly status?: 200 | 201 | 202;
  readonly refuses?: readonly ErrorCode[];
  /** Takes an Idempotency-Key; 'requires' refuses a call without one. */
  readonly idempotent?: 'accepts' | 'requires';
  readonly movesMoney?: true;
  /** Needs a login or a re-authentication within the last minutes: 403 fresh_login_required without it. */
  readonly freshLogin?: true;
  /** Needs an account whose e-mail address is confirmed: 403 email_unconfirmed without it. */
  readonly confirmedEmail?: true;
  /** Needs If-Unmodified-Since: 428 without it; the use case answers stale_record (412). */
  readonly precondition?: true;
  /** The same answer for every visitor of a region: kept per area version, with ETag, and never with x-whoami. */
  readonly publicCache?: PublicCache;
  /** At most `max` calls per `windowS` seconds and address (IPv6 by /64) or actor, counted over all processes. */
  readonly limit?: { readonly max: number; readonly windowS: number; readonly by: 'address' | 'actor' };
  /**
   * Costs the database much more than other calls. All of these together run a few at a time in each process and wait in a bounded
   * queue, so that they cannot take the connections that other calls need; a full queue refuses with `unavailable`.
   */
  readonly expensive?: true;
  /** Takes multipart/form-data; `body` then describes its text fields. */
  readonly upload?: { readonly maxBytes: number; readonly maxFiles: number };
  /** Takes bytes of this media type; the handler gets them as a stream, as they arrive, and judges how many it wants. */
  readonly stream?: { readonly mediaType: string };
  /**
   * Called by another server that signs what it sends: the handler gets the bytes as they came and this header, unread. Such a call
   * needs no Origin and knows no session; whoever opens one proves the signature first.
   */
  readonly signed?: { readonly header: string; readonly maxBytes: number };
  /** 'none' hands the handler the plain pool: for calls that must talk to the outside between two transactions. */
  readonly transaction?: 'none';
  /**
   * A POST that mail programs send by themselves (RFC 8058): as a form and without our Origin. The token in the path is all that
   * counts: neither a session nor the body is looked at, so another site's form can do no more than a stolen link could. Raw.
   */
  readonly oneClick?: true;
  /**
   * Sent by counting scripts, also from the origins of ANALYTICS_ORIGINS: the fields of `body` may be in the query string, and the media
   * type does not matter. No session is read. A GET is answered with an empty image. 'silent' drops what it refuses.
   */
  readonly beacon?: 'strict' | 'silent';
  /** Answers something other than JSON (a file, a redirect): the handler returns a RawReply and `reply` is only documentation. */
  readonly raw?: true;
  /** Raw, and goes on until either side ends it: server-sent events, never data, only that there is something new. */
  readonly live?: true;
  /** Raw, and asked again and again: its 304 is given from memory as long as nothing is said of the record it names. */
  readonly poll?: true;
};

export type PublicCache = {
  readonly area: CacheArea;
  readonly maxAgeS: number;
  /** Other areas the answer is made from. */
  readonly also?: readonly CacheArea[];
  /** Made anew after so many seconds although no area changed: for what hangs on the clock, such as a running sale. */
  readonly cachedForS?: number;
  /** A caller who brings a session gets a personal answer, never this one. */
  readonly unless?: 'session';
};

export type CacheArea = 'settings' | 'catalog' | 'dealers' | 'store' | 'content';

export type ContractMap = Readonly<Record<`${Method} /${string}`, Endpoint>>;

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler is given. */
export type Received<E> = {
  params: E extends { params: infer S } ? OutputOf<S> : undefined;
  query: E extends { query: infer S } ? OutputOf<S> : undefined;
  body: E extends { body: infer S } ? OutputOf<S> : undefined;
  headers: E extends { headers: infer S } ? OutputOf<S> : undefined;
};
/** What a handler answers. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler of a 204 answers nothing
export type Answer<E> = E extends { reply: infer S } ? (S extends z.ZodType ? z.input<S> : void) : never;

/** One or the other: forgetting both does not compile. */
type Keyed =
  /** With a key that stays until there is an answer: trying again after a lost one does not do it twice. Not for forms of files. */
  { once: true; idempotencyKey?: undefined } | { idempotencyKey: string; once?: undefined };

/** What a caller sends: only the parts the endpoint has. */
export type Sent<E> = (E extends { params: infer S } ? { params: InputOf<S> } : { params?: undefined }) &
  (E extends { query: infer S } ? { query?: InputOf<S> } : { query?: undefined }) &
  (E extends { body: infer S } ? { body: InputOf<S> } : { body?: undefined }) &
  (E extends { idempotent: string } ? Keyed : { idempotencyKey?: undefined; once?: undefined }) & {
    /** The `updated_at` of the record as it was read, for calls with a precondition. */
    readAt?: string;
    signal?: AbortSignal;
  };
/** What a caller gets. */
export type Got<E> = E extends { reply: infer S } ? (S extends z.ZodType ? z.output<S> : undefined) : never;
