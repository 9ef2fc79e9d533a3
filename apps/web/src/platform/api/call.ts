import type { Call, CallKey } from '@tuneport/contract/index';
import { idempotencyFingerprint } from '@tuneport/domain/api/idempotency-fingerprint';
import { language } from '@tuneport/domain/text/text';
import { ApiError } from './api-error.ts';

/** Untyped input of any call; the typed `Call` is applied at the end. */
type Input = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  once?: true;
  readAt?: string;
  signal?: AbortSignal;
};

type CallOptions = {
  readonly fetch: typeof fetch;
  readonly base: string;
  /** Called for every response, so that the session detects a changed user or lost permissions. */
  readonly onAnswer: (answer: { key: string; status: number; headers: Headers }) => void;
  /** Asks the visitor whether to switch; true repeats the call in the new region. */
  readonly onOtherRegion: (region: 1 | 2) => Promise<boolean>;
};

function callAddress(base: string, path: string, input: Input): string {
  const named = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) query.append(name, String(one));
  }
  const text = query.toString();
  return base + named + (text && `?${text}`);
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A definite refusal means that nothing happened. Without a response, or after a server error, the outcome is unknown.
 */
const isSettled = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'idempotency_in_progress';

/** The typed client: takes a contract key and its input, returns the reply, throws an ApiError. */
export function createCall({ fetch, base, onAnswer, onOtherRegion }: CallOptions): Call {
  const unanswered = new Map<string, string>();

  /**
   * Keeps one idempotency key per input until a response arrives: a retry after a lost response has no second effect, a
   * later identical call does.
   */
  async function sendOnce(key: CallKey, input: Input): Promise<unknown> {
    const request = idempotencyFingerprint(key, input.params, input.body);
    const idempotencyKey = unanswered.get(request) ?? newIdempotencyKey();
    unanswered.set(request, idempotencyKey);
    const settle = () => unanswered.delete(request);
    try {
      const answer = await send(key, { ...input, idempotencyKey }, false);
      settle();
      return answer;
    } catch (error) {
      if (isSettled(error)) settle();
      throw error;
    }
  }
  async function send(key: CallKey, input: Input, repeated: boolean): Promise<unknown> {
    const [method = '', path = ''] = key.split(' ');
    // Sentences and errors in the language of the page, not of the browser.
    const headers: Record<string, string> = { accept: 'application/json', 'accept-language': language() };
    let body: BodyInit | undefined;
    if (input.body instanceof FormData) body = input.body;
    else if (input.body !== undefined) {
      headers['content-type'] = 'application/json';
      body = JSON.stringify(input.body);
    }
    if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey;
    if (input.readAt) headers['if-unmodified-since'] = new Date(input.readAt).toUTCString();
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(callAddress(base, path, input), {
        method,
        headers,
        body,
        signal: input.signal,
        credentials: 'same-origin',
      });
      answer = await bodyOf(response);
    } catch (cause) {
      if (input.signal?.aborted) throw cause;
      throw new ApiError(null, cause);
    }
    onAnswer({ key, status: response.status, headers: response.headers });
    if (response.ok) return answer;
    const error = new ApiError({ status: response.status, headers: response.headers, body: answer });
    if (error.region !== null && !repeated && (await onOtherRegion(error.region))) return send(key, input, true);
    throw error;
  }
  return ((key: CallKey, input: Input = {}) => (input.once ? sendOnce(key, input) : send(key, input, false))) as Call;
}

/** For a call that moves money or creates something: the same key on every retry, so that it happens once. */
export const newIdempotencyKey = (): string => crypto.randomUUID();

/** The key of a card form; without one, the client keeps one key until a response arrives. */
export const keyed = (idempotencyKey: string | undefined) =>
  idempotencyKey === undefined ? ({ once: true } as const) : { idempotencyKey };

/**
 * For lists that do not change during a session, such as countries: one request per session, shared by concurrent
 * callers.
 */
export function createCachedGet(call: Call): Call {
  const inFlight = new Map<string, Promise<unknown>>();
  return ((key: CallKey, input: Input = {}) => {
    if (!key.startsWith('GET ')) throw new TypeError(`${key} cannot be cached`);
    const name = callAddress(key, '', input) + JSON.stringify(input.params ?? {});
    const known = inFlight.get(name);
    if (known) return known;
    const reading = (call as (key: CallKey, input: Input) => Promise<unknown>)(key, input).catch((error: unknown) => {
      inFlight.delete(name);
      throw error;
    });
    inFlight.set(name, reading);
    return reading;
  }) as Call;
}
