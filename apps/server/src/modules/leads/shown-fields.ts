import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Names of the records with one id; stages of several pipelines can have the same name. */
const namesOf = {
  user: (id) => sql`select name from users where id = ${id}`,
  stage: (id) => sql`
    select case when (select count(*) from lead_pipelines) > 1 then p.name || ': ' || s.name else s.name end as name
    from lead_stages s join lead_pipelines p on p.id = s.pipeline_id where s.id = ${id}`,
  pipeline: (id) => sql`select name from lead_pipelines where id = ${id}`,
  label: (id) => sql`select name from lead_labels where id = ${id}`,
  contact: (id) => sql`select name from lead_contacts where id = ${id}`,
  organization: (id) => sql`select name from lead_organizations where id = ${id}`,
} satisfies Record<string, (id: number) => RawBuilder<unknown>>;

type Shown = { readonly label: string; readonly of?: keyof typeof namesOf };
const shown: Readonly<Record<string, Shown>> = {
  user: { label: 'Owner', of: 'user' },
  owner: { label: 'Owner', of: 'user' },
  stageId: { label: 'Stage', of: 'stage' },
  stage: { label: 'Stage', of: 'stage' },
  enteredStage: { label: 'Entered stage', of: 'stage' },
  leftStage: { label: 'Left stage', of: 'stage' },
  pipeline: { label: 'Pipeline', of: 'pipeline' },
  label: { label: 'Label', of: 'label' },
  addLabel: { label: 'Add label', of: 'label' },
  removeLabel: { label: 'Remove label', of: 'label' },
  contact: { label: 'Contact', of: 'contact' },
  organization: { label: 'Organization', of: 'organization' },
  lostReason: { label: 'Lost reason' },
  expectedCloseDate: { label: 'Expected close date' },
  priority: { label: 'Priority' },
  probability: { label: 'Probability' },
};

/** Fields of a change or a filter by their labels, with names instead of ids. */
export async function shownFields(db: Db, fields: Fields): Promise<Fields> {
  const entries = Object.entries(fields).map(async ([field, value]) => {
    const { label = field, of } = Object.hasOwn(shown, field) ? (shown[field] as Shown) : {};
    return [label, of ? await shownName(db, of, value) : value] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function shownName(db: Db, of: keyof typeof namesOf, id: unknown): Promise<string> {
  if (typeof id !== 'number') return 'None';
  const { rows } = await (namesOf[of](id) as RawBuilder<{ name: string }>).execute(db);
  return rows[0]?.name ?? `No. ${id}`;
}
