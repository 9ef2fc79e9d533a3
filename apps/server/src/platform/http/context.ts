import type { Readable } from 'node:stream';
import type { Answer, ContractMap, Received } from '@tuneport/contract/endpoint';
import type { Whoami } from '@tuneport/domain/identity/whoami';
import type { Currency } from '@tuneport/domain/money/money';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/db.ts';
import type { Platform } from '../platform.ts';

export type Region = 1 | 2;

/** Facts about the caller's connection, for handlers that need them. */
export type ClientInfo = {
  readonly address: string;
  readonly userAgent: string;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly url: string;
  /** The languages the browser accepts; set for beacons only. */
  readonly languages?: string;
  /** The Range header of a download. */
  readonly range: string | undefined;
  /** Set for a shared page: the response must not depend on the caller. */
  readonly forAll?: true;
};

/** How a handler changes the session: the mount turns it into a cookie and the whoami header. */
type SessionControl = {
  /** Without whoami it is the session of a guest, who stays anonymous to the page. */
  open(token: string, whoami: Whoami | null): void;
  close(): void;
};

export type Context = {
  /** The request's transaction for a write; the pool for a read or with `transaction: 'none'`. */
  readonly db: Db;
  readonly actor: Actor;
  readonly now: Date;
  readonly region: Region;
  /** The display currency the visitor chose, if any; the handler checks whether the store supports it. */
  readonly chosenCurrency: Currency | undefined;
  readonly platform: Platform;
  readonly clientInfo: ClientInfo;
  readonly session: SessionControl;
  /** The record's time as the caller read it; set if and only if the endpoint has a precondition. */
  readonly readAt: Date;
  /**
   * The caller's Idempotency-Key, scoped to the caller, for work identified by it in other systems; otherwise a new
   * one.
   */
  readonly requestKey: string;
  setCookie(name: string, value: string, maxAgeS: number): void;
  /** Runs after the commit; a failure is logged and does not affect the response. */
  afterCommit(act: () => void | Promise<void>): void;
  /** The files of an upload endpoint, fully received. */
  readonly files: readonly ReceivedFile[];
  /** The raw body of a signed endpoint; empty elsewhere. */
  readonly signed: SignedBytes;
  /** The incoming bytes of a stream endpoint; null elsewhere. */
  readonly stream: Readable | null;
};

export type SignedBytes = {
  readonly bytes: Buffer;
  readonly signature: string | undefined;
  readonly mediaType: string;
};

/** A file of a multipart request: streamed to a temporary file, hashed and counted on the way. */
export type ReceivedFile = {
  readonly field: string;
  readonly name: string;
  readonly mediaType: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
};

/** The response of an endpoint marked raw. */
export type RawReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | NodeJS.ReadableStream;
  /** For the 304 of a poll: it stays valid until this topic is notified. */
  readonly notModifiedUntil?: string;
};

export type Handler<E> = (
  input: Received<E> & Context,
) => E extends { raw: true } ? Promise<RawReply> | RawReply : Promise<Answer<E>> | Answer<E>;

export type Handlers<M extends ContractMap> = { readonly [K in keyof M]: Handler<M[K]> };

/** An area's handlers, one per endpoint of its contract: a missing or misspelt one does not compile. */
export const handlers = <M extends ContractMap>(map: Handlers<M>): Handlers<M> => map;
