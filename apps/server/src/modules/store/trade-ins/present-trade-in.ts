import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { eventsFrom, findStepTo } from '@tuneport/domain/states/machine';
import {
  type TradeInCondition,
  type TradeInPayment,
  type TradeInState,
  takesPhotos,
  tradeInMachine,
  tradeInNumber,
  tradeInPhotosMax,
  tradeInSentence,
  tradeInStates,
} from '@tuneport/domain/store/trade-in-states';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockHeldBy, lockOfSerial } from '../licences/licence-locks.ts';
import type { PictureSize } from '../pictures/encode-picture.ts';
import { sameSerial, type TradeInRow, tradeInById, tradeInHistory, tradeInPhotos } from './trade-in-queries.ts';

export const presentListed = (row: TradeInRow) => ({
  id: row.id,
  number: tradeInNumber(row.id),
  state: row.state as TradeInState,
  sentence: tradeInSentence(row.state as TradeInState, row.pay_as as TradeInPayment | null),
  tool: row.tool,
  serial: row.serial,
  condition: row.condition as TradeInCondition,
  note: row.note,
  wanted_product: row.wanted_slug === null ? null : { slug: row.wanted_slug, name: row.wanted_name ?? '' },
  offer:
    row.offer_minor === null
      ? null
      : {
          value: toWire(money(row.offer_minor, row.offer_currency as Currency)),
          until: row.offer_until,
          conditions: row.offer_conditions,
        },
  pay_as: row.pay_as as TradeInPayment | null,
  tracking_number: row.tracking_number,
  full_name: row.full_name,
  email: row.email,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

async function read(db: Db, id: number) {
  const row = await tradeInById(db, id);
  if (!row) throw new Refusal('not_found');
  const [history, photos] = await Promise.all([tradeInHistory(db, id), tradeInPhotos(db, id)]);
  return { row, history, photos: photos.map(presentPhoto), left: tradeInPhotosMax - photos.length };
}

const presentPhoto = ({ sizes, ...photo }: { id: number; width: number; height: number; sizes: unknown }) => ({
  ...photo,
  widths: (sizes as PictureSize[]).map(({ width }) => width),
});

/** The customer's view, without the staff members involved. */
export async function presentTradeIn(db: Db, id: number) {
  const { row, history, photos, left } = await read(db, id);
  const lock = await lockHeldBy(db, `trade-in:${row.id}`);
  const can = new Set(eventsFrom(tradeInMachine, row.state, 'customer'));
  return {
    ...presentListed(row),
    photos,
    licence_locked_at: lock?.locked_at ?? null,
    history: history.map(({ at, to_state, note }) => ({ at, state: to_state as TradeInState, note })),
    can: {
      answer: can.has('answer'),
      accept: can.has('accept'),
      decline: can.has('decline'),
      ship: can.has('ship'),
      add_photos: takesPhotos(row.state) && left > 0,
    },
  };
}

export async function presentTradeInRecord(db: Db, id: number) {
  const { row, history, photos } = await read(db, id);
  const [others, lock] = await Promise.all([sameSerial(db, row), lockOfSerial(db, row.serial_key)]);
  const named = (slug: string | null, name: string | null) => (slug === null ? null : { slug, name: name ?? '' });
  const numbered = (key: number | null, name: string | null) => (key === null ? null : { id: key, name: name ?? '' });
  return {
    ...presentListed(row),
    phone: row.phone,
    user: numbered(row.user_id, row.user_name),
    dealer: numbered(row.dealer_id, row.dealer_name),
    product: named(row.product_slug, row.product_name),
    location: named(row.location_slug, row.location_name),
    photos,
    licence_lock: lock ?? null,
    same_serial: others.map((other) => ({
      ...other,
      number: tradeInNumber(other.id),
      state: other.state as TradeInState,
    })),
    next: tradeInStates.filter((state) => findStepTo(tradeInMachine, row.state, state, 'staff') !== null),
    history: history.map(({ to_state, transfer_id, ...event }) => ({
      ...event,
      state: to_state as TradeInState,
      transfer_id: transfer_id === null ? null : String(transfer_id),
    })),
  };
}
