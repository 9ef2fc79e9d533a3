import { boughtTunes, chooseTune, removeEcuTunes, removeTune } from '@tuneport/domain/catalog/selection/tune-selection';
import { choiceOf, withChoice, withoutChoice } from '@tuneport/domain/catalog/selection/tuning-state';
import { plural, t } from '@tuneport/domain/text/text';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CatalogTune } from '../../features/catalog/catalog-types.ts';
import { figuresOf } from '../../features/catalog/figures.ts';
import { TuneRows } from '../../features/catalog/lists/TuneRows.tsx';
import { ChartPanel } from '../../features/catalog/vehicle/ChartPanel.tsx';
import engineCss from '../../features/catalog/vehicle/engine.module.css';
import {
  estimateInput,
  type Selection,
  stockTune,
  type TuneGroup,
  tuneGroups,
} from '../../features/catalog/vehicle/selection.ts';
import { useEstimate } from '../../features/catalog/vehicle/use-estimate.ts';
import type { Request } from '../../features/tuning/request/request-labels.tsx';
import { requestPath } from '../../features/tuning/request/request-path.ts';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { useTuningState } from '../../platform/tuning-memory.ts';
import { useUi } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { PriceText } from '../../ui/text/PriceText.tsx';
import { useUnits } from '../../ui/text/units-store.ts';
import css from './choose-tunes.module.css';
import { recordsOf, type SoldTunes, selectionOfIds } from './tunes-of-request.ts';

type Props = { request: Request; sold: SoldTunes };

/**
 * The tunes of the vehicle with the curve, the gains and the selection rules of its catalogue page. The choice is stored
 * in this browser until it is priced, across reloads and tabs.
 */
export function ChooseTunes({ request, sold }: Props) {
  const { id, tune_ids, vehicle } = request;
  const navigate = useNavigate();
  const [units, setUnits] = useUnits(useUi()?.settings.region);
  const [tuning, remember] = useTuningState();
  const [view, setView] = useState<Partial<Pick<Selection, 'currentHpTorque' | 'selectedDynoIndex'>>>({});
  const records = useMemo(() => recordsOf(sold), [sold]);
  const ids = tuning?.requests[id]?.tuneIDs ?? tune_ids;
  const [keepsStock, setKeepsStock] = useState(false);
  const selection = useMemo(() => {
    const chosen = selectionOfIds(records, ids);
    const stock = chosen.tune === null && keepsStock ? stockTune(chosen) : null;
    return { ...chosen, ...view, ...(stock ? { tune: stock.slug } : {}) };
  }, [records, ids, view, keepsStock]);
  const groups = useMemo(() => tuneGroups(selection), [selection]);
  const bought = boughtTunes(selection).map(({ tune }) => tune);
  const input = estimateInput(selection, sold.engine, sold.transmission);
  const { estimate, loading } = useEstimate(input);

  const { busy, failure, onSubmit } = useSubmit(async () => {
    const body = { tune_ids: bought.map((tune) => tune.id) };
    await call('POST /v1/tune-requests/:id/estimate', { params: { id }, body });
    remember((now) => withoutChoice(now, id));
    await navigate(requestPath(request, 'purchase'));
  });

  // Rows are memoised, so their callbacks are stable and read the latest selection from a ref.
  const now = useRef(selection);
  useEffect(() => {
    now.current = selection;
  }, [selection]);
  const change = useCallback(
    (next: Selection) => {
      const tunes = boughtTunes(next).map(({ tune }) => tune);
      const requires = (tuneId: number) => tunes.find((tune) => tune.id === tuneId)?.requires ?? [];
      setView(({ currentHpTorque }) => (currentHpTorque === undefined ? {} : { currentHpTorque }));
      remember((state) =>
        withChoice(
          state,
          id,
          choiceOf(
            tunes.map((tune) => tune.id),
            requires,
          ),
        ),
      );
    },
    [id, remember],
  );
  const onChoose = useCallback(
    (group: TuneGroup, tune: CatalogTune | null) => {
      const s = now.current;
      if (tune) return change(chooseTune(s, group.unit, tune.slug));
      if (group.key === 'tune') {
        // Stock is not bought, so it is not part of the stored choice.
        setKeepsStock(true);
        return change(removeEcuTunes(s));
      }
      const slug = s[group.key];
      if (slug !== null) change(removeTune(s, group.unit, slug));
    },
    [change],
  );
  const onToggle = useCallback(
    (group: TuneGroup, tune: CatalogTune, on: boolean) =>
      change((on ? chooseTune : removeTune)(now.current, group.unit, tune.slug)),
    [change],
  );

  const stock = stockTune(selection);
  const stockFigures = stock ? figuresOf(stock.wire, selection.currentHpTorque, units) : null;
  const rows = { selection, units, stockFigures, pricesShown: sold.engine.prices_shown, onChoose, onToggle };
  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      <FormError
        message={failure.message}
        errors={failure.errors}
        labels={{ tune_ids: t('Tunes'), tools: t('Tools') }}
      />
      <div className={engineCss.columns}>
        <ChartPanel
          selection={selection}
          units={units}
          onUnits={setUnits}
          onType={(currentHpTorque) => setView((before) => ({ ...before, currentHpTorque }))}
          onDyno={(selectedDynoIndex) => setView((before) => ({ ...before, selectedDynoIndex }))}
          runs={sold.runs}
          label={vehicle}
        />
        <div className={engineCss.choices}>
          {groups.map((group) => (
            <TuneRows key={group.key} group={group} {...rows} />
          ))}
        </div>
      </div>
      <div className={css.bar}>
        <p className={css.sum} aria-live="polite">
          {bought.length === 0 ? (
            t('Choose at least one tune first.')
          ) : (
            <>
              {plural(bought.length, { one: '{count} tune', other: '{count} tunes' })}
              {estimate && !loading ? <PriceText money={estimate.total} /> : null}
            </>
          )}
        </p>
        <Button type="submit" variant="primary" busy={busy} disabled={bought.length === 0}>
          {t('See the price')}
        </Button>
      </div>
    </form>
  );
}
