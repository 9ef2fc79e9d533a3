import { Card } from '../../ui/layout/Layout.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { amountText } from '../../ui/text/money-text.ts';

type Balance = { kind: string; label: string; unit: string; amount: string };

/** Every account of a partner in the ledger, in words. */
export function BalanceCard({ balances }: { balances: readonly Balance[] }) {
  return (
    <Card>
      <h2>Balances</h2>
      {balances.length === 0 ? (
        <p>Nothing has been booked yet.</p>
      ) : (
        <KeyValue rows={balances.map((one) => [`${one.label}, ${one.unit}`, amountText(one.amount)] as const)} />
      )}
    </Card>
  );
}
