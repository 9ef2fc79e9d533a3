import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import css from '../../ui/controls/Tabs.module.css';

type RecordTab = {
  id: string;
  label: string;
  count?: number;
  /** Stays mounted while another tab is open, so that what was typed in it is not lost. */
  keep?: boolean;
  content: () => ReactNode;
};

/** Tabs of a record. The open one is in the URL (`?tab=orders`), so it can be shared; the first is the default. */
export function RecordTabs({ tabs, label }: { tabs: readonly RecordTab[]; label: string }) {
  const [params] = useSearchParams();
  const open = tabs.find(({ id }) => id === params.get('tab')) ?? tabs[0];
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  if (open?.keep && !kept.has(open.id)) setKept(new Set([...kept, open.id]));
  const row = useRef<HTMLElement>(null);
  // On a phone the open tab may be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is at another place
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && tab)
      row.current.scrollLeft =
        tab.offsetLeft - row.current.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [open?.id]);
  if (!open) return null;
  return (
    <>
      <nav ref={row} className={css.tabs} aria-label={label}>
        {tabs.map(({ id, label: name, count }, at) => (
          <Link
            key={id}
            to={at === 0 ? '?' : `?tab=${id}`}
            className={css.tab}
            aria-current={id === open.id ? 'page' : undefined}
            preventScrollReset
            discover="none"
          >
            {name}
            {count === undefined ? null : <span className={css.count}>{count}</span>}
          </Link>
        ))}
      </nav>
      {tabs
        .filter((tab) => tab.id === open.id || (tab.keep && kept.has(tab.id)))
        .map((tab) => (
          <div key={tab.id} hidden={tab.id !== open.id}>
            {tab.content()}
          </div>
        ))}
    </>
  );
}
