import type { CallReply } from '@tuneport/contract/index';
import { looksLikeVin } from '@tuneport/domain/catalog/vin/vin-text';
import { msg, t } from '@tuneport/domain/text/text';
import { type Ref, useRef, useState } from 'react';
import { useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { vinSummary } from '../../../platform/vin-summary.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { CarSuggestions } from '../upload/CarSuggestions.tsx';
import { requestClientLoader, requestLoader } from './load-request.ts';
import { RequestFrame } from './RequestFrame.tsx';
import css from './request.module.css';
import type { Request } from './request-labels.tsx';
import { requestPath } from './request-path.ts';
import { requestTitle } from './request-title.ts';
import { useLiveRequest } from './use-live-request.ts';

export const loader = requestLoader;
export const clientLoader = requestClientLoader;
export const meta = ({ loaderData }: { loaderData?: Request }) => requestTitle(t('Vehicle information'), loaderData);

const list = (found: readonly { value: string }[]) => found.map(({ value }) => value).join(', ');

export default function RequestInformation() {
  const { request, setRequest } = useLiveRequest(useLoaderData<typeof loader>());
  const open = ['needs_information', 'matched', 'unsupported'].includes(request.state);
  const { identified, sniffed } = request;
  const form = useRef<HTMLFormElement>(null);
  return (
    <RequestFrame request={request}>
      <div className={css.columns}>
        <div className={css.stack}>
          {open ? (
            <NameCar
              request={request}
              information={() => (form.current ? newInformation(form.current, request) : {})}
              onNamed={setRequest}
            />
          ) : null}
          <MoreAbout request={request} readOnly={!open} form={form} onSaved={setRequest} />
        </div>
        <aside className={css.stack} aria-labelledby="request-file">
          <h2 id="request-file">{t('Detected from the file')}</h2>
          <KeyValue
            rows={[
              [t('Kind'), sniffed.format],
              [t('Control unit'), identified.family?.value],
              [t('Maker'), identified.maker],
              [t('Part number'), list(identified.partNumbers)],
              [t('Hardware'), list(identified.hardwareNumbers)],
              [t('Software'), list(identified.softwareIds)],
              [t('VIN'), list(identified.vins)],
            ]}
          />
        </aside>
      </div>
    </RequestFrame>
  );
}

type Hits = CallReply<'GET /v1/catalog/search'>;

/**
 * Names the vehicle by free text or by a suggestion from the file. Unsaved information is saved with it before
 * navigation.
 */
function NameCar({
  request,
  information,
  onNamed,
}: {
  request: Request;
  information: () => Information;
  onNamed: (request: Request) => void;
}) {
  const navigate = useNavigate();
  const [hits, setHits] = useState<Hits | null>(null);
  const [vinNote, setVinNote] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const naming = useRef(false);
  const name = async (change: { vehicle: string } | { engine_id: number }) => {
    // Only the first click counts: a second one during navigation would name another vehicle.
    if (naming.current) return;
    naming.current = true;
    setProblem(null);
    try {
      const body = { ...change, information: information() };
      const named = await call('PATCH /v1/tune-requests/:id', { params: { id: request.id }, body });
      onNamed(named);
      if (named.state === 'matched')
        await navigate(requestPath(request, named.waiting_purchase ? 'link-purchase' : 'tunes'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(Object.values(error.errors).flat()[0] ?? error.message);
    } finally {
      naming.current = false;
    }
  };
  const search = useSubmit(async (field) => {
    const typed = field('q');
    const vin = looksLikeVin(typed) ? await call('POST /v1/catalog/vin', { body: { vin: typed } }) : null;
    setVinNote(vin && vinSummary(vin));
    const q = vin ? (vin.vehicles[0]?.label ?? '') : typed;
    setHits(await call('GET /v1/catalog/search', { query: { q, limit: 12 } }));
  });
  const bought = request.waiting_purchase;
  // Sent before the scripts were ready.
  const [typedBefore] = useSearchParams();
  const cars = hits?.filter(({ engine }) => engine !== null) ?? [];
  return (
    <section className={css.stack} aria-labelledby="request-car">
      <h2 id="request-car">{request.vehicle === '' ? t('Which car is it from?') : t('Is it a different car?')}</h2>
      <FormError message={problem ?? search.failure.message} />
      {bought?.vehicle_path && request.vehicle === '' ? (
        <ul className={css.hits} aria-label={t('From your purchase')}>
          <li>
            <span>
              {bought.vehicle} <span className={css.quiet}>{bought.number}</span>
            </span>
            <Button size="small" onClick={() => void name({ vehicle: bought.vehicle_path ?? '' })}>
              {t('Choose this car')}
            </Button>
          </li>
        </ul>
      ) : null}
      {request.proposals.length === 0 && request.vehicle === '' ? (
        <CarSuggestions
          identified={request.identified}
          name={String(request.id)}
          chosen={null}
          onChoose={(car) => void name({ vehicle: car.path })}
        />
      ) : null}
      {request.proposals.length > 0 ? (
        <ul className={css.hits} aria-label={t('Suggested from the file')}>
          {request.proposals.map((proposal) => (
            <li key={proposal.engine_id}>
              <span>
                {proposal.vehicle} <span className={css.quiet}>{proposal.why}</span>
              </span>
              <Button size="small" onClick={() => void name({ engine_id: proposal.engine_id })}>
                {t('Choose this car')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <form className={css.search} method="get" onSubmit={search.onSubmit}>
        <TextField
          label={t('VIN, or make, model, year and engine')}
          hint={vinNote}
          name="q"
          defaultValue={typedBefore.get('q') ?? undefined}
          maxLength={200}
          placeholder={t('golf r 2015 dsg')}
          error={search.failure.errors.q}
        />
        <Button type="submit" busy={search.busy}>
          {t('Search')}
        </Button>
      </form>
      {hits && cars.length === 0 ? (
        <p className={css.quiet} role="status">
          {rich(
            'No car with an engine matches this. Add the year and the engine, such as 2.0, or <link>ask for help</link>.',
            { link: (text) => <TextLink to={requestPath(request, 'tuning-help')}>{text}</TextLink> },
          )}
        </p>
      ) : null}
      {cars.length > 0 ? (
        <ul className={css.hits} aria-label={t('Cars found')}>
          {cars.map((hit) => (
            <li key={hit.path}>
              <span>{hit.label}</span>
              <Button size="small" onClick={() => void name({ vehicle: hit.path })}>
                {t('Choose')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

const fields = [
  ['year', msg('Year')],
  ['vin', msg('VIN')],
  ['read_with', msg('Read with (tool)')],
  ['fuel', msg('Fuel')],
  ['changed_parts', msg('Modifications')],
] as const;

type Information = Partial<Record<(typeof fields)[number][0] | 'notes', string>>;

/** Changed fields that are not saved yet. */
function newInformation(form: HTMLFormElement, { information }: Request): Information {
  const formData = new FormData(form);
  const names = [...fields.map(([name]) => name), 'notes'] as const;
  const written = names.map((name) => [name, String(formData.get(name) ?? '')] as const);
  return Object.fromEntries(written.filter(([name, text]) => text !== (information[name] ?? '')));
}

function MoreAbout({
  request,
  readOnly,
  form,
  onSaved,
}: {
  request: Request;
  readOnly: boolean;
  form: Ref<HTMLFormElement>;
  onSaved: (request: Request) => void;
}) {
  const { information } = request;
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const formData = Object.fromEntries([...fields.map(([name]) => [name, field(name)]), ['notes', field('notes')]]);
    onSaved(await call('PATCH /v1/tune-requests/:id', { params: { id: request.id }, body: { information: formData } }));
    toast(t('Saved.'));
  });
  if (readOnly)
    return (
      <section className={css.stack} aria-labelledby="request-more">
        <h2 id="request-more">{request.as === 'customer' ? t('What you told us') : t('What the customer told us')}</h2>
        <KeyValue
          rows={[
            ...fields.map(([name, label]) => [t(label), information[name]] as const),
            [t('VIN decoded'), request.vin && vinSummary(request.vin)],
            [t('Notes'), information.notes && <span className={css.words}>{information.notes}</span>],
          ]}
        />
      </section>
    );
  return (
    <section className={css.stack} aria-labelledby="request-more">
      <h2 id="request-more">{t('More details')}</h2>
      <form ref={form} className={css.form} method="post" noValidate onSubmit={onSubmit}>
        <FormError message={failure.message} />
        {fields.map(([name, label]) => (
          <TextField
            key={`${name} ${information[name]}`}
            label={t(label)}
            name={name}
            optional
            {...(name === 'year' ? { inputMode: 'decimal' } : name === 'vin' ? { autoCapitalize: 'characters' } : {})}
            hint={name === 'vin' && request.vin ? vinSummary(request.vin) : undefined}
            defaultValue={information[name]}
            error={failure.errors[`information.${name}`]}
          />
        ))}
        <div className={css.wide}>
          <Textarea
            label={t('Notes for the tuner')}
            name="notes"
            optional
            rows={4}
            maxLength={4000}
            defaultValue={information.notes}
            error={failure.errors['information.notes']}
          />
        </div>
        <div className={css.wide}>
          <Button type="submit" busy={busy}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </section>
  );
}
