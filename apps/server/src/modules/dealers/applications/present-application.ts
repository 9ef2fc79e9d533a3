import {
  type ApplicationKind,
  type ApplicationState,
  applicationFilesMax,
  applicationMachine,
  applicationSentences,
} from '@tuneport/domain/dealers/application-states';
import { type Address, addressLines } from '@tuneport/domain/places/address-lines';
import { eventsFrom } from '@tuneport/domain/states/machine';
import { t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { takesFiles } from './application-files.ts';
import {
  type Application,
  applicationById,
  applicationsOfUser,
  filesOf,
  historyOf,
  type ListedApplication,
} from './application-queries.ts';

const shared = (row: Application) => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  name: row.name,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const presentListed = (row: ListedApplication) => ({
  ...shared(row),
  user: { id: row.user_id, name: row.user_name, email: row.user_email },
});

/** The applicant's view, without the names of staff. */
async function presentOwn(db: Db, row: Application) {
  const [files, history] = await Promise.all([filesOf(db, row.id), historyOf(db, row.id)]);
  const last = history.at(-1);
  const can = eventsFrom(applicationMachine, row.state, 'applicant');
  return {
    ...shared(row),
    sentence: t(applicationSentences[row.state]),
    message: row.state === 'needs_information' || row.state === 'rejected' ? (last?.reason ?? '') : '',
    partner_path: await partnerPath(db, row),
    files,
    history: history.map(({ at, to_state, reason }) => ({ at, state: to_state as ApplicationState, reason })),
    can: {
      answer: can.includes('answer'),
      withdraw: can.includes('withdraw'),
      add_files: takesFiles(row.state) && files.length < applicationFilesMax,
    },
  };
}

async function partnerPath(db: Db, { dealer_id, affiliate_id }: Application): Promise<string | null> {
  if (affiliate_id !== null) return `/affiliate/${affiliate_id}`;
  if (dealer_id === null) return null;
  const dealer = await db.selectFrom('dealers').select('slug').where('id', '=', dealer_id).executeTakeFirst();
  return dealer ? `/dealer/${dealer.slug}` : null;
}

export async function presentOwnApplication(db: Db, userId: number | null, id: number) {
  const row = await applicationById(db, id);
  if (!row || row.user_id !== userId) throw new Refusal('not_found');
  return presentOwn(db, row);
}

export async function presentOwnApplications(db: Db, userId: number, kind: ApplicationKind | undefined) {
  const rows = await applicationsOfUser(db, userId, kind);
  return { data: await Promise.all(rows.map((row) => presentOwn(db, row))) };
}

type Details = Readonly<Record<string, unknown>>;

export async function presentApplicationRecord(db: Db, kind: ApplicationKind, id: number) {
  const row = await applicationById(db, id);
  if (!row || row.kind !== kind) throw new Refusal('not_found');
  const details = row.details as Details;
  const [files, history, tools] = await Promise.all([filesOf(db, id), historyOf(db, id), toolNames(db, details.tools)]);
  return {
    ...presentListed(row),
    details: labelled({ ...details, tools }),
    files,
    partner_id: row.dealer_id ?? row.affiliate_id,
    suggested_slug: slugOf(row.name),
    events: eventsFrom(applicationMachine, row.state, 'staff'),
    history: history.map(({ at, to_state, by, reason }) => ({ at, state: to_state as ApplicationState, by, reason })),
  };
}

async function toolNames(db: Db, ids: unknown): Promise<string> {
  if (!Array.isArray(ids) || ids.length === 0) return '';
  const tools = await db
    .selectFrom('tools')
    .select('name')
    .where('id', 'in', ids as number[])
    .orderBy('name')
    .execute();
  return tools.map(({ name }) => name).join(', ');
}

const labels: Readonly<Record<string, string>> = {
  website: 'Website',
  contact: 'Contact',
  address: 'Address',
  tools: 'Tools',
  about: 'About',
  socials_1: 'Link 1',
  socials_2: 'Link 2',
  socials_3: 'Link 3',
};

const labelled = (details: Details) =>
  Object.entries(labels).flatMap(([key, label]) => {
    // The database keeps the keys of an object in an order of its own.
    const text =
      key === 'address' && details.address ? addressLines(details.address as Address).join(', ') : textOf(details[key]);
    return text === '' ? [] : [{ label, text }];
  });

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value && typeof value === 'object'
      ? Object.values(value).filter(Boolean).join(', ')
      : '';

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '');
