import { isRegionId, type RegionId } from '../places/regions.ts';
import { msg, t } from '../text/text.ts';
import {
  conflictLabels,
  fieldErrorsHeading,
  type PaymentErrorKind,
  paymentErrorKinds,
  paymentErrorLabels,
  unknownErrorText,
} from './error-texts.ts';

/** Repeats the error code. A response without this header may come from a proxy, so its text is not shown. */
export const knownErrorHeader = 'x-known-error';
export const regionHeader = 'x-region';

type Seen = { readonly status: number; readonly message: string };
export type ApiError =
  | (Seen & {
      readonly kind: 'unauthenticated' | 'forbidden' | 'not_found' | 'stale' | 'unknown';
      readonly code: string | null;
    })
  | (Seen & {
      readonly kind: 'field_errors';
      readonly fields: Readonly<Record<string, readonly string[]>>;
      /** Deduplicated and sorted. */
      readonly messages: readonly string[];
    })
  | (Seen & { readonly kind: 'conflict'; readonly code: string | null })
  | (Seen & {
      readonly kind: 'payment';
      readonly payment: PaymentErrorKind;
      readonly code: string | null;
      readonly detail: string | null;
    })
  | (Seen & { readonly kind: 'region_mismatch'; readonly region: RegionId | null });

type ApiAnswer = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
};

const kindLabels = {
  unauthenticated: msg('Please log in to continue.'),
  forbidden: msg("You don't have access to this."),
  not_found: msg('Not found.'),
  stale: msg('Someone else saved changes while you were editing. Nothing was overwritten.'),
  region_mismatch: msg("This belongs to another region's catalogue."),
} as const;
const kindByStatus: Readonly<Record<number, 'unauthenticated' | 'forbidden' | 'not_found' | 'stale'>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  412: 'stale',
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (body: unknown, name: string): string | null => {
  const value = isRecord(body) && Object.hasOwn(body, name) ? body[name] : null;
  return typeof value === 'string' && value !== '' ? value : null;
};

function fieldsOf(body: unknown): Record<string, string[]> {
  const errors = isRecord(body) ? body.errors : null;
  if (!isRecord(errors)) return {};
  const entries = Object.entries(errors).map(([field, list]) => {
    const messages = Array.isArray(list) ? list.filter((text): text is string => typeof text === 'string') : [];
    return [field, messages] as const;
  });
  return Object.fromEntries(entries.filter(([, messages]) => messages.length > 0));
}

export function fieldErrorsMessage(messages: readonly string[]): string {
  return [t(fieldErrorsHeading), ...messages].join('\n');
}

function paymentErrorKind(code: unknown): PaymentErrorKind {
  return paymentErrorKinds.find((kind) => kind === code) ?? 'unknown';
}

/**
 * Classifies a failed call and selects the message to show. `texts` maps the codes a page handles to messages; an
 * unknown code gets the default message, because the text may come from an intermediary.
 */
export function classify(answer: ApiAnswer, texts: Readonly<Record<string, string>> = conflictLabels): ApiError {
  const { status, body } = answer;
  const code = textOf(body, 'code');
  const known = code !== null && Object.hasOwn(texts, code) ? texts[code] : undefined;

  const kind = kindByStatus[status];
  if (kind) return { kind, status, code, message: known ?? kindLabels[kind] };

  if (status === 422) {
    const fields = fieldsOf(body);
    const messages = [...new Set(Object.values(fields).flat())].sort();
    if (messages.length > 0)
      return { kind: 'field_errors', status, fields, messages, message: fieldErrorsMessage(messages) };
  }
  if (status === 409) return { kind: 'conflict', status, code, message: known ?? unknownErrorText };
  if (status === 402) {
    const payment = paymentErrorKind(code);
    return {
      kind: 'payment',
      status,
      payment,
      code,
      detail: textOf(body, 'message'),
      message: paymentErrorLabels[payment],
    };
  }
  if (status === 421 && answer.headers.get(knownErrorHeader) === 'region_mismatch') {
    const region = Number(answer.headers.get(regionHeader));
    return {
      kind: 'region_mismatch',
      status,
      region: isRegionId(region) ? region : null,
      message: kindLabels.region_mismatch,
    };
  }
  return { kind: 'unknown', status, code, message: known ?? unknownErrorText };
}
