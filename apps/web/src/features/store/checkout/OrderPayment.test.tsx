import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OrderPayment } from './OrderPayment.tsx';

type Props = Parameters<typeof OrderPayment>[0];

const total = { amount: '115.00', currency: 'CAD' } as const;
const dealer = { slug: 'north', name: 'North' };
const balance = (isWhole: boolean): Props['tender'] => ({
  key: 'account',
  balance: { source: 'account', dealer } as never,
  part: total,
  card: { amount: '0.00', currency: 'CAD' },
  isWhole,
});
const shown = (isWaiting: boolean, more: { total?: Props['total']; tender?: Props['tender']; asks?: boolean }) => {
  const paying = { approver: more.asks ? dealer : null, busy: false } as Props['paying'];
  return renderToStaticMarkup(
    <OrderPayment
      isGuest={false}
      total={more.total ?? total}
      isWaiting={isWaiting}
      isRefused={false}
      tender={more.tender ?? null}
      paying={paying}
      orderBody={() => ({}) as never}
      payment={({ disabled }) => <button type="submit" disabled={disabled} />}
    />,
  );
};

test('an order is neither paid nor sent for approval while its price is calculated again', () => {
  const ways = [
    {},
    { tender: balance(true) },
    { tender: balance(true), asks: true },
    { total: { amount: '0.00', currency: 'CAD' } },
  ];
  for (const way of ways) {
    expect(shown(true, way)).toMatch(/<button[^>]* disabled=""/);
    expect(shown(false, way)).not.toMatch(/<button[^>]* disabled=""/);
  }
});
