import { engines } from '../entities/engines.ts';
import { RecordFallback, RecordPage, recordLoader, recordMeta } from '../RecordPage.tsx';

export const meta = recordMeta(engines);
export const clientLoader = recordLoader(engines);
export const HydrateFallback = RecordFallback;

export default function EnginePage() {
  return <RecordPage entity={engines} />;
}
