import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vinCheckDigit } from '@tuneport/domain/catalog/vin/vin-text';
import { sql } from 'kysely';
import { addEntry } from '../modules/garage/index.ts';
import { uploadLog } from '../modules/tuning/index.ts';
import type { SignedInActor } from '../platform/actor.ts';
import type { ReceivedFile } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { advanceRequest } from './advance-request.ts';
import { datedPlatform } from './history/history-clock.ts';
import { actorOf, casey } from './purchases.ts';

const dayMs = 86_400_000;
const logName = 'third-gear.csv';

/** The passport of the demo customer's car: a tune with its receipt, a log, dyno runs before and after, and service notes. Idempotent. */
export async function buildDemoPassport(platform: Platform, now: Date): Promise<void> {
  const { db } = platform;
  const [buyer, tuner, reviewer] = await Promise.all(
    ['customer', 'tuner', 'cms-tuner'].map((address) => actorOf(platform, address)),
  );
  if (!buyer || !tuner || !reviewer) return;
  const car = await db
    .selectFrom('garage_vehicles')
    .select(['id', 'year', 'path', 'engine'])
    .where('user_id', '=', buyer.userId)
    .where('nickname', '=', 'Daily')
    .executeTakeFirst();
  if (!car?.path) return;
  const daysAgo = (days: number, hours = 0) => new Date(now.getTime() - days * dayMs + hours * 3_600_000);
  const folder = await mkdtemp(join(tmpdir(), 'tuneport-demo-'));
  try {
    const tune = await tuneFor(platform, car.path, tuner);
    if (tune !== undefined && platform.payments?.name === 'test') {
      const at = { open: daysAgo(34), claim: daysAgo(34, 2), result: daysAgo(33), approve: daysAgo(33, 1) };
      const chosen = { path: car.path, tune_id: tune };
      const request = await advanceRequest(
        datedPlatform(platform, at.open),
        {
          key: 'demo passport',
          seed: 61,
          mode: 'automatic',
          folder,
          buyer,
          billing: casey,
          tuner,
          reviewer,
          car: chosen,
          at,
        },
        'delivered',
      );
      // Payments take their time from the database.
      await sql`update catalog_purchases set paid_at = placed_at where request_key = 'demo passport'`.execute(db);
      const graph = await logOf(platform, buyer, folder, daysAgo(29));
      await db
        .insertInto('tune_request_logs')
        .values({ request_id: request, graph_id: graph, created_at: daysAgo(29) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await addNotes(platform, { userId: buyer.userId, car, now });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A tune for the engine at this path that the demo tuner sells. */
async function tuneFor({ db }: Platform, path: string, tuner: SignedInActor): Promise<number | undefined> {
  const [, , make = '', year = '', model = '', engine = ''] = path.split('/');
  const { rows } = await sql<{ id: number }>`
    select t.id from vehicles v join years y on y.id = v.year_id join models m on m.id = v.model_id join makes k on k.id = y.make_id
    join engine_tunes e on e.engine_id = v.engine_id join tunes t on t.id = e.tune_id
    where k.slug = ${make} and y.year = ${year} and m.slug = ${model} and v.engine_slug = ${engine}
      and not t.is_stock and not t.optional and t.tuner_id = any(${tuner.tuners.map(({ id }) => id)}::int[])
      and exists (select from tune_tools x where x.tune_id = t.id)
    order by t.id limit 1`.execute(db);
  return rows[0]?.id;
}

async function logOf(platform: Platform, buyer: SignedInActor, folder: string, now: Date): Promise<string> {
  const known = await platform.db
    .selectFrom('graphs')
    .select('id')
    .where('uploaded_by', '=', buyer.userId)
    .where('name', '=', logName)
    .executeTakeFirst();
  if (known) return known.id;
  const bytes = Buffer.from(pull());
  const path = join(folder, logName);
  await writeFile(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest();
  const file: ReceivedFile = {
    field: 'file',
    name: logName,
    mediaType: 'text/csv',
    path,
    sizeBytes: bytes.length,
    sha256,
  };
  const { graph } = await uploadLog(platform, buyer, { files: [file], days: 365, now, address: '127.0.0.1' });
  return graph.id;
}

/** A pull in third gear, invented. */
function pull(): string {
  const lines = ['Time (s),Engine speed (rpm),Boost (kPa),Intake air temperature (°C),Throttle (%)'];
  for (let at = 0; at <= 120; at += 1) {
    const rpm = 2000 + at * 38;
    const boost = Math.min(215, 105 + at * 3.4) - Math.max(0, at - 90) * 0.6;
    lines.push(`${(at / 20).toFixed(2)},${rpm},${boost.toFixed(1)},${(24 + at / 14).toFixed(1)},100`);
  }
  return lines.join('\n');
}

type Notes = { readonly userId: number; readonly car: { id: number; year: string | null }; readonly now: Date };

async function addNotes({ db }: Platform, { userId, car, now }: Notes): Promise<void> {
  const day = (ago: number) => new Date(now.getTime() - ago * dayMs).toISOString().slice(0, 10);
  const run = (title: string, ago: number, power_hp: number, torque_nm: number, detail: string) =>
    ({ kind: 'dyno', title, detail, day: day(ago), power_hp, torque_nm }) as const;
  const note = (title: string, ago: number, detail: string) =>
    ({ kind: 'note', title, detail, day: day(ago), power_hp: null, torque_nm: null }) as const;
  await db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('vehicle_records')
      .select('id')
      .where('vehicle_id', '=', car.id)
      .executeTakeFirst();
    if (known) return;
    for (const entry of [
      note('Oil and filter', 64, '41,200 km. 5W-30, spark plugs checked.'),
      run('Baseline run', 40, 241, 352, 'Stock, 22 °C, two runs averaged.'),
      run('After the tune', 21, 302, 438, 'Same dyno, 19 °C, 98 octane.'),
      note('New front tyres', 9, '225/40 R18'),
    ])
      await addEntry(tx, userId, car.id, entry, now);
    const yearCode = 'ABCDEFGHJKLMNPRSTVWXY'[Number(car.year) - 2010] ?? 'T';
    const draft = `WVWZZZCD0${yearCode}W204617`;
    const vin = `${draft.slice(0, 8)}${vinCheckDigit(draft)}${draft.slice(9)}`;
    await tx
      .updateTable('garage_vehicles')
      .set({ vin, created_at: new Date(now.getTime() - 70 * dayMs) })
      .where('id', '=', car.id)
      .execute();
  });
}
