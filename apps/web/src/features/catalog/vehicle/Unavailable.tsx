import { Notice } from '../../../ui/feedback/Notice.tsx';
import type { UnavailablePart } from './load-vehicle.ts';

/** Says which part of a selection was cleared because it could not be fetched. */
export default function Unavailable({ part }: { part: UnavailablePart }) {
  return (
    <Notice tone="careful" live title={`This ${part} could not be loaded.`}>
      Nothing was changed. Choose it again, or another one.
    </Notice>
  );
}
