import { createHmac } from 'node:crypto';

type Delivered = {
  readonly event: string;
  readonly event_id: string;
  readonly created_at: Date;
  readonly data: unknown;
};

/** The body of a notification: ids and states only. A receiver reads the record with its API key. */
export const payloadOf = ({ event, event_id, created_at, data }: Delivered): string =>
  JSON.stringify({ id: event_id, event, created_at: created_at.toISOString(), data });

type TestEvent = {
  readonly id: number;
  readonly event: string;
  readonly event_id: string;
  readonly created_at: Date;
  readonly step: number;
  readonly steps: number;
  readonly tool: string;
  readonly operation: string;
};

/** An event of a simulated tool session. `test` marks it, and its order does not exist. */
export const testPayloadOf = ({ id, event, event_id, created_at, step, steps, tool, operation }: TestEvent): string =>
  JSON.stringify({
    id: event_id,
    event,
    created_at: created_at.toISOString(),
    test: true,
    data: {
      session_id: id,
      order: `TEST-${id}`,
      tool,
      operation,
      ...(event === 'tool_session.progress' ? { percent: Math.round((100 * step) / steps) } : {}),
    },
  });

/**
 * The signature header: the time of sending, and an HMAC-SHA-256 of time and body for each valid secret. The time is
 * signed, so that a receiver can refuse an old notification that someone recorded.
 */
export function signatureOf(secrets: readonly string[], body: string, sentAt: Date): string {
  const time = Math.floor(sentAt.getTime() / 1000);
  const sign = (secret: string) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return [`t=${time}`, ...secrets.map((secret) => `v1=${sign(secret)}`)].join(',');
}
