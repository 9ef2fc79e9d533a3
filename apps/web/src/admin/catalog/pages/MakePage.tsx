import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { makes } from '../entities/makes.ts';
import { MakeLogo } from '../MakeLogo.tsx';
import { MakeParts } from '../MakeParts.tsx';
import { RecordFallback, RecordPage, recordLoader, recordMeta } from '../RecordPage.tsx';
import { recordStatus } from '../record-status.ts';

export const meta = recordMeta(makes);
export const loader = recordStatus(makes);
export const clientLoader = recordLoader(makes);
export const HydrateFallback = RecordFallback;

export default function MakePage() {
  return (
    <RecordPage
      entity={makes}
      actions={(make) => <ButtonLink to={`/catalog-manage/makes/${make.id}/seo`}>SEO</ButtonLink>}
      side={(make) => <MakeLogo key={make.id} makeId={make.id} />}
      below={(make, choices) => <MakeParts makeId={make.id} choices={choices} />}
    />
  );
}
