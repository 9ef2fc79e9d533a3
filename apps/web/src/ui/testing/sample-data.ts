import type { FormField } from '../form/form-fields.ts';
import type { FilterSpec } from '../list/list-state.ts';

const rpm = [1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5500, 6000, 6500];
const line = (values: readonly number[]) => values.map((value, i) => ({ rpm: rpm[i] ?? 0, value }));

export const power = {
  stock: line([52, 90, 128, 152, 171, 188, 196, 200, 199, 194, 182]),
  tuned: line([58, 118, 176, 206, 230, 248, 258, 262, 260, 251, 232]),
};
export const torque = {
  stock: line([182, 236, 269, 266, 257, 247, 229, 210, 190, 170, 147]),
  tuned: line([203, 310, 350, 345, 335, 326, 301, 275, 248, 220, 187]),
};

export type SampleOrder = {
  id: number;
  customer: string;
  car: string;
  state: 'paid' | 'in work' | 'delivered' | 'refunded' | 'waiting';
  total: { amount: string; currency: string };
  at: string;
};

const people = [
  'Ada Lindqvist',
  'Bernardo de la Vega y Montemayor',
  'Chen Wei',
  'Dagny Aas',
  'Emre Yıldız',
  'Fjóla Kristjánsdóttir',
];
const cars = [
  'Volkswagen Golf R 2.0 TSI',
  'BMW 335i',
  'Ford F-150 3.5 EcoBoost',
  'Audi RS 3 Sportback',
  'Subaru WRX STI',
];
const states = ['paid', 'in work', 'delivered', 'refunded', 'waiting'] as const;

export const orders: readonly SampleOrder[] = Array.from({ length: 61 }, (_, i) => ({
  id: 10_240 - i,
  customer: people[i % people.length] ?? '',
  car: cars[(i * 3) % cars.length] ?? '',
  state: states[(i * 2) % states.length] ?? 'paid',
  total: { amount: i % 7 === 3 ? `-${120 + i}.00` : `${(i * 137) % 2400}.50`, currency: 'CAD' },
  at: new Date(Date.UTC(2026, 1, 20, 15, 30) - i * 7_700_000).toISOString(),
}));

export const orderFilters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: states.map((s) => ({ value: s, label: s })) },
  { id: 'since', label: 'Since', kind: 'date' },
  { id: 'dealer', label: 'Dealer order', kind: 'boolean' },
  { id: 'car', label: 'Car', kind: 'text' },
];

export const productFields: readonly FormField[] = [
  { name: 'name', label: 'Name', kind: 'text', wide: true, maxLength: 120 },
  { name: 'price', label: 'Price', kind: 'number', unit: 'CAD' },
  {
    name: 'kind',
    label: 'Kind',
    kind: 'select',
    options: [
      { value: 'tool', label: 'Tool' },
      { value: 'cable', label: 'Cable' },
    ],
  },
  { name: 'sku', label: 'Article number', kind: 'text', optional: true, hint: 'As printed on the box.' },
  { name: 'weight', label: 'Weight', kind: 'number', unit: 'g', optional: true },
  { name: 'text', label: 'Description', kind: 'textarea', wide: true, section: 'In the store' },
  { name: 'shown', label: 'Shown in the store', kind: 'switch' },
];

export const days = Array.from({ length: 30 }, (_, i) => `${i + 1} Jan`);
export const visits = days.map((_, i) => Math.round(420 + 160 * Math.sin(i / 3.2) + i * 9 + ((i * 37) % 60)));
export const visitsBefore = visits.map((v, i) => Math.round(v * (0.7 + ((i * 13) % 10) / 60)));
