import { useEffect, useState } from 'react';
import css from './SectionList.module.css';

export type PageSection = { readonly id: string; readonly label: string };

/** Links to the sections of a long page, which stay in sight on wide screens. The one being read is marked. */
export function SectionList({ label, sections }: { label: string; sections: readonly PageSection[] }) {
  const [current, setCurrent] = useState<string | null>(null);
  const ids = sections.map(({ id }) => id).join(' ');
  useEffect(() => {
    const seen = new Map<string, boolean>();
    const order = ids.split(' ');
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) seen.set(target.id, isIntersecting);
        setCurrent((now) => order.find((id) => seen.get(id)) ?? now);
      },
      // The upper part of the window, where people read.
      { rootMargin: '-80px 0px -60% 0px' },
    );
    for (const id of order) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return (
    <nav className={css.list} aria-label={label}>
      {sections.map(({ id, label: text }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
