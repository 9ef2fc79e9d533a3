import { randomUUID } from 'node:crypto';
import { catalogFactories } from '../catalog.ts';
import { needs } from '../races/scenarios.ts';
import type { World } from '../races/world.ts';
import type { Sample } from './samples.ts';

async function newTool({ server: { db } }: World): Promise<string> {
  const { id } = await catalogFactories(db).tool({ name: `Tool ${randomUUID().slice(0, 8)}` });
  return (await db.selectFrom('tools').select('slug').where('id', '=', id).executeTakeFirstOrThrow()).slug;
}

const operations = [
  { operation: 'identify', connection: 'obd', protocols: ['uds-can'] },
  { operation: 'write', connection: 'obd', protocols: ['uds-can'] },
];

export const toolSamples: Readonly<Record<string, (world: World) => Promise<Sample>>> = {
  'POST /v1/tool-manifests': async (world) => ({
    client: await world.server.as({ flags: ['fzd'] }),
    body: {
      format: 1,
      tool: await newTool(world),
      firmware: '1.0',
      control_units: [{ unit: 'ecu', family: 'MED17', operations }],
    },
  }),
  'POST /v1/tool-simulations/sessions': async (world) => {
    const client = await world.server.as({ flags: ['fzd'] });
    const body = { url: 'https://example.test/hook', events: ['order.paid'] };
    const webhook = await needs(client.call('POST /user/webhooks', { body }));
    return { client, body: { webhook: webhook.body.id, tool: await newTool(world), scenario: 'done' } };
  },
};
