import { t } from '@tuneport/domain/text/text';
import { overRpm, type Pull } from '@tuneport/domain/tuning/logs/pulls';
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { displayOf, shownValue, type UnitChoice } from '../display-units.ts';
import { type Series, xyPicture } from '../draw-xy.ts';
import css from '../graph.module.css';
import type { OpenLog } from '../open-log.ts';
import { paletteOf } from '../palette.ts';
import { twinOf } from '../studio-log.ts';
import { channelOptions, channelTitle } from '../table/axes.ts';
import type { PictureHandle } from '../table/ScatterView.tsx';
import { XyChart } from '../XyChart.tsx';
import { type NumberedPull, PullRows } from './PullRows.tsx';

type Props = {
  open: OpenLog;
  pulls: readonly NumberedPull[];
  chosen: readonly number[];
  scheme: string;
  onShow: (pull: Pull) => void;
  units: UnitChoice;
  ref?: Ref<PictureHandle>;
};

/** Pulls overlaid by engine speed, one channel at a time. */
export default function PullsView({ open, pulls, chosen, scheme, onShow, units, ref }: Props) {
  const drawable = chosen.filter((nth) => open.log.channels[nth] && open.log.channels[nth]?.quantity !== 'rpm');
  const [input, setInput] = useState<number | null>(null);
  const best = useMemo(() => pulls.toSorted(byReach), [pulls]);
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const shown = picked ?? best.map(({ name }) => name);
  const nth = input !== null && open.log.channels[input] ? input : (drawable[0] ?? 0);
  const channel = open.log.channels[nth];
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names identify the list
  const series = useMemo<Series[]>(() => {
    if (!channel) return [];
    const display = displayOf(channel, units);
    return best.flatMap(({ of, pull, name, logNth }, colour) => {
      const twin = logNth === 0 ? { nth, display } : twinOf(channel, of, display);
      const own = twin && of.log.channels[twin.nth];
      if (!shown.includes(name) || !own) return [];
      const points = overRpm(of.log, pull, own).map(({ rpm, value }) => ({
        x: rpm,
        y: shownValue(value, twin.display),
      }));
      return [{ label: name, colour, dash: logNth, points, unit: display.unit }];
    });
  }, [channel, nth, best, shown.join(), units]);
  const title = channelTitle(open.log, nth, units);
  const labels = { x: t('rpm'), y: title };
  useImperativeHandle(ref, () => ({
    picture: async () =>
      box.current ? xyPicture({ title: `${title}, ${open.name}`, labels, series }, paletteOf(box.current)) : null,
  }));
  if (pulls.length === 0) {
    return (
      <EmptyState title={t('No pulls in this log')}>
        {t('A pull is a stretch where engine speed rises by 1,000 rpm or more with the pedal down.')}
      </EmptyState>
    );
  }
  return (
    <div className={css.panelView} ref={box}>
      <div className={css.panelHead}>
        <NativeSelect
          label={t('Channel')}
          value={String(nth)}
          onChange={(event) => setInput(Number(event.target.value))}
          options={channelOptions(open.log, units)}
        />
      </div>
      <XyChart
        series={series}
        labels={labels}
        scheme={scheme}
        label={t('{channel} over engine speed, {count} pulls', {
          channel: channel?.label ?? t('Channel'),
          count: series.length,
        })}
      />
      <PullRows pulls={best.map((of, colour) => ({ of, colour }))} shown={shown} onShown={setPicked} onShow={onShow} />
    </div>
  );
}

/** The widest range of engine speed first. */
const byReach = (a: NumberedPull, b: NumberedPull): number =>
  a.logNth - b.logNth || b.pull.toRpm - b.pull.fromRpm - (a.pull.toRpm - a.pull.fromRpm);
