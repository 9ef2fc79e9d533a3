import { expect, test } from 'vitest';
import type { ToldEngine, ToldTransmission } from './catalog-types.ts';
import { apart } from './page-tools.ts';

const tool = (id: number) => ({ id, name: `Tool ${id}` });
const tune = (id: number, tools: number[]) => ({ id, slug: `t${id}`, tools: tools.map(tool) });

test('each tool is named once, in the order it first writes something, with every tune it writes', () => {
  const engine = { id: 1, tunes: [tune(1, [7, 3]), tune(2, [3]), tune(3, [])] } as unknown as ToldEngine;
  const transmission = { id: 9, tunes: [tune(4, [3, 8])] } as unknown as ToldTransmission;
  const page = apart(engine, transmission);
  expect(page.tools).toEqual([
    { ...tool(7), tuneIds: [1] },
    { ...tool(3), tuneIds: [1, 2, 4] },
    { ...tool(8), tuneIds: [4] },
  ]);
  expect(page.engine).toEqual({ id: 1, tunes: [1, 2, 3].map((id) => ({ id, slug: `t${id}` })) });
  expect(page.transmission?.tunes).toEqual([{ id: 4, slug: 't4' }]);
  expect(apart(engine, null).transmission).toBeNull();
});
