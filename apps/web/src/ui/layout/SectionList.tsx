import { type RefObject, useEffect, useRef, useState } from 'react';
import { NativeSelect } from '../form/NativeSelect.tsx';
import css from './SectionList.module.css';

type PageSection = { readonly id: string; readonly label: string };

/**
 * Links to the sections of a long page, sticky on wide screens, a menu on narrow ones. The current section is marked.
 */
export function SectionList({ label, sections }: { label: string; sections: readonly PageSection[] }) {
  const [current, setCurrent] = useState<string | null>(null);
  // A selected section stays marked until the reader scrolls, even if it cannot be scrolled to the top.
  const isChosen = useRef(false);
  const choose = (id: string) => {
    isChosen.current = true;
    setCurrent(id);
  };
  useEffect(() => {
    const scrolled = () => {
      isChosen.current = false;
    };
    const events = ['wheel', 'touchmove', 'keydown'] as const;
    for (const event of events) window.addEventListener(event, scrolled, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, scrolled);
    };
  }, []);
  const ids = sections.map(({ id }) => id).join(' ');
  useEffect(() => {
    const seen = new Map<string, boolean>();
    const order = ids.split(' ');
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) seen.set(target.id, isIntersecting);
        if (!isChosen.current) setCurrent((now) => order.find((id) => seen.get(id)) ?? now);
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
    <nav className={css.sections} aria-label={label}>
      <div className={css.list}>
        {sections.map(({ id, label: text }) => (
          <a key={id} href={`#${id}`} aria-current={id === current ? 'true' : undefined} onClick={() => choose(id)}>
            {text}
          </a>
        ))}
      </div>
      <NativeSelect
        className={css.menu}
        label={label}
        hideLabel
        value={current ?? sections[0]?.id ?? ''}
        options={sections.map(({ id, label: text }) => ({ value: id, label: text }))}
        onChange={(event) => {
          const { value } = event.currentTarget;
          choose(value);
          document.getElementById(value)?.scrollIntoView();
        }}
      />
    </nav>
  );
}

/** Fewer sections need no list. */
const sectionsMin = 3;

/** The sections of a page by its headings of the second level, which may change while the page is open. */
export function HeadingList({ label, of }: { label: string; of: RefObject<HTMLElement | null> }) {
  const [sections, setSections] = useState<readonly PageSection[]>([]);
  useEffect(() => {
    const root = of.current;
    if (!root) return;
    const read = () => {
      const found = headingsIn(root);
      setSections((now) => (JSON.stringify(now) === JSON.stringify(found) ? now : found));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [of]);
  return sections.length < sectionsMin ? null : <SectionList label={label} sections={sections} />;
}

/**
 * The element around a heading is its section and gets an id to link to. Content of a sidebar is excluded, because it
 * is always visible.
 */
function headingsIn(root: HTMLElement): PageSection[] {
  const taken = new Set<string>();
  return [...root.querySelectorAll('h2')].flatMap((heading) => {
    const section = heading.closest('section') ?? heading.parentElement;
    const label = heading.textContent?.trim() ?? '';
    if (!section || section === root || label === '' || heading.closest('dialog, [popover], [data-beside]')) return [];
    section.id ||= `section-${label.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
    section.dataset.section = '';
    if (taken.has(section.id)) return [];
    taken.add(section.id);
    return [{ id: section.id, label }];
  });
}
