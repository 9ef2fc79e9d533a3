import type { Platform } from '../../platform/platform.ts';
import { type Posted, postWebhook } from './post-webhook.ts';

/** Longer than an exchange may take: a process that dies while it sends leaves the event to the next one after this time. */
export const leaseS = 60;

/** Sends batch by batch until nothing is due, and returns how many were sent. */
export async function sendDue<Due>(
  { claim, send }: { readonly claim: () => Promise<readonly Due[]>; readonly send: (one: Due) => Promise<void> },
  signal: AbortSignal,
): Promise<number> {
  let sent = 0;
  for (;;) {
    const due = await claim();
    await Promise.all(due.map(send));
    sent += due.length;
    if (due.length === 0 || signal.aborted) return sent;
  }
}

type Outgoing = {
  readonly url: string;
  readonly event: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

export const postEvent = (
  { config }: Pick<Platform, 'config'>,
  { url, event, body, headers }: Outgoing,
  signal: AbortSignal,
): Promise<Posted> =>
  postWebhook({
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Tuneport-Webhooks/1',
      'tuneport-event': event,
      ...headers,
    },
    privateNetworks: config.webhooksToPrivateNetworks,
    signal,
  });
