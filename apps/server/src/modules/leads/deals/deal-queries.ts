import type { ActivityType } from '@tuneport/domain/leads/activities';
import type { CustomValues } from '@tuneport/domain/leads/custom-fields';
import type { LeadDealState } from '@tuneport/domain/leads/deal-states';
import { daysInStage, type Priority } from '@tuneport/domain/leads/pipelines';
import { type Currency, currencies, money, toWire } from '@tuneport/domain/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { containing } from '../../../platform/db/lists/page.ts';
import { customConditions } from '../fields/custom-filters.ts';
import { type PipelineRow, stagesJson } from '../pipelines.ts';
import { labelsJson } from '../record-labels.ts';
import { named } from '../sql-parts.ts';

type Named = { id: number; name: string };

type CardRow = {
  id: number;
  title: string;
  value_minor: bigint;
  currency: Currency;
  organization: Named | null;
  contact: Named | null;
  stage_id: number;
  owner: Named | null;
  probability: number;
  priority: Priority;
  expected_close_date: string | null;
  state: LeadDealState;
  labels: { id: number; name: string; colour: string }[];
  next_activity: { id: number; type: ActivityType; subject: string; date: string; time: string | null } | null;
  stage_entered_at: Date;
  closed_at: Date | null;
  rot_days: number | null;
  position: number;
  version: number;
};

/** What a card shows; `d` is the deal and `s` its stage. */
const cardColumns = sql`
  d.id, d.title, d.value_minor, d.currency, d.stage_id, d.priority, d.expected_close_date, d.state, d.stage_entered_at,
  d.closed_at, d.position, d.version, s.rot_days, coalesce(d.probability, s.probability) as probability,
  ${named('o')} as organization, ${named('c')} as contact, ${named('u')} as owner,
  ${labelsJson('deal', 'd.id')} as labels,
  (select jsonb_build_object('id', a.id, 'type', a.type, 'subject', a.subject, 'date', a.date,
      'time', to_char(a.time, 'HH24:MI'))
    from lead_activities a where a.deal_id = d.id and not a.done order by a.date, a.time nulls last, a.id limit 1
  ) as next_activity`;
const cardJoins = sql`
  join lead_stages s on s.id = d.stage_id
  left join lead_organizations o on o.id = d.organization_id
  left join lead_contacts c on c.id = d.contact_id
  left join users u on u.id = d.owner_id`;

export async function cardsWhere(
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  perStage: number,
): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    with d as (
      select d.*, row_number() over (partition by d.stage_id order by d.position, d.id) as place from lead_deals d where ${where}
    )
    select ${cardColumns} from d ${cardJoins} where d.place <= ${perStage} order by ${order}`.execute(db);
  return rows;
}

/** What became of a closed deal is known. */
const closedProbability: Partial<Record<LeadDealState, number>> = { won: 100, lost: 0 };

export function presentCard(row: CardRow, now: Date) {
  const days = daysInStage(row.stage_entered_at, row.closed_at ?? now);
  return {
    id: row.id,
    title: row.title,
    value: toWire(money(row.value_minor, row.currency)),
    organization: row.organization,
    contact: row.contact,
    stageId: row.stage_id,
    user: row.owner,
    probability: closedProbability[row.state] ?? row.probability,
    priority: row.priority,
    expectedCloseDate: row.expected_close_date,
    status: row.state,
    labels: row.labels,
    nextActivity: row.next_activity,
    daysInStage: days,
    rotten: row.state === 'open' && row.rot_days !== null && days >= row.rot_days,
    position: row.position,
    version: row.version,
  };
}

type DealRow = CardRow & {
  pipeline: PipelineRow;
  pipeline_id: number;
  own_probability: number | null;
  lost_reason: string;
  archived_at: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
  notes: NoteJson[];
  custom: CustomValues;
};
type NoteJson = {
  id: number;
  dealId: number;
  contactId: null;
  text: string;
  pinned: boolean;
  writtenBy: Named | null;
  createdAt: string;
  updatedAt: string;
};

const dealColumns = sql`${cardColumns}, d.pipeline_id, d.probability as own_probability, d.lost_reason, d.archived_at,
  d.deleted_at, d.created_at, d.updated_at, d.custom,
  jsonb_build_object('id', p.id, 'name', p.name, 'stages', ${stagesJson}) as pipeline,
  coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'dealId', n.deal_id, 'contactId', n.contact_id,
      'text', n.text, 'pinned', n.pinned, 'createdAt', n.created_at, 'updatedAt', n.updated_at,
      'writtenBy', ${named('w')})
      order by n.pinned desc, n.id desc)
    from lead_notes n left join users w on w.id = n.written_by where n.deal_id = d.id), '[]') as notes`;

export async function dealsWhere(db: Db, where: RawBuilder<unknown>, rest: RawBuilder<unknown>): Promise<DealRow[]> {
  const { rows } = await sql<DealRow>`
    select ${dealColumns} from lead_deals d join lead_pipelines p on p.id = d.pipeline_id ${cardJoins}
    where ${where} ${rest}`.execute(db);
  return rows;
}

export function presentDeal(row: DealRow, now: Date) {
  return {
    ...presentCard(row, now),
    closedAt: row.closed_at,
    lostReason: row.lost_reason,
    archivedAt: row.archived_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    pipeline: row.pipeline,
    custom: row.custom,
    notes: row.notes.map((note) => ({
      ...note,
      createdAt: new Date(note.createdAt),
      updatedAt: new Date(note.updatedAt),
    })),
  };
}

export type DealFilters = {
  owner?: number | undefined;
  label?: number | undefined;
  valueFrom?: number | undefined;
  valueTo?: number | undefined;
  closeFrom?: string | undefined;
  closeTo?: string | undefined;
  search?: string | undefined;
  custom?: string | undefined;
};

/** Minor units of one unit of the deal's currency. */
const minorUnits = sql`(case d.currency ${sql.join(
  Object.entries(currencies)
    .filter(([, digits]) => digits !== 2)
    .map(([code, digits]) => sql`when ${sql.lit(code)} then ${sql.lit(10 ** digits)}`),
  sql` `,
)} else 100 end)`;

/** The conditions of the filters that are set. Values are in whole units of the deal's currency. */
export function filterConditions(filters: DealFilters): RawBuilder<unknown>[] {
  const { owner, label, valueFrom, valueTo, closeFrom, closeTo, search, custom } = filters;
  return [
    ...(owner === undefined ? [] : [sql`d.owner_id = ${owner}`]),
    ...(label === undefined
      ? []
      : [sql`exists (select from lead_deal_labels dl where dl.deal_id = d.id and dl.label_id = ${label})`]),
    ...(valueFrom === undefined ? [] : [sql`d.value_minor >= ${valueFrom}::numeric * ${minorUnits}`]),
    ...(valueTo === undefined ? [] : [sql`d.value_minor <= ${valueTo}::numeric * ${minorUnits}`]),
    ...(closeFrom === undefined ? [] : [sql`d.expected_close_date >= ${closeFrom}::date`]),
    ...(closeTo === undefined ? [] : [sql`d.expected_close_date <= ${closeTo}::date`]),
    ...(search ? [matching(search)] : []),
    ...(custom === undefined ? [] : customConditions('deal', custom)),
  ];
}

/**
 * People and organizations are found first, so that a rare text is a bitmap of three indexes, and a frequent one is read
 * in the order of the list until the page is full.
 */
function matching(search: string): RawBuilder<unknown> {
  const pattern = containing(search);
  return sql`(d.title ilike ${pattern}
    or d.organization_id = any(array(select id from lead_organizations where name ilike ${pattern}))
    or d.contact_id = any(array(select id from lead_contacts where name ilike ${pattern})))`;
}
