import { msg, t } from '@tuneport/domain/text/text';
import { tuneRequestDays } from '@tuneport/domain/tuning/tune-request-states';
import { dayMs } from '@tuneport/domain/units/durations';
import { holdsPromise, type Request } from './request-labels.tsx';

type Facts = Pick<
  Request,
  | 'as'
  | 'state'
  | 'money'
  | 'sentence'
  | 'tuner'
  | 'promised_at'
  | 'delivered_at'
  | 'revision_until'
  | 'updated_at'
  | 'history'
>;

/** The sentence a customer reads first; it names the tuner where one is known. */
export function leadSentence({ as, state, sentence, tuner }: Facts): string {
  if (as !== 'customer' || !tuner) return sentence;
  switch (state) {
    case 'queued':
      return t('Paid. {tuner} will start on it next.', { tuner: tuner.name });
    case 'in_progress':
      return t('{tuner} is working on your file.', { tuner: tuner.name });
    case 'waiting_customer':
      return t('{tuner} has a question for you.', { tuner: tuner.name });
    case 'revision_requested':
      return t('You requested a change. {tuner} is looking at it.', { tuner: tuner.name });
    default:
      return sentence;
  }
}

export const isPromised = ({ state, delivered_at }: Pick<Facts, 'state' | 'delivered_at'>): boolean =>
  holdsPromise(state) && delivered_at === null;

const daysAfter = (at: string, days: number) => new Date(Date.parse(at) + days * dayMs).toISOString();

/** The date of the next step: when we deliver, or until when the customer can act. */
export function nextDate(request: Facts, now = Date.now()): { label: string; at: string } | null {
  const { as, state, promised_at, revision_until, updated_at, history } = request;
  if (promised_at && isPromised(request)) return { label: msg('Ready by'), at: promised_at };
  if (as !== 'customer') return null;
  switch (state) {
    case 'needs_information':
    case 'matched':
      return { label: msg('We keep your file until'), at: daysAfter(updated_at, tuneRequestDays.unpaid) };
    case 'waiting_customer':
      return {
        label: msg('Reply by'),
        at: daysAfter(history.at(-1)?.at ?? updated_at, tuneRequestDays.unanswered),
      };
    case 'delivered':
    case 'revision_requested':
      return revision_until && Date.parse(revision_until) > now
        ? { label: msg('Free changes until'), at: revision_until }
        : null;
    default:
      return null;
  }
}
