import { ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import css from '../catalog-admin.module.css';
import { tunes } from '../entities/tunes.ts';
import { RecordFallback, RecordPage, recordLoader, recordMeta } from '../RecordPage.tsx';
import { recordStatus } from '../record-status.ts';

export const meta = recordMeta(tunes);
export const loader = recordStatus(tunes);
export const clientLoader = recordLoader(tunes);
export const HydrateFallback = RecordFallback;

export default function TunePage() {
  return (
    <RecordPage
      entity={tunes}
      actions={(tune, mayWrite) =>
        mayWrite ? (
          <ButtonLink to={`/catalog-manage/tunes/${tune.id}/mass-attach`}>Attach to many engines</ButtonLink>
        ) : null
      }
      side={(tune) => (
        <Card>
          <div className={css.block}>
            <h2>Attached to</h2>
            <ul className={css.plain}>
              <li>
                <TextLink to={`/catalog-manage/engines?tune_id=${tune.id}`} discover="none">
                  {String(tune.engine_count)} engines
                </TextLink>
              </li>
              <li>
                <TextLink to={`/catalog-manage/transmissions?tune_id=${tune.id}`} discover="none">
                  {String(tune.transmission_count)} transmissions
                </TextLink>
              </li>
              <li>
                <TextLink to={`/catalog-manage/dyno?tune_id=${tune.id}`} discover="none">
                  Dyno runs
                </TextLink>
              </li>
            </ul>
          </div>
        </Card>
      )}
    />
  );
}
