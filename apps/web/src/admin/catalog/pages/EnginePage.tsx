import { engines } from '../entities/engines.ts';
import { RecordFallback, RecordPage, recordLoader, recordMeta } from '../RecordPage.tsx';
import { recordStatus } from '../record-status.ts';

export const meta = recordMeta(engines);
export const loader = recordStatus(engines);
export const clientLoader = recordLoader(engines);
export const HydrateFallback = RecordFallback;

export default function EnginePage() {
  return <RecordPage entity={engines} />;
}
