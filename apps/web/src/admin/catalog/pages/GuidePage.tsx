import { guides } from '../entities/small.ts';
import { RecordFallback, RecordPage, recordLoader, recordMeta } from '../RecordPage.tsx';

export const meta = recordMeta(guides);
export const clientLoader = recordLoader(guides);
export const HydrateFallback = RecordFallback;

export default function GuidePage() {
  return <RecordPage entity={guides} />;
}
