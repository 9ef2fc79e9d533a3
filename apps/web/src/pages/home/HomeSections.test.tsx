import type { CallReply } from '@tuneport/contract/index';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import HomeSections from './HomeSections.tsx';

type HomeData = CallReply<'GET /v1/home'>;

const empty: HomeData = {
  deliveries: null,
  tuners: [],
  chosen: [],
  measured: [],
  posts: [],
  dealers: { total: 0, towns: [] },
};
const tune = (n: number) => ({
  path: `/catalog/a/2015/b/c?tune=${n}`,
  vehicle: `Car ${n}`,
  tune: `Stage ${n}`,
  body: '',
});
const chosen = [1, 2].map((n) => ({ ...tune(n), buyers: 3 }));
const measured = [1, 2].map((n) => ({ ...tune(n), before_hp: 200, after_hp: 250 }));

function page(home: Partial<HomeData>): string {
  const router = createMemoryRouter([{ path: '/', element: <HomeSections home={{ ...empty, ...home }} /> }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test('tunes are shown from two on, so that no card stands alone in its row', () => {
  const one = page({ chosen: chosen.slice(1), measured: measured.slice(1) });
  expect(one).not.toMatch(/Popular tunes|Measured before and after/);
  const two = page({ chosen, measured });
  expect(two).toMatch(/Popular tunes/);
  expect(two).toMatch(/Measured before and after/);
});
