import type { Call, CallReply } from '@tuneport/contract/index';
import { pickTune, tunesOfVehicle } from '@tuneport/domain/catalog/selection/selection-rules';
import { choiceOf, tunesOf, withChoice, withoutChoice } from '@tuneport/domain/catalog/selection/tuning-state';
import { useMemo } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { callContext } from '../../../platform/contexts.ts';
import { useTuningState } from '../../../platform/tuning-memory.ts';
import { Button, ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { loadRequest } from './load-request.ts';
import { RequestFrame } from './RequestFrame.tsx';
import css from './request.module.css';
import type { Request } from './request-labels.tsx';
import { requestTitle } from './request-title.ts';
import { useLivingRequest } from './use-living-request.ts';

export const meta = ({ loaderData }: { loaderData?: { request: Request } }) =>
  requestTitle('Tunes', loaderData?.request);

type Tune = CallReply<'GET /v1/catalog/engines/:engineId'>['tunes'][number];

async function load(api: Call, id: string | undefined) {
  const request = await loadRequest(api, id);
  const { engine_id: engineId, transmission_id: transmissionId } = request;
  const [engine, transmission] = await Promise.all([
    engineId === null ? null : api('GET /v1/catalog/engines/:engineId', { params: { engineId } }),
    transmissionId === null
      ? null
      : api('GET /v1/catalog/transmissions/:transmissionId', { params: { transmissionId } }),
  ]);
  return { request, engine: engine?.tunes ?? [], transmission: transmission?.tunes ?? [] };
}

export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params.id);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params.id);

export default function RequestTunes() {
  const { request: loaded, ...tunes } = useLoaderData<typeof loader>();
  const { request } = useLivingRequest(loaded);
  const at = `/tuning/request/${request.id}`;
  return (
    <RequestFrame request={request}>
      {request.state === 'matched' && request.as !== 'tuner' ? (
        <Choose id={request.id} sold={tunes} chosen={request.tune_ids} />
      ) : request.tunes.length > 0 ? (
        <ul className={css.hits} aria-label="Chosen tunes">
          {request.tunes.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      ) : request.state === 'needs_information' ? (
        <EmptyState
          title="Choose your car to see tunes."
          step={<ButtonLink to={`${at}/information`}>Choose your car</ButtonLink>}
        />
      ) : request.state === 'unsupported' ? (
        <EmptyState
          title="We have no tune for this car yet."
          step={<ButtonLink to={`${at}/custom-tuning`}>Request a custom tune</ButtonLink>}
        >
          {request.vehicle_path === null ? null : (
            <>
              Or <TextLink to={request.vehicle_path}>leave your address at the car</TextLink> to be notified when there
              is one.
            </>
          )}
        </EmptyState>
      ) : (
        <EmptyState title="No tunes chosen." step={<ButtonLink to={`${at}/status`}>Back to status</ButtonLink>} />
      )}
    </RequestFrame>
  );
}

type Sold = { engine: readonly Tune[]; transmission: readonly Tune[] };

const knownTunes = ({ engine, transmission }: Sold) =>
  tunesOfVehicle({
    engine: { tunes: engine.map(ruleTune), transmissionIds: null },
    transmission: { id: 0, tunes: transmission.map(ruleTune) },
  });

const ruleTune = (wire: Tune) => ({
  id: wire.id,
  isStock: wire.is_stock,
  optional: wire.optional,
  requires: wire.requires,
  tuneTypes: wire.tune_types.map((type) => ({ isAwd: type.is_awd, isDsg: type.is_dsg })),
  wire,
});

/** Selected tunes are stored in this browser until they are priced, across reloads and tabs. */
function Choose({ id, sold, chosen }: { id: number; sold: Sold; chosen: readonly number[] }) {
  const navigate = useNavigate();
  const [tuning, change] = useTuningState();
  const known = useMemo(() => knownTunes(sold), [sold]);
  const tunes = [...known.values()].flatMap(({ tune }) => (tune.isStock ? [] : [tune.wire]));
  const requiredBy = (tune: number) => known.get(tune)?.tune.requires.filter((one) => known.has(one)) ?? [];
  // Drops tunes of a previously selected vehicle; of tunes that exclude each other the last one is kept.
  const picked = (tuning?.requests[id]?.tuneIDs ?? chosen)
    .filter((one) => known.has(one))
    .reduce<number[]>((selected, one) => pickTune(known, selected, one), []);
  const choice = choiceOf(picked, requiredBy);
  const all = tunesOf(choice);
  const { busy, failure, onSubmit } = useSubmit(async () => {
    await call('POST /v1/tune-requests/:id/estimate', { params: { id }, body: { tune_ids: all } });
    change((now) => withoutChoice(now, id));
    await navigate(`/tuning/request/${id}/purchase`);
  });
  const toggle = (tune: number, on: boolean) => {
    const next = on ? pickTune(known, picked, tune) : picked.filter((one) => one !== tune);
    change((now) => withChoice(now, id, choiceOf(next, requiredBy)));
  };
  return (
    <form className={css.stack} method="post" noValidate onSubmit={onSubmit}>
      <FormError message={failure.message} errors={failure.errors} labels={{ tune_ids: 'Tunes', tools: 'Tools' }} />
      <p className={css.quiet}>
        A control unit runs one main tune: choosing another replaces it. Add-ons can be combined.
      </p>
      <ul className={css.tunes} aria-label="Tunes for this car">
        {tunes.map((tune) => {
          const required = all.includes(tune.id) && !picked.includes(tune.id);
          return (
            <li key={tune.id} data-on={all.includes(tune.id) || undefined}>
              <Checkbox
                label={tune.name}
                hint={required ? 'Required by another tune you chose.' : tune.description}
                checked={all.includes(tune.id)}
                disabled={required}
                onChange={(event) => toggle(tune.id, event.currentTarget.checked)}
              />
              <span className={css.price}>{tune.price ? <MoneyText money={tune.price} /> : null}</span>
            </li>
          );
        })}
      </ul>
      <div className={css.actions}>
        <Button type="submit" variant="primary" busy={busy} disabled={all.length === 0}>
          See the price
        </Button>
        {all.length === 0 ? <span className={css.quiet}>Choose at least one tune first.</span> : null}
      </div>
    </form>
  );
}
