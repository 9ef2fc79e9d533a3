import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@tuneport/contract/endpoint';
import { contract } from '@tuneport/contract/index';
import { uploadTermsSha256 } from '@tuneport/domain/tuning/upload-rules';
import sharp from 'sharp';
import { ownedRecords } from '../owned-records.ts';
import { applicationOf } from '../partners.ts';
import { needs } from '../races/scenarios.ts';
import type { World } from '../races/world.ts';
import { testOrigin } from '../server.ts';
import { Authenticator } from '../servers/authenticator.ts';
import { type Sample, samples } from './samples.ts';

type CreatingSample = Sample & { readonly headers?: Record<string, string> };
type Make = (world: World) => Promise<CreatingSample>;

const isCreating = ([name, { status, idempotent, movesMoney }]: [string, Endpoint]): boolean =>
  !name.startsWith('GET ') && (status === 201 || status === 202 || idempotent !== undefined || movesMoney === true);

/** Every call that creates a record: with status 201 or 202, or an Idempotency-Key. */
export const creating = Object.entries(contract as Record<string, Endpoint>)
  .filter(isCreating)
  .map(([name]) => ({ name }));

const short = () => randomUUID().slice(0, 8);
const byAdmin =
  (body: () => object): Make =>
  async ({ shop }) => ({ client: shop.admin, body: body() });
const catalogRecord =
  (fields: (made: { makeId: number; name: string }) => object): Make =>
  async ({ shop }) => {
    const name = `Record ${short()}`;
    const make = await needs(shop.admin.call('POST /v1/admin/ecu/makes', { body: { name: `Make ${short()}` } }));
    return { client: shop.admin, body: fields({ makeId: make.body.id, name }) };
  };
const named = (): Make => byAdmin(() => ({ name: `Record ${short()}`, slug: `record-${short()}` }));
const ofMake = () => catalogRecord(({ makeId, name }) => ({ make_id: makeId, name, slug: `record-${short()}` }));
const member =
  (make: (world: World) => Promise<{ id: number }>, role: 0 | 4): Make =>
  async (world) => {
    const { id: user_id } = await world.server.make.user({ role });
    return { client: world.shop.admin, params: { id: (await make(world)).id }, body: { user_id } };
  };
const csv = (text: string) => ({ name: 'table.csv', bytes: Buffer.from(text) });
const picture = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#888' } })
  .png()
  .toBuffer();
const uploadMetadata = Object.entries({ filename: 'read.bin', terms: uploadTermsSha256 })
  .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
  .join(',');
const logRows = Array.from({ length: 200 }, (_, at) => `${at / 10},${2000 + at * 10},${at / 20}`);

const leadDealId = async ({ shop }: World) =>
  (await needs(shop.admin.call('POST /v1/admin/lead-engine/deals', { body: { title: `Deal ${short()}` } }))).body.id;

const onCar =
  (body: object): Make =>
  async ({ server }) => {
    const client = await server.as({});
    const car = await needs(client.call('POST /vehicles', { body: { vin: '1HGCM82633A004352' } }));
    return { client, params: { id: car.body.id }, body };
  };

const withoutKey: Readonly<Record<string, Make>> = {
  'POST /v1/admin/lead-engine/pipelines': byAdmin(() => ({ name: `Pipeline ${short()}` })),
  'POST /v1/admin/lead-engine/pipelines/:id/stages': async ({ shop }) => {
    const body = { name: `Pipeline ${short()}` };
    const pipeline = await needs(shop.admin.call('POST /v1/admin/lead-engine/pipelines', { body }));
    return { client: shop.admin, params: { id: pipeline.body.id }, body: { name: 'Demo' } };
  },
  'POST /v1/admin/lead-engine/calendar-feed': async ({ shop }) => ({ client: shop.admin }),
  'POST /v1/admin/lead-engine/labels': byAdmin(() => ({ name: `Label ${short()}` })),
  'POST /v1/admin/lead-engine/opportunities/:id/convert': async ({ shop }) => {
    const body = { title: `Lead ${short()}` };
    const made = await needs(shop.admin.call('POST /v1/admin/lead-engine/opportunities', { body }));
    return { client: shop.admin, params: { id: made.body.id }, body: {} };
  },
  'POST /v1/admin/lead-engine/deals/:id/files': async (world) => ({
    client: world.shop.admin,
    params: { id: await leadDealId(world) },
    body: {},
    file: { name: 'offer.pdf', bytes: Buffer.from('%PDF-1.7') },
  }),
  'POST /v1/admin/lead-engine/imports': async ({ shop }) => ({
    client: shop.admin,
    body: {},
    file: csv(`name,email\nContact ${short()},${short()}@example.test\n`),
  }),
  'POST /auth/register': async ({ server }) => ({
    client: server.anonymous,
    body: { name: 'Robin', email: `${randomUUID()}@example.test`, password: 'correct horse battery' },
  }),
  'POST /auth/passkeys': async ({ server }) => {
    const client = await server.as({});
    const { body } = await needs(client.call('POST /auth/passkeys/options'));
    return { client, body: { name: 'Laptop', answer: new Authenticator(testOrigin).create(body as never) } };
  },
  'POST /vehicles/:id/shares': onCar({ parts: ['facts'] }),
  'POST /vehicles/:id/handover': onCar({}),
  'POST /user/api-keys': async ({ server }) => ({
    client: await server.as({}),
    body: { name: 'Sync', scopes: ['profile.read'], days: 30 },
  }),
  'POST /user/webhooks': async ({ server }) => ({
    client: await server.as({}),
    body: { url: 'https://example.test/hook', events: ['order.paid'] },
  }),
  'POST /user/data-exports': async ({ server }) => ({ client: await server.as({}) }),
  'POST /dyno-csv': async ({ shop, plain }) => ({
    client: shop.admin,
    body: { tune: String(plain.id), label: 'Run' },
    file: csv('rpm,horsepower,torque (Nm)\n2000,100,350\n3000,150,400\n4000,210,380\n'),
  }),
  'POST /graph': async ({ server }) => ({
    client: server.anonymous,
    body: {},
    file: csv(['Time (sec),RPM (rpm),Boost (psi)', ...logRows].join('\n')),
  }),
  'POST /trade-in-requests/:id/photos': async ({ server }) => {
    const client = await server.as({});
    const owner = { userId: client.userId ?? 0 };
    const params = await ownedRecords['GET /trade-in-requests/:id']?.make(server, owner);
    return { client, params: params ?? {}, body: {}, file: { name: 'tool.png', bytes: picture } };
  },
  'POST /v1/admin/product-images': async ({ shop }) => ({
    client: shop.admin,
    body: { alt: 'A tool' },
    file: { name: 'tool.png', bytes: picture },
  }),
  'POST /v1/admin/media': async ({ shop }) => ({
    client: shop.admin,
    body: { alt: 'A curve' },
    file: { name: 'curve.png', bytes: picture },
  }),
  'POST /v1/uploads': async ({ server }) => ({
    client: await server.as({}),
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '64', 'upload-metadata': uploadMetadata },
  }),
  'POST /tune-pricing-tiers': byAdmin(() => ({ name: `Tier ${short()}` })),
  'POST /tune-type-groups': named(),
  'POST /tune-types': named(),
  'POST /v1/admin/ecu/makes': named(),
  'POST /v1/admin/ecu/tools': byAdmin(() => ({ name: `Tool ${short()}`, install_fee: '10', currency: 'CAD' })),
  'POST /v1/admin/ecu/tunes': named(),
  'POST /v1/admin/ecu/years': catalogRecord(({ makeId }) => ({ make_id: makeId, year: '2015' })),
  'POST /v1/admin/ecu/models': ofMake(),
  'POST /v1/admin/ecu/engines': ofMake(),
  'POST /v1/admin/ecu/transmissions': ofMake(),
  'POST /v1/admin/ecu/guides': catalogRecord(({ makeId, name }) => ({ make_id: makeId, title: name })),
  'POST /v1/admin/ecu/imports': async ({ shop }) => ({
    client: shop.admin,
    body: { region: '1' },
    file: csv(`make,model,year\nMake ${short()},Model,2015\n`),
  }),
  'POST /v1/admin/ecu/sheets/:kind': async ({ shop }) => {
    const sheet = await shop.admin.request('GET', '/api/v1/admin/ecu/sheets/makes');
    return { client: shop.admin, params: { kind: 'makes' }, body: {}, file: csv(String(sheet.body)) };
  },
  'POST /v1/admin/sales': byAdmin(() => ({
    name: `Sale ${short()}`,
    type: 'site',
    amount: '15',
    amountType: 'percent',
    start: new Date().toISOString(),
    end: new Date(Date.now() + 86_400_000).toISOString(),
  })),
  'POST /v1/admin/rescue-fixes': byAdmin(() => ({ title: 'Charge', steps: 'Connect a charger\nWait' })),
  'POST /become-affiliate': async ({ server }) => ({
    client: await server.as({}),
    body: { about: 'I film dyno days.', socials_1: 'https://video.example/dyno' },
    file: { name: 'reach.png', bytes: picture },
  }),
  'POST /partner-applications/:id/files': async ({ server }) => {
    const client = await server.as({});
    const id = await applicationOf(server, client.userId ?? 0);
    return { client, params: { id }, file: { name: 'shop.png', bytes: picture } };
  },
  'POST /signature-authority': async ({ server, shop }) => ({
    client: shop.admin,
    body: { user_id: `${(await server.make.user()).id}`, legal_name: 'Robin North' },
    file: { name: 'signature.png', bytes: picture },
  }),
  'POST /baol/:id/:token/join': async ({ server, shop }) => {
    const body = { name: 'Offer', email: `${randomUUID()}@example.test`, share: '10' };
    const { id, token } = (await needs(shop.admin.call('POST /v1/admin/affiliate-offers', { body }))).body;
    return { client: await server.as({}), params: { id, token }, body: {} };
  },
  'POST /v1/admin/affiliates/:id/members': member(({ server }) => server.make.affiliate(), 0),
  'POST /v1/affiliates/:id/discount-codes': async ({ server, shop }) => ({
    client: shop.admin,
    params: { id: (await server.make.affiliate()).id },
    body: { code: `code-${short()}`, amount: '5' },
  }),
  'POST /v1/affiliates/:id/tracking-tags': async ({ server, shop }) => ({
    client: shop.admin,
    params: { id: (await server.make.affiliate()).id },
    body: { tag: `tag-${short()}` },
  }),
  'POST /v1/dealers/:id/members': async ({ server, shop }) => ({
    client: shop.admin,
    params: { id: (await server.make.dealer()).id },
    body: { email: (await server.make.user()).email },
  }),
  'POST /v1/admin/dealers/:id/members': member(({ server }) => server.make.dealer(), 4),
  'POST /v1/admin/tuners/:id/members': member(({ server }) => server.make.tuner(), 0),
  'POST /v1/admin/tuner-brands/:id/members': async ({ server, shop }) => {
    const body = { name: 'Brand', slug: `brand-${short()}` };
    const brand = await needs(shop.admin.call('POST /v1/admin/tuner-brands', { body }));
    const { id: tuner_id } = await server.make.tuner();
    return { client: shop.admin, params: { id: brand.body.id }, body: { tuner_id } };
  },
};

export const creatingSamples: Readonly<Record<string, Make>> = { ...samples, ...withoutKey };
