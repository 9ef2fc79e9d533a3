import { betaRecords, giveFeedback, joinProgram, moveProgram, termsHash } from '../modules/beta/index.ts';
import { anonymousActor, type SignedInActor } from '../platform/actor.ts';
import type { Db } from '../platform/db/db.ts';
import { createRecord } from '../platform/records/records.ts';

const dayMs = 24 * 3_600_000;
const none = {
  cohort_size: null,
  reviewed: false,
  waitlist: false,
  starts_at: null,
  ends_at: null,
  stop_per_100: null,
};
const terms =
  'Beta tunes are not finished. Use them only where it is legal and safe, keep the stable file at hand, and tell us at once if something goes wrong.';

/** A running programme with participants and feedback, one that reviews applications, and a draft. */
export async function buildDemoBeta(db: Db, origin: string, now: Date, people: readonly number[]): Promise<void> {
  const staff = { ...anonymousActor('system'), as: 'staff' as const };
  const actorOf = (userId: number): SignedInActor => ({ ...anonymousActor('system'), userId, sessionId: 0 });
  const at = (days: number) => ({ db, origin, now: new Date(now.getTime() + days * dayMs) });
  const create = async (fields: Parameters<typeof createRecord<never, never, never>>[3] | object) =>
    (await createRecord(db, anonymousActor('system'), betaRecords.kind, { ...none, ...fields } as never, now)).id;

  const running = await create({
    name: 'Smoother gearbox tunes',
    summary: 'New shift maps for two dual-clutch gearboxes.',
    text: '<p>We are testing softer shifts at part load and a later upshift in sport mode.</p><h2>What you do</h2><ul><li>Flash the beta file and drive as usual for two weeks.</li><li>Send one log and your impressions.</li></ul>',
    terms,
    seats: 20,
    cohort_size: 10,
    waitlist: true,
    ends_at: new Date(now.getTime() + 30 * dayMs),
    stop_per_100: 50,
  });
  await moveProgram(at(-20), running, 'publish', staff);
  for (const [nth, userId] of people.entries())
    await joinProgram(at(-19 + nth), actorOf(userId), running, {
      terms_hash: termsHash(terms),
      vehicle_id: null,
      answers: nth === 0 ? 'Golf R, daily driver, 40 km a day.' : '',
    });
  await moveProgram(at(-10), running, 'start', staff);
  const [first = 0, second = 0] = people;
  await giveFeedback(at(-6), actorOf(first), running, {
    rating: 5,
    text: 'Much calmer in town, no jolt from first to second gear.',
    incident: false,
  });
  await giveFeedback(at(-3), actorOf(second), running, {
    rating: 3,
    text: 'Good when warm. Cold shifts are a little harsh for the first kilometre.',
    incident: false,
  });

  const reviewed = await create({
    name: 'Log studio on phones',
    summary: 'Open and compare logs on a small screen.',
    text: '<p>Try the log studio on your phone and tell us where you get stuck.</p>',
    terms: '',
    seats: 10,
    reviewed: true,
  });
  await moveProgram(at(-4), reviewed, 'publish', staff);
  await joinProgram(at(-2), actorOf(first), reviewed, {
    terms_hash: '',
    vehicle_id: null,
    answers: 'I log at every track day.',
  });
  await create({
    name: 'Ethanol blends',
    summary: 'Calibrations for E30 to E50.',
    text: '<p>Draft: sensor support and fuel quality checks.</p>',
    terms,
    seats: 15,
    reviewed: true,
  });
}
