import { tuneTypes } from '../entities/small.ts';
import { RecordFallback, RecordPage, recordLoader, recordMeta } from '../RecordPage.tsx';
import { recordStatus } from '../record-status.ts';

export const meta = recordMeta(tuneTypes);
export const loader = recordStatus(tuneTypes);
export const clientLoader = recordLoader(tuneTypes);
export const HydrateFallback = RecordFallback;

export default function TuneTypePage() {
  return <RecordPage entity={tuneTypes} />;
}
