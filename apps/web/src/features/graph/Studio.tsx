import { findPulls, type Pull } from '@tuneport/domain/tuning/logs/pulls';
import { logCsv } from '@tuneport/domain/tuning/logs/read/log-csv';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import { AxesPanel } from './AxesPanel.tsx';
import { ChannelList } from './ChannelList.tsx';
import { createCursor } from './cursor.ts';
import { DropLog } from './DropLog.tsx';
import { DynoView } from './DynoView.tsx';
import { convertedChannel, displayOf, useUnitChoice } from './display-units.ts';
import { FormulaForm } from './FormulaForm.tsx';
import css from './graph.module.css';
import type { OpenLog } from './open-log.ts';
import { Plots, type PlotsHandle, type Range } from './Plots.tsx';
import { type NumberedPull, PullsView } from './PullsView.tsx';
import { lanesOf, wholeRange, withFormulas } from './studio-log.ts';
import { useScheme } from './use-scheme.ts';
import { firstChannels, readView, seconds, type View, writeView } from './view.ts';

type Props = {
  open: OpenLog;
  other: OpenLog | null;
  /** null while the first log has no URL that could include a second one. */
  onOther: ((file: File) => void) | null;
  /** Save status shown above the curves. */
  status: ReactNode;
  share: ReactNode;
};

const tabs = [
  ['time', 'Timeline'],
  ['pulls', 'Pulls'],
  ['dyno', 'Virtual dyno'],
] as const;

type Panel = 'axes' | 'formula' | 'compare' | 'share' | 'about';

/** The log viewer: curves, channels and tools. The URL holds the view. */
export function Studio({ open: plain, other: plainOther, onOther, status, share }: Props) {
  const [query, setQuery] = useSearchParams();
  const view = readView(query);
  const formulaKey = JSON.stringify(view.formulas);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the formulas stands for them
  const open = useMemo(() => withFormulas(plain, view.formulas), [plain, formulaKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const other = useMemo(
    () => plainOther && withFormulas(plainOther, view.formulas, plain),
    [plainOther, plain, formulaKey],
  );
  const first = useMemo(() => firstChannels(plain.log), [plain]);
  const chosenKey = (view.channels ?? first).join('.');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the joined places stand for the list
  const chosen = useMemo(() => (view.channels ?? first).filter((nth) => open.log.channels[nth]), [chosenKey, open]);
  const whole = useMemo(() => wholeRange(open), [open]);
  const range = view.range ?? whole;
  const [units, setUnits] = useUnitChoice();
  const scalesKey = JSON.stringify(view.scales);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the scales stands for them
  const lanes = useMemo(
    () => lanesOf(open, chosen, other, { shiftS: view.shiftS, units, scales: view.scales }),
    [open, chosen, other, view.shiftS, units, scalesKey],
  );
  const [cursor] = useState(createCursor);
  const [panel, setPanel] = useState<Panel | null>(null);
  const { scheme, setScheme } = useScheme();
  const plots = useRef<PlotsHandle>(null);

  const change = useCallback(
    (part: Partial<View>) => setQuery((now) => writeView(now, part), { replace: true, preventScrollReset: true }),
    [setQuery],
  );
  const onRange = useCallback(
    (next: Range) => change({ range: next.from <= whole.from && next.to >= whole.to ? null : next }),
    [change, whole],
  );
  const onChosen = useCallback((channels: number[]) => change({ channels }), [change]);

  const pulls = useMemo(() => numbered(open, other), [open, other]);
  const showPull = (pull: Pull) =>
    change({ tab: 'time', range: { from: Math.max(0, pull.fromS - 0.5), to: pull.toS + 0.5 } });
  const align = () => {
    const [mine, theirs] = [pulls.find(({ isOther }) => !isOther), pulls.find(({ isOther }) => isOther)];
    if (mine && theirs) change({ shiftS: mine.pull.fromS - theirs.pull.fromS });
  };
  const fileName = plain.name.replace(/\.[^.]{1,8}$/, '');
  const savePicture = async () => {
    const blob = await plots.current?.picture();
    if (blob) download(blob, `${fileName}.png`);
  };
  const saveTable = () => {
    const channels = chosen
      .flatMap((nth) => open.log.channels[nth] ?? [])
      .map((channel) => convertedChannel(channel, displayOf(channel, units)));
    const text = logCsv(open.log, channels, range.from, range.to);
    download(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${fileName}-view.csv`);
  };
  const toggle = (name: Panel) => setPanel(panel === name ? null : name);
  const tools: readonly [Panel, string, boolean][] = [
    ['axes', 'Axes', true],
    ['formula', 'Compute', true],
    ['compare', 'Compare', onOther !== null],
    ['share', 'Share', share !== null],
    ['about', 'About', true],
  ];
  const { log } = open;
  return (
    <div className={css.studio} data-scheme={scheme} data-density="compact">
      <header className={css.head}>
        <div className={css.titles}>
          <h1 className={css.title}>{plain.name}</h1>
          <p className={css.quiet}>
            {log.format}, {log.rows.toLocaleString('en')} rows, {log.channels.length} channels
            {log.timeBase === 'seconds' ? `, ${seconds(whole.to)}` : ''}
          </p>
        </div>
        <div className={css.status}>{status}</div>
        <div className={css.tools}>
          {tools.map(([name, label, isThere]) =>
            isThere ? (
              <Button key={name} size="small" aria-expanded={panel === name} onClick={() => toggle(name)}>
                {label}
              </Button>
            ) : null,
          )}
          <Button size="small" onClick={savePicture} disabled={view.tab !== 'time'}>
            PNG
          </Button>
          <Button size="small" onClick={saveTable}>
            CSV
          </Button>
          <Button
            size="small"
            icon
            aria-label={scheme === 'dark' ? 'Light background' : 'Dark background'}
            onClick={() => setScheme(scheme === 'dark' ? 'light' : 'dark')}
          >
            <Icon name={scheme === 'dark' ? 'sun' : 'moon'} />
          </Button>
        </div>
      </header>
      {panel === null ? null : (
        <div className={css.panel}>
          {panel === 'axes' ? (
            <AxesPanel
              units={units}
              onUnits={setUnits}
              lanes={view.tab === 'time' ? lanes : []}
              scales={view.scales}
              onScales={(scales) => change({ scales })}
            />
          ) : panel === 'formula' ? (
            <FormulaForm
              open={plain}
              formulas={view.formulas}
              onFormulas={(formulas) => change(added(view, plain, chosen, formulas))}
            />
          ) : panel === 'compare' && onOther ? (
            <div className={css.panelForm}>
              <DropLog
                small
                label={other ? `Comparing with ${other.name}; choose another` : 'Choose a second log'}
                onFile={onOther}
              />
              {other ? (
                <div className={css.row}>
                  <TextField
                    key={view.shiftS}
                    label="Offset"
                    inputMode="decimal"
                    defaultValue={String(view.shiftS)}
                    after="s"
                    onBlur={(event) => change({ shiftS: Number(event.target.value.replace(',', '.')) || 0 })}
                  />
                  <Button
                    onClick={align}
                    disabled={!pulls.some(({ isOther }) => isOther) || pulls.every(({ isOther }) => isOther)}
                  >
                    Align at the first pull
                  </Button>
                </div>
              ) : (
                <p className={css.quiet}>The second log is drawn dashed, channel over channel.</p>
              )}
            </div>
          ) : panel === 'share' ? (
            share
          ) : (
            <About open={plain} />
          )}
        </div>
      )}
      <nav className={css.tabs} aria-label="View">
        {tabs.map(([name, label]) => (
          <button
            key={name}
            type="button"
            className={css.tab}
            aria-pressed={view.tab === name}
            onClick={() => change({ tab: name })}
          >
            {label}
            {name === 'pulls' ? <span className={css.quiet}> {pulls.length}</span> : null}
          </button>
        ))}
        {view.tab === 'time' ? (
          <span className={css.zoom}>
            <Button size="small" icon aria-label="Zoom in" onClick={() => plots.current?.zoom(0.6)}>
              <Icon name="plus" />
            </Button>
            <Button size="small" icon aria-label="Zoom out" onClick={() => plots.current?.zoom(1.6)}>
              <Icon name="minus" />
            </Button>
            <Button size="small" onClick={() => change({ range: null })} disabled={view.range === null}>
              Whole log
            </Button>
          </span>
        ) : null}
      </nav>
      {view.tab === 'time' ? (
        <div className={css.body}>
          {chosen.length === 0 ? (
            <p className={css.nothing}>Choose a channel to draw.</p>
          ) : (
            <Plots
              ref={plots}
              lanes={lanes}
              whole={whole}
              range={range}
              onRange={onRange}
              cursor={cursor}
              inSeconds={log.timeBase === 'seconds'}
              scheme={scheme}
              label="Curves. Arrow keys move the cursor, with Shift they pan; plus and minus zoom, 0 shows the whole log."
            />
          )}
          <ChannelList
            open={open}
            other={other}
            shiftS={view.shiftS}
            chosen={chosen}
            onChosen={onChosen}
            cursor={cursor}
            units={units}
          />
        </div>
      ) : view.tab === 'pulls' ? (
        <PullsView open={open} pulls={pulls} chosen={chosen} scheme={scheme} onShow={showPull} units={units} />
      ) : (
        <DynoView pulls={pulls} scheme={scheme} onShow={showPull} units={units} />
      )}
    </div>
  );
}

/** A new formula is drawn immediately. */
function added(view: View, plain: OpenLog, chosen: readonly number[], formulas: View['formulas']): Partial<View> {
  const base = plain.log.channels.length;
  const isNew = formulas.length > view.formulas.length;
  const valid = chosen.filter((nth) => nth < base + formulas.length);
  return { formulas, channels: isNew ? [...valid, base + formulas.length - 1] : chosen.filter((nth) => nth < base) };
}

function numbered(open: OpenLog, other: OpenLog | null): NumberedPull[] {
  const own = findPulls(open.log).map((pull, nth) => ({ of: open, pull, name: `Pull ${nth + 1}`, isOther: false }));
  if (!other) return own;
  const theirs = findPulls(other.log).map((pull, nth) => ({
    of: other,
    pull,
    name: `${other.name}, pull ${nth + 1}`,
    isOther: true,
  }));
  return [...own, ...theirs];
}

function About({ open: { log } }: { open: OpenLog }) {
  return (
    <div className={css.panelForm}>
      {log.notes.length === 0 ? null : (
        <Notice title="Corrections">
          <ul className={css.notes}>
            {log.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
      {log.about.length === 0 ? (
        <p className={css.quiet}>The file contains no description.</p>
      ) : (
        <pre className={css.about}>{log.about.join('\n')}</pre>
      )}
      {log.markers.length === 0 ? null : (
        <ul className={css.notes}>
          {log.markers.slice(0, 20).map(({ timeS, text }, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: marks do not move
            <li key={nth}>
              {seconds(timeS)} {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
