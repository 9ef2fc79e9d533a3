import { tuneTypeGroups } from '../entities/small.ts';
import { RecordFallback, RecordPage, recordLoader, recordMeta } from '../RecordPage.tsx';

export const meta = recordMeta(tuneTypeGroups);
export const clientLoader = recordLoader(tuneTypeGroups);
export const HydrateFallback = RecordFallback;

export default function TuneTypeGroupPage() {
  return <RecordPage entity={tuneTypeGroups} />;
}
