import { sql } from 'kysely';
import { system } from '../../modules/audit/index.ts';
import { readShippingTable, readTaxTable, saveShippingTable, saveTaxTable } from '../../modules/store/index.ts';
import type { Db } from '../../platform/db/db.ts';

const place = (country_code: string, state = '') => ({ country_code, state });
const europe = ['AT', 'BE', 'CZ', 'DE', 'DK', 'ES', 'FI', 'FR', 'IE', 'IT', 'NL', 'PL', 'PT', 'RO', 'SE'];

const zones = [
  { name: 'Canada', places: [place('CA')] },
  { name: 'Canadian north', places: [place('CA', 'NT'), place('CA', 'NU'), place('CA', 'YT')] },
  { name: 'United States', places: [place('US')] },
  { name: 'European Union', places: europe.map((code) => place(code)) },
  { name: 'Great Britain and Switzerland', places: [place('GB'), place('CH'), place('NO')] },
];
const tiers = [
  { key: 'standard', name: 'Standard', days_min: 3, days_max: 7 },
  { key: 'express', name: 'Express', days_min: 1, days_max: 2 },
];

// Price of the first piece and each further one, in Canadian dollars, by class: standard and express. Batteries ship by
// ground only and a pallet needs an appointment, so neither is express; nothing bulky ships overseas.
const prices: Record<string, Record<string, { standard?: [string, string]; express?: [string, string] }>> = {
  Canada: {
    letter: { standard: ['4.00', '0'], express: ['14.00', '0'] },
    parcel: { standard: ['15.00', '3.00'], express: ['38.00', '6.00'] },
    bulky: { standard: ['45.00', '20.00'], express: ['110.00', '60.00'] },
    pallet: { standard: ['180.00', '120.00'] },
    battery: { standard: ['22.00', '6.00'] },
  },
  'Canadian north': { letter: { standard: ['6.00', '0'] }, parcel: { standard: ['48.00', '12.00'] } },
  'United States': {
    letter: { standard: ['6.00', '0'], express: ['24.00', '0'] },
    parcel: { standard: ['24.00', '5.00'], express: ['62.00', '10.00'] },
    bulky: { standard: ['85.00', '40.00'] },
    battery: { standard: ['34.00', '9.00'] },
  },
  'European Union': {
    letter: { standard: ['9.00', '0'] },
    parcel: { standard: ['39.00', '9.00'], express: ['92.00', '18.00'] },
  },
  'Great Britain and Switzerland': { letter: { standard: ['9.00', '0'] }, parcel: { standard: ['44.00', '10.00'] } },
};

const taxes: readonly [country: string, state: string, name: string, percent: string][] = [
  ['CA', 'AB', 'GST', '5'],
  ['CA', 'BC', 'GST', '5'],
  ['CA', 'BC', 'PST', '7'],
  ['CA', 'MB', 'GST', '5'],
  ['CA', 'MB', 'RST', '7'],
  ['CA', 'NB', 'HST', '15'],
  ['CA', 'NL', 'HST', '15'],
  ['CA', 'NS', 'HST', '14'],
  ['CA', 'NT', 'GST', '5'],
  ['CA', 'NU', 'GST', '5'],
  ['CA', 'ON', 'HST', '13'],
  ['CA', 'PE', 'HST', '15'],
  ['CA', 'QC', 'GST', '5'],
  ['CA', 'QC', 'QST', '9.975'],
  ['CA', 'SK', 'GST', '5'],
  ['CA', 'SK', 'PST', '6'],
  ['CA', 'YT', 'GST', '5'],
  // The standard rates of the EU.
  ['DE', '', 'MwSt', '19'],
  ['FR', '', 'TVA', '20'],
  ['AT', '', 'VAT', '20'],
  ['BE', '', 'VAT', '21'],
  ['BG', '', 'VAT', '20'],
  ['CY', '', 'VAT', '19'],
  ['CZ', '', 'VAT', '21'],
  ['DK', '', 'VAT', '25'],
  ['EE', '', 'VAT', '24'],
  ['ES', '', 'VAT', '21'],
  ['FI', '', 'VAT', '25.5'],
  ['GR', '', 'VAT', '24'],
  ['HR', '', 'VAT', '25'],
  ['HU', '', 'VAT', '27'],
  ['IE', '', 'VAT', '23'],
  ['IT', '', 'VAT', '22'],
  ['LT', '', 'VAT', '21'],
  ['LU', '', 'VAT', '17'],
  ['LV', '', 'VAT', '21'],
  ['MT', '', 'VAT', '18'],
  ['NL', '', 'VAT', '21'],
  ['PL', '', 'VAT', '23'],
  ['PT', '', 'VAT', '23'],
  ['RO', '', 'VAT', '21'],
  ['SE', '', 'VAT', '25'],
  ['SI', '', 'VAT', '22'],
  ['SK', '', 'VAT', '23'],
];

/** Shipping destinations, rates and taxes of the demo store. */
export async function buildDemoShipping(db: Db): Promise<void> {
  const rates = Object.entries(prices).flatMap(([zone, classes]) =>
    Object.entries(classes).flatMap(([name, byTier]) =>
      Object.entries(byTier).map(([tier, [price, extra]]) => ({
        class: name,
        zone,
        tier,
        currency: 'CAD',
        price,
        extra,
      })),
    ),
  );
  const { version } = await readShippingTable(db);
  await saveShippingTable(db, system, { version, zones, tiers, rates });
  const before = await readTaxTable(db);
  const rows = taxes.map(([country_code, state, name, percent]) => ({ country_code, state, name, percent }));
  await saveTaxTable(db, system, { version: before.version, rows });
  await sql`insert into addresses (user_id, country_code, full_name, line1, city, state, postal_code, email, phone, readonly)
    select u.id, 'CA', u.name, x.line1, x.city, x.state, x.postal_code, u.email::text, '', x.readonly
    from (values ('customer@demo.tuneport.test', '418 Cordova Street', 'Vancouver', 'BC', 'V6B 1E5', false),
      ('dealer@demo.tuneport.test', '7 Harbour Road', 'North Bay', 'ON', 'P1B 2H3', true)) as x (email, line1, city, state, postal_code, readonly)
    join users u on u.email = x.email`.execute(db);
}
