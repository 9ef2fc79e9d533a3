import { importMachine } from '@tuneport/domain/catalog/import-steps';
import type { StateOf } from '@tuneport/domain/states/machine';
import { type ReactNode, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from '../../platform/api/api-error.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Card, Row, Stack } from '../../ui/layout/Layout.tsx';
import { grouped } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { Stat } from '../../ui/text/Stat.tsx';
import css from '../catalog/catalog-admin.module.css';
import { ColumnMapping } from './ColumnMapping.tsx';
import type { ColumnChoice } from './column-choice.ts';
import { SkippedRows } from './SkippedRows.tsx';

type ImportRecord<Report, Columns> = {
  state: StateOf<typeof importMachine>;
  rows_done: number;
  rows_total: number;
  stalled: boolean;
  started_at: string;
  updated_at: string;
  problem: string | null;
  header: readonly string[];
  sample: readonly (readonly string[])[];
  columns: Columns;
  check_report: Report | null;
  report: Report | null;
};
type ReportRows = { rows: { read: number; new: number; changed: number; unchanged: number; skipped: number } };

type Props<Meaning extends string, Report> = {
  shown: ImportRecord<Report, ColumnChoice<Meaning>>;
  mayWrite: boolean;
  /** False for an import that was read from the command line: its file is not stored. */
  hasFile?: boolean;
  names: Readonly<Record<Meaning, string>>;
  /** What must be mapped. */
  mappingHint: string;
  /** Further options of the check, next to its button. */
  options?: ReactNode;
  onCheck: (columns: ColumnChoice<Meaning>) => Promise<unknown>;
  onStart: () => Promise<unknown>;
  /** What a row is called: "row", "rows". */
  rowName: readonly [one: string, many: string];
  /** Said when the check found nothing to import. */
  nothingToImport: string;
  aboutReport: (report: Report) => ReactNode;
  /** Skipped rows and warnings of a report. */
  skippedOf: (report: Report) => Pick<Parameters<typeof SkippedRows>[0], 'title' | 'byReason' | 'lines'> | null;
  /** Address of the file with all of them. */
  skippedFile: string;
  /** The next step after a finished import. */
  next?: ReactNode;
};

const refreshMs = 1000;

export const isImportAtWork = ({ state }: { state: string }) => state === 'checking' || state === 'running';

/** State, size and origin of an import, for its page head. */
export function AboutImport({ shown, children }: { shown: ImportRecord<unknown, unknown>; children: ReactNode }) {
  return (
    <>
      <StateBadge machine={importMachine} state={shown.state} /> · {grouped(shown.rows_total)} rows · uploaded{' '}
      <DateText at={shown.started_at} show="relative" />
      {children}
    </>
  );
}

/** What a person does with an uploaded table: map its columns, check it, import it, and read the report. */
export function ImportSteps<Meaning extends string, Report extends ReportRows>(props: Props<Meaning, Report>) {
  const { shown, mayWrite, hasFile = true, onCheck, onStart } = props;
  const { revalidate } = useRevalidator();
  const atWork = isImportAtWork(shown);
  useEffect(() => {
    if (!atWork) return;
    const timer = setInterval(() => void revalidate(), refreshMs);
    return () => clearInterval(timer);
  }, [atWork, revalidate]);
  const start = () => reported(onStart().then(revalidate));
  const resume = () => (shown.state === 'running' ? start() : reported(onCheck(shown.columns).then(revalidate)));
  return (
    <>
      {shown.problem ? (
        <Notice tone="bad" title="The file was rejected." live>
          {shown.problem}
        </Notice>
      ) : null}
      {atWork ? <Progress shown={shown} onResume={mayWrite ? resume : null} /> : null}
      {shown.state === 'done' && shown.report ? (
        <ReportCard title="Result" report={shown.report} of={props}>
          {props.next}
        </ReportCard>
      ) : null}
      {shown.state === 'checked' && shown.check_report ? (
        <ReportCard title="Preview" report={shown.check_report} of={props}>
          {mayWrite ? <Start report={shown.check_report} of={props} onStart={start} /> : null}
        </ReportCard>
      ) : null}
      {!atWork && shown.state !== 'done' && hasFile ? <Mapping key={shown.updated_at} of={props} /> : null}
    </>
  );
}

async function reported(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    toast(errorText(error), { tone: 'bad' });
  }
}

type Shown = Pick<ImportRecord<unknown, unknown>, 'state' | 'rows_done' | 'rows_total' | 'stalled' | 'updated_at'>;

function Progress({ shown, onResume }: { shown: Shown; onResume: (() => Promise<void>) | null }) {
  const what = shown.state === 'checking' ? 'checked' : 'imported';
  return (
    <Card>
      <Stack>
        <h2>
          {grouped(shown.rows_done)} of {grouped(shown.rows_total)} rows {what}
        </h2>
        <progress
          className={css.progress}
          value={shown.rows_done}
          max={Math.max(1, shown.rows_total)}
          aria-label={`Rows ${what}`}
        />
        <p>You can leave this page; the work continues. If a server stops, it resumes where it left off.</p>
        {shown.stalled && onResume ? (
          <Notice tone="careful" action={<Button onClick={() => void onResume()}>Resume</Button>}>
            No progress since <DateText at={shown.updated_at} show="time" />.
          </Notice>
        ) : null}
      </Stack>
    </Card>
  );
}

type Of<Meaning extends string, Report> = { of: Props<Meaning, Report> };

function Start<M extends string, R extends ReportRows>(props: Of<M, R> & { report: R; onStart: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const count = props.report.rows.new + props.report.rows.changed;
  if (count === 0) return <Notice>{props.of.nothingToImport}</Notice>;
  const start = async () => {
    setBusy(true);
    await props.onStart();
    setBusy(false);
  };
  return (
    <Button variant="primary" busy={busy} onClick={() => void start()}>
      Import {grouped(count)} {props.of.rowName[count === 1 ? 0 : 1]}
    </Button>
  );
}

function ReportCard<M extends string, R extends ReportRows>(
  props: Of<M, R> & { title: string; report: R; children: ReactNode },
) {
  const { rows } = props.report;
  const skipped = props.of.skippedOf(props.report);
  return (
    <Card>
      <Stack>
        <h2>{props.title}</h2>
        <div className={css.stats}>
          <Stat label="Rows read">{grouped(rows.read)}</Stat>
          <Stat label="New">{grouped(rows.new)}</Stat>
          <Stat label="Updated">{grouped(rows.changed)}</Stat>
          <Stat label="Unchanged">{grouped(rows.unchanged)}</Stat>
          <Stat label="Skipped">{grouped(rows.skipped)}</Stat>
        </div>
        <p>{props.of.aboutReport(props.report)}</p>
        {props.children ? <Row>{props.children}</Row> : null}
        {skipped ? (
          <SkippedRows {...skipped} file={props.of.skippedFile} open={rows.new + rows.changed + rows.unchanged === 0} />
        ) : null}
      </Stack>
    </Card>
  );
}

function Mapping<M extends string, R extends ReportRows>({ of }: Of<M, R>) {
  const { shown, mayWrite, names, mappingHint, options, onCheck } = of;
  const { revalidate } = useRevalidator();
  const [choice, setChoice] = useState(shown.columns);
  const [problems, setProblems] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    setProblems({});
    try {
      await onCheck(choice);
      await revalidate();
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'field_errors') setProblems(error.errors);
      else toast(errorText(error), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card>
      <Stack>
        <h2>Column mapping</h2>
        <p>Detected from the header; correct any that are wrong. {mappingHint}</p>
        <ColumnMapping
          header={shown.header}
          sample={shown.sample}
          names={names}
          choice={choice}
          onChoose={setChoice}
          disabled={!mayWrite}
          problems={problems}
        />
        {mayWrite ? (
          <Row>
            {options}
            <Button variant={shown.state === 'checked' ? 'quiet' : 'primary'} busy={busy} onClick={() => void check()}>
              {shown.state === 'checked' ? 'Check again' : 'Check file'}
            </Button>
          </Row>
        ) : null}
      </Stack>
    </Card>
  );
}
