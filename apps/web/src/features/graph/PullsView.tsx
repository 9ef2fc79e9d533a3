import { overRpm, type Pull } from '@tuneport/domain/tuning/logs/pulls';
import { useMemo, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { displayLike, displayOf, shownValue, type UnitChoice } from './display-units.ts';
import css from './graph.module.css';
import type { OpenLog } from './open-log.ts';
import { counterpart, figure, seconds } from './view.ts';
import { type Series, XyChart } from './XyChart.tsx';

export type NumberedPull = {
  readonly of: OpenLog;
  readonly pull: Pull;
  readonly name: string;
  readonly isOther: boolean;
};

type Props = {
  open: OpenLog;
  pulls: readonly NumberedPull[];
  chosen: readonly number[];
  scheme: string;
  onShow: (pull: Pull) => void;
  units: UnitChoice;
};

/** Pulls overlaid by engine speed, one channel at a time. */
export function PullsView({ open, pulls, chosen, scheme, onShow, units }: Props) {
  const shown = chosen.filter((nth) => open.log.channels[nth] && open.log.channels[nth]?.quantity !== 'rpm');
  const [input, setInput] = useState<number | null>(null);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const nth = input !== null && open.log.channels[input] ? input : (shown[0] ?? 0);
  const channel = open.log.channels[nth];
  const unit = channel ? displayOf(channel, units).unit : '';
  const series = useMemo<Series[]>(() => {
    if (!channel) return [];
    const display = displayOf(channel, units);
    return pulls.flatMap(({ of, pull, name, isOther }, colour) => {
      const twin = isOther ? of.log.channels[counterpart(channel, of.log)] : channel;
      const shown = twin && isOther ? displayLike(twin, display) : display;
      if (hidden.includes(name) || !twin || !shown) return [];
      const points = overRpm(of.log, pull, twin).map(({ rpm, value }) => ({ x: rpm, y: shownValue(value, shown) }));
      return [{ label: name, colour, dashed: isOther, points }];
    });
  }, [channel, pulls, hidden, units]);
  if (pulls.length === 0) {
    return (
      <EmptyState title="No pulls in this log">
        A pull is a stretch where engine speed rises by 1,000 rpm or more with the pedal down.
      </EmptyState>
    );
  }
  return (
    <div className={css.panelView}>
      <div className={css.panelHead}>
        <NativeSelect
          label="Channel"
          value={String(nth)}
          onChange={(event) => setInput(Number(event.target.value))}
          options={open.log.channels.flatMap((one, at) =>
            one.words || one.quantity === 'time'
              ? []
              : [{ value: String(at), label: withUnit(one.label, displayOf(one, units).unit) }],
          )}
        />
      </div>
      <XyChart
        series={series}
        xLabel="rpm"
        yLabel={channel ? withUnit(channel.label, unit) : ''}
        scheme={scheme}
        label={`${channel?.label ?? 'Channel'} over engine speed, ${series.length} pulls`}
      />
      <PullRows pulls={pulls} hidden={hidden} onHidden={setHidden} onShow={onShow} />
    </div>
  );
}

const withUnit = (label: string, unit: string): string => (unit === '' ? label : `${label} (${unit})`);

type RowsProps = {
  pulls: readonly NumberedPull[];
  hidden: readonly string[];
  onHidden: (names: readonly string[]) => void;
  onShow: (pull: Pull) => void;
};

export function PullRows({ pulls, hidden, onHidden, onShow }: RowsProps) {
  return (
    <ul className={css.pulls}>
      {pulls.map(({ name, pull, isOther }, colour) => (
        <li key={name} data-curve={(colour % 8) + 1}>
          <label className={css.pick}>
            <input
              type="checkbox"
              checked={!hidden.includes(name)}
              onChange={() =>
                onHidden(hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name])
              }
            />
            <span className={css.swatch} aria-hidden="true" />
            <span className={css.channelName}>{name}</span>
            <span className={css.unit}>
              {figure(pull.fromRpm)} to {figure(pull.toRpm)} rpm in {seconds(pull.toS - pull.fromS)}
            </span>
          </label>
          {isOther ? null : (
            <Button variant="ghost" size="small" onClick={() => onShow(pull)}>
              Show on timeline
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
