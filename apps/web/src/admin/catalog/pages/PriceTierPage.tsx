import { priceTiers } from '../entities/small.ts';
import { RecordFallback, RecordPage, recordLoader, recordMeta } from '../RecordPage.tsx';
import { recordStatus } from '../record-status.ts';

export const meta = recordMeta(priceTiers);
export const loader = recordStatus(priceTiers);
export const clientLoader = recordLoader(priceTiers);
export const HydrateFallback = RecordFallback;

export default function PriceTierPage() {
  return <RecordPage entity={priceTiers} />;
}
