import { msg, t } from '@tuneport/domain/text/text';
import type { Db } from '../../platform/db/db.ts';
import { dayLabel } from '../../platform/mail/dates.ts';
import { pagesOf } from '../../platform/mail/pages.ts';
import { type MailMessage, mailMessage, queueMail } from '../../platform/mail/queue.ts';
import type { MailSamples } from '../../platform/mail/samples.ts';

export type BetaContext = { readonly db: Db; readonly now: Date; readonly origin: string };
type Program = { readonly id: number; readonly name: string };

const pathOf = (origin: string, { id }: Program) => `${pagesOf(origin)}/beta/${id}`;

const invitation = (origin: string, program: Program, until: Date) =>
  mailMessage('beta-invitation', {
    title: t('You have a place in a beta program'),
    paragraphs: [
      t('A place in “{name}” is reserved for you until {date}. Join before then to keep it.', {
        name: program.name,
        date: dayLabel(until),
      }),
    ],
    button: { label: t('Open the beta program'), url: pathOf(origin, program) },
    footer: t('You are receiving this e-mail because you applied for this beta program.'),
  });

export const sendInvitation = (context: BetaContext, program: Program, userId: number, until: Date): Promise<void> =>
  mailUser(context, userId, () => invitation(context.origin, program, until));

const outcomes = {
  waitlist: {
    title: msg('You are on the waiting list of a beta program'),
    text: (name: string) =>
      t('We put you on the waiting list of “{name}”. We will e-mail you when a place is free.', { name }),
  },
  refuse: {
    title: msg('Your application for a beta program was declined'),
    text: (name: string) => t('We cannot offer you a place in “{name}”.', { name }),
  },
  remove: {
    title: msg('Your place in a beta program was withdrawn'),
    text: (name: string) =>
      t('You no longer have a place in “{name}”. If you use its beta version, please go back to the stable version.', {
        name,
      }),
  },
  lapse: {
    title: msg('Your place in a beta program has expired'),
    text: (name: string) =>
      t('The place in “{name}” that was reserved for you has expired. You can apply again while the program is open.', {
        name,
      }),
  },
  end: {
    title: msg('A beta program has ended'),
    text: (name: string) => t('“{name}” ended before you took part, so your application is closed.', { name }),
  },
} as const;
export type BetaOutcome = keyof typeof outcomes;

const outcomeMessage = (origin: string, program: Program, outcome: BetaOutcome, reason: string) =>
  mailMessage('beta-application', {
    title: t(outcomes[outcome].title),
    paragraphs: [outcomes[outcome].text(program.name), ...(reason === '' ? [] : [reason])],
    button: { label: t('Open the beta program'), url: pathOf(origin, program) },
    footer: t('You are receiving this e-mail because you applied for this beta program.'),
  });

/** What became of an application or place, with the reason that staff gave. */
export const sendOutcome = (
  context: BetaContext,
  program: Program,
  userId: number,
  outcome: BetaOutcome,
  reason = '',
): Promise<void> => mailUser(context, userId, () => outcomeMessage(context.origin, program, outcome, reason));

/** Only to a confirmed address: an unconfirmed one may belong to someone else. */
async function mailUser({ db }: BetaContext, userId: number, message: () => MailMessage): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (user) await queueMail(db, { to: user.email, secrets: [], message });
}

const news = {
  pause: {
    title: msg('A beta program is paused'),
    text: (name: string) => t('“{name}” is paused. Please go back to the stable version until we resume it.', { name }),
  },
  resume: { title: msg('A beta program has resumed'), text: (name: string) => t('“{name}” has resumed.', { name }) },
  finish: {
    title: msg('A beta program is finished'),
    text: (name: string) => t('“{name}” is finished. Thank you for taking part and for your feedback.', { name }),
  },
  cancel: {
    title: msg('A beta program is cancelled'),
    text: (name: string) => t('“{name}” was cancelled. Please go back to the stable version.', { name }),
  },
} as const;

const programNews = (origin: string, program: Program, event: keyof typeof news, reason: string) =>
  mailMessage('beta-program', {
    title: t(news[event].title),
    paragraphs: [news[event].text(program.name), ...(reason === '' ? [] : [reason])],
    button: { label: t('Open the beta program'), url: pathOf(origin, program) },
    footer: t('You are receiving this e-mail because you take part in this beta program.'),
  });

/** To everyone who takes part now. */
export async function sendProgramNews(
  { db, origin }: BetaContext,
  program: Program,
  event: keyof typeof news,
  reason: string,
): Promise<void> {
  const users = await db
    .selectFrom('beta_participants as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select('u.email')
    .where('p.program_id', '=', program.id)
    .where('p.state', '=', 'active')
    .where('u.email_confirmed_at', 'is not', null)
    .orderBy('p.id')
    .execute();
  const message = () => programNews(origin, program, event, reason);
  for (const { email } of users) await queueMail(db, { to: email, secrets: [], message });
}

const sample = { id: 3, name: 'Smoother gearbox tunes' };
export const betaMailSamples: MailSamples<'beta-invitation' | 'beta-application' | 'beta-program'> = {
  'beta-invitation': (origin) => invitation(origin, sample, new Date('2026-03-09T12:00:00Z')),
  'beta-application': (origin) =>
    outcomeMessage(origin, sample, 'refuse', 'This test needs a car with a dual-clutch gearbox.'),
  'beta-program': (origin) => programNews(origin, sample, 'pause', 'Two cars reported harsh shifts when cold.'),
};
