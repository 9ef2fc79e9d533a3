import { expect, test } from 'vitest';
import type { EngineInfo, TransmissionInfo } from '../catalog-types.ts';
import { apart } from './page-tools.ts';

const tool = (id: number) => ({ id, name: `Tool ${id}` });
const tune = (id: number, tools: number[], isAwd = false) => ({
  id,
  slug: `t${id}`,
  tools: tools.map(tool),
  tune_types: [{ is_awd: isAwd, is_dsg: false }],
});

test('each tool is listed once, in order of first use, with every tune it writes', () => {
  const tunes = [tune(1, [7, 3]), tune(2, [3]), tune(3, [])];
  const engine = { id: 1, tool_restrictions: [], tunes } as unknown as EngineInfo;
  const transmission = { id: 9, tunes: [tune(4, [3, 8])] } as unknown as TransmissionInfo;
  const page = apart(engine, transmission);
  expect(page.tools).toEqual([
    { ...tool(7), tuneIds: [1] },
    { ...tool(3), tuneIds: [1, 2, 4] },
    { ...tool(8), tuneIds: [4] },
  ]);
  expect(page.engine.tunes.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(page.transmission?.tunes).toMatchObject([{ id: 4, slug: 't4' }]);
  for (const one of [...page.engine.tunes, ...(page.transmission?.tunes ?? [])])
    expect(one).not.toHaveProperty('tools');
  expect(apart(engine, null).transmission).toBeNull();
});

test('an all-wheel-drive tune lists only tools that the engine supports as well (S445)', () => {
  const engine = { id: 1, tool_restrictions: [{ id: 7, name: 'Tool 7' }], tunes: [] } as unknown as EngineInfo;
  const tunes = [tune(4, [7, 8]), tune(5, [7, 8], true)];
  const transmission = { id: 9, tool_restrictions: [], tunes } as unknown as TransmissionInfo;
  expect(apart(engine, transmission).tools).toMatchObject([
    { id: 7, tuneIds: [4, 5] },
    { id: 8, tuneIds: [4] },
  ]);
});
