import { msg, t, tIn } from '@tuneport/domain/text/text';
import { logFormat } from '@tuneport/domain/tuning/logs/log-format';
import { findPulls, type Pull } from '@tuneport/domain/tuning/logs/pulls';
import { logCsv } from '@tuneport/domain/tuning/logs/read/log-csv';
import type { Finding } from '@tuneport/domain/tuning/logs/review/review-log';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { loadChunk } from '../../platform/chunk.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import { createCursor } from './cursor.ts';
import { convertedChannel, displayOf, useUnitChoice } from './display-units.ts';
import { download } from './download.ts';
import { fileMarks } from './file-marks.ts';
import graph from './graph.module.css';
import type { Mark } from './lanes/lane.ts';
import { type Layout, writeLayout } from './layout.ts';
import type { OpenLog } from './open-log.ts';
import type { NumberedPull } from './pulls/PullRows.tsx';
import { type Panel, StudioPanel } from './StudioPanel.tsx';
import css from './studio.module.css';
import { type ComparedLog, lanesOf, wholeRange, withFormulas } from './studio-log.ts';
import type { PictureHandle } from './table/ScatterView.tsx';
import type { PlotsHandle } from './time/Plots.tsx';
import type { Range } from './time/range.ts';
import { TimeView } from './time/TimeView.tsx';
import { useDefaultLayout } from './use-default-layout.ts';
import { useScheme } from './use-scheme.ts';
import { firstChannels, readView, seconds, type View, writeView } from './view.ts';

const ReviewView = lazy(() => loadChunk(() => import('./review/ReviewView.tsx')));
const PullsView = lazy(() => loadChunk(() => import('./pulls/PullsView.tsx')));
const DynoView = lazy(() => loadChunk(() => import('./pulls/DynoView.tsx')));
const TableView = lazy(() => loadChunk(() => import('./table/TableView.tsx')));
const TrackView = lazy(() => loadChunk(() => import('./track/TrackView.tsx')));
const ScatterView = lazy(() => loadChunk(() => import('./table/ScatterView.tsx')));

type Props = {
  open: OpenLog;
  comparedLogs: readonly ComparedLog[];
  /** null while the first log has no URL that could include a second one. */
  onOther: ((file: File) => void) | null;
  /** Save status shown above the curves. */
  status: ReactNode;
  share: ReactNode;
  /** Attaches the log to a tune request; null while it is not stored. */
  attach: ReactNode;
};

const tabs = [
  ['time', msg('Timeline')],
  ['review', msg('Review')],
  ['pulls', msg('Pulls')],
  ['dyno', msg('Virtual dyno')],
  ['table', msg('Table')],
  ['scatter', msg('Scatter')],
  ['track', msg('Track')],
] as const;

/** The log viewer: curves, channels and tools. The URL holds the view. */
export function Studio({ open: plain, comparedLogs: plainComparedLogs, onOther, status, share, attach }: Props) {
  const [query, setQuery] = useSearchParams();
  const view = readView(query);
  const formulaKey = JSON.stringify(view.formulas);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the formulas identifies them
  const open = useMemo(() => withFormulas(plain, view.formulas), [plain, formulaKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const comparedLogs = useMemo(
    () => plainComparedLogs.map((one) => ({ ...one, open: withFormulas(one.open, view.formulas, plain) })),
    [plainComparedLogs, plain, formulaKey],
  );
  const first = useMemo(() => firstChannels(plain.log), [plain]);
  const chosenKey = (view.channels ?? first).join('.');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the joined places identify the list
  const chosen = useMemo(() => (view.channels ?? first).filter((nth) => open.log.channels[nth]), [chosenKey, open]);
  const whole = useMemo(() => wholeRange(open), [open]);
  const range = view.range ?? whole;
  const [units, setUnits] = useUnitChoice();
  const scalesKey = JSON.stringify(view.scales);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the scales identifies them
  const lanes = useMemo(
    () => lanesOf(open, chosen, comparedLogs, { units, scales: view.scales }),
    [open, chosen, comparedLogs, units, scalesKey],
  );
  const [cursor] = useState(() => createCursor(view.at));
  const [panel, setPanel] = useState<Panel | null>(null);
  /** The time that a new note gets: that of the cursor when the panel was opened. */
  const [noteTimeS, setNoteTimeS] = useState(0);
  const { scheme, setScheme } = useScheme();
  const plots = useRef<PlotsHandle>(null);
  const chart = useRef<PictureHandle>(null);
  // A link to a moment that is opened within the studio moves the cursor, too.
  useEffect(() => {
    if (view.at !== null) cursor.set(view.at);
  }, [cursor, view.at]);

  const change = useCallback(
    (part: Partial<View>) => setQuery((now) => writeView(now, part), { replace: true, preventScrollReset: true }),
    [setQuery],
  );
  const applyLayout = (layout: Layout) => {
    setUnits(layout.units);
    change(layout.view);
  };
  useDefaultLayout(plain, view.channels === null && view.formulas.length === 0, applyLayout);
  const onRange = useCallback(
    (next: Range) => change({ range: next.from <= whole.from && next.to >= whole.to ? null : next, at: null }),
    [change, whole],
  );
  const pulls = useMemo(() => numbered(open, comparedLogs), [open, comparedLogs]);
  const fromFile = useMemo(() => fileMarks(plain.log), [plain]);
  const notesKey = JSON.stringify(view.notes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the notes identifies them
  const marks = useMemo<Mark[]>(
    () =>
      [...fromFile, ...view.notes.map((note) => ({ ...note, kind: 'note' as const }))].sort(
        (a, b) => a.timeS - b.timeS,
      ),
    [fromFile, notesKey],
  );
  const showPull = (pull: Pull) =>
    change({ tab: 'time', range: { from: Math.max(0, pull.fromS - 0.5), to: pull.toS + 0.5 } });
  const showMoment = (timeS: number) =>
    change({ tab: 'time', at: timeS, range: { from: Math.max(0, timeS - 5), to: Math.min(whole.to, timeS + 5) } });
  const queryOf = ({ channels, fromS, toS, atS }: Finding): string =>
    `?${writeView(query, {
      tab: 'time',
      channels,
      range: { from: Math.max(0, fromS - aroundS), to: toS + aroundS },
      at: atS,
    })}`;
  const fileName = plain.name.replace(/\.[^.]{1,8}$/, '');
  const savePicture = async () => {
    const blob = await (view.tab === 'time' ? plots.current : chart.current)?.picture();
    if (blob) download(blob, `${fileName}${view.tab === 'time' ? '' : `-${view.tab}`}.png`);
  };
  const saveTable = () => {
    const channels = chosen
      .flatMap((nth) => open.log.channels[nth] ?? [])
      .map((channel) => convertedChannel(channel, displayOf(channel, units)));
    const text = logCsv(open.log, channels, range.from, range.to);
    download(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${fileName}-view.csv`);
  };
  const tools: readonly [Panel, string, boolean][] = [
    ['axes', t('Axes'), true],
    ['formula', t('Compute'), true],
    ['notes', tIn('log', 'Notes'), true],
    ['compare', t('Compare'), onOther !== null],
    ['layouts', t('Layouts'), true],
    ['share', tIn('log', 'Share'), share !== null],
    ['about', t('About'), true],
  ];
  const openPanel = (next: Panel | null) => {
    setNoteTimeS(cursor.get() ?? range.from);
    setPanel(next);
  };
  const { log } = open;
  const hasTrack = log.channels.some(({ quantity }) => quantity === 'latitude');
  const counts: Partial<Record<View['tab'], number>> = { pulls: pulls.length, review: plain.review.findings.length };
  return (
    <div className={css.studio} data-scheme={scheme} data-density="compact">
      <header className={css.head}>
        <div className={css.titles}>
          <h1 className={css.title}>{plain.name}</h1>
          <p className={graph.quiet}>
            {t('{format}, {rows} rows, {count} channels', {
              format: logFormat(log.format),
              rows: log.rows,
              count: log.channels.length,
            })}
            {log.timeBase === 'seconds' ? `, ${seconds(whole.to)}` : ''}
          </p>
        </div>
        <div className={css.status}>{status}</div>
        <div className={css.tools}>
          {tools.map(([name, label, isThere]) =>
            isThere ? (
              <Button
                key={name}
                size="small"
                aria-expanded={panel === name}
                onClick={() => openPanel(panel === name ? null : name)}
              >
                {label}
              </Button>
            ) : null,
          )}
          <Button size="small" onClick={savePicture}>
            PNG
          </Button>
          <Button size="small" onClick={saveTable}>
            CSV
          </Button>
          <Button
            size="small"
            icon
            aria-label={scheme === 'dark' ? t('Light background') : t('Dark background')}
            onClick={() => setScheme(scheme === 'dark' ? 'light' : 'dark')}
          >
            <Icon name={scheme === 'dark' ? 'sun' : 'moon'} />
          </Button>
        </div>
      </header>
      {panel === null ? null : (
        <StudioPanel
          {...{
            panel,
            plain,
            comparedLogs,
            view,
            change,
            chosen,
            pulls,
            lanes,
            units,
            setUnits,
            onOther,
            share,
            showMoment,
          }}
          marks={fromFile}
          noteTimeS={noteTimeS}
          layout={writeLayout(plain.log, view, chosen, units)}
          applyLayout={applyLayout}
        />
      )}
      <nav className={css.tabs} aria-label={t('View')}>
        {tabs
          .filter(([name]) => name !== 'track' || hasTrack)
          .map(([name, label]) => (
            <button
              key={name}
              type="button"
              className={css.tab}
              aria-pressed={view.tab === name}
              onClick={() => change({ tab: name })}
            >
              {t(label)}
              {counts[name] === undefined ? null : <span className={graph.quiet}> {counts[name]}</span>}
            </button>
          ))}
      </nav>
      {view.tab === 'time' ? (
        <TimeView
          {...{ open, comparedLogs, chosen, lanes, whole, range, view, change, onRange, cursor, marks, units, scheme }}
          plots={plots}
          onNote={() => openPanel('notes')}
        />
      ) : (
        <Suspense fallback={<p className={graph.nothing}>{t('Loading …')}</p>}>
          {view.tab === 'review' ? (
            <ReviewView ref={chart} open={plain} units={units} queryOf={queryOf} attach={attach} />
          ) : view.tab === 'pulls' ? (
            <PullsView ref={chart} {...{ open, pulls, chosen, scheme, units }} onShow={showPull} />
          ) : view.tab === 'dyno' ? (
            <DynoView ref={chart} {...{ open, pulls, scheme, units }} onShow={showPull} />
          ) : view.tab === 'scatter' ? (
            <ScatterView ref={chart} {...{ open, units, view, scheme }} onView={change} />
          ) : view.tab === 'track' ? (
            <TrackView ref={chart} {...{ open, units, view, cursor, marks, scheme }} onView={change} />
          ) : (
            <TableView ref={chart} {...{ open, units, view }} onView={change} />
          )}
        </Suspense>
      )}
    </div>
  );
}

const aroundS = 3;

function numbered(open: OpenLog, comparedLogs: readonly ComparedLog[]): NumberedPull[] {
  return [open, ...comparedLogs.map((one) => one.open)].flatMap((of, logNth) =>
    findPulls(of.log).map((pull, nth) => ({
      of,
      pull,
      name: logNth === 0 ? t('Pull {nth}', { nth: nth + 1 }) : t('{name}, pull {nth}', { name: of.name, nth: nth + 1 }),
      logNth,
    })),
  );
}
