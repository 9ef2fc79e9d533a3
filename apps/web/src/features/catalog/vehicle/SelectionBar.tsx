import { boughtTunes } from '@tuneport/domain/catalog/selection/tune-selection';
import { isVehicleSelected } from '@tuneport/domain/catalog/vehicles/vehicle-selection';
import { selectionUrl } from '@tuneport/domain/catalog/vehicles/vehicle-selection-url';
import { t } from '@tuneport/domain/text/text';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadChunk } from '../../../platform/chunk.ts';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { PriceText } from '../../../ui/text/PriceText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import type { Estimate } from '../catalog-types.ts';
import { type Figures, figuresOf, gainOf, gainPercentOf, type Units } from '../figures.ts';
import { readOwnTools, writeOwnTools } from '../tools/own-tools.ts';
import type { EnginePageData } from './load-vehicle.ts';
import { drawnTune, estimateInput, noPriceInput, type PriceInput, type Selection } from './selection.ts';
import css from './selection-bar.module.css';
import { useEstimate } from './use-estimate.ts';

const PriceBreakdown = lazy(() => loadChunk(() => import('../home/PriceBreakdown.tsx')));
const PriceOptions = lazy(() => loadChunk(() => import('./PriceOptions.tsx')));
const ToolChoice = lazy(() => loadChunk(() => import('../tools/ToolChoice.tsx')));

type Props = { data: EnginePageData; selection: Selection; units: Units; stockFigures: Figures | null };

/** Sticky bar with the selection, its gain, tools, price and price breakdown. */
export function SelectionBar({ data, selection, units, stockFigures }: Props) {
  const { engine, transmission } = data;
  const [price, setPrice] = useState<PriceInput>(noPriceInput);
  useEffect(() => {
    const own = readOwnTools();
    if (own.length > 0) setPrice((now) => ({ ...now, own }));
  }, []);
  const onTools = (next: PriceInput) => {
    if (next.own !== price.own) writeOwnTools(next.own);
    setPrice(next);
  };
  const { estimate, loading, error, retry } = useEstimate(estimateInput(selection, engine, transmission, price));
  const [why, setWhy] = useState<'price' | 'tools' | 'options' | null>(null);
  const bought = boughtTunes(selection);
  const names = bought.map(({ tune }) => tune.wire.name).join(' + ');
  const { tune, isPreview } = drawnTune(selection);
  const figures = tune && !isPreview ? figuresOf(tune.wire, selection.currentHpTorque, units) : null;
  const percent = tune && !isPreview && !figures ? gainPercentOf(tune.wire) : null;
  const gain = percent ?? gainOf(figures, stockFigures);
  const [powerUnit, torqueUnit] = percent ? [t('% power'), t('% torque')] : [units.power, units.torque];
  const problem = estimate?.tool_problem ?? null;
  const from = cheapest(data);
  const search = selectionUrl(selection).search;
  const selected = `vehicle=${encodeURIComponent(data.path)}${search.replace('?', '&')}${inputSearch(price)}`;
  const asking = `/tuning-ticket?${selected}`;

  const announcement = estimate
    ? [
        `${names}.`,
        gain?.power &&
          t('{power} {powerUnit} more, {torque} {torqueUnit} more.', {
            power: gain.power,
            powerUnit,
            torque: gain.torque ?? 0,
            torqueUnit,
          }),
        t('Total {amount} {currency}.', { amount: estimate.total.amount, currency: estimate.total.currency }),
        problem && `${problem.text}.`,
      ]
        .filter(Boolean)
        .join(' ')
    : '';
  return (
    <section className={css.foot} aria-label={t('Your selection')} data-empty={bought.length === 0 || undefined}>
      <Container className={css.footGrid}>
        <div className={css.footWhat}>
          {bought.length === 0 ? (
            <span className={css.footNames}>{t('Choose a tune')}</span>
          ) : (
            <>
              <span className={css.footNames} title={names}>
                {names}
              </span>
              <span className={css.footGains}>
                {gain?.power ? <span data-kind="power">{`+${gain.power} ${powerUnit}`}</span> : null}
                {gain?.torque ? <span data-kind="torque">{`+${gain.torque} ${torqueUnit}`}</span> : null}
              </span>
            </>
          )}
        </div>
        <div className={css.footTools} data-old={loading || undefined}>
          {problem ? (
            <>
              <span className={css.bad}>{problem.text}</span>
              <Button variant="link" size="small" onClick={() => setWhy('tools')}>
                {t('Why, and what would work instead')}
              </Button>
            </>
          ) : estimate && estimate.tool_sets.length > 0 ? (
            <>
              <span className={css.footTool}>{toolText(estimate, price)}</span>
              <Button variant="link" size="small" onClick={() => setWhy('tools')}>
                {t('Choose tools')}
              </Button>
            </>
          ) : null}
        </div>
        <div className={css.footPrice} data-old={loading || undefined}>
          {error ? (
            <>
              <span className={css.bad}>{error}</span>
              <Button variant="link" size="small" onClick={retry}>
                {t('Try again')}
              </Button>
              {price.codes.length === 0 ? null : (
                <Button variant="link" size="small" onClick={() => setWhy('options')}>
                  {t('Code or currency')}
                </Button>
              )}
              <AskLink to={asking} />
            </>
          ) : estimate ? (
            <>
              <span>
                <PriceText money={estimate.total} big />
              </span>
              <span className={css.footLinks}>
                <Button variant="link" size="small" onClick={() => setWhy('price')}>
                  {t('Why this price')}
                </Button>
                <Button variant="link" size="small" onClick={() => setWhy('options')}>
                  {estimate.codes.some((code) => code.applied) ? t('Code applied') : t('Code or currency')}
                </Button>
                <AskLink to={asking} />
              </span>
            </>
          ) : from && bought.length === 0 ? (
            <span className={css.footFrom}>{rich('from {from}', { from: <PriceText money={from} /> })}</span>
          ) : null}
        </div>
        <div className={css.footGo}>
          {bought.length === 0 ? null : !isVehicleSelected(selection) ? (
            <a className={css.footNeed} href="#transmission">
              {t('Choose your transmission')}
            </a>
          ) : (
            <ButtonLink variant="primary" to={`/purchase/catalog?${selected}`} discover="none">
              {t('Continue')}
            </ButtonLink>
          )}
        </div>
      </Container>
      <span className="visually-hidden" role="status">
        {loading ? '' : announcement}
      </span>
      {why === 'options' ? (
        <Suspense>
          <PriceOptions
            input={price}
            shown={engine.currency}
            codeResults={estimate?.codes ?? []}
            onChange={setPrice}
            onClose={() => setWhy(null)}
          />
        </Suspense>
      ) : null}
      {why === 'tools' && estimate && !problem ? (
        <Suspense>
          <ToolChoice
            estimate={estimate}
            input={price}
            offers={data.offers}
            asking={asking}
            onChange={onTools}
            onClose={() => setWhy(null)}
          />
        </Suspense>
      ) : null}
      {estimate && (why === 'price' || (why === 'tools' && problem)) ? (
        <Suspense>
          <PriceBreakdown of={why} estimate={estimate} asking={asking} onClose={() => setWhy(null)} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** The tools for the selection: chosen or owned ones, else the required ones. */
function toolText({ tool_sets, chosen_tool_ids }: Estimate, { own }: PriceInput): string {
  const names = (tools: Estimate['tool_sets'][number]['tools']) => tools.map(({ name }) => name).join(' + ');
  const chosen = [...new Map(tool_sets.flatMap(({ tools }) => tools).map((tool) => [tool.id, tool])).values()].filter(
    ({ id }) => chosen_tool_ids.includes(id),
  );
  if (chosen.length > 0)
    return chosen.every(({ id }) => own.includes(id)) ? t('Your {tools}', { tools: names(chosen) }) : names(chosen);
  const needed = tool_sets.find(({ tools }) => tools.every((tool) => !tool.is_inhouse)) ?? tool_sets[0];
  const tools = names(needed?.tools ?? []);
  return tool_sets.length > 1 ? t('Needs {tools} or similar', { tools }) : t('Needs {tools}', { tools });
}

/** Opens a ticket with the same selection, for questions before paying. Hidden on phones for lack of space. */
const AskLink = ({ to }: { to: string }) => (
  <ButtonLink variant="link" size="small" className={css.footAsk} to={to} discover="none">
    {t('Ask about it')}
  </ButtonLink>
);

/** Passes the entered values on with the selection. */
const inputSearch = ({ codes, tools, own }: PriceInput) =>
  [
    ...codes.map((code) => ['code', code]),
    ...tools.map((id) => ['tool', String(id)]),
    ...own.map((id) => ['own', String(id)]),
  ]
    .map(([name = '', value = '']) => `&${name}=${encodeURIComponent(value)}`)
    .join('');

function cheapest({ engine }: EnginePageData) {
  if (!engine.prices_shown) return null;
  const prices = engine.tunes.flatMap((tune) => (tune.price && !tune.is_stock && !tune.optional ? [tune.price] : []));
  return prices.reduce<(typeof prices)[number] | null>(
    (least, price) => (least === null || Number(price.amount) < Number(least.amount) ? price : least),
    null,
  );
}
