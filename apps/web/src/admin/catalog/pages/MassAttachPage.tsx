import type { CallInput, CallReply } from '@tuneport/contract/index';
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { NativeSelect, type Option } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { PageHead } from '../../PageHead.tsx';
import type { StoredRecord } from '../../record/record-calls.ts';
import { CatalogPage } from '../CatalogPage.tsx';
import css from '../catalog-admin.module.css';
import { aspirations, fuels } from '../entities/engines.ts';
import { transmissionKinds } from '../entities/transmissions.ts';
import { tunes } from '../entities/tunes.ts';
import { named, optionsOf } from '../entity.ts';
import { type LoadedRecord, RecordFallback, recordLoader } from '../RecordPage.tsx';
import { recordStatus } from '../record-status.ts';

export const meta = () => [{ title: pageTitle('Attach a tune to many engines') }];
export const loader = recordStatus(tunes);
export const clientLoader = recordLoader(tunes);
export const HydrateFallback = RecordFallback;

type Input = CallInput<'POST /v1/admin/ecu/tunes/:id/mass-attach'>['body'];
type Preview = CallReply<'POST /v1/admin/ecu/tunes/:id/mass-attach'>;
type Side = 'engines' | 'transmissions';
type Filter = Readonly<Record<string, string>>;

export default function MassAttachPage() {
  const { record, choices } = useLoaderData() as LoadedRecord;
  if (!record) return null;
  return <MassAttach key={record.id} tune={record} makes={named(choices.makes)} />;
}

function MassAttach({ tune, makes }: { tune: StoredRecord; makes: readonly Option[] }) {
  const [side, setSide] = useState<Side>('engines');
  const [filter, setFilter] = useState<Filter>({});
  const [preview, setPreview] = useState<Preview | null>(null);
  const [except, setExcept] = useState<ReadonlySet<number>>(new Set());
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const put = (name: string, value: string) => {
    setPreview(null);
    setExcept(new Set());
    setFilter((now) => ({ ...now, [name]: value }));
  };
  const send = async (dry_run: boolean) => {
    setBusy(true);
    setProblem(null);
    try {
      const reply = await call('POST /v1/admin/ecu/tunes/:id/mass-attach', {
        params: { id: tune.id },
        body: inputOf(side, filter, dry_run, dry_run ? new Set() : except),
      });
      setPreview(dry_run ? reply : null);
      setExcept(new Set());
      if (!dry_run)
        toast(`Attached to ${countText(reply[side].attached, side)}.`, {
          action: { label: 'Undo', onSelect: () => void detach(reply) },
        });
    } catch (error) {
      setProblem(errorText(error, 'Something went wrong. Nothing was attached.'));
    } finally {
      setBusy(false);
    }
  };
  const detach = async ({ engines, transmissions }: Preview) => {
    try {
      await call('POST /v1/admin/ecu/tunes/:id/mass-detach', {
        params: { id: tune.id },
        body: { engine_ids: engines.ids, transmission_ids: transmissions.ids },
      });
      toast('The tune was detached.');
    } catch (error) {
      setProblem(errorText(error, 'Something went wrong. The tune is still attached.'));
    }
  };
  const select = (name: string, label: string, options: readonly Option[]) => (
    <NativeSelect
      label={label}
      placeholder="Any"
      options={options}
      value={filter[name] ?? ''}
      onChange={(event) => put(name, event.currentTarget.value)}
    />
  );
  return (
    <CatalogPage>
      <PageHead
        crumbs={[
          { label: 'Tunes', to: '/catalog-manage/tunes' },
          { label: String(tune.name), to: `/catalog-manage/tunes/${tune.id}` },
          { label: 'Attach' },
        ]}
        title={`Attach ${String(tune.name)}`}
        about="Choose what it fits, check the preview, then attach. Records that already have the tune are not changed."
      />
      <Card>
        <div className={css.block}>
          <div className={css.bar}>
            <NativeSelect
              label="To"
              value={side}
              options={[
                { value: 'engines', label: 'Engines' },
                { value: 'transmissions', label: 'Transmissions' },
              ]}
              onChange={(event) => {
                setSide(event.currentTarget.value as Side);
                setFilter({});
                setPreview(null);
              }}
            />
            {select('make_id', 'Make', makes)}
            {side === 'engines' ? select('fuel', 'Fuel', optionsOf(fuels)()) : null}
            {side === 'engines' ? select('aspiration', 'Aspiration', optionsOf(aspirations)()) : null}
            {side === 'transmissions' ? select('kind', 'Kind', optionsOf(transmissionKinds)()) : null}
            <TextField
              className={css.grow}
              label="Name or code contains"
              type="search"
              value={filter.search ?? ''}
              onChange={(event) => put('search', event.currentTarget.value)}
            />
            <Button variant={preview ? 'quiet' : 'primary'} busy={busy && !preview} onClick={() => void send(true)}>
              Preview
            </Button>
          </div>
          {problem ? (
            <Notice tone="bad" live>
              {problem}
            </Notice>
          ) : null}
          {preview ? (
            <PreviewOf
              part={preview[side]}
              side={side}
              busy={busy}
              except={except}
              onExcept={setExcept}
              onAttach={() => void send(false)}
            />
          ) : null}
        </div>
      </Card>
    </CatalogPage>
  );
}

function inputOf(side: Side, filter: Filter, dry_run: boolean, except: ReadonlySet<number>): Input {
  const { make_id, ...rest } = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  const chosen = { ...rest, ...(make_id ? { make_id: Number(make_id) } : {}) };
  return { [side]: chosen, dry_run, except_ids: [...except] } as Input;
}

const countText = (count: number, side: Side) => `${count} ${count === 1 ? side.slice(0, -1) : side}`;

type PreviewProps = {
  part: Preview[Side];
  side: Side;
  busy: boolean;
  except: ReadonlySet<number>;
  onExcept: (except: ReadonlySet<number>) => void;
  onAttach: () => void;
};

function PreviewOf({ part, side, busy, except, onExcept, onAttach }: PreviewProps) {
  const wanted = part.attached - except.size;
  if (part.attached === 0)
    return (
      <Notice live>
        {part.already_attached === 0
          ? `No ${side} fit.`
          : `All ${part.already_attached} matching ${side} already have it.`}
      </Notice>
    );
  return (
    <div className={css.block} aria-live="polite">
      <p>
        <strong>{countText(wanted, side)} will get the tune</strong>
        {part.already_attached > 0 ? `, ${part.already_attached} already have it` : ''}. Clear the ones that should not.
      </p>
      <ul className={css.columns}>
        {part.sample.map(({ id, name }) => (
          <li key={id}>
            <Checkbox
              label={name}
              checked={!except.has(id)}
              onChange={(event) => {
                const next = new Set(except);
                if (event.currentTarget.checked) next.delete(id);
                else next.add(id);
                onExcept(next);
              }}
            />
          </li>
        ))}
      </ul>
      {part.attached > part.sample.length ? (
        <p className={css.quiet}>and {part.attached - part.sample.length} more</p>
      ) : null}
      <div>
        <Button variant="primary" busy={busy} disabled={wanted === 0} onClick={onAttach}>
          Attach to {countText(wanted, side)}
        </Button>
      </div>
    </div>
  );
}
