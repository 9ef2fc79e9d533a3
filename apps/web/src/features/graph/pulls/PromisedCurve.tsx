import type { CallReply } from '@tuneport/contract/index';
import { convertPower, convertTorque, dynoDisplay, isPowerUnit, isTorqueUnit } from '@tuneport/domain/catalog/dyno';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { useUser } from '../../../platform/ui-state.ts';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import type { Units } from '../../../ui/text/units-store.ts';
import type { Series } from '../draw-xy.ts';

type Purchases = CallReply<'GET /catalog-purchases'>['data'];
type Run = CallReply<'GET /dyno-csv/:id'>;

/** The crank curve of the first tune of a purchase that has one. */
async function curveOf(purchase: number): Promise<Run | null> {
  const { lines } = await call('GET /catalog-purchases/:id', { params: { id: purchase } });
  for (const { tune_id: tune } of lines) {
    if (tune === null) continue;
    const [first] = await call('GET /dyno-csv', { query: { tune } });
    if (first) return call('GET /dyno-csv/:id', { params: { id: first.id } });
  }
  return null;
}

/** The curves of a bought tune, for comparison with the pulls. */
export function usePromised() {
  const isSignedIn = useUser() !== null;
  const [purchases, setPurchases] = useState<Purchases>([]);
  const [chosen, setChosen] = useState('');
  const [run, setRun] = useState<Run | null>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!isSignedIn) return;
    let isHere = true;
    // Without purchases the field is not offered, so a failure needs no message.
    call('GET /catalog-purchases', { query: {} }).then(
      ({ data }) => isHere && setPurchases(data),
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [isSignedIn]);
  const choose = (id: string) => {
    setChosen(id);
    setRun(null);
    setProblem(undefined);
    if (id === '') return;
    curveOf(Number(id)).then(
      (found) => (found ? setRun(found) : setProblem(t('This tune has no published curve.'))),
      () => setProblem(t('The curve could not be loaded. Try again.')),
    );
  };
  return { purchases, chosen, choose, problem, series: (units: Units) => (run ? seriesOf(run, units) : []) };
}

function seriesOf(run: Run, units: Units): Series[] {
  const shown = dynoDisplay(run, 'crank');
  if (shown.kind === 'none') return [];
  const isCrank = shown.type === 'crank';
  const { points, units: from } = run;
  const [powerUnit, torqueUnit] = isCrank ? [from.crank_horsepower, from.crank_torque] : [from.horsepower, from.torque];
  const line = (values: readonly (number | null)[] | null, convert: (value: number) => number) =>
    points.rpm.flatMap((rpm, nth) => {
      const value = values?.[nth] ?? null;
      return value === null ? [] : [{ x: rpm, y: convert(value) }];
    });
  return [
    {
      label: isCrank ? t('Promised power') : t('Promised power at the wheels'),
      colour: 4,
      dash: 3,
      unit: units.power,
      points: line(isCrank ? points.crank_horsepower : points.horsepower, (value) =>
        isPowerUnit(powerUnit) ? convertPower(value, powerUnit, units.power) : value,
      ),
    },
    {
      label: isCrank ? t('Promised torque') : t('Promised torque at the wheels'),
      colour: 6,
      dash: 3,
      unit: units.torque,
      points: line(isCrank ? points.crank_torque : points.torque, (value) =>
        isTorqueUnit(torqueUnit) ? convertTorque(value, torqueUnit, units.torque) : value,
      ),
    },
  ].filter(({ points: list }) => list.length > 0);
}

type Props = Pick<ReturnType<typeof usePromised>, 'purchases' | 'chosen' | 'choose' | 'problem'>;

export function PromisedCurve({ purchases, chosen, choose, problem }: Props) {
  if (purchases.length === 0) return null;
  return (
    <NativeSelect
      label={t('Compare with a bought tune')}
      value={chosen}
      placeholder={t('None')}
      error={problem}
      options={purchases.map((purchase) => ({
        value: String(purchase.id),
        label: [purchase.vehicle, ...purchase.tunes].filter(Boolean).join(' · ') || purchase.number,
      }))}
      onChange={(event) => choose(event.target.value)}
    />
  );
}
