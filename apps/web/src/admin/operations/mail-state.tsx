import type { CallReply } from '@tuneport/contract/index';
import { StateDot, type StateTone } from '../../ui/feedback/StateDot.tsx';

type MailState = CallReply<'GET /v1/admin/mail/:id'>['state'];

const states: Record<MailState, { word: string; tone: StateTone; hollow?: true }> = {
  queued: { word: 'Queued', tone: 'neutral', hollow: true },
  sent: { word: 'Sent', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  kept: { word: 'Not sent (no mail server)', tone: 'neutral' },
};

export function MailStateDot({ state }: { state: MailState }) {
  const { word, tone, hollow } = states[state];
  return (
    <StateDot tone={tone} hollow={hollow}>
      {word}
    </StateDot>
  );
}

export const mailStateWord = (state: MailState) => states[state].word;

export const mailStateFilter = {
  id: 'state',
  label: 'Status',
  kind: 'select',
  options: Object.entries(states).map(([value, { word }]) => ({ value, label: word })),
  many: true,
} as const;
