import { t } from '@tuneport/domain/text/text';
import { pageTitle } from '../../../shell/title.ts';
import type { VehiclePageData } from './load-vehicle.ts';
import { vehicleName } from './vehicle-labels.ts';

export function vehicleTitleOf(data: VehiclePageData): string {
  if (data.step === 'elsewhere') return pageTitle(t('Another catalogue'));
  if (data.step === 'makes') return pageTitle(t('Catalogue'));
  const { vehicle } = data;
  if (data.step === 'years' && vehicle.seo?.title) return pageTitle(vehicle.seo.title);
  const engine = data.step === 'engine' ? ` ${data.engine.name}` : '';
  return pageTitle(t('{vehicle} tuning', { vehicle: vehicleName(vehicle) + engine }));
}
