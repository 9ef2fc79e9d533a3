import { t } from '@tuneport/domain/text/text';
import type { Db } from '../../platform/db/db.ts';
import { pagesOf } from '../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../platform/mail/queue.ts';
import type { MailSamples } from '../../platform/mail/samples.ts';
import { userById } from '../identity/index.ts';
import type { VehicleRow } from './queries.ts';

type Handover = {
  readonly car: Pick<VehicleRow, 'id' | 'title'>;
  readonly newId: number;
  readonly from: number;
  readonly to: number;
};

/** Both sides learn of a hand-over; neither learns who the other one is. */
export async function mailHandover(db: Db, origin: string, { car, newId, from, to }: Handover): Promise<void> {
  const [former, owner] = [await userById(db, from), await userById(db, to)];
  if (former)
    await queueMail(db, { to: former.email, secrets: [], message: () => handedOver(origin, car), toOther: true });
  if (owner)
    await queueMail(db, { to: owner.email, secrets: [], message: () => received(origin, { ...car, id: newId }) });
}

const handedOver = (origin: string, { id, title }: Handover['car']) =>
  mailMessage('vehicle-handover', {
    subject: t('Handed over: {car}', { car: title }),
    title: t('Your car was handed over'),
    paragraphs: [
      t('The new owner of your {car} entered your code. They see its tunes, dyno sheets and logs from now on.', {
        car: title,
      }),
      t('Your receipts, tickets and notes stay with you. Shared links of the car have ended.'),
      t('If you did not create this code, change your password and contact us.'),
    ],
    button: { label: t('Open your garage'), url: `${pagesOf(origin)}/garage/${id}` },
  });

const received = (origin: string, { id, title }: Handover['car']) =>
  mailMessage('vehicle-handover', {
    subject: t('In your garage: {car}', { car: title }),
    title: t('The car is in your garage'),
    paragraphs: [
      t('You took over {car} with its tunes, dyno sheets and logs. Receipts and tickets stay with the former owner.', {
        car: title,
      }),
      t('Tool licences belong to a device and do not change hands with the car.'),
    ],
    button: { label: t('Open the vehicle passport'), url: `${pagesOf(origin)}/garage/${id}` },
  });

export const garageMailSamples: MailSamples<'vehicle-handover'> = {
  'vehicle-handover': (origin) => handedOver(origin, { id: 7, title: '2016 Volkswagen Golf R' }),
};
