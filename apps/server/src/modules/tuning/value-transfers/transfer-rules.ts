import { type Currency, convert, type Money, money, moneyText, parseMoney, ratio } from '@tuneport/domain/money/money';
import type { ValueTransferRules } from '@tuneport/domain/tuning/value-transfer-money';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { approvalRequired } from '../../ledger/index.ts';
import { conversionRate, settingsOf } from '../../settings/index.ts';
import type { TransferRow } from './transfer-queries.ts';

export async function rulesOf(platform: Platform): Promise<ValueTransferRules> {
  const settings = await settingsOf(platform);
  return {
    dead_controller: settings.value_transfer_controller_percent,
    upgrade: settings.value_transfer_upgrade_percent,
    wrong_choice: settings.value_transfer_choice_percent,
    other_vehicle: settings.value_transfer_vehicle_percent,
    otherVehicleMonths: Number(settings.value_transfer_vehicle_months),
    afterRefund: settings.value_transfer_refunded_percent,
  };
}

/** The proposed fee; none if it is not an amount of the currency, or not below the value. */
export async function feeOf(platform: Platform, currency: Currency, valueMinor: bigint): Promise<bigint> {
  const { value_transfer_fee: text } = await settingsOf(platform);
  const feeMinor = (text === '' ? null : parseMoney(text, currency))?.amountMinor ?? 0n;
  return feeMinor < valueMinor ? feeMinor : 0n;
}

async function needsTwo(platform: Platform, value: Money): Promise<Money | null> {
  const { value_transfer_alone_limit: text, conversion_rates: rates } = await settingsOf(platform);
  const base = rates.base as Currency;
  const limit = parseMoney(text === '' ? '0' : text, base) ?? money(0n, base);
  const known = value.currency === base ? null : conversionRate(rates, value.currency, base);
  const worth = value.currency === base ? value : known && convert(value, ratio(known.rate), base);
  return worth && worth.amountMinor <= limit.amountMinor ? null : limit;
}

type Involved = Pick<TransferRow, 'created_by' | 'by_staff' | 'reviewed_by' | 'currency'>;

/** Above the limit two staff members are involved: one requests or reviews, another reviews or performs. */
export async function requireTwoPersons(
  platform: Platform,
  transfer: Involved,
  actor: Pick<Actor, 'userId'>,
  step: 'review' | 'perform',
  valueMinor: bigint,
): Promise<void> {
  const earlier = step === 'review' ? (transfer.by_staff ? transfer.created_by : null) : transfer.reviewed_by;
  const others = step === 'perform' && transfer.by_staff ? transfer.created_by : null;
  const isAlone = earlier === actor.userId && (others === null || others === actor.userId);
  if (!isAlone) return;
  const limit = await needsTwo(platform, money(valueMinor, transfer.currency));
  if (!limit) return;
  throw approvalRequired(
    step === 'review'
      ? `A value above ${moneyText(limit)} must be reviewed by someone who did not request the transfer.`
      : `A value above ${moneyText(limit)} must be performed by someone who did not review the transfer.`,
  );
}
