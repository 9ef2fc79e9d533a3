import type { ShippingTableInput, TaxTableInput } from '@tuneport/contract/store/store-shipping-admin';
import { type Currency, isCurrency, money, parseMoney, toDecimal } from '@tuneport/domain/money/money';
import type { z } from 'zod';
import type { AuditActor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { fingerprint } from '../fingerprint.ts';
import { readTables, replaceShipping, replaceTaxes, shippingClasses } from './table-queries.ts';

export async function readShippingTable(db: Db) {
  const [tables, classes] = await Promise.all([readTables(db), shippingClasses(db)]);
  const className = new Map(classes.map(({ id, slug }) => [id, slug]));
  const zoneName = new Map(tables.zones.map(({ id, name }) => [id, name]));
  const decimal = (minor: string, currency: string) => toDecimal(money(BigInt(minor), currency as Currency));
  const table = {
    zones: tables.zones.map(({ name, places }) => ({ name, places })),
    tiers: tables.tiers,
    rates: tables.rates
      .flatMap(({ class_id, zone_id, tier_key, amounts }) =>
        Object.entries(amounts).map(([currency, { price, extra }]) => ({
          class: className.get(class_id) ?? '',
          zone: zoneName.get(zone_id) ?? '',
          tier: tier_key,
          currency,
          price: decimal(price, currency),
          extra: decimal(extra, currency),
        })),
      )
      .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
  };
  return { version: fingerprint(table), ...table, classes: classes.map(({ slug, name }) => ({ slug, name })) };
}

export async function saveShippingTable(db: Db, actor: AuditActor, input: z.output<typeof ShippingTableInput>) {
  const before = await readShippingTable(db);
  if (before.version !== input.version) throw new Refusal('stale_record', { current: before });
  const classes = await shippingClasses(db);
  const errors: Record<string, string[]> = {};
  const twice = (list: readonly string[]) => list.find((one, at) => list.indexOf(one) < at);
  const zone = twice(input.zones.map(({ name }) => name));
  if (zone) errors.zones = [`Two zones have the name ${zone}.`];
  const tier = twice(input.tiers.map(({ key }) => key));
  if (tier) errors.tiers = [`Two tiers have the key ${tier}.`];
  const place = twice(
    input.zones.flatMap(({ places }) => places.map((one) => `${one.country_code} ${one.state}`.trim())),
  );
  if (place) errors.zones = [`${place} is in two zones. A place can only be in one.`];
  input.tiers.forEach(({ days_min, days_max }, at) => {
    if (days_min !== null && days_max !== null && days_max < days_min)
      errors[`tiers.${at}.days_max`] = ['The longest time cannot be below the shortest.'];
  });
  const rates = input.rates.map((rate, at) => {
    const class_id = classes.find(({ slug }) => slug === rate.class)?.id ?? 0;
    const price = isCurrency(rate.currency) ? parseMoney(rate.price, rate.currency) : null;
    const extra = isCurrency(rate.currency) ? parseMoney(rate.extra, rate.currency) : null;
    const known =
      input.zones.some(({ name }) => name === rate.zone) && input.tiers.some(({ key }) => key === rate.tier);
    if (class_id === 0 || !known)
      errors[`rates.${at}`] = ['This price uses a class, zone or tier that does not exist.'];
    else if (!price || !extra) errors[`rates.${at}`] = [`${rate.price} is not an amount in ${rate.currency}.`];
    const amounts = { price_minor: `${price?.amountMinor}`, extra_minor: `${extra?.amountMinor}` };
    return { class_id, zone: rate.zone, tier_key: rate.tier, currency: rate.currency, ...amounts };
  });
  const rate = twice(rates.map((row) => [row.class_id, row.zone, row.tier_key, row.currency].join(' ')));
  if (rate) errors.rates = ['Two prices have the same class, zone, tier and currency.'];
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  await replaceShipping(db, { zones: input.zones, tiers: input.tiers, rates });
  const after = await readShippingTable(db);
  await writeAudit(db, actor, 'store.save-shipping', 'shipping-table', { before, after });
  await bumpArea(db, 'store');
  return after;
}

export async function readTaxTable(db: Db) {
  const { taxes } = await readTables(db);
  return { version: fingerprint(taxes), rows: taxes };
}

export async function saveTaxTable(db: Db, actor: AuditActor, input: z.output<typeof TaxTableInput>) {
  const before = await readTaxTable(db);
  if (before.version !== input.version) throw new Refusal('stale_record', { current: before });
  const names = input.rows.map((row) => `${row.country_code} ${row.state} ${row.name}`);
  const twice = names.findIndex((name, at) => names.indexOf(name) < at);
  if (twice >= 0) throw fieldRefusal({ [`rows.${twice}`]: ['This tax is listed twice.'] });
  await replaceTaxes(db, input.rows);
  const after = await readTaxTable(db);
  await writeAudit(db, actor, 'store.save-taxes', 'tax-table', { before, after });
  await bumpArea(db, 'store');
  return after;
}
