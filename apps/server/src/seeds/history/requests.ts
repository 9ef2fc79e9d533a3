import { advanceRequest } from '../advance-request.ts';
import { chance } from '../chance.ts';
import { dayMs } from './calendar.ts';
import type { HistoryContext } from './history-context.ts';
import { pick } from './invented.ts';
import type { Car } from './tunes.ts';

const hourMs = 3_600_000;
/** Images repeat, so that the file store holds a dozen of them instead of thousands. */
const images = 12;
const imageBytes = 69_632;

/** A tune request from upload to delivery; the newest are still open. */
export async function addRequest(
  context: HistoryContext,
  { cars, folder }: { cars: readonly Car[]; folder: string },
  moment: Date,
  number: number,
): Promise<void> {
  const { seed, people, now: today } = context;
  const label = `request ${number}`;
  const here = [...people.customers, ...people.dealers].filter(({ since }) => since < moment);
  const buyer = here.length > 0 ? pick(here, seed, label) : people.customers[0];
  const car = pick(cars, seed, `${label} car`);
  const tuner = people.tuners.find(({ id }) => id === car.tuner_id);
  if (!buyer || !tuner) return;
  const then = (hours: number) => new Date(Math.min(moment.getTime() + hours * hourMs, today.getTime()));
  const work = 1 + chance(seed, `${label} work`) * 5;
  const age = (today.getTime() - moment.getTime()) / dayMs;
  const last = chance(seed, `${label} ends`);
  const until =
    age > 21
      ? last < 0.04
        ? 'priced'
        : 'delivered'
      : last < 0.1
        ? 'sent'
        : last < 0.25
          ? 'priced'
          : last < 0.4
            ? 'paid'
            : 'delivered';
  await advanceRequest(
    context,
    {
      key: `demo history ${label}`,
      seed: number % images,
      mode: 'manual',
      folder,
      sizeBytes: imageBytes,
      buyer: buyer.actor,
      billing: buyer.billing,
      tuner: tuner.maker,
      reviewer: tuner.reviewer,
      car,
      at: { open: moment, claim: then(0.5), result: then(work), approve: then(work + 0.7) },
    },
    until,
  );
}
