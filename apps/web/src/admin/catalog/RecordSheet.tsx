import type { RecordKindName } from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { CallReply } from '@tuneport/contract/index';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FileDrop } from '../../ui/controls/FileDrop.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Stack } from '../../ui/layout/Layout.tsx';
import { grouped } from '../../ui/list/list-state.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { counted } from '../counted.ts';
import { sendFile } from '../record/send-file.ts';
import css from './catalog-admin.module.css';

type Sheet = CallReply<'GET /v1/admin/ecu/sheet-imports/:id'>;
type Report = NonNullable<Sheet['report']>;

const bytesMax = 50 * 1024 * 1024;
const lookEveryMs = 600;
const names: Readonly<Record<RecordKindName, string>> = {
  makes: 'Makes',
  years: 'Years',
  models: 'Models',
  engines: 'Engines',
  transmissions: 'Transmissions',
  tunes: 'Tunes',
  guides: 'Guides',
  'tune-types': 'Tune types',
  'tune-type-groups': 'Tune type groups',
  'tune-pricing-tiers': 'Price tiers',
  tools: 'Tools',
};

const isAtWork = (sheet: Sheet | null) => sheet?.state === 'checking' || sheet?.state === 'running';

type Props = {
  /** The kinds of records available here; the first is the default. */
  kinds: readonly [RecordKindName, ...RecordKindName[]];
  mayWrite: boolean;
  onStored: () => void;
  /** For use with small buttons. */
  small?: boolean;
};

/** Records as a file: exported, edited in a spreadsheet, uploaded, reviewed line by line, and only then stored. */
export function RecordSheet({ kinds, mayWrite, onStored, small = false }: Props) {
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<RecordKindName>(kinds[0]);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const working = isAtWork(sheet);

  useEffect(() => {
    if (!sheet || !isAtWork(sheet)) return;
    const timer = setTimeout(() => {
      call('GET /v1/admin/ecu/sheet-imports/:id', { params: { id: sheet.id } }).then(
        (next) => {
          setSheet(next);
          if (next.state === 'done') onStored();
        },
        // Polls again: the import continues regardless of a failed poll.
        () => setSheet({ ...sheet }),
      );
    }, lookEveryMs);
    return () => clearTimeout(timer);
  }, [sheet, onStored]);

  const close = () => {
    setOpen(false);
    setSheet(null);
  };
  const start = async (id: number) => {
    try {
      setSheet(await call('POST /v1/admin/ecu/sheet-imports/:id/start', { params: { id } }));
    } catch (error) {
      toast(errorText(error, 'Nothing was changed.'), { tone: 'bad' });
    }
  };
  const rows = sheet?.state === 'checked' ? sheet.report?.rows : undefined;
  const storable = rows && rows.refused === 0 ? rows.new + rows.changed : 0;
  return (
    <>
      <Button variant="ghost" size={small ? 'small' : undefined} onClick={() => setOpen(true)}>
        Edit as file
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={`${names[kind]} as a file`}
        foot={
          <>
            <Button onClick={close}>Close</Button>
            {sheet && storable > 0 ? (
              <Button variant="primary" onClick={() => void start(sheet.id)}>
                Store {counted(storable, 'record')}
              </Button>
            ) : null}
          </>
        }
      >
        <Stack>
          {kinds.length > 1 ? (
            <NativeSelect
              label="Records"
              value={kind}
              disabled={working}
              options={kinds.map((value) => ({ value, label: names[value] }))}
              onChange={(event) => {
                setKind(event.currentTarget.value as RecordKindName);
                setSheet(null);
              }}
            />
          ) : null}
          <p>
            <a href={`/api/v1/admin/ecu/sheets/${kind}`} download>
              Download all {names[kind].toLowerCase()}
            </a>
            {mayWrite
              ? ', change them in a spreadsheet and send the file back. A line without a number is a new record; what the file does not name stays as it is.'
              : ' to read them in a spreadsheet.'}
          </p>
          {mayWrite && !working ? (
            <FileDrop
              key={`${kind} ${sheet?.id ?? 0}`}
              label="Drop the file here, or choose it"
              hint="You will see a preview before anything changes."
              accept=".csv,.tsv,text/csv"
              multiple={false}
              bytesMax={bytesMax}
              upload={(file) => sendFile('POST /v1/admin/ecu/sheets/:kind', file, { params: { kind } })}
              onDone={setSheet}
            />
          ) : null}
          {sheet ? <Outcome sheet={sheet} /> : null}
        </Stack>
      </Dialog>
    </>
  );
}

function Outcome({ sheet }: { sheet: Sheet }) {
  if (isAtWork(sheet)) {
    const what = sheet.state === 'checking' ? 'compared' : 'stored';
    return (
      <div aria-live="polite">
        <p>
          {grouped(sheet.rows_done)} of {counted(sheet.rows_total, 'line')} {what}. You may close this; the work goes
          on.
        </p>
        <progress
          className={css.progress}
          value={sheet.rows_done}
          max={Math.max(1, sheet.rows_total)}
          aria-label={`Lines ${what}`}
        />
      </div>
    );
  }
  if (sheet.problem !== null)
    return (
      <Notice tone="bad" title={`${sheet.file_name} was rejected.`} live>
        {sheet.problem}
      </Notice>
    );
  return sheet.report ? <ReportOf report={sheet.report} isDone={sheet.state === 'done'} /> : null;
}

function ReportOf({ report, isDone }: { report: Report; isDone: boolean }) {
  const { rows, changes, problems, ignored } = report;
  const sum = rows.new + rows.changed;
  return (
    <>
      {problems.length > 0 ? (
        <Notice tone="bad" title={`${counted(rows.refused, 'line')} cannot be saved, so nothing will be saved.`} live>
          <ul className={css.changes}>
            {problems.map(({ line, column, message }) => (
              <li key={`${line} ${column} ${message}`}>
                Line {line}
                {column ? `, ${column}` : ''}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      ) : sum === 0 ? (
        <Notice live>Nothing to change: all {counted(rows.unchanged, 'line')} match what is already stored.</Notice>
      ) : (
        <Notice tone={isDone ? 'good' : undefined} live>
          {isDone ? 'Stored: ' : ''}
          {grouped(rows.changed)} changed, {grouped(rows.new)} new, {grouped(rows.unchanged)}{' '}
          {isDone ? 'stayed' : 'stay'} as they are.
        </Notice>
      )}
      {ignored.length > 0 ? <p className={css.quiet}>Ignored columns: {ignored.join(', ')}.</p> : null}
      {changes.length > 0 ? (
        <ul className={css.sheetLines} aria-label="Changes">
          {changes.map(({ line, id, name, cells }) => (
            <li key={line}>
              <div>
                <span className={css.quiet}>Line {line}</span> {name}
                {id === null ? ' (new)' : ''}
              </div>
              <ul className={css.changes}>
                {cells.map(({ column, before, after }) => (
                  <li key={column}>
                    {column}: {before === '' ? null : <span className={css.was}>{shortened(before)}</span>}{' '}
                    {after === '' ? '–' : shortened(after)}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      ) : null}
      {sum + rows.refused > changes.length && changes.length > 0 ? (
        <p className={css.quiet}>These are the first {grouped(changes.length)} lines.</p>
      ) : null}
    </>
  );
}

const shownMax = 200;
const shortened = (text: string) => (text.length > shownMax ? `${text.slice(0, shownMax)}…` : text);
