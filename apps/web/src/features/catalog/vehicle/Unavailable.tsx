import { Notice } from '../../../ui/feedback/Notice.tsx';
import type { UnavailablePart } from './load-vehicle.ts';

/** Names the part of a selection that was cleared because it could not be loaded. */
export default function Unavailable({ part }: { part: UnavailablePart }) {
  return (
    <Notice tone="careful" live title={`This ${part} could not be loaded.`}>
      Nothing was changed. Choose it again, or another one.
    </Notice>
  );
}
