import { transmissions } from '../entities/transmissions.ts';
import { RecordFallback, RecordPage, recordLoader, recordMeta } from '../RecordPage.tsx';

export const meta = recordMeta(transmissions);
export const clientLoader = recordLoader(transmissions);
export const HydrateFallback = RecordFallback;

export default function TransmissionPage() {
  return <RecordPage entity={transmissions} />;
}
