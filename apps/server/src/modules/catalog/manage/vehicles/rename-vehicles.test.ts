import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CatalogFactories, catalogFactories } from '../../../../testing/catalog.ts';
import { type TestServer, testServer } from '../../../../testing/server.ts';
import { renameVehicles } from './rename-vehicles.ts';

let server: TestServer;
let make: CatalogFactories;
beforeAll(async () => {
  server = await testServer();
  make = catalogFactories(server.db);
});
afterAll(() => server.close());

const vehicleAt = (query: Record<string, string>) => server.anonymous.call('GET /v1/catalog/vehicle', { query });

test('rename-vehicles merges models of one name, renames makes and redirects every former path', async () => {
  for (const model of ['F150 Pickup 2WD', 'F150 Pickup 4WD', 'Focus'])
    await make.vehicle({ make: 'Ford', model, year: '2015', engine: '5.0L 8-cyl' });
  await make.vehicle({ make: 'McLaren Automotive', model: '720S Coupe', year: '2020' });
  const report = await renameVehicles(server.db, new Date());
  expect(report).toEqual({ makes: 1, renamed: 2, merged: 1, skipped: [] });

  for (const model of ['f150-pickup-2wd', 'f150-pickup-4wd', 'f-150']) {
    const { status, body } = await vehicleAt({ make: 'ford', year: '2015', model });
    expect([status, body.model?.name, body.model?.slug]).toEqual([200, 'F-150', 'f-150']);
  }
  const former = await vehicleAt({ make: 'mclaren-automotive', year: '2020', model: '720s-coupe' });
  expect(former.body).toMatchObject({
    make: { slug: 'mclaren', name: 'McLaren' },
    model: { slug: '720s', bodies: ['Coupe'] },
  });
  expect((await vehicleAt({ make: 'mclaren-automotive' })).body.make?.slug).toBe('mclaren');
  expect((await vehicleAt({ make: 'ford', year: '2015', model: 'f350' })).status).toBe(404);
  expect((await vehicleAt({ make: 'ford', year: '2014', model: 'f150-pickup-2wd' })).status).toBe(404);

  const again = await renameVehicles(server.db, new Date());
  expect(again).toEqual({ makes: 0, renamed: 0, merged: 0, skipped: [] });
});

test('rename-vehicles leaves conflicts for staff unchanged, reports why, and continues', async () => {
  for (const model of ['F250 Pickup 2WD', 'F250 Pickup 4WD']) {
    const ford = await make.vehicle({ make: 'Ford', model, year: '2016', engine: '6.2L 8-cyl' });
    await server.db
      .insertInto('guides')
      .values({ make_id: ford.make.id, year_id: ford.year.id, model_id: ford.model.id, title: model })
      .execute();
  }
  const tool = await make.tool({ name: 'Bench' });
  const { engine } = await make.vehicle({ make: 'McLaren', model: '570S', year: '2019', engine: '3.8L 8-cyl' });
  await make.vehicle({ make: 'McLaren Automotive', model: '600LT', year: '2019', engine: '3.8L 8-cyl' });
  await server.db.insertInto('engine_tool_restrictions').values({ engine_id: engine.id, tool_id: tool.id }).execute();
  await make.vehicle({ make: 'Chevrolet', model: 'Silverado (with Sport Mode) 4WD', year: '2019' });

  const report = await renameVehicles(server.db, new Date());
  expect(report.skipped).toEqual([
    'Ford F250 Pickup 4WD: Both have a guide for the same vehicle. Delete one of them first.',
    'McLaren Automotive: These records allow different tools. Set the same tool restrictions for both first.',
  ]);
  expect((await vehicleAt({ make: 'ford', year: '2016', model: 'f250-pickup-4wd' })).body.model?.name).toBe(
    'F250 Pickup 4WD',
  );
  expect((await vehicleAt({ make: 'mclaren-automotive', year: '2019', model: '600lt' })).status).toBe(200);
  expect((await vehicleAt({ make: 'chevrolet', year: '2019', model: 'silverado-1500' })).status).toBe(200);
});
