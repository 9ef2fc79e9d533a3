import { msg, t } from '@tuneport/domain/text/text';
import type { LogChannel } from '@tuneport/domain/tuning/logs/log-types';
import { quantities } from '@tuneport/domain/tuning/logs/quantities';
import { placeAt, valueAt } from '@tuneport/domain/tuning/logs/sample-at';
import { memo, useMemo, useState } from 'react';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import { type Cursor, useCursor } from '../cursor.ts';
import { type Display, displayOf, shownValue, type UnitChoice } from '../display-units.ts';
import graph from '../graph.module.css';
import type { OpenLog } from '../open-log.ts';
import { type ComparedLog, twinOf } from '../studio-log.ts';
import { channelsMax, figure, seconds } from '../view.ts';
import css from './time.module.css';

type Props = {
  open: OpenLog;
  comparedLogs: readonly ComparedLog[];
  chosen: readonly number[];
  onChosen: (channels: number[]) => void;
  cursor: Cursor;
  units: UnitChoice;
};

/** All channels of the log in groups, with a search; selected channels first, with their value at the cursor. */
export const ChannelList = memo(function ChannelList({ open, comparedLogs, chosen, onChosen, cursor, units }: Props) {
  const [search, setSearch] = useState('');
  const { channels } = open.log;
  const groups = useMemo(() => grouped(channels, search), [channels, search]);
  const isFull = chosen.length >= channelsMax;
  const toggle = (nth: number) =>
    onChosen(chosen.includes(nth) ? chosen.filter((one) => one !== nth) : [...chosen, nth]);
  return (
    <section className={css.channels} aria-label={t('Channels')}>
      <CursorTime cursor={cursor} inSeconds={open.log.timeBase === 'seconds'} />
      <ul className={css.chosen}>
        {chosen.map((nth, colour) => {
          const channel = channels[nth];
          if (!channel) return null;
          const display = displayOf(channel, units);
          return (
            <li key={nth} className={css.chosenRow} data-curve={(colour % 8) + 1}>
              <span className={graph.swatch} aria-hidden="true" />
              <span className={graph.channelName} title={channel.name}>
                {channel.label}
              </span>
              <span className={css.reading}>
                <LiveValue open={open} nth={nth} cursor={cursor} shiftS={0} display={display} />
                {comparedLogs.map(({ open: other, shiftS }, at) => {
                  const twin = twinOf(channel, other, display);
                  return twin ? (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the same log may be added twice
                    <span key={at} className={css.otherReading}>
                      <LiveValue open={other} nth={twin.nth} cursor={cursor} shiftS={shiftS} display={twin.display} />
                    </span>
                  ) : null;
                })}
                <span className={graph.unit}>{display.unit}</span>
              </span>
              <button
                type="button"
                className={css.remove}
                aria-label={t('Hide {name}', { name: channel.label })}
                onClick={() => toggle(nth)}
              >
                <Icon name="close" />
              </button>
            </li>
          );
        })}
      </ul>
      <TextField
        label={t('Find a channel')}
        hideLabel
        type="search"
        placeholder={t('Find among {count} channels', { count: channels.length })}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        before={<Icon name="search" />}
      />
      {isFull ? (
        <p className={graph.quiet}>
          {t('{count} channels are drawn; hide one to add another.', { count: channelsMax })}
        </p>
      ) : null}
      <div className={css.groups}>
        {groups.map(([name, list]) => (
          <details key={name} open={search !== '' || list.some(({ nth }) => chosen.includes(nth)) || groups.length < 3}>
            <summary>
              {t(name)} <span className={graph.quiet}>{list.length}</span>
            </summary>
            <ul className={css.group}>
              {list.map(({ channel, nth }) => (
                <li key={nth}>
                  <label className={graph.pick}>
                    <input
                      type="checkbox"
                      checked={chosen.includes(nth)}
                      disabled={isFull && !chosen.includes(nth)}
                      onChange={() => toggle(nth)}
                    />
                    <span className={graph.channelName} title={channel.name}>
                      {channel.label}
                      {channel.source === '' || channel.source === 'computed' ? null : (
                        <span className={graph.quiet}> {channel.source}</span>
                      )}
                    </span>
                    <span className={graph.unit}>{displayOf(channel, units).unit}</span>
                  </label>
                </li>
              ))}
            </ul>
          </details>
        ))}
        {groups.length === 0 ? <p className={graph.quiet}>{t('No channel matches “{search}”.', { search })}</p> : null}
      </div>
    </section>
  );
});

function grouped(channels: readonly LogChannel[], search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, { channel: LogChannel; nth: number }[]>();
  for (const [nth, channel] of channels.entries()) {
    const known = channel.quantity ? quantities[channel.quantity] : null;
    const text = `${channel.name} ${channel.label} ${channel.unit} ${known?.label ?? ''}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const group = channel.source === 'computed' ? 'Computed' : (known?.group ?? 'Other');
    groups.set(group, [...(groups.get(group) ?? []), { channel, nth }]);
  }
  return [...groups].sort(([a], [b]) => rank(a) - rank(b));
}
const order: readonly string[] = [
  msg('Computed'),
  msg('Engine'),
  msg('Air'),
  msg('Fuel'),
  msg('Ignition'),
  msg('Temperatures and pressures'),
  msg('Vehicle'),
  msg('Position'),
  msg('Other'),
];
const rank = (group: string) => order.indexOf(group);

function CursorTime({ cursor, inSeconds }: { cursor: Cursor; inSeconds: boolean }) {
  const time = useCursor(cursor);
  return (
    <p className={css.cursorTime}>
      {time === null
        ? t('Point to or tap a curve to read values')
        : inSeconds
          ? seconds(time)
          : t('Row {row}', { row: Math.round(time) })}
    </p>
  );
}

type LiveProps = { open: OpenLog; nth: number; cursor: Cursor; shiftS: number; display: Display };

function LiveValue({ open, nth, cursor, shiftS, display }: LiveProps) {
  const time = useCursor(cursor);
  const channel = open.log.channels[nth] as LogChannel;
  if (time === null) return <span className={css.value}>–</span>;
  const times = open.log.clocks[channel.clock] as Float64Array;
  const at = time - shiftS;
  const value = channel.words ? (channel.values[placeAt(times, at)] ?? Number.NaN) : valueAt(times, channel.values, at);
  return (
    <span className={css.value}>
      {channel.words ? figure(value, channel.words) : figure(shownValue(value, display))}
    </span>
  );
}
