import { plural, t } from '@tuneport/domain/text/text';
import { breadcrumbLd, pageMeta } from '../../../shell/page-meta.ts';
import { unitsOfRegion } from '../../../ui/text/units-store.ts';
import type { FullEngine } from '../catalog-types.ts';
import { figuresOf, gainOf, type Units } from '../figures.ts';
import { tuneProductsLd } from '../json-ld.ts';
import type { VehiclePageData } from './load-vehicle.ts';
import { crumbsOf, vehicleName } from './vehicle-labels.ts';
import { vehicleTitleOf } from './vehicle-title.ts';

/** The largest gain of the page, from the same figures it shows. */
function bestGain(engine: FullEngine, units: Units): { power: number; isEstimated: boolean } | null {
  const stock = engine.tunes.find((tune) => tune.is_stock);
  const base = stock ? figuresOf(stock, 'crank', units) : null;
  let best: { power: number; isEstimated: boolean } | null = null;
  for (const tune of engine.tunes) {
    const power = tune.is_stock ? 0 : (gainOf(figuresOf(tune, 'crank', units), base)?.power ?? 0);
    if (power > (best?.power ?? 0)) best = { power, isEstimated: tune.figures_basis === 'estimated' };
  }
  return best;
}

export function vehicleMeta(data: VehiclePageData) {
  const title = vehicleTitleOf(data);
  if (data.step === 'elsewhere') return [{ title }, { name: 'robots', content: 'noindex' }];
  const { origin, path, vehicle } = data;
  const name = vehicleName(vehicle);
  const ld = [breadcrumbLd(origin, crumbsOf('/catalog', vehicle))];
  switch (data.step) {
    case 'makes':
      return [{ title }];
    case 'years':
      return pageMeta({
        title,
        description:
          vehicle.seo?.description ||
          plural(
            data.list.length,
            {
              one: 'Tunes for {name}: {count} model year in the catalogue, with power curves, prices and tools.',
              other: 'Tunes for {name}: {count} model years in the catalogue, with power curves, prices and tools.',
            },
            { name },
          ),
        ...{ origin, path, ld },
      });
    case 'models':
      return pageMeta({
        title,
        description: plural(
          data.list.length,
          {
            one: 'Choose your {name}: {count} model with its engines, tunes, power curves and prices.',
            other: 'Choose your {name}: {count} models with their engines, tunes, power curves and prices.',
          },
          { name },
        ),
        ...{ origin, path, ld },
      });
    case 'engines':
      return pageMeta({
        title,
        description: plural(
          data.list.length,
          {
            one: '{count} engine of the {name} with its tunes, power curves, prices and the tools they need.',
            other: '{count} engines of the {name}, each with its tunes, power curves, prices and the tools they need.',
          },
          { name },
        ),
        ...{ origin, path, ld },
      });
    case 'engine': {
      const { engine, transmission } = data;
      const units = unitsOfRegion(undefined);
      const gain = bestGain(engine, units);
      const power = gain && `${gain.power} ${units.power}`;
      const sold = engine.tunes.filter((tune) => !tune.is_stock && !tune.optional).length;
      const what = [name, engine.name, transmission?.name].filter(Boolean).join(', ');
      return pageMeta({
        title,
        description:
          sold === 0
            ? t('There is no tune for the {what} yet. Leave your e-mail address to be notified when there is.', {
                what,
              })
            : [
                plural(sold, { one: '{count} tune for the {what}.', other: '{count} tunes for the {what}.' }, { what }),
                power &&
                  (gain.isEstimated
                    ? t('Up to an estimated {power} more.', { power })
                    : t('Up to {power} more.', { power })),
                t('Power curves compared with stock, prices and compatible tools.'),
              ]
                .filter(Boolean)
                .join(' '),
        ...{ origin, path },
        ld: [...ld, ...tuneProductsLd(origin, path, name, engine)],
      });
    }
  }
}
