import { transmissions } from '../entities/transmissions.ts';
import { RecordFallback, RecordPage, recordLoader, recordMeta } from '../RecordPage.tsx';
import { recordStatus } from '../record-status.ts';

export const meta = recordMeta(transmissions);
export const loader = recordStatus(transmissions);
export const clientLoader = recordLoader(transmissions);
export const HydrateFallback = RecordFallback;

export default function TransmissionPage() {
  return <RecordPage entity={transmissions} />;
}
