// A form compares and merges plain values, so the lists of a product are readable lines of text.

const none = '-';
const word = (value: string | null | undefined) =>
  value == null || value.trim() === '' ? none : value.replace(/\s+/g, '');
const unword = (value: string | undefined) => (value === undefined || value === none ? '' : value);

/** "CAD 749 599 -": currency, price, dealer price, deposit. */
type PriceLine = { currency: string; price: string; dealer_price: string; deposit: string };
export const priceLine = (row: {
  currency: string;
  price: string;
  dealer_price?: string | null;
  deposit?: string | null;
}) => [row.currency, word(row.price), word(row.dealer_price), word(row.deposit)].join(' ');
export function priceOf(line: string): PriceLine {
  const [currency = '', price, dealer, deposit] = line.split(' ');
  return { currency, price: unword(price), dealer_price: unword(dealer), deposit: unword(deposit) };
}

/** "Cable⇥OBD-II, 3 m⇥CAD 25 20; USD 19 -": one line per selection, in order. */
export type SelectionLine = { option: string; name: string; prices: readonly PriceLine[] };
const plain = (text: string) => text.replace(/[\t\n]/g, ' ');
export const selectionLine = ({
  option,
  name,
  prices,
}: {
  option: string;
  name: string;
  prices: readonly Omit<PriceLine, 'deposit'>[];
}) =>
  [
    plain(option),
    plain(name),
    prices.map((price) => priceLine({ ...price, deposit: null }).replace(/ -$/, '')).join('; '),
  ].join('\t');
export function selectionOf(line: string): SelectionLine {
  const [option = '', name = '', prices = ''] = line.split('\t');
  return { option, name, prices: prices === '' ? [] : prices.split('; ').map(priceOf) };
}

export const imageLine = ({ id, alt }: { id: number; alt: string }) => `${id}\t${plain(alt)}`;
export function imageOf(line: string): { id: number; alt: string } {
  const [id = '', alt = ''] = line.split('\t');
  return { id: Number(id), alt };
}
