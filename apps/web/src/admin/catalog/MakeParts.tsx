import { may } from '@tuneport/domain/identity/permissions';
import { type FormEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { Button, ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import { counted } from '../counted.ts';
import { RecordPanel } from '../record/RecordPanel.tsx';
import {
  allRecords,
  createRecord,
  deleteRecord,
  readRecord,
  type StoredRecord,
  searchRecords,
} from '../record/record-calls.ts';
import { useOpenRecord } from '../record/useOpenRecord.ts';
import css from './catalog-admin.module.css';
import type { Choices } from './catalog-field.ts';
import { modelOf } from './entities/makes.ts';
import { RecordForm } from './RecordForm.tsx';
import { pathOf } from './record-path.ts';

type Props = { makeId: number; choices: Choices };

/** Years and models are edited on the page of their make. */
export function MakeParts({ makeId, choices }: Props) {
  const [years, setYears] = useState<readonly StoredRecord[]>([]);
  const reload = useCallback(() => {
    allRecords(pathOf('years'), { make_id: makeId }).then(setYears, () => {});
  }, [makeId]);
  useEffect(reload, [reload]);
  const mayWrite = may(factsOf(useUi()), 'catalog.write');
  return (
    <>
      <Years makeId={makeId} years={years} mayWrite={mayWrite} onChanged={reload} />
      <Models makeId={makeId} years={years} choices={choices} mayWrite={mayWrite} />
    </>
  );
}

const textOf = (error: unknown) => errorText(error, 'Something went wrong. Nothing was changed.');

type YearsProps = { makeId: number; years: readonly StoredRecord[]; mayWrite: boolean; onChanged: () => void };

function Years({ makeId, years, mayWrite, onChanged }: YearsProps) {
  const [year, setYear] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await createRecord(pathOf('years'), { make_id: makeId, year });
      setYear('');
      setProblem(null);
      onChanged();
    } catch (error) {
      const { errors } = error as { errors?: Record<string, string[]> };
      setProblem(errors?.year?.[0] ?? textOf(error));
    }
  };
  const remove = async (id: number) => {
    try {
      await deleteRecord(pathOf('years'), id);
      onChanged();
    } catch (error) {
      toast(textOf(error), { tone: 'bad' });
    }
  };
  return (
    <Card>
      <div className={css.block}>
        <h2>Years</h2>
        {years.length === 0 ? <p className={css.quiet}>This make has no years yet.</p> : null}
        <ul className={css.chips}>
          {years.map((one) => (
            <li key={one.id} className={css.chip}>
              {String(one.year)}
              {mayWrite ? (
                <Button
                  icon
                  size="small"
                  variant="ghost"
                  aria-label={`Delete year ${String(one.year)}`}
                  onClick={() => void remove(one.id)}
                >
                  <Icon name="close" />
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
        {mayWrite ? (
          <form className={css.bar} onSubmit={(event) => void add(event)}>
            <TextField
              label="New year"
              hint="A number such as 2015 or 2015.5, or the word Series."
              value={year}
              error={problem}
              onChange={(event) => setYear(event.currentTarget.value)}
            />
            <Button type="submit" disabled={year.trim() === ''}>
              Add year
            </Button>
          </form>
        ) : null}
      </div>
    </Card>
  );
}

type ModelsProps = Props & { years: readonly StoredRecord[]; mayWrite: boolean };
const read = (id: number) => readRecord(pathOf('models'), id);

function Models({ makeId, years, choices, mayWrite }: ModelsProps) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{ data: StoredRecord[]; page_count: number; total: number } | null>(null);
  const { open, linkTo, go } = useOpenRecord(read);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is asking again after a save.
  useEffect(() => {
    const abort = new AbortController();
    searchRecords(pathOf('models'), { make_id: makeId, page, ...(search ? { search } : {}) }, abort.signal).then(
      (found) => abort.signal.aborted || setAnswer(found),
      () => {},
    );
    return () => abort.abort();
  }, [makeId, page, search, round]);

  const entity = useMemo(
    () =>
      modelOf(
        makeId,
        years.map((year) => ({ value: String(year.id), label: String(year.year) })),
      ),
    [makeId, years],
  );
  const changed = () => setRound((n) => n + 1);
  return (
    <Card>
      <div className={css.block}>
        <div className={css.head}>
          <h2>Models{answer ? ` (${answer.total})` : ''}</h2>
          {mayWrite ? (
            <ButtonLink size="small" to={linkTo('new')} preventScrollReset>
              New model
            </ButtonLink>
          ) : null}
        </div>
        {open ? (
          <RecordPanel
            title={open.id === 'new' ? 'New model' : String(open.row?.name ?? 'Model')}
            error={open.error}
            ready={open.ready}
            onClose={() => go(null)}
          >
            <RecordForm
              key={`${open.id} ${years.length}`}
              entity={entity}
              choices={choices}
              record={open.row}
              readOnly={!mayWrite}
              onSaved={(model) => {
                changed();
                if (open.id === 'new') go(model.id);
              }}
              onDeleted={() => {
                changed();
                go(null);
              }}
            />
          </RecordPanel>
        ) : null}
        <TextField
          label="Search models"
          type="search"
          value={search}
          onChange={(event) => {
            setPage(1);
            setSearch(event.currentTarget.value);
          }}
        />
        <ul className={css.plain}>
          {answer?.data.map((model) => (
            <li key={model.id}>
              <TextLink to={linkTo(model.id)} discover="none" preventScrollReset>
                {String(model.name)}
              </TextLink>
              <span className={css.quiet}>
                {counted(Number(model.year_count), 'year')}, {counted(Number(model.vehicle_count), 'vehicle')}
              </span>
            </li>
          ))}
        </ul>
        {answer?.total === 0 ? <p className={css.quiet}>No models found.</p> : null}
        {answer && answer.page_count > 1 ? (
          <div className={css.bar}>
            <Button size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
              Back
            </Button>
            <span className={css.quiet}>
              {page} of {answer.page_count}
            </span>
            <Button size="small" disabled={page >= answer.page_count} onClick={() => setPage(page + 1)}>
              On
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  );
}
