import { t } from '@tuneport/domain/text/text';
import type { CurvePair, CurvePoint } from '../brand/CurveArt.tsx';
import { valuesAt } from '../brand/curve.ts';

type DynoLine = {
  label: string;
  unit: string;
  tone: 'accent' | 'torque' | 'stock';
  stroke: 'solid' | 'dashed' | 'dotted';
  values: (number | null)[];
};
export type DynoData = { rpm: number[]; lines: DynoLine[] };

/** All lines on one rpm axis: every measured rpm of any line, with linear interpolation between points. */
export function dynoData(
  power: CurvePair,
  torque: CurvePair | undefined,
  powerUnit: string,
  torqueUnit: string,
): DynoData {
  const wanted: [string, string, DynoLine['tone'], DynoLine['stroke'], readonly CurvePoint[] | undefined][] = [
    [t('Power'), powerUnit, 'accent', 'solid', power.tuned],
    [t('Torque'), torqueUnit, 'torque', 'solid', torque?.tuned],
    [t('Stock power'), powerUnit, 'stock', 'dashed', power.stock],
    [t('Stock torque'), torqueUnit, 'stock', 'dotted', torque?.stock],
  ];
  const drawnLines = wanted.flatMap(([label, unit, tone, stroke, points]) =>
    points && points.length > 0 ? [{ label, unit, tone, stroke, points }] : [],
  );
  const rpm = [...new Set(drawnLines.flatMap((line) => line.points.map((p) => p.rpm)))].sort((a, b) => a - b);
  const lines = drawnLines.map(({ points, ...line }) => ({
    ...line,
    values: valuesAt(
      points.map((p) => ({ x: p.rpm, y: p.value })),
      rpm,
    ),
  }));
  return { rpm, lines };
}
