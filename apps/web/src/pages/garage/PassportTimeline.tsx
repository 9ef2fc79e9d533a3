import type { CallReply } from '@tuneport/contract/index';
import { convertPower, convertTorque } from '@tuneport/domain/catalog/dyno';
import { passportEvents, vehicleDetails } from '@tuneport/domain/garage/passport';
import { purchaseMachine } from '@tuneport/domain/purchases/purchase-states';
import type { Machine } from '@tuneport/domain/states/machine';
import { ticketMachine } from '@tuneport/domain/support/ticket-states';
import { t } from '@tuneport/domain/text/text';
import { logFormat } from '@tuneport/domain/tuning/logs/log-format';
import { tuneRequestMachine } from '@tuneport/domain/tuning/tune-request-states';
import type { ReactNode } from 'react';
import { useUi } from '../../platform/ui-state.ts';
import { TextLink } from '../../ui/controls/Button.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import type { StateTone } from '../../ui/feedback/StateDot.tsx';
import { type Moment, Timeline } from '../../ui/feedback/Timeline.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { type Units, useUnits } from '../../ui/text/units-store.ts';
import css from './passport.module.css';

type SharedEntry = CallReply<'GET /v1/vehicle-passports/:token'>['entries']['data'][number];
type Entry = SharedEntry & Partial<CallReply<'GET /vehicles/:id/passport'>['entries']['data'][number]>;

const tones: Partial<Record<Entry['event'], StateTone>> = { delivered: 'good', measured: 'accent', paid: 'busy' };
const machines: Partial<Record<Entry['event'], Machine>> = {
  requested: tuneRequestMachine,
  paid: purchaseMachine,
  opened: ticketMachine,
};

type Props = {
  entries: readonly Entry[];
  /** Shown at an entry that its owner can delete. */
  remove?: (entry: Entry & { entry_id: number }) => ReactNode;
};

/** The history of a car, for its owner and for readers of a shared link. */
export function PassportTimeline({ entries, remove }: Props) {
  const [units] = useUnits(useUi()?.settings.region);
  return <Timeline moments={entries.map((entry, at) => momentOf(entry, at, units, remove))} />;
}

function momentOf(entry: Entry, at: number, units: Units, remove: Props['remove']): Moment {
  const machine = machines[entry.event];
  const figures = [
    entry.power_hp === null ? '' : `${Math.round(convertPower(entry.power_hp, 'hp', units.power))} ${units.power}`,
    entry.torque_nm === null ? '' : `${Math.round(convertTorque(entry.torque_nm, 'Nm', units.torque))} ${units.torque}`,
  ].filter(Boolean);
  return {
    id: at,
    tone: tones[entry.event] ?? 'neutral',
    title: t(passportEvents[entry.event]),
    when: <DateText at={entry.at} show="date" />,
    body: (
      <div className={css.entry}>
        <div className={css.entryHead}>
          <EntryTitle entry={entry} />
          {figures.length > 0 ? <strong>{figures.join(' · ')}</strong> : null}
          {entry.amount ? <MoneyText money={entry.amount} /> : null}
          {machine && entry.state ? <StateBadge machine={machine} state={entry.state} /> : null}
        </div>
        {entry.entry_id && remove ? (
          <div className={css.entryRemove}>{remove({ ...entry, entry_id: entry.entry_id })}</div>
        ) : null}
        {entry.detail ? (
          <p className={css.entryText}>{entry.kind === 'log' ? logFormat(entry.detail) : entry.detail}</p>
        ) : null}
        {entry.event === 'uploaded' && entry.state === 'expired' ? (
          <p className={css.entryText}>{t('This log has expired.')}</p>
        ) : null}
      </div>
    ),
  };
}

function EntryTitle({ entry }: { entry: Entry }) {
  const { event, title, path } = entry;
  if (event === 'received' || event === 'handed-over') return null;
  const text = event === 'changed' ? t(vehicleDetails[title as keyof typeof vehicleDetails] ?? title) : title;
  if (!path) return <span>{text}</span>;
  if (event === 'paid')
    return (
      <>
        <span>{text}</span>
        <TextLink to={path} discover="none">
          {t('Invoice')}
        </TextLink>
      </>
    );
  return (
    <TextLink to={path} discover="none">
      {text}
    </TextLink>
  );
}
