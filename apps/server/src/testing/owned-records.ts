import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { nothingIdentified } from '@tuneport/domain/tuning/flash-files/found';
import { sql } from 'kysely';
import sharp from 'sharp';
import { openSession } from '../modules/identity/index.ts';
import type { Owner } from './actors.ts';
import { bankAccount, ownedDealerRecords } from './owned-dealer-records.ts';
import { applicationOf, formWith, smallPdf } from './partners.ts';
import type { TestServer } from './server.ts';
import { makeProduct } from './store.ts';
import { form } from './tuning.ts';

type Params = Record<string, string | number>;

export type OwnedRecord = {
  /** The kind of owner the record belongs to. */
  readonly of: 'user' | 'dealer' | 'tuner' | 'affiliate';
  /** Creates one and returns its path parameters. */
  make(server: TestServer, owner: Owner): Promise<Params>;
  /** Parameters of a missing record, where a large number is invalid. */
  readonly absent?: Params;
  /** A body its owner could send. */
  readonly body?: unknown;
  /** Headers the call requires. */
  readonly headers?: Record<string, string>;
};

/** An upload without any bytes yet. */
const upload: OwnedRecord = {
  of: 'user',
  absent: { id: '00000000-0000-4000-8000-000000000000' },
  make: ({ db }, { userId }) =>
    db
      .insertInto('uploads')
      .values({
        user_id: userId,
        name: 'read.bin',
        size_bytes: 64n,
        purpose: 'tune',
        mode: 'manual',
        terms_sha256: Buffer.alloc(32),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
};
const uploadBytes: OwnedRecord = {
  ...upload,
  body: Buffer.from('the first bytes'),
  headers: {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  },
};

/** A request without a vehicle; a tuner can see it once it is in their queue. */
async function tuneRequest({ db }: TestServer, userId: number, queuedFor: number | null = null) {
  const now = new Date();
  const request = await db
    .insertInto('tune_requests')
    .values({
      state: queuedFor === null ? 'needs_information' : 'queued',
      purpose: 'tune',
      mode: 'manual',
      region: 1,
      user_id: userId,
      tuner_id: queuedFor,
      terms_sha256: Buffer.alloc(32),
      sniffed: JSON.stringify({ kind: 'tune', format: 'raw image', material: 'image', by: 'content' }),
      identified: JSON.stringify(nothingIdentified),
      state_at: now,
      queued_at: queuedFor === null ? null : now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: request.id };
}
const request = (body?: unknown): OwnedRecord => ({
  of: 'user',
  make: (server, { userId }) => tuneRequest(server, userId),
  ...(body === undefined ? {} : { body }),
});
const requestFile: OwnedRecord = {
  of: 'user',
  async make(server, { userId }) {
    const { id } = await tuneRequest(server, userId);
    const bytes = randomBytes(64);
    const sha256 = createHash('sha256').update(bytes).digest();
    await server.platform.files.put(Readable.from([bytes]), sha256, bytes.length);
    const file = await server.db
      .insertInto('stored_files')
      .values({
        sha256,
        size_bytes: BigInt(bytes.length),
        name: 'read.bin',
        media_type: 'application/octet-stream',
        belongs_to: `tune-request:${id}`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const added = await server.db
      .insertInto('tune_request_files')
      .values({ request_id: id, file_id: file.id, kind: 'original', uploaded_by: userId, created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, fileId: added.id };
  },
};
/** A request with an attached log. */
const requestLog: OwnedRecord = {
  of: 'user',
  absent: { key: 'A'.repeat(22) },
  async make(server, { userId }) {
    const { id } = await tuneRequest(server, userId);
    const key = randomBytes(16).toString('base64url');
    const files = await server.db
      .insertInto('stored_files')
      .values(
        ['pull.csv', 'pull.csv.packed'].map((name) => ({
          sha256: randomBytes(32),
          size_bytes: 64n,
          name,
          media_type: 'text/csv',
          belongs_to: `graph:${key}`,
        })),
      )
      .returning('id')
      .execute();
    const log = {
      id: key,
      manage_hash: randomBytes(32),
      uploaded_by: userId,
      name: 'pull.csv',
      format: 'CSV',
      row_count: 1,
      duration_s: 1,
      channels: '[]',
      notes: '[]',
      time_base: 'seconds',
      file_id: files[0]?.id ?? '',
      packed_file_id: files[1]?.id ?? '',
      stored_bytes: 128n,
      expires_at: new Date(Date.now() + 86_400_000),
    };
    await server.db.insertInto('graphs').values(log).execute();
    await server.db.insertInto('tune_request_logs').values({ request_id: id, graph_id: key }).execute();
    return { id, key };
  },
  body: {},
};
const sentFile = form({ kind: 'supplement' }, { name: 'more.bin', bytes: Buffer.from('more') });
const pool: OwnedRecord = {
  of: 'tuner',
  async make(server, { userId, tunerId }) {
    const tuner = tunerId ?? (await server.make.tuner()).id;
    const brand = await server.db
      .insertInto('tuner_brands')
      .values({ slug: `brand-${randomUUID()}`, name: 'A brand' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db.insertInto('tuner_brand_members').values({ brand_id: brand.id, tuner_id: tuner }).execute();
    return { id: brand.id, requestId: (await tuneRequest(server, userId, tuner)).id };
  },
};
const workOf: OwnedRecord = {
  of: 'tuner',
  async make(server, { userId, tunerId }) {
    return tuneRequest(server, userId, tunerId ?? (await server.make.tuner()).id);
  },
  body: { tuner: 2_000_000_000 },
};

/** A tuner with its own payout, sent with a run. */
const tunerMoney = (child: 'payout' | 'run' | null, body?: unknown): OwnedRecord => ({
  of: 'tuner',
  ...(body === undefined ? {} : { body }),
  async make(server, { tunerId }): Promise<Params> {
    const id = tunerId ?? (await server.make.tuner()).id;
    if (child === null) return { id };
    const now = new Date();
    const run = await server.db
      .insertInto('payout_runs')
      .values({ request_key: randomUUID(), currency: 'CAD', cut_off: now, opened_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const payout = await server.db
      .insertInto('payouts')
      .values({
        owner: `tuner:${id}`,
        request_key: randomUUID(),
        run_id: run.id,
        currency: 'CAD',
        amount_minor: 100n,
        made_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, transfer: child === 'run' ? run.id : payout.id };
  },
});

const user: OwnedRecord = { of: 'user', make: async (_server, { userId }) => ({ id: userId }) };

const apiKey: OwnedRecord = {
  of: 'user',
  make: ({ db }, { userId }) =>
    db
      .insertInto('api_keys')
      .values({
        user_id: userId,
        name: 'Sync',
        prefix: 'tp_abcdefgh',
        key_hash: randomBytes(32),
        scopes: ['profile.read'],
        created_at: new Date(),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
};
const webhook = (body?: object): OwnedRecord => ({
  of: 'user',
  ...(body && { body }),
  async make({ db, platform }, { userId }) {
    const now = new Date();
    const { id } = await db
      .insertInto('webhooks')
      .values({
        user_id: userId,
        url: 'https://example.test/hook',
        events: ['order.paid'],
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sealed_secret = platform.secrets.seal(`webhook:${id}`, 'whsec_test');
    await db.updateTable('webhooks').set({ sealed_secret }).where('id', '=', id).execute();
    const delivery = await db
      .insertInto('webhook_deliveries')
      .values({ webhook_id: id, event: 'ping', data: '{}', state: 'delivered' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, delivery: String(delivery.id) };
  },
});
const notification: OwnedRecord = {
  of: 'user',
  async make({ db }, { userId }) {
    const row = { user_id: userId, kind: 'payout', title: 'A payout', text: '' };
    return db.insertInto('notifications').values(row).returning('id').executeTakeFirstOrThrow();
  },
};
const dataExport: OwnedRecord = {
  of: 'user',
  async make({ db, platform }, { userId }) {
    const bytes = randomBytes(64);
    const sha256 = createHash('sha256').update(bytes).digest();
    await platform.files.put(Readable.from([bytes]), sha256, bytes.length);
    const { id } = await db
      .insertInto('data_exports')
      .values({
        user_id: userId,
        state: 'ready',
        requested_at: new Date(),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const file = await db
      .insertInto('stored_files')
      .values({
        sha256,
        size_bytes: 64n,
        name: 'my-data.zip',
        media_type: 'application/zip',
        belongs_to: `data-export:${id}`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('data_exports').set({ file_id: file.id }).where('id', '=', id).execute();
    return { id };
  },
};
const session: OwnedRecord = {
  of: 'user',
  async make({ db }, { userId }) {
    await openSession(db, {
      userId,
      method: 'password',
      secondFactor: false,
      address: '127.0.0.1',
      userAgent: 'other',
    });
    const newest = db.selectFrom('sessions').select('id').where('user_id', '=', userId).orderBy('id', 'desc').limit(1);
    return newest.executeTakeFirstOrThrow();
  },
};

const passkey: OwnedRecord = {
  of: 'user',
  make: ({ db }, { userId }) =>
    db
      .insertInto('passkeys')
      .values({ user_id: userId, credential_id: randomUUID(), public_key: Buffer.from('key'), name: 'Phone' })
      .returning('id')
      .executeTakeFirstOrThrow(),
};

const home = {
  country_code: 'CA',
  full_name: 'Robin Test',
  line1: '1 Main Street',
  city: 'Vancouver',
  state: 'BC',
  postal_code: 'V5K 0A1',
};

const address: OwnedRecord = {
  of: 'user',
  make: ({ db }, { userId }) =>
    db
      .insertInto('addresses')
      .values({ user_id: userId, ...home })
      .returning('id')
      .executeTakeFirstOrThrow(),
};

const garageVehicle: OwnedRecord = {
  of: 'user',
  make: ({ db }, { userId }) =>
    db
      .insertInto('garage_vehicles')
      .values({ user_id: userId, make: 'volkswagen', title: 'Volkswagen' })
      .returning('id')
      .executeTakeFirstOrThrow(),
};
const garagePhoto: OwnedRecord = {
  of: 'user',
  absent: { id: 999_999_999, width: 400 },
  async make(server, { userId }) {
    const { id } = await garageVehicle.make(server, { userId } as Owner);
    const bytes = randomBytes(64);
    const sha256 = createHash('sha256').update(bytes).digest();
    await server.platform.files.put(Readable.from([bytes]), sha256, bytes.length);
    const file = await server.db
      .insertInto('stored_files')
      .values({
        sha256,
        size_bytes: 64n,
        name: '400.webp',
        media_type: 'image/webp',
        belongs_to: `garage-vehicle:${id}`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const photo = { width: 400, height: 300, sizes: [{ width: 400, file: file.id }] };
    await server.db
      .updateTable('garage_vehicles')
      .set({ photo: JSON.stringify(photo) })
      .where('id', '=', Number(id))
      .execute();
    return { id: id ?? 0, width: 400 };
  },
};

const passportShare: OwnedRecord = {
  of: 'user',
  absent: { id: 999_999_999, shareId: 999_999_999 },
  async make(server, owner) {
    const { id = 0 } = await garageVehicle.make(server, owner);
    const share = await server.db
      .insertInto('passport_shares')
      .values({
        vehicle_id: Number(id),
        token_hash: randomBytes(32),
        parts: ['facts'],
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, shareId: share.id };
  },
};
const passportEntry: OwnedRecord = {
  of: 'user',
  absent: { id: 999_999_999, entryId: 999_999_999 },
  async make(server, owner) {
    const { id = 0 } = await garageVehicle.make(server, owner);
    const entry = await server.db
      .insertInto('vehicle_records')
      .values({ vehicle_id: Number(id), kind: 'note', ref: randomUUID(), title: 'Oil change', at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, entryId: entry.id };
  },
};
const handover: OwnedRecord = {
  of: 'user',
  async make(server, owner) {
    const { id = 0 } = await garageVehicle.make(server, owner);
    await server.db
      .insertInto('vehicle_transfers')
      .values({
        vehicle_id: Number(id),
        from_user_id: owner.userId,
        code_hash: randomBytes(32),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    return { id };
  },
};

const paymentMethod: OwnedRecord = {
  of: 'user',
  make: ({ db, platform }, { userId }) =>
    db
      .insertInto('payment_methods')
      .values({
        owner: `user:${userId}`,
        provider: platform.payments?.name ?? 'none',
        provider_method_id: randomUUID(),
        brand: 'visa',
        last_four: '4242',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
};

const gifts = new WeakMap<TestServer, Promise<{ id: number; slug: string; name: string }>>();

/** One free gift: only access to the order matters here. */
const order: OwnedRecord = {
  of: 'user',
  async make(server, { userId }) {
    const gift = gifts.get(server) ?? server.as({ role: 3 }).then((admin) => makeProduct(admin));
    gifts.set(server, gift);
    const { id: product_id, slug, name } = await gift;
    const nothing = { list_minor: 0n, discount_minor: 0n };
    const { id } = await server.db
      .insertInto('orders')
      .values({
        ...nothing,
        region: 1,
        user_id: userId,
        placed_by: `user:${userId}`,
        email: 'robin@example.test',
        currency: 'CAD',
        default_currency: 'CAD',
        billing: JSON.stringify({ ...home, line2: '', email: '', phone: '' }),
        shipping_minor: 0n,
        tax_minor: 0n,
        total_minor: 0n,
        taxes: '[]',
        discounts: '[]',
        placed_at: new Date(),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('order_lines')
      .values({
        ...nothing,
        order_id: id,
        line: 1,
        product_id,
        slug,
        name,
        options: '[]',
        quantity: 1,
        unit_minor: 0n,
        net_minor: 0n,
      })
      .execute();
    return { id };
  },
  body: {},
};

const orderReturn: OwnedRecord = {
  of: 'user',
  async make(server, owner) {
    const { id } = (await order.make(server, owner)) as { id: number };
    const now = new Date();
    const row = { order_id: id, reason: 'faulty', requested_at: now, updated_at: now };
    const made = await server.db.insertInto('order_returns').values(row).returning('id').executeTakeFirstOrThrow();
    return { id, return: made.id };
  },
  body: {},
};
const invoice: OwnedRecord = {
  of: 'user',
  async make(server, owner) {
    const params = await order.make(server, owner);
    const paid = { state: 'paid', paid_at: new Date() };
    await server.db.updateTable('orders').set(paid).where('id', '=', Number(params.id)).execute();
    return params;
  },
};

const creditNote: OwnedRecord = {
  of: 'user',
  async make(server, owner) {
    const { id: sale_id } = (await invoice.make(server, owner)) as { id: number };
    const paid = {
      subject: `order:${sale_id}`,
      provider: 'prepaid',
      payer: 'user:1',
      amount_minor: 100n,
      captured_minor: 100n,
    };
    const payment = await server.db
      .insertInto('payments')
      .values({ ...paid, currency: 'CAD', state: 'captured' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const refund = await server.db
      .insertInto('payment_refunds')
      .values({ payment_id: payment.id, request_key: randomUUID(), amount_minor: 100n, reason: 'Test' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const note = { refund_id: refund.id, sale: 'order', sale_id, issued_at: new Date() };
    return server.db
      .insertInto('credit_notes')
      .values({
        id: sql<number>`next_document_no('credit-note')`,
        ...note,
        currency: 'CAD',
        amount_minor: 100n,
        tax_minor: 0n,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  },
};

/** A free purchase: only access matters here. */
const purchase: OwnedRecord = {
  of: 'user',
  make: ({ db }, { userId }) =>
    db
      .insertInto('catalog_purchases')
      .values({
        state: 'waiting_file',
        request_key: randomUUID(),
        region: 1,
        user_id: userId,
        estimate_hash: 'none',
        selection: '{}',
        derivation: '{}',
        vehicle: 'A car',
        email: 'robin@example.test',
        currency: 'CAD',
        billing: JSON.stringify({ ...home, line2: '', email: '', phone: '' }),
        list_minor: 0n,
        discount_minor: 0n,
        tax_minor: 0n,
        total_minor: 0n,
        taxes: '[]',
        discounts: '[]',
        card_minor: 0n,
        account_minor: 0n,
        placed_at: new Date(),
        paid_at: new Date(),
        expires_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
};

const ticketRow = async ({ db }: TestServer, userId: number, state = 'new') => {
  const now = new Date();
  return db
    .insertInto('tickets')
    .values({
      region: 1,
      state,
      title: 'No start',
      description: 'Since the update the car does not start.',
      customer_name: 'Robin Test',
      user_id: userId,
      last_at: now,
      created_at: now,
      updated_at: now,
      resolved_at: state === 'resolved' ? now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
};

const ticket: OwnedRecord = { of: 'user', make: (server, { userId }) => ticketRow(server, userId) };

const ticketFile: OwnedRecord = {
  of: 'user',
  async make(server, { userId }) {
    const { id } = await ticketRow(server, userId);
    const sha256 = createHash('sha256').digest();
    const { id: fileId } = await server.db
      .insertInto('stored_files')
      .values({ sha256, size_bytes: 0n, name: 'log.csv', media_type: 'text/csv', belongs_to: `ticket:${id}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db.insertInto('support_files').values({ file_id: fileId, kind: 'text', ticket_id: id }).execute();
    return { id, fileId };
  },
  absent: { id: 999_999, fileId: randomUUID() },
};

const tradeIn = (state: string, body?: object): OwnedRecord => ({
  of: 'user',
  make: ({ db }, { userId }) =>
    db
      .insertInto('trade_ins')
      .values({
        state,
        user_id: userId,
        full_name: 'Robin Test',
        email: 'robin@example.test',
        tool: 'FlashZilla V2',
        serial: randomUUID(),
        condition: 'used',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  ...(body ? { body } : {}),
});

const grey = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#888' } })
  .webp()
  .toBuffer();
const sentPicture = form({}, { name: 'tool.png', bytes: grey });

const tradeInPhoto: OwnedRecord = {
  of: 'user',
  make: async (server, owner) => {
    const { id = 0 } = await tradeIn('submitted').make(server, owner);
    const sha256 = createHash('sha256').update(grey).digest();
    await server.platform.files.put(Readable.from([grey]), sha256, grey.length);
    const file = await server.db
      .insertInto('stored_files')
      .values({ sha256, size_bytes: BigInt(grey.length), name: '100.webp', media_type: 'image/webp' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const photo = await server.db
      .insertInto('trade_in_photos')
      .values({
        trade_in_id: Number(id),
        width: 100,
        height: 100,
        sizes: JSON.stringify([{ width: 100, file: file.id }]),
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, photo: photo.id, width: 100 };
  },
  absent: { id: 999_999, photo: 1, width: 100 },
};

const rescueRow = async ({ db }: TestServer, userId: number) => {
  const now = new Date();
  return db
    .insertInto('rescue_sessions')
    .values({
      code_hash: randomBytes(32),
      user_id: userId,
      contact_name: 'Robin Test',
      tool: 'FlashZilla V3',
      vehicle: 'A car',
      symptom: 'stopped',
      state: 'self_help',
      last_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
};

const rescue: OwnedRecord = { of: 'user', make: (server, { userId }) => rescueRow(server, userId) };

const rescueFile: OwnedRecord = {
  ...ticketFile,
  async make(server, owner) {
    const { id } = await rescueRow(server, owner.userId);
    const { fileId = '' } = await ticketFile.make(server, owner);
    const place = { ticket_id: null, session_id: id };
    await server.db.updateTable('support_files').set(place).where('file_id', '=', String(fileId)).execute();
    return { id, fileId };
  },
};

/** A rental of a paid order whose deposit is due. */
const rental: OwnedRecord = {
  of: 'user',
  async make(server, owner) {
    const { id: order_id } = await order.make(server, owner);
    const { product_id } = await server.db
      .selectFrom('order_lines')
      .select('product_id')
      .where('order_id', '=', Number(order_id))
      .executeTakeFirstOrThrow();
    const now = new Date();
    return server.db
      .insertInto('rentals')
      .values({
        kind: 'rental',
        state: 'reserved',
        order_id: Number(order_id),
        line: 1,
        product_id,
        quantity: 1,
        days: 7,
        currency: 'CAD',
        rent_minor: 0n,
        deposit_minor: 5000n,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  },
  body: { method: { token: 'test_ok' } },
};

/** One for every call that addresses a record with an owner. */
const ownDealer: OwnedRecord = {
  of: 'dealer',
  async make(server, { userId, dealer }) {
    return { id: (dealer ?? (await server.make.dealer({ members: [userId] }))).id };
  },
  body: { tools: [] },
};

const trackingTag: OwnedRecord = {
  of: 'affiliate',
  async make({ db, make }, { affiliateId }) {
    const id = affiliateId ?? (await make.affiliate()).id;
    const row = await db
      .insertInto('tracking_tags')
      .values({ tag: `tag-${randomUUID()}`, affiliate_id: id })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, tagId: row.id };
  },
};

const listView: OwnedRecord = {
  of: 'user',
  make: ({ db }, { userId }) =>
    db
      .insertInto('list_views')
      .values({ owner_id: userId, list: '/admin/orders', name: randomUUID(), query: '' })
      .returning('id')
      .executeTakeFirstOrThrow(),
};

/** An affiliate with one payout, in a run or alone. */
const affiliateMoney = (kind: 'payout' | 'run' | null, body?: unknown): OwnedRecord => ({
  of: 'affiliate',
  async make({ db, make }, { affiliateId }): Promise<Params> {
    const id = affiliateId ?? (await make.affiliate()).id;
    if (kind === null) return { id };
    const run =
      kind === 'run'
        ? await db
            .insertInto('payout_runs')
            .values({
              request_key: randomUUID(),
              currency: 'CAD',
              cut_off: new Date(),
              opened_at: new Date(),
              updated_at: new Date(),
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        : null;
    const payout = await db
      .insertInto('payouts')
      .values({
        owner: `affiliate:${id}`,
        request_key: randomUUID(),
        run_id: run?.id ?? null,
        currency: 'CAD',
        amount_minor: 500n,
        made_at: new Date(),
        updated_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, transfer: run?.id ?? payout.id };
  },
  ...(body === undefined ? {} : { body }),
});
const affiliateCode: OwnedRecord = {
  of: 'affiliate',
  async make({ db, make }, { affiliateId }) {
    const id = affiliateId ?? (await make.affiliate()).id;
    const code = await db
      .insertInto('discount_codes')
      .values({
        code: `c-${randomUUID().slice(0, 18)}`,
        name: 'Code',
        affiliate_id: id,
        amount: '5',
        amount_type: 'percent',
        starts_at: new Date(0),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, codeId: code.id };
  },
};
const sentLogo = formWith({ colour: '#ff6a2b' }, []);
const affiliateLogo: OwnedRecord = {
  of: 'affiliate',
  async make(server, owner) {
    const { id = 0 } = await affiliateMoney(null).make(server, owner);
    const sha256 = createHash('sha256').update(smallPdf).digest();
    await server.platform.files.put(Readable.from([smallPdf]), sha256, smallPdf.length);
    const file = await server.db
      .insertInto('stored_files')
      .values({ sha256, size_bytes: BigInt(smallPdf.length), name: 'logo.png', media_type: 'image/png' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db.updateTable('affiliates').set({ logo_file_id: file.id }).where('id', '=', Number(id)).execute();
    return { id };
  },
};

const application = (state: string, body?: unknown): OwnedRecord => ({
  of: 'user',
  make: async (server, { userId }) => {
    await server.db
      .updateTable('partner_applications')
      .set({ state: 'withdrawn' })
      .where('user_id', '=', userId)
      .where('state', '<>', 'approved')
      .execute();
    return { id: await applicationOf(server, userId, 'dealer', state) };
  },
  ...(body === undefined ? {} : { body }),
});
const sentDocument = formWith({}, [{ field: 'file', name: 'licence.pdf', bytes: smallPdf }]);
const applicationFile: OwnedRecord = {
  of: 'user',
  absent: { id: 999_999, file: '00000000-0000-4000-8000-000000000000' },
  async make(server, owner) {
    const { id = 0 } = await application('submitted').make(server, owner);
    const sha256 = createHash('sha256').update(smallPdf).digest();
    await server.platform.files.put(Readable.from([smallPdf]), sha256, smallPdf.length);
    const file = await server.db
      .insertInto('stored_files')
      .values({
        sha256,
        size_bytes: BigInt(smallPdf.length),
        name: 'licence.pdf',
        media_type: 'application/pdf',
        belongs_to: `application:${id}`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, file: file.id };
  },
};

export const ownedRecords: Readonly<Record<string, OwnedRecord>> = {
  'PATCH /v1/list-views/:id': { ...listView, body: { name: 'Renamed' } },
  'DELETE /v1/list-views/:id': listView,
  ...ownedDealerRecords,
  'GET /v1/affiliates/:id': affiliateMoney(null),
  'PATCH /v1/affiliates/:id': {
    ...affiliateMoney(null, { website: '' }),
    headers: { 'if-unmodified-since': new Date(Date.now() + 86_400_000).toUTCString() },
  },
  'GET /v1/affiliates/:id/entry-metrics': affiliateMoney(null),
  'GET /v1/affiliates/:id/entries': affiliateMoney(null),
  'GET /v1/affiliates/:id/transfers': affiliateMoney(null),
  'GET /v1/affiliates/:id/transfers/:transfer': affiliateMoney('payout'),
  'GET /v1/affiliates/:id/transfers/:transfer/pdf': affiliateMoney('payout'),
  'GET /v1/affiliates/:id/transfer-groups': affiliateMoney(null),
  'GET /v1/affiliates/:id/transfer-groups/:transfer': affiliateMoney('run'),
  'GET /v1/affiliates/:id/unified-transfers': affiliateMoney(null),
  'GET /v1/affiliates/:id/discount-codes': affiliateMoney(null),
  'POST /v1/affiliates/:id/discount-codes': affiliateMoney(null, { code: 'owned', amount: '5' }),
  'DELETE /v1/affiliates/:id/discount-codes/:codeId': affiliateCode,
  'GET /v1/affiliates/:id/targets/status': affiliateMoney(null),
  'POST /v1/affiliates/:id/targets/ascend': affiliateMoney(null),
  'GET /v1/affiliates/:id/members': affiliateMoney(null),
  'GET /v1/affiliates/:id/branding': affiliateMoney(null),
  'PUT /v1/affiliates/:id/branding': { ...affiliateMoney(null), body: sentLogo.body, headers: sentLogo.headers },
  'GET /v1/affiliates/:id/branding/logo': affiliateLogo,
  'GET /v1/affiliates/:id/terms': affiliateMoney(null),
  'POST /v1/affiliates/:id/terms': affiliateMoney(null, { version: '2026-11' }),
  'GET /v1/affiliates/:id/bank-account': affiliateMoney(null),
  'PUT /v1/affiliates/:id/bank-account': affiliateMoney(null, bankAccount),
  'GET /v1/affiliates/:id/tracking-tags': trackingTag,
  'POST /v1/affiliates/:id/tracking-tags': { ...trackingTag, body: { tag: 'spring-2026' } },
  'DELETE /v1/affiliates/:id/tracking-tags/:tagId': trackingTag,
  'POST /partner-applications/:id/files': {
    ...application('submitted'),
    body: sentDocument.body,
    headers: sentDocument.headers,
  },
  'GET /partner-applications/:id/files/:file': applicationFile,
  'POST /partner-applications/:id/answer': application('needs_information', { answer: 'Yes.' }),
  'POST /partner-applications/:id/withdraw': application('submitted'),
  'GET /v1/uploads/:id': upload,
  'PATCH /v1/uploads/:id': uploadBytes,
  'DELETE /v1/uploads/:id': upload,
  'DELETE /auth/sessions/:id': session,
  'DELETE /user/api-keys/:id': apiKey,
  'GET /user/webhooks/:id': webhook(),
  'PATCH /user/webhooks/:id': webhook({ events: ['order.shipped'] }),
  'DELETE /user/webhooks/:id': webhook(),
  'POST /user/webhooks/:id/rotate-secret': webhook(),
  'POST /user/webhooks/:id/test': webhook(),
  'GET /user/webhooks/:id/deliveries': webhook(),
  'POST /user/webhooks/:id/deliveries/:delivery/replay': webhook(),
  'GET /user/data-exports/:id/file': dataExport,
  'DELETE /user/data-exports/:id': dataExport,
  'PUT /user/notifications/:id/read': notification,
  'DELETE /auth/passkeys/:id': passkey,
  'GET /users/:id': user,
  'PATCH /users/:id': { ...user, body: { name: 'Robin Renamed' } },
  'DELETE /users/:id/pending-email': user,
  'GET /users/:id/dealer-memberships': user,
  'PATCH /addresses/:id': { ...address, body: { city: 'Victoria' } },
  'POST /addresses/:id/default': address,
  'DELETE /addresses/:id': address,
  'GET /vehicles/:id': garageVehicle,
  'PATCH /vehicles/:id': { ...garageVehicle, body: { nickname: 'Daily' } },
  'DELETE /vehicles/:id': garageVehicle,
  'POST /vehicles/:id/photo': { ...garageVehicle, body: sentPicture.body, headers: sentPicture.headers },
  'DELETE /vehicles/:id/photo': garageVehicle,
  'GET /vehicles/:id/photo/:width': garagePhoto,
  'GET /vehicles/:id/passport': garageVehicle,
  'POST /vehicles/:id/entries': { ...garageVehicle, body: { kind: 'note', title: 'Oil change', day: '2026-01-15' } },
  'DELETE /vehicles/:id/entries/:entryId': passportEntry,
  'POST /vehicles/:id/shares': { ...garageVehicle, body: { parts: ['facts'] } },
  'DELETE /vehicles/:id/shares/:shareId': passportShare,
  'POST /vehicles/:id/handover': { ...garageVehicle, body: {} },
  'DELETE /vehicles/:id/handover': handover,
  'DELETE /stripe-payment-methods/:id': paymentMethod,
  'GET /order/:id': { ...order, body: undefined },
  'POST /order/:id/payment': order,
  'POST /order/:id/cancel': order,
  'GET /credit-notes/:id': creditNote,
  'GET /credit-notes/:id/pdf': creditNote,
  'GET /invoices/:id': invoice,
  'GET /invoices/:id/pdf': invoice,
  'PUT /v1/dealers/:id/dealer-tools': ownDealer,
  'GET /order/:id/rentals': { ...order, body: undefined },
  'GET /order/:id/returns': { ...order, body: undefined },
  'POST /order/:id/returns': { ...order, body: { reason: 'faulty', lines: [{ line: 1, quantity: 1 }] } },
  'POST /order/:id/returns/:return/cancel': orderReturn,
  'POST /rentals/:id/deposit': rental,
  'GET /trade-in-requests/:id': tradeIn('submitted'),
  'POST /trade-in-requests/:id/photos': {
    ...tradeIn('submitted'),
    body: sentPicture.body,
    headers: sentPicture.headers,
  },
  'GET /trade-in-requests/:id/photos/:photo/:width': tradeInPhoto,
  'POST /trade-in-requests/:id/answer': tradeIn('needs_information', { note: 'It has both cables.' }),
  'POST /trade-in-requests/:id/accept': tradeIn('offered', { pay_as: 'bank' }),
  'POST /trade-in-requests/:id/decline': tradeIn('offered', {}),
  'POST /trade-in-requests/:id/ship': tradeIn('accepted', { tracking_number: 'T-1' }),
  'GET /customer-tickets/:id': ticket,
  'GET /customer-tickets/:id/live': ticket,
  'POST /customer-tickets/:id/replies': { ...ticket, body: { text: 'It starts again.' } },
  'POST /customer-tickets/:id/feedback': {
    of: 'user',
    make: (server, { userId }) => ticketRow(server, userId, 'resolved'),
    body: { helped: true },
  },
  'GET /customer-tickets/:id/files/:fileId': ticketFile,
  'GET /rescue-sessions/:id': rescue,
  'PATCH /rescue-sessions/:id': { ...rescue, body: { step: 'fix', answer: 'worked' } },
  'GET /rescue-sessions/:id/files/:fileId': rescueFile,
  'GET /v1/tune-requests/:id': request(),
  'GET /v1/tune-requests/:id/poll': request(),
  'GET /v1/tune-requests/:id/live': request(),
  'PATCH /v1/tune-requests/:id': request({ information: { notes: 'More' } }),
  'DELETE /v1/tune-requests/:id': request(),
  'POST /v1/tune-requests/:id/steps': request({ event: 'cancel' }),
  'POST /v1/tune-requests/:id/follow-up': request({}),
  'GET /v1/tune-requests/:id/support': request(),
  'POST /v1/tune-requests/:id/support': request({ message: 'Hello' }),
  'POST /v1/tune-requests/:id/help': request({ message: 'Hello' }),
  'POST /v1/tune-requests/:id/custom-tuning': request({ wishes: 'More torque' }),
  'POST /v1/tune-requests/:id/estimate': request({ tune_ids: [1] }),
  'POST /v1/tune-requests/:id/pay': request({ estimate_hash: 'none', billing: home, method: { token: 'test_ok' } }),
  'POST /v1/tune-requests/:id/pay-later': request({ estimate_hash: 'none' }),
  'POST /v1/tune-requests/:id/request-approval': request({ estimate_hash: 'none' }),
  'POST /v1/tune-requests/:id/free': request({ estimate_hash: 'none', billing: home }),
  'POST /v1/tune-requests/:id/link-purchase': request({ purchase_id: 2_000_000_000 }),
  'POST /v1/tune-requests/:id/value-transfer': request({ cause: 'upgrade', reason: 'More power' }),
  'POST /v1/tune-requests/:id/value-transfer/evidence': request({ evidence: 'A photo' }),
  'POST /v1/tune-requests/:id/value-transfer/withdraw': request(),
  'POST /v1/tune-requests/:id/pay-difference': request({
    method: { token: 'test_ok' },
    total: { amount: '1.00', currency: 'CAD' },
  }),
  'GET /v1/tune-requests/:id/raw': requestFile,
  'POST /v1/tune-requests/:id/token': request(),
  'GET /v1/tune-requests/:id/dealers': request(),
  'GET /v1/tune-requests/:id/logs': request(),
  'PUT /v1/tune-requests/:id/logs/:key': requestLog,
  'DELETE /v1/tune-requests/:id/logs/:key': requestLog,
  'GET /v1/tune-requests/:id/files': request(),
  'POST /v1/tune-requests/:id/files': { ...request(), body: sentFile.body, headers: sentFile.headers },
  'GET /v1/tune-requests/:id/files/:fileId': requestFile,
  'GET /tuners/:id': tunerMoney(null),
  'GET /tuners/:id/entries': tunerMoney(null),
  'GET /tuners/:id/report': tunerMoney(null),
  'GET /tuners/:id/transfers': tunerMoney(null),
  'GET /tuners/:id/transfers/:transfer': tunerMoney('payout'),
  'GET /tuners/:id/transfers/:transfer/pdf': tunerMoney('payout'),
  'GET /tuners/:id/bank-account': tunerMoney(null),
  'PUT /tuners/:id/bank-account': tunerMoney(null, bankAccount),
  'GET /tuners/:id/transfer-groups/:transfer': tunerMoney('run'),
  'GET /tune-pools/:id': pool,
  'POST /tune-pools/:id/requests/:requestId/take': pool,
  'POST /v1/admin/tune-requests/:id/assign': workOf,
  'POST /v1/admin/tune-requests/:id/state': { ...workOf, body: { event: 'claim' } },
  'GET /catalog-purchases/:id': purchase,
  'GET /catalog-purchases/:id/invoice': purchase,
  'GET /catalog-purchases/:id/invoice/pdf': purchase,
};
