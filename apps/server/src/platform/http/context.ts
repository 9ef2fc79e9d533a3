import type { Readable } from 'node:stream';
import type { Answer, ContractMap, Received } from '@tuneport/contract/endpoint';
import type { Whoami } from '@tuneport/domain/identity/whoami';
import type { Currency } from '@tuneport/domain/money/money';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/db.ts';
import type { Platform } from '../platform.ts';

export type Region = 1 | 2;

/** What the caller's connection tells, for handlers that need it. */
export type Caller = {
  readonly address: string;
  readonly userAgent: string;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly url: string;
  /** The bytes a download asks for. */
  readonly range: string | undefined;
  /** Asked for a page that all strangers share: nothing of who asks may come into the answer. */
  readonly forAll?: true;
};

/** How a handler changes the caller's session: the mount turns it into cookie and whoami header. */
export type SessionControl = {
  open(token: string, whoami: Whoami): void;
  close(): void;
};

export type Context = {
  /** The request's transaction for a write, the pool for a read or where the endpoint says `transaction: 'none'`. */
  readonly db: Db;
  readonly actor: Actor;
  readonly now: Date;
  readonly region: Region;
  /** The currency the visitor chose to see prices in, if any; whether the store has it is for the handler to ask. */
  readonly chosenCurrency: Currency | undefined;
  readonly platform: Platform;
  readonly caller: Caller;
  readonly session: SessionControl;
  /** The record's time as the caller read it; set exactly where the endpoint has a precondition. */
  readonly readAt: Date;
  /** The caller's Idempotency-Key with whose it is, for work that must be known by it beyond this process; else a new one. */
  readonly requestKey: string;
  setCookie(name: string, value: string, maxAgeS: number): void;
  /** Runs once the transaction is committed; a failure there is logged and changes nothing for the caller. */
  afterCommit(act: () => void | Promise<void>): void;
  /** The files of an upload endpoint, already received whole. */
  readonly files: readonly ReceivedFile[];
  /** What a signed endpoint was sent; empty elsewhere. */
  readonly signed: SignedBytes;
  /** The bytes of a stream endpoint while they arrive; null elsewhere. */
  readonly stream: Readable | null;
};

export type SignedBytes = { readonly bytes: Buffer; readonly signature: string | undefined };

/** A file of a multipart request: streamed to a temporary file, hashed and counted on the way. */
export type ReceivedFile = {
  readonly field: string;
  readonly name: string;
  readonly mediaType: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
};

/** The answer of an endpoint marked raw. */
export type RawReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | NodeJS.ReadableStream;
  /** The 304 of a poll: what it holds for until something is said of this topic. */
  readonly notModifiedUntil?: string;
};

export type Handler<E> = (
  input: Received<E> & Context,
) => E extends { raw: true } ? Promise<RawReply> | RawReply : Promise<Answer<E>> | Answer<E>;

export type Handlers<M extends ContractMap> = { readonly [K in keyof M]: Handler<M[K]> };

/** An area's handlers, one per endpoint of its contract: a missing or misspelt one does not compile. */
export const handlers = <M extends ContractMap>(map: Handlers<M>): Handlers<M> => map;
