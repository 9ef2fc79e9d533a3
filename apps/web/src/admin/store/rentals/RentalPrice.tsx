import { Card, Stack } from '../../../ui/layout/Layout.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import type { RentalQuote } from './use-rental-quote.ts';

type Props = {
  quote: RentalQuote | null;
  tier: RentalQuote['tiers'][number] | undefined;
  /** What is paid now; unknown until the address is. */
  total: RentalQuote['total'] | undefined;
  refused: string | null;
};

/** What the rental costs the customer, next to the form. */
export function RentalPrice({ quote, tier, total, refused }: Props) {
  return (
    <Card>
      <h2>Price</h2>
      {quote ? (
        <Stack>
          <KeyValue
            amounts
            rows={[
              [
                quote.periods > 1 ? `Rent, ${quote.days} days (${quote.periods} periods)` : `Rent, ${quote.days} days`,
                <MoneyText key="rent" money={quote.rent} />,
              ],
              ['Shipping', tier ? <MoneyText key="shipping" money={tier.price} /> : null],
              ['Tax', tier ? <MoneyText key="tax" money={tier.tax} /> : null],
              ['Total now', total ? <MoneyText key="total" money={total} /> : null],
              ['Deposit, paid by card before it ships', <MoneyText key="deposit" money={quote.deposit} />],
            ]}
          />
          {total ? null : <p>Enter the address to see shipping and tax.</p>}
        </Stack>
      ) : (
        <p>{refused ?? 'Choose a customer and a tool to see the price.'}</p>
      )}
    </Card>
  );
}
