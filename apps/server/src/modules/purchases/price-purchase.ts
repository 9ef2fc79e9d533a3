import { parseVehiclePath, vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { creditsLabel } from '@tuneport/domain/credits/tune-credits';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { type ChargedTax, containedShares, type TaxTerms, taxesOf } from '@tuneport/domain/store/tax/tax-table';
import { t } from '@tuneport/domain/text/text';
import type { SignedInActor } from '../../platform/actor.ts';
import type { Region } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import {
  estimateByHash,
  findVehicle,
  type MadeEstimate,
  makeEstimate,
  presentEstimate,
  type SelectionInput,
  storedInput,
} from '../catalog/index.ts';
import { coverPurchase, type PaidByCredit } from '../credits/index.ts';
import { type AppliedDiscount, type SaleTaxes, saleTaxes, type TaxPlace } from '../store/index.ts';
import type { NewLine } from './purchase-queries.ts';

export type Buyer = {
  readonly actor: SignedInActor;
  readonly region: Region;
  readonly now: Date;
  /** The tune request it is for, or null for none. Undefined while nothing is bought yet. */
  readonly requestId?: number | null | undefined;
  /** The last tracking tag by which the visitor came. */
  readonly tag?: string | undefined;
};
export type PricedPurchase = {
  readonly made: MadeEstimate;
  readonly currency: Currency;
  readonly lines: readonly NewLine[];
  readonly listMinor: bigint;
  readonly discountMinor: bigint;
  /** Paid with money, before tax. */
  readonly netMinor: bigint;
  /** The part paid with tune credits */
  readonly covers: readonly PaidByCredit[];
  readonly creditMinor: bigint;
  /** The part sold as tune credits */
  readonly splitMinor: bigint;
  readonly terms: TaxTerms;
  /** The tax contained in list − discount − credits. */
  readonly containedMinor: bigint;
  readonly business: SaleTaxes['business'];
  readonly taxes: readonly ChargedTax[];
  readonly taxMinor: bigint;
  readonly totalMinor: bigint;
  /** A price as shown, before the tax it contains. */
  readonly netOf: (shownMinor: bigint) => bigint;
  readonly discounts: readonly AppliedDiscount[];
  readonly affiliate: { readonly id: number; readonly percent: string } | null;
};

const gone = () =>
  fieldRefusal({
    estimate_hash: ['This price is no longer available. Open your selection again to see the current price.'],
  });

/**
 * The current price of an estimate for the actor, with local tax. It is recalculated from the stored selection; if it
 * differs from the price shown, the purchase is rejected with the new estimate.
 */
export async function pricePurchase(
  platform: Platform,
  buyer: Buyer,
  hash: string,
  place: TaxPlace | null,
  credits: readonly number[] = [],
): Promise<PricedPurchase> {
  const { actor, region, now } = buyer;
  const input = await selectionOf(platform, actor, hash);
  const made = await makeEstimate(platform, { actor, region, now, input });
  if (made.hash !== hash)
    throw new Refusal('total_changed', {
      message: 'The price of this selection has changed. You have not been charged. Please review it.',
      current: presentEstimate(made),
    });
  return priceEstimate(platform, buyer, made, place, credits);
}

/** The price of an estimate with local tax and the tune credits that pay for a part of it. */
export async function priceEstimate(
  platform: Platform,
  { actor, region, now, requestId }: Buyer,
  made: MadeEstimate,
  place: TaxPlace | null,
  credits: readonly number[] = [],
): Promise<PricedPurchase> {
  if (made.solution.kind === 'unsolved')
    throw fieldRefusal({ tools: [`${made.solution.error}. Open a ticket and we'll help.`] });
  const { quote } = made;
  const dealerId = made.dealer?.id ?? null;
  const { terms, taxes, business } = await saleTaxes(platform, { region, dealerId, place });
  const netOf = (shownMinor: bigint) => shownMinor - taxesOf(shownMinor, taxes, terms).containedMinor;
  const covers = await coverPurchase(platform, { actor, made, credits, now, requestId, netOf });
  const creditMinor = covers.reduce((sum, cover) => sum + cover.netMinor, 0n);
  // The tax on a credit was paid when it was bought.
  const shownMinor = quote.netMinor - creditMinor;
  const taxed = taxesOf(shownMinor, taxes, terms);
  const { taxMinor, containedMinor } = taxed;
  const lines = linesFrom(made, covers, containedMinor);
  const discounts = discountsOf(made);
  const code = discounts.find(({ affiliate_id }) => affiliate_id !== undefined);
  return {
    made,
    currency: quote.currency,
    lines,
    listMinor: quote.listMinor,
    discountMinor: quote.discountMinor,
    netMinor: shownMinor - containedMinor,
    covers,
    creditMinor,
    splitMinor: lines.reduce((sum, line) => (line.gives ? sum + line.net_minor : sum), 0n),
    terms,
    containedMinor,
    business,
    taxes: taxed.taxes,
    taxMinor,
    totalMinor: shownMinor - containedMinor + taxMinor,
    netOf,
    discounts,
    affiliate: code?.affiliate_id === undefined ? null : { id: code.affiliate_id, percent: code.share_percent ?? '0' },
  };
}

/** The selection of an estimate. An estimate of someone else is not found. */
export async function selectionOf(platform: Platform, actor: SignedInActor, hash: string): Promise<SelectionInput> {
  const stored = await estimateByHash(platform.db, hash);
  if (!stored || (stored.user_id !== null && stored.user_id !== actor.userId)) throw gone();
  const input = storedInput(stored.selection);
  if (!input) throw gone();
  return input;
}

function linesFrom(made: MadeEstimate, covers: readonly PaidByCredit[], containedMinor: bigint): NewLine[] {
  const wire = (minor: bigint) => toWire(money(minor, made.quote.currency));
  const isCovered = (line: number) => covers.some((one) => one.line === line);
  const contained = containedShares(
    containedMinor,
    made.quote.lines.map(({ amountMinor }, at) => (isCovered(at + 1) ? 0n : amountMinor)),
  );
  return presentEstimate(made).lines.map((line, at) => {
    const priced = made.quote.lines[at];
    const cover = covers.find((one) => one.line === at + 1);
    const step = cover && {
      kind: 'tune-credit',
      label: t('Paid with {credits}', { credits: creditsLabel(cover.kind, cover.draw.units) }),
      amount: wire(-cover.netMinor),
      after: wire(0n),
    };
    const { ecu = 0, tcu = 0, awd = 0 } = priced?.credits ?? {};
    return {
      line: at + 1,
      kind: line.kind,
      tune_id: line.tune_id,
      tool_id: line.tool_id,
      label: line.label,
      required: line.required,
      list_minor: priced?.listMinor ?? 0n,
      contained_minor: contained[at] ?? 0n,
      net_minor: (priced?.amountMinor ?? 0n) - (contained[at] ?? 0n),
      derivation: step ? [...line.derivation, step] : line.derivation,
      credit_kind: cover?.kind ?? null,
      credit_minor: cover?.netMinor ?? 0n,
      gives: ecu + tcu + awd > 0 ? { ecu, tcu, awd } : null,
    };
  });
}

function discountsOf({ quote, view, affiliates }: MadeEstimate): AppliedDiscount[] {
  const used = [quote.sale, quote.code].filter((id) => id !== null);
  return view.discounts
    .filter(({ id }) => used.includes(id))
    .map(({ id, name, code }) => {
      const partner = affiliates.get(id);
      return {
        id,
        name,
        code,
        ...(partner ? { affiliate_id: partner.affiliateId, share_percent: partner.sharePercent } : {}),
      };
    });
}

/** Describes the car by its catalogue path if that matches the engine, otherwise by the engine. */
export async function vehicleOf(
  platform: Platform,
  { sides, region, selection }: MadeEstimate,
  path: string | undefined,
): Promise<{ vehicle: string; vehicle_path: string | null }> {
  const parsed = path?.startsWith('/catalog/') ? parseVehiclePath(path.slice('/catalog/'.length)) : null;
  if (parsed?.kind === 'vehicle' && parsed.vehicle.engine !== undefined) {
    const found = await findVehicle(platform.db, region, parsed.vehicle).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (found && found.engine?.id === selection.input.engine) {
      const names = [
        found.year?.name,
        found.make?.name,
        found.model?.name,
        found.engine?.name,
        found.transmission?.name,
      ];
      return { vehicle: names.filter(Boolean).join(' '), vehicle_path: vehiclePath('/catalog', parsed.vehicle) };
    }
  }
  const names = [sides.engine?.record.name, sides.transmission?.record.name].filter(Boolean);
  return { vehicle: names.join(' · '), vehicle_path: null };
}
