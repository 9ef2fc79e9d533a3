import { parseSelectionUrl } from '@tuneport/domain/catalog/vehicles/vehicle-selection-url';
import { setTextSource } from '@tuneport/domain/text/text';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Tune } from '../catalog-types.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { recordFor, selectionFor } from './selection.ts';

const tune = (id: number, slug: string, horsepower: number, more: Partial<Tune>): Tune =>
  ({
    id,
    slug,
    name: slug,
    optional: false,
    requires: [],
    recommended: [],
    tune_types: [],
    dyno_csvs: [],
    horsepower: { value: horsepower, unit: 'hp' },
    torque: { value: horsepower, unit: 'lb-ft' },
    crank_horsepower: null,
    crank_torque: null,
    ...more,
  }) as Partial<Tune> as Tune;

const engine = recordFor({
  slug: 'e',
  tunes: [
    tune(1, 'stock', 200, { is_stock: true, figures_basis: 'factory' }),
    tune(2, 'stage-1', 250, { is_stock: false, figures_basis: 'estimated' }),
  ],
});

function panelText(): string {
  const read = parseSelectionUrl('m/2015/x/e', 'tune=stage-1');
  if (read.kind !== 'selection') throw new Error('the address is no selection');
  return renderToStaticMarkup(
    <ChartPanel
      selection={selectionFor(read.picked, { engine, transmission: null, transmissions: [] })}
      units={{ power: 'hp', torque: 'lb-ft' }}
      runs={[]}
      label="Car"
      onUnits={() => undefined}
      onType={() => undefined}
      onDyno={() => undefined}
    />,
  ).replace(/<[^>]*>/g, ' ');
}

test('estimated gains are explained in every language', () => {
  const explanation = 'Gains are estimates for this kind of engine';
  expect(panelText()).toContain(explanation);
  const english = setTextSource({
    language: () => 'de',
    find: (key) => (key === 'Estimated' ? 'Geschätzt' : undefined),
  });
  try {
    expect(panelText()).toContain('Geschätzt');
    expect(panelText()).toContain(explanation);
  } finally {
    setTextSource(english);
  }
});
