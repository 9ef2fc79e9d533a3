import { t } from '@tuneport/domain/text/text';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import type { UnavailablePart } from './load-vehicle.ts';

/** Names the part of a selection that was cleared because it could not be loaded. */
export default function Unavailable({ part }: { part: UnavailablePart }) {
  return (
    <Notice
      tone="careful"
      live
      title={part === 'engine' ? t('This engine could not be loaded.') : t('This transmission could not be loaded.')}
    >
      {t('Nothing was changed. Choose it again, or another one.')}
    </Notice>
  );
}
