import { guides } from '../entities/small.ts';
import { RecordFallback, RecordPage, recordLoader, recordMeta } from '../RecordPage.tsx';
import { recordStatus } from '../record-status.ts';

export const meta = recordMeta(guides);
export const loader = recordStatus(guides);
export const clientLoader = recordLoader(guides);
export const HydrateFallback = RecordFallback;

export default function GuidePage() {
  return <RecordPage entity={guides} />;
}
