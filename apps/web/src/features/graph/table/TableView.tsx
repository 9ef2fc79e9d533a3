import { numberText, t } from '@tuneport/domain/text/text';
import { heatTableText, heatValue } from '@tuneport/domain/tuning/logs/heat-table';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { HeatMap } from '../../../ui/chart/HeatMap.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import chartCss from '../chart.module.css';
import type { UnitChoice } from '../display-units.ts';
import css from '../graph.module.css';
import type { OpenLog } from '../open-log.ts';
import { paletteOf } from '../palette.ts';
import type { View } from '../view.ts';
import { axesOf, channelTitle } from './axes.ts';
import { heatPicture } from './heat-picture.ts';
import type { PictureHandle } from './ScatterView.tsx';
import { TableControls } from './TableControls.tsx';
import { useTable } from './use-table.ts';

type Props = {
  open: OpenLog;
  units: UnitChoice;
  view: View;
  onView: (change: Partial<View>) => void;
  ref: Ref<PictureHandle>;
};

const cells = { xCells: 20, yCells: 18, isRound: true };

/** A channel in cells of two others, such as lambda by engine speed and load. */
export default function TableView({ open, units, view, onView, ref }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const axes = axesOf(open.log, view.axes);
  const result = useTable(open, axes, { ...cells, filter: view.filter, range: view.range, units });
  const table = result?.table;
  const columns = table ? Math.max(0, table.xEdges.length - 1) : 0;
  const rows = table ? Math.max(0, table.yEdges.length - 1) : 0;
  const values = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) =>
      table ? heatValue(table, row * columns + column, view.stat) : null,
    ),
  );
  const known = values.flat().filter((value) => value !== null);
  const scale: [number, number] =
    view.stat === 'count' || known.length === 0 ? [0, Math.max(1, ...known)] : [Math.min(...known), Math.max(...known)];
  const digits = view.stat === 'count' ? 0 : digitsFor(scale);
  const titles = [axes.x, axes.y, axes.z].map((nth) => channelTitle(open.log, nth, units));
  const copy = async () => {
    if (!table) return;
    try {
      await navigator.clipboard.writeText(heatTableText(table, view.stat, `${titles[1]} \\ ${titles[0]}`, digits));
      toast(t('Copied. Paste it into a spreadsheet or a table editor.'));
    } catch {
      toast(t('The browser did not allow copying.'), { tone: 'bad' });
    }
  };
  const shown = table && {
    columns: table.xEdges.slice(0, columns).map((edge) => numberText(edge)),
    // The highest load is on top, as in a tuning table.
    rows: table.yEdges
      .slice(0, rows)
      .map((edge) => numberText(edge))
      .reverse(),
    values: [...values].reverse(),
    scale,
    format: (value: number) => numberText(value, digits),
  };
  useImperativeHandle(ref, () => ({
    picture: async () =>
      shown && box.current
        ? heatPicture(
            {
              title: `${titles[2]}, ${open.name}`,
              corner: t('{y} by {x}', { y: titles[1] ?? '', x: titles[0] ?? '' }),
              ...shown,
            },
            paletteOf(box.current),
          )
        : null,
  }));
  return (
    <div className={css.panelView} ref={box}>
      <TableControls {...{ open, units, axes, view, onView }} zLabel={t('Value')} hasStat />
      <div className={css.row}>
        <p className={chartCss.tableFacts} role="status">
          {result === null
            ? t('Counting samples …')
            : view.range
              ? t('{count} samples of the visible range.', { count: result.table.samples })
              : t('{count} samples.', { count: result.table.samples })}
        </p>
        {view.range ? (
          <Button size="small" variant="ghost" onClick={() => onView({ range: null })}>
            {t('Use the whole log')}
          </Button>
        ) : null}
        <Button size="small" disabled={known.length === 0} onClick={() => void copy()}>
          {t('Copy table')}
        </Button>
      </div>
      {table && known.length === 0 ? (
        <EmptyState title={t('No samples to count')}>
          {view.filter === '' ? t('Choose other channels or the whole log.') : t('No sample passes the filter.')}
        </EmptyState>
      ) : shown ? (
        <HeatMap
          label={t('{z} by {x} and {y}', { z: titles[2] ?? '', x: titles[0] ?? '', y: titles[1] ?? '' })}
          {...shown}
        />
      ) : null}
    </div>
  );
}

const digitsFor = ([low, high]: readonly [number, number]): number => {
  const span = high - low || Math.abs(high) || 1;
  return Math.max(0, Math.min(3, 2 - Math.floor(Math.log10(span))));
};
