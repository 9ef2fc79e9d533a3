import { msg, t } from '@tuneport/domain/text/text';
import { type Ref, type RefObject, useCallback, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import type { Cursor } from '../cursor.ts';
import type { UnitChoice } from '../display-units.ts';
import graph from '../graph.module.css';
import type { Lane, Mark } from '../lanes/lane.ts';
import type { OpenLog } from '../open-log.ts';
import type { ComparedLog } from '../studio-log.ts';
import type { View } from '../view.ts';
import { ChannelList } from './ChannelList.tsx';
import { MeasureTable } from './MeasureTable.tsx';
import { Playback } from './Playback.tsx';
import { Plots, type PlotsHandle } from './Plots.tsx';
import type { Range } from './range.ts';
import css from './time.module.css';

type Props = {
  open: OpenLog;
  comparedLogs: readonly ComparedLog[];
  chosen: readonly number[];
  lanes: readonly Lane[];
  whole: Range;
  range: Range;
  view: View;
  change: (part: Partial<View>) => void;
  onRange: (range: Range) => void;
  cursor: Cursor;
  marks: readonly Mark[];
  units: UnitChoice;
  scheme: string;
  plots: RefObject<PlotsHandle | null>;
  onNote: () => void;
};

const keys = msg(
  'Curves. Arrow keys move the cursor, with Shift they pan; plus and minus zoom, 0 shows the whole log. A and B set the two ends of a measurement, Escape removes it; N adds a note.',
);

/** The curves over time, their channels, and the measurement between two cursors. */
export function TimeView({ open, comparedLogs, chosen, lanes, whole, range, view, change, plots, ...props }: Props) {
  const { cursor, marks, units, scheme, onRange, onNote } = props;
  const [isMeasuring, setMeasuring] = useState(false);
  const [hasPlayback, setPlayback] = useState(false);
  const onChosen = useCallback((channels: number[]) => change({ channels }), [change]);
  const onMeasure = useCallback((measure: Range | null) => change({ measure }), [change]);
  return (
    <>
      <div className={css.zoom}>
        {open.log.timeBase === 'seconds' ? (
          <Button size="small" aria-pressed={hasPlayback} onClick={() => setPlayback(!hasPlayback)}>
            {t('Playback')}
          </Button>
        ) : null}
        <Button size="small" aria-pressed={isMeasuring} onClick={() => setMeasuring(!isMeasuring)}>
          {t('Measure')}
        </Button>
        <Button size="small" icon aria-label={t('Zoom in')} onClick={() => plots.current?.zoom(0.6)}>
          <Icon name="plus" />
        </Button>
        <Button size="small" icon aria-label={t('Zoom out')} onClick={() => plots.current?.zoom(1.6)}>
          <Icon name="minus" />
        </Button>
        <Button size="small" onClick={() => change({ range: null })} disabled={view.range === null}>
          {t('Whole log')}
        </Button>
      </div>
      {isMeasuring && !view.measure ? <p className={graph.quiet}>{t('Drag over the curves to measure.')}</p> : null}
      {hasPlayback ? <Playback {...{ open, chosen, units, cursor, whole, range, plots }} /> : null}
      <div className={css.body}>
        {chosen.length === 0 ? (
          <p className={graph.nothing}>{t('Choose a channel to draw.')}</p>
        ) : (
          <Plots
            ref={plots as Ref<PlotsHandle>}
            {...{ lanes, whole, range, onRange, cursor, marks, isMeasuring, onMeasure, scheme }}
            measure={view.measure}
            restAt={view.at}
            onNote={(timeS) => {
              cursor.set(timeS);
              onNote();
            }}
            inSeconds={open.log.timeBase === 'seconds'}
            label={t(keys)}
          />
        )}
        <ChannelList {...{ open, comparedLogs, chosen, onChosen, cursor, units }} />
      </div>
      {view.measure && chosen.length > 0 ? (
        <MeasureTable
          {...{ open, chosen, units }}
          measure={view.measure}
          onZoom={() => change({ range: view.measure })}
          onClose={() => change({ measure: null })}
        />
      ) : null}
    </>
  );
}
