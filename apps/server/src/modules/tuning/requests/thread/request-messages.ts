import { money, moneyText } from '@tuneport/domain/money/money';
import type { MailKind } from '@tuneport/domain/site/mail-kinds';
import { labelled, t } from '@tuneport/domain/text/text';
import { tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import { dayLabel, momentLabel } from '../../../../platform/mail/dates.ts';
import type { MailBranding } from '../../../../platform/mail/layout.ts';
import { pagesOf } from '../../../../platform/mail/pages.ts';
import { mailMessage } from '../../../../platform/mail/queue.ts';
import type { MailSamples } from '../../../../platform/mail/samples.ts';
import { shortName, withoutLinks } from '../../../../platform/mail/typed-text.ts';
import type { RequestRow } from '../request-queries.ts';

// The texts of tune request mails.

type MailedRequest = Pick<RequestRow, 'id' | 'state' | 'vehicle' | 'promised_at' | 'revision_until'>;

export type RequestContent = {
  readonly kind: MailKind;
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly button: string;
  readonly tab?: string;
};

/** An unconfirmed address may belong to someone else, so no user-entered text is sent to it. */
export function requestMessage(
  origin: string,
  request: MailedRequest,
  content: RequestContent,
  user: { readonly name: string; readonly confirmed: boolean },
  branding: MailBranding | null = null,
) {
  const number = tuneRequestNumber(request.id);
  return mailMessage(content.kind, {
    subject: user.confirmed ? content.subject : `${content.title}, ${number}`,
    title: content.title,
    paragraphs: user.confirmed
      ? [
          t('Hello {name},', { name: shortName(user.name) }),
          ...content.paragraphs.map((text) => withoutLinks(text, origin)),
        ]
      : [t('Hello,'), t('There is an update on your tune request {number}.', { number })],
    button: {
      label: content.button,
      url: `${pagesOf(origin)}/tuning/request/${request.id}/${content.tab ?? 'status'}`,
    },
    footer: t('You are receiving this e-mail because of your tune request {number}.', { number }),
    branding,
  });
}

/** For the address a guest entered, which may be anyone's: fixed text, and a link that needs no login. */
export function guestMessage(
  request: MailedRequest,
  { kind, title }: RequestContent,
  { url, advice }: { readonly url: string; readonly advice: string },
) {
  const number = tuneRequestNumber(request.id);
  return mailMessage(kind, {
    subject: `${title}, ${number}`,
    title,
    paragraphs: [
      t('Hello,'),
      t('There is an update on your tune request {number}.', { number }),
      advice,
      t("If you didn't send us a file, you can ignore this e-mail."),
    ],
    button: { label: t('Open the request'), url },
    footer: t('You are receiving this e-mail because of your tune request {number}.', { number }),
  });
}

const about = (request: MailedRequest) =>
  request.vehicle === ''
    ? tuneRequestNumber(request.id)
    : `${shortName(request.vehicle)} (${tuneRequestNumber(request.id)})`;

export const valueMoved = (
  request: MailedRequest,
  title: string,
  ...paragraphs: readonly string[]
): RequestContent => ({
  kind: 'value-transfer',
  subject: labelled(title, about(request)),
  title,
  paragraphs,
  button: t('Open the request'),
});

export const received = (request: MailedRequest, fileName: string): RequestContent => ({
  kind: 'tune-request-received',
  subject: t('We received your file, {number}', { number: tuneRequestNumber(request.id) }),
  title: t('We received your file'),
  paragraphs: [
    t('"{file}" was received and stored unchanged.', { file: fileName }),
    request.state === 'matched'
      ? t('It is for {vehicle}. Choose the tunes you want.', { vehicle: request.vehicle })
      : t("Tell us which car it is from, and we'll show the available tunes."),
  ],
  button: request.state === 'matched' ? t('Choose tunes') : t('Choose your car'),
  tab: request.state === 'matched' ? 'tunes' : 'information',
});

export const queued = (request: MailedRequest): RequestContent => ({
  kind: 'tune-request-queued',
  subject: t('Paid: {request}', { request: about(request) }),
  title: t('Your file is in the queue'),
  paragraphs: [
    t('Thank you. A tuner will start on it next.'),
    ...(request.promised_at === null
      ? []
      : [t('Estimated ready by {date}.', { date: momentLabel(request.promised_at) })]),
  ],
  button: t('View your request'),
});

export const question = (request: MailedRequest, author: string, text: string): RequestContent => ({
  kind: 'tune-request-question',
  subject: t('A question about {request}', { request: about(request) }),
  title: t('The tuner has a question'),
  paragraphs: [t('{author} wrote:', { author }), text, t('The work is paused until you reply.')],
  button: t('Answer'),
});

export const written = (request: MailedRequest, author: string, text: string): RequestContent => ({
  kind: 'tune-request-message',
  subject: t('Update on {request}', { request: about(request) }),
  title: t('Update on your request'),
  paragraphs: [t('{author} wrote:', { author }), text],
  button: t('Open the request'),
});

export const delivered = (request: MailedRequest, words: string): RequestContent => ({
  kind: 'tune-request-delivered',
  subject: t('Your tuned file is ready: {request}', { request: about(request) }),
  title: t('Your tuned file is ready'),
  paragraphs: [
    words,
    ...(request.revision_until === null
      ? []
      : [
          t('Something not right? Changes are free until {date}.', {
            date: dayLabel(request.revision_until),
          }),
        ]),
  ],
  button: t('Download the file'),
  tab: 'files',
});

export const ended = (request: MailedRequest, title: string, ...paragraphs: readonly string[]): RequestContent => ({
  kind: 'tune-request-ended',
  subject: labelled(title, about(request)),
  title,
  paragraphs,
  button: t('Open the request'),
});

export const workMessage = (origin: string, request: MailedRequest, name: string, title: string, text: string) =>
  mailMessage('tune-request-work', {
    subject: labelled(title, about(request)),
    title,
    paragraphs: [
      t('Hello {name},', { name }),
      t('This is about {request}.', { request: about(request) }),
      ...(text === '' ? [] : [withoutLinks(text, origin)]),
    ],
    button: { label: t('Open the request'), url: `${pagesOf(origin)}/tuning/request/${request.id}/status` },
    footer: t('You are receiving this e-mail because you work on {number}.', { number: tuneRequestNumber(request.id) }),
  });

const example: MailedRequest = {
  id: 1041,
  state: 'matched',
  vehicle: '2016 Volkswagen Golf R',
  promised_at: new Date('2026-03-02T17:00:00Z'),
  revision_until: new Date('2026-03-30T00:00:00Z'),
};
const sample = (content: () => RequestContent) => (origin: string) =>
  requestMessage(origin, example, content(), { name: 'Robin Sample', confirmed: true });

export const tuningMailSamples: MailSamples<Extract<MailKind, `tune-request-${string}` | 'value-transfer'>> = {
  'tune-request-received': sample(() => received(example, 'golf_read.bin')),
  'tune-request-queued': sample(() => queued(example)),
  'tune-request-question': sample(() => question(example, 'Kim, tuner', 'Does the car have the larger intercooler?')),
  'tune-request-message': sample(() => written(example, 'Kim, tuner', 'I lowered the torque limit in first gear.')),
  'tune-request-delivered': sample(() => delivered(example, 'Flash it with the ignition on and a charger connected.')),
  'tune-request-ended': sample(() => ended(example, t('Cancelled'), t('You have not been charged.'))),
  'value-transfer': sample(() =>
    valueMoved(
      example,
      t('Pay the difference'),
      t('The value of {number} is reserved for this request. {amount} is still to be paid.', {
        number: 'TR-001040',
        amount: moneyText(money(12_000n, 'CAD')),
      }),
    ),
  ),
  'tune-request-work': (origin) => workMessage(origin, example, 'Kim', t('The customer replied'), ''),
};
