import { boughtTunes, chooseTune, removeEcuTunes, removeTune } from '@tuneport/domain/catalog/selection/tune-selection';
import { type Picked, showDyno, showHpTorque } from '@tuneport/domain/catalog/vehicles/vehicle-selection';
import { parseSelectionUrl, pickedOf, selectionUrl } from '@tuneport/domain/catalog/vehicles/vehicle-selection-url';
import { t } from '@tuneport/domain/text/text';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { loadChunk } from '../../../platform/chunk.ts';
import { useUi } from '../../../platform/ui-state.ts';
import { Container } from '../../../ui/layout/Layout.tsx';
import { useUnits } from '../../../ui/text/units-store.ts';
import type { CatalogTune } from '../catalog-types.ts';
import { figuresOf } from '../figures.ts';
import { TuneRows } from '../lists/TuneRows.tsx';
import { writeLastVehicle } from '../picker/last-vehicle.ts';
import { ToolList } from '../tools/ToolList.tsx';
import { ChartPanel } from './ChartPanel.tsx';
import css from './engine.module.css';
import type { EnginePageData } from './load-vehicle.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { recordFor, type Selection, selectionFor, stockTune, type TuneGroup, tuneGroups } from './selection.ts';
import { TransmissionChoice } from './TransmissionChoice.tsx';
import { Prose, VehicleHead } from './VehicleHead.tsx';
import { engineFacts, transmissionFacts, vehicleLabel, vehicleName } from './vehicle-labels.ts';

const NotifyForm = lazy(() =>
  loadChunk(() => import('./NotifyForm.tsx')).then((file) => ({ default: file.NotifyForm })),
);

/** The selection. The URL is its source, but a click is shown before the URL is updated. */
function usePicked(rendered: Picked): [Picked, (next: Selection) => void] {
  const [picked, setPicked] = useState(rendered);
  const { search } = useLocation();
  const splat = useParams()['*'] ?? '';
  const navigate = useNavigate();
  useEffect(() => {
    const read = parseSelectionUrl(splat, search);
    if (read.kind !== 'selection') return;
    // Compares URLs, not objects: most changes are our own and already shown.
    setPicked((now) => (selectionUrl(read.picked).search === selectionUrl(now).search ? now : read.picked));
  }, [splat, search]);
  const change = useCallback(
    (next: Selection) => {
      setPicked(pickedOf(next));
      void navigate({ search: selectionUrl(next).search }, { replace: true, preventScrollReset: true });
    },
    [navigate],
  );
  return [picked, change];
}

export function EnginePage({ data }: { data: EnginePageData }) {
  const { engine, transmission, transmissions, vehicle, path } = data;
  const [units, setUnits] = useUnits(useUi()?.settings.region);
  const [picked, change] = usePicked(data.picked);
  const records = useMemo(
    () => ({ engine: recordFor(engine), transmission: transmission && recordFor(transmission), transmissions }),
    [engine, transmission, transmissions],
  );
  const selection = useMemo(() => selectionFor(picked, records), [picked, records]);
  const groups = useMemo(() => tuneGroups(selection), [selection]);
  const bought = useMemo(() => boughtTunes(selection).map(({ tune }) => tune.id), [selection]);

  // Rows are memoised, so their callbacks are stable and read the latest selection from a ref.
  const now = useRef(selection);
  useEffect(() => {
    now.current = selection;
  }, [selection]);
  const onChoose = useCallback(
    (group: TuneGroup, tune: CatalogTune | null) => {
      const s = now.current;
      if (tune) return change(chooseTune(s, group.unit, tune.slug));
      if (group.key === 'tune') return change(removeEcuTunes(s));
      const slug = s[group.key];
      if (slug !== null) change(removeTune(s, group.unit, slug));
    },
    [change],
  );
  const onToggle = useCallback(
    (group: TuneGroup, tune: CatalogTune, on: boolean) => {
      const s = now.current;
      change((on ? chooseTune : removeTune)(s, group.unit, tune.slug));
    },
    [change],
  );

  const label = vehicleLabel(vehicle);
  useEffect(() => writeLastVehicle({ path, label }), [path, label]);

  const stock = stockTune(selection);
  const stockFigures = stock ? figuresOf(stock.wire, selection.currentHpTorque, units) : null;
  const sold = groups.length > 0;
  const ofEngine = groups.filter((group) => group.unit === 'engine');
  const ofTransmission = groups.filter((group) => group.unit === 'transmission');
  const facts = [engine.name, ...engineFacts(engine)];
  const rows = { selection, units, stockFigures, pricesShown: engine.prices_shown, onChoose, onToggle };
  return (
    <>
      <Container className={css.page}>
        <VehicleHead
          vehicle={vehicle}
          base="/catalog"
          title={vehicleName(vehicle)}
          lead={
            <>
              {facts.join(' · ')}
              {transmission ? `, ${transmission.name}` : ''}
            </>
          }
        />
        <form method="get" className={css.columns} onSubmit={(event) => event.preventDefault()}>
          <ChartPanel
            selection={selection}
            units={units}
            onUnits={setUnits}
            onType={(type) => change(showHpTorque(selection, type))}
            onDyno={(index) => change(showDyno(selection, index))}
            runs={data.runs}
            label={label}
          />
          <div className={css.choices}>
            {ofEngine.length === 0 ? (
              <Suspense>
                <NotifyForm engine={engine.id} vehicle={label} />
              </Suspense>
            ) : null}
            {ofEngine.map((group) => (
              <TuneRows key={group.key} group={group} {...rows} />
            ))}
            <TransmissionChoice selection={selection} transmissions={transmissions} />
            {transmission && ofTransmission.length === 0 ? (
              <p className={css.quiet}>
                {t(
                  'There is no tune for this transmission yet ({transmissionFacts}). The engine tunes above work with it as it is.',
                  {
                    transmissionFacts: [transmission.name, transmissionFacts(transmission)].filter(Boolean).join(', '),
                  },
                )}
              </p>
            ) : null}
            {ofTransmission.map((group) => (
              <TuneRows key={group.key} group={group} {...rows} />
            ))}
            <button type="submit" className={css.noScript}>
              {t('Update selection')}
            </button>
          </div>
        </form>
        <About data={data} />
        {sold ? <ToolList tools={data.tools} groups={groups} bought={bought} offers={data.offers} /> : null}
      </Container>
      {sold ? <SelectionBar data={data} selection={selection} units={units} stockFigures={stockFigures} /> : null}
    </>
  );
}

function About({ data: { engine, transmission } }: { data: EnginePageData }) {
  const texts = [
    { title: t('About this engine'), text: engine.description },
    { title: t('Good to know'), text: engine.notes },
    { title: t('About this transmission'), text: transmission?.description ?? '' },
    { title: t('Good to know about the transmission'), text: transmission?.notes ?? '' },
  ].filter(({ text }) => text.trim() !== '');
  if (texts.length === 0) return null;
  return (
    <div className={css.about}>
      {texts.map(({ title, text }) => (
        <section key={title} className={css.aboutText}>
          <h2 className={css.sectionTitle}>{title}</h2>
          <Prose text={text} />
        </section>
      ))}
    </div>
  );
}
