import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StatTile } from './StatTile.tsx';

const shown = (current: number, previous: number) =>
  renderToStaticMarkup(
    <StatTile label="Conversion" compare={{ current, previous, with: 'the period before' }}>
      –
    </StatTile>,
  );

test('a figure is compared unless both periods have nothing', () => {
  expect(shown(0, 0)).not.toContain('the period before');
  expect(shown(5, 5)).toContain('Same as the period before');
  expect(shown(0, 5)).toContain('from the period before');
});
