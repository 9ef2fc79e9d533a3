import type { ReactNode } from 'react';
import { Pagination } from '../../../ui/list/Pagination.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import type { WireMoney } from '../../../ui/text/money-text.ts';
import css from './orders.module.css';
import { TrackingLink } from './TrackingLink.tsx';

type Bought = {
  readonly id: number;
  readonly number: string;
  readonly total: WireMoney;
  readonly placed_at: string;
  readonly sentence: string;
  /** The last parcel, if shipped. */
  readonly tracking?: Parameters<typeof TrackingLink>[0]['parcel'] | null;
};
type Props<B extends Bought> = {
  list: { readonly data: readonly B[]; readonly page: number; readonly page_count: number };
  /** Base path of the pages. */
  at: string;
  what: (one: B) => ReactNode;
  links: (one: B) => ReactNode;
};

/** Purchases, newest first, with contents, state and actions. */
export function BoughtList<B extends Bought>({ list, at, what, links }: Props<B>) {
  return (
    <>
      <ul className={css.orders}>
        {list.data.map((one) => (
          <li key={one.id} className={css.order}>
            <div className={css.head}>
              <strong>{one.number}</strong>
              <MoneyText money={one.total} />
            </div>
            <div>{what(one)}</div>
            <div className={css.quiet}>
              <DateText at={one.placed_at} show="date" /> · {one.sentence}
            </div>
            {one.tracking ? (
              <div>
                <TrackingLink parcel={one.tracking} />
              </div>
            ) : null}
            <div className={css.links}>{links(one)}</div>
          </li>
        ))}
      </ul>
      <Pagination page={list.page} pageCount={list.page_count} to={(page) => `${at}?page=${page}`} />
    </>
  );
}
