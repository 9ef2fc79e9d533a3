import { t } from '@tuneport/domain/text/text';
import { placeAt, valueAt } from '@tuneport/domain/tuning/logs/sample-at';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { type Cursor, useCursor } from '../cursor.ts';
import { displayOf, shownValue, type UnitChoice } from '../display-units.ts';
import graph from '../graph.module.css';
import { spanOf } from '../lanes/lane-span.ts';
import type { OpenLog } from '../open-log.ts';
import { lanesOf } from '../studio-log.ts';
import { figure, seconds } from '../view.ts';
import measureCss from './measure.module.css';
import type { PlotsHandle } from './Plots.tsx';
import type { Range } from './range.ts';
import css from './time.module.css';

type Props = {
  open: OpenLog;
  chosen: readonly number[];
  units: UnitChoice;
  cursor: Cursor;
  whole: Range;
  range: Range;
  plots: RefObject<PlotsHandle | null>;
};

const speeds = ['0.25', '0.5', '1', '2', '5', '10'];

/** Plays the log in real time: the cursor moves along, and gauges show the selected channels. */
export function Playback({ open, chosen, units, cursor, whole, range, plots }: Props) {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState('1');
  const startS = useRef(range.from);
  startS.current = range.from;
  useEffect(() => {
    if (!isPlaying) return;
    let frame = 0;
    let last = performance.now();
    const begin = cursor.get();
    // Its own time, because the pointer moves the cursor, too.
    let time = begin === null || begin >= whole.to ? startS.current : begin;
    const step = (now: number) => {
      time = Math.min(whole.to, time + ((now - last) / 1000) * Number(speed));
      last = now;
      cursor.set(time);
      plots.current?.follow(time);
      if (time < whole.to) frame = requestAnimationFrame(step);
      else setPlaying(false);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, speed, cursor, whole, plots]);
  return (
    <section className={measureCss.playback} aria-label={t('Playback')}>
      <div className={graph.row}>
        <Button size="small" onClick={() => setPlaying(!isPlaying)}>
          {isPlaying ? t('Pause') : t('Play')}
        </Button>
        <NativeSelect
          label={t('Speed')}
          hideLabel
          value={speed}
          options={speeds.map((value) => ({ value, label: `${value}×` }))}
          onChange={(event) => setSpeed(event.target.value)}
        />
        <CursorTime cursor={cursor} />
      </div>
      <ul className={measureCss.gauges}>
        {chosen.slice(0, 8).map((nth, colour) => (
          <Gauge key={nth} {...{ open, nth, units, cursor, whole, colour }} />
        ))}
      </ul>
    </section>
  );
}

function CursorTime({ cursor }: { cursor: Cursor }) {
  const time = useCursor(cursor);
  return <span className={css.cursorTime}>{time === null ? '–' : seconds(time)}</span>;
}

type GaugeProps = { open: OpenLog; nth: number; units: UnitChoice; cursor: Cursor; whole: Range; colour: number };

/** A value between the lowest and highest of the log. */
function Gauge({ open, nth, units, cursor, whole, colour }: GaugeProps) {
  const time = useCursor(cursor);
  const channel = open.log.channels[nth];
  const [lane] = lanesOf(open, [nth], [], { units, scales: [] });
  const [span] = useState(() => (lane && !channel?.words ? spanOf(lane, whole) : null));
  if (!channel) return null;
  const times = open.log.clocks[channel.clock] as Float64Array;
  const display = displayOf(channel, units);
  const raw =
    time === null
      ? Number.NaN
      : channel.words
        ? (channel.values[placeAt(times, time)] ?? Number.NaN)
        : valueAt(times, channel.values, time);
  const value = channel.words ? raw : shownValue(raw, display);
  const share = span && Number.isFinite(value) ? (value - span[0]) / (span[1] - span[0]) : 0;
  return (
    <li className={measureCss.gauge} data-curve={(colour % 8) + 1}>
      <span className={graph.channelName}>{channel.label}</span>
      <span className={measureCss.gaugeValue}>
        {figure(value, channel.words)} <span className={graph.unit}>{display.unit}</span>
      </span>
      {span ? (
        <progress className={measureCss.gaugeBar} value={Math.min(1, Math.max(0, share))} aria-hidden="true" />
      ) : null}
    </li>
  );
}
