import { priceTiers } from '../entities/small.ts';
import { RecordFallback, RecordPage, recordLoader, recordMeta } from '../RecordPage.tsx';

export const meta = recordMeta(priceTiers);
export const clientLoader = recordLoader(priceTiers);
export const HydrateFallback = RecordFallback;

export default function PriceTierPage() {
  return <RecordPage entity={priceTiers} />;
}
