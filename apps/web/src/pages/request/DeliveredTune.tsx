import { t } from '@tuneport/domain/text/text';
import { useMemo, useState } from 'react';
import { ChartPanel } from '../../features/catalog/vehicle/ChartPanel.tsx';
import { drawnTune, type Selection } from '../../features/catalog/vehicle/selection.ts';
import css from '../../features/tuning/request/request.module.css';
import type { Request } from '../../features/tuning/request/request-labels.tsx';
import { requestPath } from '../../features/tuning/request/request-path.ts';
import { useUi } from '../../platform/ui-state.ts';
import { TextLink } from '../../ui/controls/Button.tsx';
import { rich } from '../../ui/text/rich.ts';
import { useUnits } from '../../ui/text/units-store.ts';
import { recordsOf, type SoldTunes, selectionOfIds } from './tunes-of-request.ts';

type Props = { request: Request; sold: SoldTunes };

/** Stock and tuned curve of a delivered engine tune, with the link to its signed receipt. */
export function DeliveredTune({ request, sold }: Props) {
  const [units, setUnits] = useUnits(useUi()?.settings.region);
  const [view, setView] = useState<Partial<Pick<Selection, 'currentHpTorque' | 'selectedDynoIndex'>>>({});
  const selection = useMemo(
    () => ({ ...selectionOfIds(recordsOf(sold), request.tune_ids), ...view }),
    [sold, request.tune_ids, view],
  );
  const { tune, isPreview } = drawnTune(selection);
  // Without an engine tune, or when it is no longer sold, there is no curve of it.
  if (!tune || isPreview) return null;
  return (
    <section className={css.stack} aria-labelledby="before-after">
      <h2 id="before-after">{t('Before and after')}</h2>
      <ChartPanel
        selection={selection}
        units={units}
        onUnits={setUnits}
        onType={(currentHpTorque) => setView((before) => ({ ...before, currentHpTorque }))}
        onDyno={(selectedDynoIndex) => setView((before) => ({ ...before, selectedDynoIndex }))}
        runs={sold.runs}
        label={request.vehicle}
      />
      {request.receipt ? (
        <p className={css.quiet}>
          {rich('The delivered file has a <link>signed receipt</link>, which proves that it came from us unchanged.', {
            link: (text) => <TextLink to={requestPath(request, 'files')}>{text}</TextLink>,
          })}
        </p>
      ) : null}
    </section>
  );
}
