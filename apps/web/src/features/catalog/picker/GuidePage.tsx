import type { Call } from '@tuneport/contract/index';
import { vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { breadcrumbLd, pageMeta } from '../../../shell/page-meta.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import type { Vehicle } from '../catalog-types.ts';
import listsCss from '../lists/lists.module.css';
import { codeOf, currentPath, leadToRight, loadStep, type VehicleRequest, vehicleAt } from '../vehicle/load-vehicle.ts';
import { OtherRegionDialog } from '../vehicle/OtherRegionDialog.tsx';
import { Prose, VehicleHead } from '../vehicle/VehicleHead.tsx';
import { crumbsOf, paragraphs, vehicleLabel } from '../vehicle/vehicle-labels.ts';
import { GuideContent } from './GuideContent.tsx';
import css from './guide.module.css';
import { MakeIndex } from './MakeIndex.tsx';
import { StepList } from './StepPage.tsx';

async function load(call: Call, request: VehicleRequest) {
  const named = vehicleAt('/guide', request);
  try {
    const guide = call('GET /v1/catalog/guide', { query: named }).catch((error: unknown) => {
      if (codeOf(error) !== 'not_found') throw error;
      return null;
    });
    const atEngine = named.engine !== undefined;
    const [found, next] = await Promise.all([
      guide,
      atEngine ? call('GET /v1/catalog/vehicle', { query: named }) : loadStep(call, '/guide', request, named),
    ]);
    const vehicle: Vehicle = 'step' in next ? next.vehicle : next;
    if (atEngine && !vehicle.engine) throw data({ code: 'not_found' }, { status: 404 });
    const current = currentPath('/guide', named, vehicle);
    if (current !== vehiclePath('/guide', named)) throw redirect(current + request.search, 301);
    const engineId = atEngine ? vehicle.engine?.id : undefined;
    const engine =
      engineId === undefined ? null : await call('GET /v1/catalog/engines/:engineId', { params: { engineId } });
    return {
      kind: 'guide' as const,
      engine,
      origin: request.origin,
      path: vehiclePath('/guide', named),
      catalogPath: vehiclePath('/catalog', named),
      guide: found,
      vehicle,
      next: 'step' in next ? next : null,
    };
  } catch (error) {
    if (codeOf(error) !== 'region_mismatch') return await leadToRight(call, '/guide', request, named, error);
    return { kind: 'elsewhere' as const };
  }
}

export const loader = ({ context, params, url }: LoaderFunctionArgs) =>
  load(context.get(callContext), { splat: params['*'] ?? '', search: url.search, origin: url.origin });
export const clientLoader = ({ params, url }: ClientLoaderFunctionArgs) =>
  load(call, { splat: params['*'] ?? '', search: url.search, origin: url.origin });

type Loaded = Awaited<ReturnType<typeof load>>;

const titleOf = (data: Extract<Loaded, { kind: 'guide' }>): string =>
  data.guide?.title ??
  (vehicleLabel(data.vehicle) === ''
    ? t('Tuning guides')
    : t('{vehicleLabel}: guide', { vehicleLabel: vehicleLabel(data.vehicle) }));

export const meta = ({ loaderData }: { loaderData?: Loaded }) => {
  if (loaderData?.kind !== 'guide') return [{ title: pageTitle(t('Tuning guide')) }];
  const first = paragraphs(loaderData.guide?.text ?? '')[0];
  return pageMeta({
    title: pageTitle(titleOf(loaderData)),
    description: first?.slice(0, 160) ?? t('What to know before you tune: by make, year, model and engine.'),
    origin: loaderData.origin,
    path: loaderData.path,
    ld: [breadcrumbLd(loaderData.origin, crumbsOf('/guide', loaderData.vehicle))],
  });
};

/** The most specific guide for a vehicle, with links to more specific ones and to its tunes. */
export default function GuidePage() {
  const data = useLoaderData<typeof loader>();
  if (data.kind === 'elsewhere') return <OtherRegionDialog />;
  const { guide, vehicle, next, catalogPath, engine } = data;
  return (
    <Container className={listsCss.page}>
      <VehicleHead vehicle={vehicle} base="/guide" title={titleOf(data)} />
      {guide ? (
        <article className={css.guide}>
          <Prose text={guide.text} />
          <p className={listsCss.count}>
            {rich('Last changed {updated_at}', { updated_at: <DateText at={guide.updated_at} /> })}
          </p>
        </article>
      ) : null}
      <GuideContent engine={engine} catalogPath={catalogPath} />
      {vehicle.make ? (
        <p>
          <ButtonLink variant="primary" to={catalogPath}>
            {t('See available tunes')}
          </ButtonLink>
        </p>
      ) : null}
      {next ? (
        <section className={css.nearer} aria-labelledby="nearer">
          <h2 id="nearer" className={css.nearerTitle}>
            {next.step === 'makes' ? t('By make') : t('More specific guides')}
          </h2>
          {next.step === 'makes' ? (
            <MakeIndex makes={next.list} base="/guide" />
          ) : (
            <StepList data={next} base="/guide" nested />
          )}
        </section>
      ) : null}
    </Container>
  );
}
