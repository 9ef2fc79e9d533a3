import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDb } from '../../apps/server/src/platform/db/connection/open.ts';
import { readPostmaster } from '../../apps/server/src/platform/postgres/postmaster.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { eventually } from '../../apps/server/src/testing/waiting/eventually.ts';
import { grantedMs } from '../../apps/server/src/testing/waiting/granted-time.ts';
import { type Caller, loggedIn } from './api.ts';
import { type DataFolder, embedded } from './data-folder.ts';
import { type Product, startProduct } from './product.ts';

/** Writes continuously and records what was acknowledged. */
type Writer = {
  readonly name: string;
  acknowledged: number;
  /** Sends the next write; returns its status. */
  write(): Promise<number>;
  /** Differences between the database and the acknowledged writes. */
  lost(db: Awaited<ReturnType<typeof openCluster>>['db']): Promise<string[]>;
};

export type CrashReport = {
  rounds: number;
  acknowledged: number;
  unanswered: number;
  /** Responses that are neither a success nor a retryable refusal. */
  unexpected: string[];
  /** Time from the kill to the next acknowledged write per round, shortest first. */
  databaseBackMs: number[];
  appBackMs: number[];
  lost: string[];
};

const backWithinMs = 120_000;

/** kill -9 of the database and of the app, in turn, while four clients write. */
export async function crash(input: { rounds: number; dataDir: DataFolder }): Promise<CrashReport> {
  const { dataDir } = input;
  const port = await freePort();
  const start = () => startProduct({ env: embedded(dataDir.path), port });
  let product: Product = await start();
  const origin = () => product.origin;
  const admin = await loggedIn(origin, 'admin');
  const boss = await loggedIn(origin, 'super');
  const writers = [newAlerts(admin), await oneAlert(admin), await grants(boss), await setting(boss)];
  const report: CrashReport = {
    rounds: input.rounds,
    acknowledged: 0,
    unanswered: 0,
    unexpected: [],
    databaseBackMs: [],
    appBackMs: [],
    lost: [],
  };

  let writing = true;
  const work = writers.map(async (writer) => {
    while (writing) {
      const status = await writer.write();
      if (status === 0) report.unanswered += 1;
      else if (status >= 300 && status !== 503) report.unexpected.push(`${writer.name}: ${status}`);
      if (status === 0 || status >= 300) await sleep(60);
    }
  });

  /** Waits until every writer has a response to a write sent after this call. */
  async function back(): Promise<number> {
    const since = grantedMs();
    const before = writers.map((writer) => writer.acknowledged);
    while (writers.some((writer, at) => writer.acknowledged < (before[at] ?? 0) + 2)) {
      if (grantedMs() - since > backWithinMs) throw new Error(`Not back in time. It said:\n${product.output()}`);
      await sleep(10);
    }
    return grantedMs() - since;
  }

  try {
    for (let round = 0; round < input.rounds; round += 1) {
      await back();
      const pid = product.pid;
      const former = dataDir.killDatabase();
      const since = grantedMs();
      // Its backends survive for a moment and may still acknowledge writes.
      await eventually(() => {
        if ([former, 0].includes(dataDir.postmaster()))
          throw new Error(`No new database. It said:\n${product.output()}`);
      }, backWithinMs);
      await back();
      report.databaseBackMs.push(Math.round(grantedMs() - since));
      if (product.pid !== pid) report.unexpected.push('the app ended with its database');
      await sleep(Math.random() * 50);
      await product.kill();
      // Every third round simulates a machine failure: app and database are both gone.
      if (round % 3 === 2) dataDir.killDatabase();
      const killed = grantedMs();
      product = await start();
      await back();
      report.appBackMs.push(Math.round(grantedMs() - killed));
    }
  } finally {
    writing = false;
    await Promise.all(work);
  }
  for (const times of [report.databaseBackMs, report.appBackMs]) times.sort((a, b) => a - b);
  const { db, close } = await openCluster(dataDir.cluster);
  for (const writer of writers) {
    report.acknowledged += writer.acknowledged;
    report.lost.push(...(await writer.lost(db)).map((text) => `${writer.name}: ${text}`));
  }
  report.lost.push(...(await halves(db)));
  await close();
  const end = await product.stop();
  if (end.code !== 0) report.unexpected.push(`the last stop ended with ${end.signal ?? end.code}`);
  return report;
}

async function openCluster(cluster: string) {
  const host = readPostmaster(cluster)?.socketDir ?? '';
  return openDb({ host, port: 5432, user: 'tuneport', database: 'tuneport' }, { max: 1 });
}

function newAlerts(caller: Caller): Writer {
  const promised = new Map<number, string>();
  let serial = 0;
  return {
    name: 'new alerts',
    acknowledged: 0,
    async write() {
      serial += 1;
      const text = `Notice number ${serial}`;
      const { status, body } = await caller.request<{ id: number }>('POST', '/api/v1/admin/alerts', {
        body: { text, level: 'info', audience: 'staff' },
      });
      if (status === 201) {
        this.acknowledged += 1;
        promised.set(body.id, text);
      }
      return status;
    },
    async lost(db) {
      const rows = await db.selectFrom('alerts').select(['id', 'text']).execute();
      const found = new Map(rows.map((row) => [row.id, row.text]));
      return [...promised].filter(([id, text]) => found.get(id) !== text).map(([id]) => `alert ${id} is gone`);
    },
  };
}

async function oneAlert(caller: Caller): Promise<Writer> {
  const made = await caller.request<{ id: number }>('POST', '/api/v1/admin/alerts', {
    body: { text: 'Version 0', level: 'info', audience: 'staff' },
  });
  const id = made.body.id;
  let sent = 0;
  let promised = 0;
  const writer: Writer = {
    name: 'edits of one alert',
    acknowledged: 0,
    async write() {
      sent += 1;
      const text = `Version ${sent}`;
      const { status } = await caller.request('PATCH', `/api/v1/admin/alerts/${id}`, { body: { text } });
      if (status === 200) {
        this.acknowledged += 1;
        promised = sent;
      }
      return status;
    },
    async lost(db) {
      const row = await db.selectFrom('alerts').select('text').where('id', '=', id).executeTakeFirst();
      const version = Number(row?.text.split(' ')[1] ?? -1);
      return version >= promised ? [] : [`version ${promised} was acknowledged, ${version} is stored`];
    },
  };
  return writer;
}

/** Grants and revokes a flag, each time based on the record just read. */
async function grants(caller: Caller): Promise<Writer> {
  type User = { id: number; f: string[]; updated_at: string };
  const list = await caller.request<{ data: User[] }>('GET', '/api/v1/admin/users?search=customer');
  const id = list.body.data[0]?.id ?? 0;
  let user: User | null = null;
  let acts = 0;
  const writer: Writer = {
    name: 'grants of a flag',
    acknowledged: 0,
    async write() {
      if (!user) {
        const read = await caller.request<User>('GET', `/api/v1/admin/users/${id}`);
        if (read.status === 200) user = read.body;
        return read.status;
      }
      const f = user.f.includes('tm') ? [] : ['tm'];
      const headers = { 'if-unmodified-since': new Date(user.updated_at).toUTCString() };
      const { status, body } = await caller.request<User>('PATCH', `/api/v1/admin/users/${id}`, {
        body: { f },
        headers,
      });
      user = status === 200 ? body : null;
      if (status === 200) {
        this.acknowledged += 1;
        acts += 1;
      }
      return status;
    },
    async lost(db) {
      const { rows } = await sql<{ n: bigint }>`
        select count(*) as n from audit_log where subject = ${`user:${id}`} and act = 'identity.grant-rights'`.execute(
        db,
      );
      const recorded = Number(rows[0]?.n ?? 0);
      return recorded >= acts ? [] : [`${acts} grants were acknowledged, the audit log has ${recorded}`];
    },
  };
  return writer;
}

async function setting(caller: Caller): Promise<Writer> {
  type Record = { updated_at: string; values: { company_phone: string } };
  let record: Record | null = null;
  let sent = 0;
  let promised = 0;
  const writer: Writer = {
    name: 'edits of a setting',
    acknowledged: 0,
    async write() {
      if (!record) {
        const read = await caller.request<Record>('GET', '/api/v1/admin/settings');
        if (read.status === 200) record = read.body;
        return read.status;
      }
      sent += 1;
      const { status, body } = await caller.request<Record>('PATCH', '/api/v1/admin/settings', {
        body: { company_phone: `+1 604 555 ${String(sent).padStart(6, '0')}` },
        headers: { 'if-unmodified-since': new Date(record.updated_at).toUTCString() },
      });
      record = status === 200 ? body : null;
      if (status === 200) {
        this.acknowledged += 1;
        promised = sent;
      }
      return status;
    },
    async lost(db) {
      const row = await db
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'company_phone')
        .executeTakeFirst();
      const stored = Number(String(row?.value ?? '').slice(-6));
      return stored >= promised ? [] : [`number ${promised} was acknowledged, ${stored} is stored`];
    },
  };
  return writer;
}

/** A change and its audit row are atomic: neither without the other, and never twice. */
async function halves(db: Awaited<ReturnType<typeof openCluster>>['db']): Promise<string[]> {
  const { rows } = await sql<{ subject: string; n: bigint }>`
    select coalesce(l.subject, 'alert:' || a.id) as subject, count(l.id) as n
      from alerts a full join audit_log l on l.subject = 'alert:' || a.id and l.act = 'alerts.create'
     where l.act = 'alerts.create' or l.id is null
     group by a.id, l.subject having count(l.id) <> 1 or a.id is null`.execute(db);
  return rows.map((row) => `${row.subject} has ${row.n} audit rows`);
}
