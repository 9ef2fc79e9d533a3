import type { FullEngine } from '../catalog-types.ts';
import { figuresOf, gainOf } from '../figures.ts';
import { breadcrumbLd, pageMeta, tuneProductsLd } from '../json-ld.ts';
import type { VehiclePageData } from './load-vehicle.ts';
import { crumbsOf, plural, vehicleName } from './vehicle-labels.ts';
import { vehicleTitleOf } from './vehicle-title.ts';

const units = { power: 'hp', torque: 'lb-ft' } as const;

/** The largest gain of the page, from the same figures it shows. */
function bestGain(engine: FullEngine): { hp: number; isEstimated: boolean } | null {
  const stock = engine.tunes.find((tune) => tune.is_stock);
  const base = stock ? figuresOf(stock, 'crank', units) : null;
  let best: { hp: number; isEstimated: boolean } | null = null;
  for (const tune of engine.tunes) {
    const hp = tune.is_stock ? 0 : (gainOf(figuresOf(tune, 'crank', units), base)?.power ?? 0);
    if (hp > (best?.hp ?? 0)) best = { hp, isEstimated: tune.figures_basis === 'estimated' };
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
          `Tunes for ${name}: ${plural(data.list.length, 'model year')} from the catalogue, with power curves, prices and tools.`,
        ...{ origin, path, ld },
      });
    case 'models':
      return pageMeta({
        title,
        description: `Choose your ${name}: ${plural(data.list.length, 'model')} with their engines, tunes, power curves and prices.`,
        ...{ origin, path, ld },
      });
    case 'engines':
      return pageMeta({
        title,
        description: `${plural(data.list.length, 'engine')} of the ${name}, each with its tunes, power curves, prices and the tools they need.`,
        ...{ origin, path, ld },
      });
    case 'engine': {
      const { engine, transmission } = data;
      const gain = bestGain(engine);
      const sold = engine.tunes.filter((tune) => !tune.is_stock && !tune.optional).length;
      const what = [name, engine.name, transmission?.name].filter(Boolean).join(', ');
      return pageMeta({
        title,
        description:
          sold === 0
            ? `There is no tune for the ${what} yet. Leave your e-mail address to be notified when there is.`
            : `${plural(sold, 'tune')} for the ${what}${gain ? `, up to ${gain.isEstimated ? 'an estimated ' : ''}${gain.hp} hp more` : ''}. Power curves compared with stock, prices and compatible tools.`,
        ...{ origin, path },
        ld: [...ld, ...tuneProductsLd(origin, path, name, engine)],
      });
    }
  }
}
