import { chance } from '../chance.ts';

// Plainly invented people, companies and places of the demo history.

const firstNames = (
  'Ada Amir Anouk Arlo Aya Ben Bianca Bo Carys Cole Dalia Dario Edda Eli Emeka Esme Farah Finn Gia Hana Hugo Ines ' +
  'Ivo Jada Joss Juno Kai Kenji Lara Leif Lena Liam Luca Mae Malik Mara Mika Nadia Nico Noah Nora Odin Olga Otis Pia ' +
  'Quinn Rafi Remy Rina Rosa Rune Sami Sana Sofia Taro Tess Theo Uma Vera Viktor Wren Yara Yusuf Zoe'
).split(' ');
const lastNames = (
  'Ashgrove Bellweather Birchall Brandywine Calloway Coldwater Corriveau Dunmarrow Eastlake Fairweather Fenwick ' +
  'Gearhart Goldenrod Hallowell Harrowgate Ironside Jessop Kestrel Kingsley Lakewood Larkspur Longfellow Marchbank ' +
  'Merriweather Northcote Oakhurst Overlook Pemberly Quarrie Ravenhill Redfern Rutherglen Saltmarsh Sandoval ' +
  'Silverton Stonebridge Tamarack Thistlewood Underhill Valemont Wetherby Whitlock Windermere Woodhouse Yarrow'
).split(' ');
const shopWords =
  'Apex Boost Camshaft Crank Delta Flywheel Gravel Harbour Iron Juniper Keystone Lakeview Mile Nitro Octane Piston Quartz Ridge Summit Torque Union Valley Westgate Xenon Yellowhead Zenith'.split(
    ' ',
  );
const shopKinds = ['Autosport', 'Motorworks', 'Performance', 'Garage', 'Tuning', 'Dyno Centre'];

/** Places with a postal code of theirs; most customers are Canadian. */
const places = [
  ['CA', 'ON', 'Toronto', 'M5V 2T6', 14],
  ['CA', 'BC', 'Vancouver', 'V5K 0A1', 10],
  ['CA', 'QC', 'Montréal', 'H2Y 1C6', 10],
  ['CA', 'AB', 'Calgary', 'T2P 1J9', 9],
  ['CA', 'ON', 'Ottawa', 'K1P 1J1', 6],
  ['CA', 'MB', 'Winnipeg', 'R3C 1A5', 4],
  ['CA', 'NS', 'Halifax', 'B3J 1S9', 4],
  ['CA', 'SK', 'Saskatoon', 'S7K 0J5', 3],
  ['US', 'WA', 'Seattle', '98101', 7],
  ['US', 'MI', 'Detroit', '48226', 6],
  ['US', 'NY', 'Buffalo', '14202', 5],
  ['US', 'CO', 'Denver', '80202', 4],
] as const;

export const pick = <T>(list: readonly T[], seed: number, name: string): T =>
  list[Math.floor(chance(seed, name) * list.length)] as T;

/** Picks by weight. */
export function weighted<T>(list: readonly T[], weightOf: (item: T) => number, seed: number, name: string): T {
  const total = list.reduce((sum, item) => sum + weightOf(item), 0);
  let left = chance(seed, name) * total;
  for (const item of list) {
    left -= weightOf(item);
    if (left < 0) return item;
  }
  return list[list.length - 1] as T;
}

export type Person = { name: string; email: string; address: string };

export function inventPerson(seed: number, kind: string, number: number): Person {
  const name = `${pick(firstNames, seed, `${kind} first ${number}`)} ${pick(lastNames, seed, `${kind} last ${number}`)}`;
  const email = `${name.toLowerCase().replace(' ', '.')}.${number}@${kind}.tuneport.test`;
  // Documentation networks (RFC 5737), so that limits per address do not add up.
  const address = `${['192.0.2', '198.51.100', '203.0.113'][number % 3]}.${number % 254}`;
  return { name, email, address };
}

export function inventAddress(seed: number, { name, email }: Person) {
  const [country_code, state, city, postal_code] = weighted(
    places,
    ([, , , , weight]) => weight,
    seed,
    `place ${email}`,
  );
  const street = pick(lastNames, seed, `street ${email}`);
  return {
    country_code,
    full_name: name,
    line1: `${10 + Math.floor(chance(seed, `house ${email}`) * 880)} ${street} ${pick(['Street', 'Road', 'Avenue'], seed, email)}`,
    line2: '',
    city,
    state,
    postal_code,
    email,
    phone: '',
    vat_id: '',
  };
}

export const inventCompany = (seed: number, number: number): string =>
  `${shopWords[number % shopWords.length]} ${pick(shopKinds, seed, `kind ${number}`)}${number < shopWords.length ? '' : ` ${pick(lastNames, seed, `more ${number}`)}`}`;
