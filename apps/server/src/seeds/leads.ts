import { type ActivityType, activityTypes } from '@tuneport/domain/leads/activities';
import type { CustomValues } from '@tuneport/domain/leads/custom-fields';
import { type Priority, priorities } from '@tuneport/domain/leads/pipelines';
import { addDeals, addOpportunities, type DealWithHistory, listPipelines } from '../modules/leads/index.ts';
import type { Db } from '../platform/db/db.ts';
import { chance } from './chance.ts';
import { addSampleFields } from './lead-fields.ts';

const dayMs = 86_400_000;
const dealCount = 300;
const overDays = 730;
const openStages = ['First Contact', 'Contact Made', 'PDF Sent', 'Follow Up'];
const reasons = ['Price', 'Chose a competitor', 'No reply', 'No budget this year', 'Wrong time'];
const places = ['Harbour', 'Hillside', 'Lakeview', 'Northgate', 'Riverside', 'Summit', 'Westfield', 'Old Mill'];
const trades = ['Garage', 'Motors', 'Performance', 'Tuning', 'Autowerk', 'Diesel Service', 'Racing', 'Workshop'];
/** One for each place. */
const areaCodes = [604, 403, 613, 416, 514, 902, 204, 306];
const givenNames = ['Ada', 'Bo', 'Chris', 'Dion', 'Eli', 'Fay', 'Gil', 'Hana', 'Ivo', 'Jules', 'Kit', 'Lena'];
const familyNames = ['Fern', 'Gray', 'Hale', 'Ince', 'Joss', 'Kerr', 'Lund', 'Moss', 'Nash', 'Orr', 'Pell', 'Quill'];

/** A whole number from `low` to `high`, the same for the same name. */
const between = (name: string, low: number, high: number) => low + Math.floor(chance(7, name) * (high - low + 1));
const one = <T>(list: readonly T[], name: string): T => list[between(name, 0, list.length - 1)] as T;

/** The days a sample deal stays in a stage: 1 to 10. */
export const sampleStageDays = (name: string): number => between(`days ${name}`, 1, 10);
/** The probability of a sample deal: 0 to 100. */
export const sampleProbability = (name: string): number => between(`probability ${name}`, 0, 100);

/** Two years of deals with their contacts, activities, notes and labels, and some opportunities. */
export async function buildDemoLeads(db: Db, now: Date, ownerIds: readonly number[]): Promise<void> {
  const [pipeline] = await listPipelines(db);
  if (!pipeline) return;
  const valuesOf = await addSampleFields(db);
  // Before the first deal.
  const metAt = new Date(now.getTime() - (overDays + 10) * dayMs);
  const people = await addPeople(db, metAt, ownerIds, (name) => valuesOf('contact', name, now));
  const deals = Array.from({ length: dealCount }, (_, at) => {
    const deal = sampleDeal(at, now, people, ownerIds);
    return { ...deal, custom: valuesOf('deal', `deal ${at}`, deal.createdAt) };
  });
  const ids = await addDeals(db, pipeline, deals, 'CAD');
  await addLabels(db, ids);
  await addActivities(db, now, ids, deals, people);
  await db.insertInto('lead_mail_templates').values(mailTemplates).execute();
  await addImport(db, metAt, people.length, ownerIds[0] ?? null);
  await archiveSome(db, now, ids, deals);
  const engine = await someEngine(db);
  await addOpportunities(db, [
    {
      cause: 'demo:1',
      source: 'dormant_dealer',
      title: 'Dormant: Harbour Street Tuning',
      reason: 'No order for 120 days after 14 orders in the year before.',
      organization: 'Harbour Street Tuning',
    },
    {
      cause: 'demo:2',
      source: 'demand',
      title: `Demand: ${engine}`,
      reason: `9 people asked to be notified about tunes for ${engine} in the last 30 days.`,
    },
    {
      cause: 'demo:3',
      source: 'contact_form',
      title: 'Contact form: Mara Lind',
      reason: 'Mara Lind wrote through the contact form: "We run three workshops and look for a flash tool for each."',
      person: { name: 'Mara Lind', email: 'mara.lind@three-workshops.example' },
    },
    {
      cause: 'demo:4',
      source: 'visits',
      title: 'Repeated visits: Theo Brandt',
      reason: `Priced 7 selections on 3 days within 14 days without buying, last for ${engine}.`,
      person: { name: 'Theo Brandt', email: 'theo.brandt@brandt-racing.example' },
    },
  ]);
}

async function someEngine(db: Db): Promise<string> {
  const found = await db
    .selectFrom('engines as e')
    .innerJoin('makes as m', 'm.id', 'e.make_id')
    .select(['m.name as make', 'e.name'])
    .orderBy('e.id')
    .executeTakeFirst();
  return found ? `${found.make} ${found.name}` : '2.0 TDI';
}

/** Lost deals older than a year are archived. */
async function archiveSome(
  db: Db,
  now: Date,
  ids: readonly number[],
  deals: readonly DealWithHistory[],
): Promise<void> {
  const old = ids.filter((_, at) => {
    const deal = deals[at];
    return deal?.closed?.state === 'lost' && now.getTime() - deal.createdAt.getTime() > 365 * dayMs;
  });
  if (old.length > 0)
    await db.updateTable('lead_deals').set({ archived_at: now }).where('id', 'in', old.slice(0, 20)).execute();
}

const mailTemplates = [
  {
    name: 'First contact',
    subject: 'Tunes for your customers',
    text: 'Hello {{firstName}},\n\nThank you for your interest in {{deal}}. When can we call you this week?\n\n{{owner}}',
  },
  {
    name: 'Offer',
    subject: 'Our offer for {{organization}}',
    text: 'Hello {{firstName}},\n\nAs agreed, our offer for {{deal}} is {{value}}. It is valid for 30 days.\n\n{{owner}}',
  },
  {
    name: 'Follow-up',
    subject: 'Any questions about {{deal}}?',
    text: 'Hello {{firstName}},\n\nDid you have time to look at our offer? I am happy to answer your questions.\n\n{{owner}}',
  },
];

/** The import that the contacts came with; its file is no longer stored. */
async function addImport(db: Db, at: Date, contacts: number, startedBy: number | null): Promise<void> {
  const lines = [
    { line: 12, reason: 'No name and no valid e-mail address' },
    { line: 40, reason: 'Same contact as line 8' },
  ];
  const report = {
    rows: { read: contacts + 2, new: contacts, changed: 0, unchanged: 0, skipped: 2 },
    warnings: 0,
    by_reason: { 'No name and no valid e-mail address': 1, 'Same contact as line …': 1 },
    lines,
  };
  const { id } = await db
    .insertInto('lead_imports')
    .values({
      file_name: 'trade-show-contacts.csv',
      state: 'done',
      rows_done: contacts + 2,
      rows_total: contacts + 2,
      header: ['Name', 'E-mail', 'Phone', 'Company'],
      sample: JSON.stringify([['Ada Fern', 'ada.fern@harbour-garage.example', phoneOf(0, 1), 'Harbour Garage']]),
      columns: JSON.stringify({ name: 0, email: 1, phone: 2, organization: 3 }),
      check_report: JSON.stringify(report),
      report: JSON.stringify(report),
      started_by: startedBy,
      started_at: at,
      updated_at: at,
      finished_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('lead_import_skips')
    .values(lines.map((one) => ({ ...one, import_id: id })))
    .execute();
}

const activitySubjects: Readonly<Record<ActivityType, (who: string) => string>> = {
  call: (who) => `Call ${who}`,
  email: (who) => `Send the price list to ${who}`,
  meeting: (who) => `Meeting with ${who}`,
  task: (who) => `Prepare the offer for ${who}`,
  note: (who) => `Check the credit of ${who}`,
  deadline: (who) => `Offer to ${who} ends`,
  lunch: (who) => `Lunch with ${who}`,
};

const noteTexts = [
  'Wants to compare prices with their current supplier.',
  'Asked for training of two mechanics before they decide.',
  'Decides together with the owner, who is back next week.',
  'Has a tool of another brand and wants to keep it until its licence ends.',
  'Needs files for diesel vans first, passenger cars later.',
  'Prefers a call in the morning, before the workshop opens.',
];

type Person = { contactId: number; organizationId: number; name: string };

/** Of the numbers that nobody has, two for each organization: its own (0) and that of its contact (1). */
const phoneOf = (nth: number, which: 0 | 1): string =>
  `+1 ${areaCodes[Math.floor(nth / trades.length)]} 555 01${10 + (nth % trades.length) * 2 + which}`;

async function addPeople(
  db: Db,
  metAt: Date,
  ownerIds: readonly number[],
  valuesOf: (name: string) => CustomValues,
): Promise<Person[]> {
  const organizations = places.flatMap((place) => trades.map((trade) => `${place} ${trade}`));
  const made = await db
    .insertInto('lead_organizations')
    .values(
      organizations.map((name, nth) => ({
        name,
        website: `${name.toLowerCase().replaceAll(' ', '-')}.example`,
        phone: phoneOf(nth, 0),
        owner_id: one(ownerIds, name),
        created_at: metAt,
      })),
    )
    .returning(['id', 'name'])
    .execute();
  const contacts = await db
    .insertInto('lead_contacts')
    .values(
      made.map(({ id, name }, at) => {
        const [given, family] = [
          givenNames[at % givenNames.length],
          familyNames[(at * 5 + Math.floor(at / givenNames.length)) % familyNames.length],
        ];
        const isConsent = chance(7, `consent ${name}`) < 0.5;
        return {
          name: `${given} ${family}`,
          organization_id: id,
          emails: [`${given}.${family}@${name.toLowerCase().replaceAll(' ', '-')}.example`.toLowerCase()],
          phones: [phoneOf(at, 1)],
          owner_id: one(ownerIds, name),
          consent: isConsent ? 'given' : 'unknown',
          consent_at: isConsent ? metAt : null,
          created_at: metAt,
          custom: JSON.stringify(valuesOf(name)),
        };
      }),
    )
    .returning(['id', 'organization_id', 'name'])
    .execute();
  return contacts.map(({ id, organization_id, name }) => ({
    contactId: id,
    organizationId: organization_id ?? 0,
    name,
  }));
}

function sampleDeal(at: number, now: Date, people: readonly Person[], ownerIds: readonly number[]): DealWithHistory {
  const name = `deal ${at}`;
  const person = people[at % people.length] as Person;
  // The newest sixth is open; most of the rest is closed.
  const isOpen = at < dealCount / 6;
  const depth = between(`${name} depth`, 1, openStages.length);
  const stages = openStages
    .slice(0, depth)
    .map((stage) => ({ name: stage, days: sampleStageDays(`${name} ${stage}`) }));
  const days = stages.reduce((sum, stage) => sum + stage.days, 0);
  const since = (at - dealCount / 6) / (dealCount - dealCount / 6);
  const age = isOpen ? days : Math.max(days, Math.floor(since * overDays));
  const wins = depth >= 3 && chance(7, `${name} wins`) < 0.6;
  return {
    title: one(['Dealer account', 'Flash tools', 'Fleet tunes', 'File service', 'Training'], name),
    valueMinor: BigInt(between(`${name} value`, 5, 250)) * 10_000n,
    organizationId: person.organizationId,
    contactId: person.contactId,
    ownerId: one(ownerIds, `${name} owner`),
    probability: chance(7, `${name} own`) < 0.2 ? sampleProbability(name) : null,
    priority: one<Priority>(priorities, `${name} priority`),
    expectedCloseDate: isOpen ? dayText(now, between(`${name} close`, 3, 90)) : null,
    // At different times of the day.
    createdAt: new Date(now.getTime() - age * dayMs - between(`${name} minutes`, 0, 540) * 60_000),
    stages,
    closed: isOpen ? null : { state: wins ? 'won' : 'lost', reason: wins ? '' : one(reasons, name) },
  };
}

async function addLabels(db: Db, dealIds: readonly number[]): Promise<void> {
  const labels = await db
    .insertInto('lead_labels')
    .values([
      { name: 'Fleet', colour: 'blue' },
      { name: 'Race team', colour: 'red' },
      { name: 'Referral', colour: 'green' },
    ])
    .returning('id')
    .execute();
  const rows = dealIds
    .filter((id) => chance(7, `label ${id}`) < 0.4)
    .map((deal_id) => ({ deal_id, label_id: one(labels, `which ${deal_id}`).id }));
  await db.insertInto('lead_deal_labels').values(rows).execute();
}

async function addActivities(
  db: Db,
  now: Date,
  dealIds: readonly number[],
  deals: readonly DealWithHistory[],
  people: readonly Person[],
): Promise<void> {
  const names = new Map(people.map(({ contactId, name }) => [contactId, name]));
  const rows = dealIds.flatMap((deal_id, at) => {
    const deal = deals[at] as DealWithHistory;
    const type = one(activityTypes, `type ${at}`);
    const subject = activitySubjects[type](names.get(deal.contactId ?? 0) ?? '');
    const activity = (date: string, doneAt: Date | null) => ({
      deal_id,
      owner_id: deal.ownerId,
      type,
      subject,
      date,
      time: doneAt ? null : timeOf(type, `time ${at}`),
      done: doneAt !== null,
      done_at: doneAt,
      // While the deal was worked on: on its first day, or half way until today.
      created_at: doneAt ? deal.createdAt : new Date((deal.createdAt.getTime() + now.getTime()) / 2),
    });
    const isPlanned = !deal.closed && chance(7, `planned ${at}`) < 0.8;
    const firstDay = workday(dayText(deal.createdAt, 1));
    const doneAt = new Date(`${firstDay}T${deal.createdAt.toISOString().slice(11)}`);
    return [
      ...(doneAt <= closedAt(deal, now) ? [activity(firstDay, doneAt)] : []),
      ...(isPlanned ? [activity(workday(dayText(now, between(`due ${at}`, -4, 20))), null)] : []),
    ];
  });
  await db.insertInto('lead_activities').values(rows).execute();
  const notes = dealIds.flatMap((deal_id, at) => {
    const { ownerId, createdAt, stages } = deals[at] as DealWithHistory;
    if (chance(7, `note ${deal_id}`) >= 0.25) return [];
    const written = new Date(createdAt.getTime() + ((stages[0]?.days ?? 1) * dayMs) / 2);
    return [
      {
        deal_id,
        text: one(noteTexts, `note text ${at}`),
        written_by: ownerId,
        created_at: written,
        updated_at: written,
      },
    ];
  });
  await db.insertInto('lead_notes').values(notes).execute();
}

const closedAt = ({ closed, createdAt, stages }: DealWithHistory, now: Date): Date =>
  closed ? new Date(createdAt.getTime() + stages.reduce((sum, { days }) => sum + days, 0) * dayMs) : now;

/** Lunches are at noon, deadlines and tasks have no time. */
const timeOf = (type: ActivityType, name: string): string | null =>
  type === 'lunch'
    ? '12:00'
    : type === 'deadline' || type === 'task'
      ? null
      : `${String(between(name, 9, 16)).padStart(2, '0')}:${one(['00', '15', '30', '45'], name)}`;

/** The day itself, or the Monday after a weekend. */
function workday(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const weekday = date.getUTCDay();
  return weekday === 0 || weekday === 6 ? dayText(date, weekday === 0 ? 1 : 2) : day;
}

const dayText = (from: Date, days: number) => new Date(from.getTime() + days * dayMs).toISOString().slice(0, 10);
