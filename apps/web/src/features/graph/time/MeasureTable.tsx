import { t, tIn } from '@tuneport/domain/text/text';
import type { LogChannel } from '@tuneport/domain/tuning/logs/log-types';
import { measureBetween } from '@tuneport/domain/tuning/logs/measure';
import { Button } from '../../../ui/controls/Button.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { displayOf, shownValue, type UnitChoice } from '../display-units.ts';
import css from '../graph.module.css';
import type { OpenLog } from '../open-log.ts';
import { figure, seconds } from '../view.ts';
import measureCss from './measure.module.css';
import type { Range } from './range.ts';

type Props = {
  open: OpenLog;
  chosen: readonly number[];
  units: UnitChoice;
  measure: Range;
  onZoom: () => void;
  onClose: () => void;
};

/** The visible channels between the two cursors. */
export function MeasureTable({ open, chosen, units, measure, onZoom, onClose }: Props) {
  const { log } = open;
  const inSeconds = log.timeBase === 'seconds';
  const time = (value: number) => (inSeconds ? seconds(value) : t('row {row}', { row: Math.round(value) }));
  return (
    <section className={measureCss.measure} aria-label={t('Measurement')}>
      <div className={measureCss.measureHead}>
        <p>
          {rich('<b>{length}</b> from {from} to {to}', {
            b: (text) => <strong>{text}</strong>,
            length: inSeconds ? seconds(measure.to - measure.from) : Math.round(measure.to - measure.from),
            from: time(measure.from),
            to: time(measure.to),
          })}
        </p>
        <Button size="small" onClick={onZoom}>
          {t('Zoom to measurement')}
        </Button>
        <Button size="small" variant="ghost" onClick={onClose}>
          {t('Remove')}
        </Button>
      </div>
      <section
        className={measureCss.measureScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard, too
        tabIndex={0}
        aria-label={t('Measured values')}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Channel')}</th>
              {[
                tIn('measurement', 'Start'),
                tIn('measurement', 'End'),
                t('Change'),
                t('Min'),
                t('Average'),
                t('Max'),
              ].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">{t('Unit')}</th>
            </tr>
          </thead>
          <tbody>
            {chosen.map((nth, colour) => {
              const channel = log.channels[nth];
              if (!channel || channel.words) return null;
              return <Row key={nth} {...{ log, channel, units, measure }} colour={colour} />;
            })}
          </tbody>
        </table>
      </section>
    </section>
  );
}

type RowProps = { log: OpenLog['log']; channel: LogChannel; units: UnitChoice; measure: Range; colour: number };

function Row({ log, channel, units, measure, colour }: RowProps) {
  const display = displayOf(channel, units);
  const times = log.clocks[channel.clock] as Float64Array;
  const found = measureBetween(times, channel.values, measure.from, measure.to);
  const shown = (value: number) => figure(shownValue(value, display));
  const change = (found.atTo - found.atFrom) * display.factor;
  return (
    <tr data-curve={(colour % 8) + 1}>
      <th scope="row">
        <span className={css.swatch} aria-hidden="true" /> {channel.label}
      </th>
      <td>{shown(found.atFrom)}</td>
      <td>{shown(found.atTo)}</td>
      <td>{change > 0 ? `+${figure(change)}` : figure(change)}</td>
      <td>{shown(found.min)}</td>
      <td>{shown(found.average)}</td>
      <td>{shown(found.max)}</td>
      <td className={css.unit}>{display.unit}</td>
    </tr>
  );
}
