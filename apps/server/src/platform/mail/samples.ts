import type { MailKind } from '@tuneport/domain/site/mail-kinds';
import type { MailMessage } from './queue.ts';

/** Renders a mail with invented data: for the overview in the back office and the test of all mails. */
type MailSample = (origin: string) => MailMessage;
export type MailSamples<Kind extends MailKind = MailKind> = Readonly<Record<Kind, MailSample>>;

let registered: MailSamples | undefined;

/** Areas write their samples; `areas.ts` collects them, because this layer imports no area. */
export function registerMailSamples(samples: MailSamples): void {
  registered = samples;
}

export function mailSample(kind: MailKind, origin: string): MailMessage {
  if (!registered) throw new Error('No mail samples are registered.');
  return registered[kind](origin);
}
