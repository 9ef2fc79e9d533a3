import { Card } from '../../ui/layout/Layout.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { amountText } from '../../ui/text/money-text.ts';

type Balance = { kind: string; label: string; unit: string; amount: string };

/** Every ledger account of a partner, in plain language. */
export function BalanceCard({ balances }: { balances: readonly Balance[] }) {
  return (
    <Card>
      <h2>Balances</h2>
      {balances.length === 0 ? (
        <p>No transactions yet.</p>
      ) : (
        <KeyValue rows={balances.map((one) => [`${one.label}, ${one.unit}`, amountText(one.amount)] as const)} />
      )}
    </Card>
  );
}
