import { tuneTypeGroups } from '../entities/small.ts';
import { RecordFallback, RecordPage, recordLoader, recordMeta } from '../RecordPage.tsx';
import { recordStatus } from '../record-status.ts';

export const meta = recordMeta(tuneTypeGroups);
export const loader = recordStatus(tuneTypeGroups);
export const clientLoader = recordLoader(tuneTypeGroups);
export const HydrateFallback = RecordFallback;

export default function TuneTypeGroupPage() {
  return <RecordPage entity={tuneTypeGroups} />;
}
