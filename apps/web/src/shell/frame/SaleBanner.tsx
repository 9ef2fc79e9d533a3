import { activeSale, countdown, countdownTickMs } from '@tuneport/domain/promotions/sale';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { type UiState, useUi } from '../../platform/ui-state.ts';
import { Link } from '../../ui/controls/Link.tsx';
import { Countdown } from '../../ui/text/Countdown.tsx';
import { rich } from '../../ui/text/rich.ts';
import css from '../shell.module.css';

type Props = { sales: UiState['sales']; renderedAt: string; hideShopNow: boolean };

/** The first current sale. Its clock starts at the server's time, so that hydration matches. */
export function SaleBanner({ sales, renderedAt, hideShopNow }: Props) {
  const [now, setNow] = useState(() => new Date(renderedAt || 0));
  const watched = sales.length > 0;
  useEffect(() => {
    if (!watched) return;
    const tick = () => setNow(new Date());
    const first = setTimeout(tick);
    const timer = setInterval(tick, countdownTickMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [watched]);
  const sale = activeSale(sales, now);
  if (!sale) return null;
  return (
    <section className={css.sale} aria-label={t('Sale')}>
      <p>
        <strong>{sale.name}:</strong> <SaleAmount sale={sale} />
        {sale.description ? <span className={css.saleMore}> · {sale.description}</span> : null}
        {sale.code ? <> {rich('Code {code}', { code: <code>{sale.code}</code> })}</> : null}
      </p>
      {countdown(sale, now) ? (
        <Countdown until={sale.end} now={now.toISOString()} label={t('The sale ends in')} />
      ) : null}
      {hideShopNow ? null : (
        <Link to="/catalog" className={css.saleLink}>
          {t('Shop Now')}
        </Link>
      )}
    </section>
  );
}

function SaleAmount({ sale }: { sale: UiState['sales'][number] }) {
  const currency = useUi()?.settings.price_currency ?? '';
  return (
    <span>
      {sale.amountType === 'percent'
        ? t('{amount}% off', { amount: sale.amount })
        : t('{amount} {currency} off', { amount: sale.amount, currency })}
    </span>
  );
}
