import type { ReactNode } from 'react';
import type { UnitChoice } from './display-units.ts';
import type { Lane, Mark } from './lanes/lane.ts';
import type { Layout } from './layout.ts';
import type { OpenLog } from './open-log.ts';
import { AboutPanel } from './panels/AboutPanel.tsx';
import { AxesPanel } from './panels/AxesPanel.tsx';
import { ComparePanel } from './panels/ComparePanel.tsx';
import { FormulaForm } from './panels/FormulaForm.tsx';
import { LayoutsPanel } from './panels/LayoutsPanel.tsx';
import { NotesPanel } from './panels/NotesPanel.tsx';
import css from './panels/panels.module.css';
import type { NumberedPull } from './pulls/PullRows.tsx';
import type { ComparedLog } from './studio-log.ts';
import type { View } from './view.ts';

export type Panel = 'axes' | 'formula' | 'notes' | 'compare' | 'layouts' | 'share' | 'about';

type Props = {
  panel: Panel;
  plain: OpenLog;
  comparedLogs: readonly ComparedLog[];
  view: View;
  change: (part: Partial<View>) => void;
  chosen: readonly number[];
  pulls: readonly NumberedPull[];
  lanes: readonly Lane[];
  units: UnitChoice;
  setUnits: (units: UnitChoice) => void;
  onOther: ((file: File) => void) | null;
  share: ReactNode;
  marks: readonly Mark[];
  noteTimeS: number;
  showMoment: (timeS: number) => void;
  /** The current layout as text. */
  layout: string;
  applyLayout: (layout: Layout) => void;
};

/** The open tool of the studio, between its head and the curves. */
export function StudioPanel({
  panel,
  plain,
  comparedLogs,
  view,
  change,
  chosen,
  pulls,
  lanes,
  units,
  ...props
}: Props) {
  return (
    <div className={css.panel}>
      {panel === 'axes' ? (
        <AxesPanel
          units={units}
          onUnits={props.setUnits}
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
      ) : panel === 'notes' ? (
        <NotesPanel
          key={props.noteTimeS}
          notes={view.notes}
          marks={props.marks}
          timeS={props.noteTimeS}
          onNotes={(notes) => change({ notes })}
          onShow={props.showMoment}
        />
      ) : panel === 'compare' && props.onOther ? (
        <ComparePanel
          comparedLogs={comparedLogs}
          stored={view.comparedLogs}
          pulls={pulls}
          onFile={props.onOther}
          onStored={(stored) => change({ comparedLogs: stored })}
        />
      ) : panel === 'layouts' ? (
        <LayoutsPanel open={plain} current={props.layout} onApply={props.applyLayout} />
      ) : panel === 'share' ? (
        props.share
      ) : (
        <AboutPanel open={plain} />
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
