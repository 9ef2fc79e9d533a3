import { type ActorFacts, allows } from '@tuneport/domain/identity/permissions';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { isBackOffice } from '../../platform/page.ts';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { routedRows } from '../../route-table.ts';
import { CommandPalette } from '../../ui/overlay/CommandPalette.tsx';
import { type Command, matchCommands } from '../../ui/overlay/command-match.ts';
import { Icon } from '../../ui/text/Icon.tsx';
import { activeEntry, adminMenu, type MenuGroup } from '../admin-menu.ts';
import { OfficeIcon } from '../frame/OfficeIcon.tsx';
import { useRailMemory } from '../frame/rail-memory.ts';
import { actionsFor, type Found, kindInfo, parseTyped, pathOf } from './found-records.ts';

const typingMs = 80;
const pagesShown = 6;
const actionsShown = 4;

/** Ctrl K: records, pages and actions in one box. Recent records first while it is empty. */
export default function OfficeSearch({ open, onClose }: { open: boolean; onClose: () => void }) {
  const ui = useUi();
  const facts = useMemo(() => factsOf(ui), [ui]);
  const { recent } = useRailMemory(ui?.user?.id ?? null);
  const [typed, setTyped] = useState('');
  const { verb, q } = parseTyped(typed);
  const { found, busy } = useFound(open ? q : '');

  const menu = useMemo(() => adminMenu(facts), [facts]);
  const pages = useMemo(() => pageCommands(menu), [menu]);
  const allPages = useMemo(() => [...pages, ...pagesInside(menu, facts)], [menu, pages, facts]);
  const creating = useMemo(
    () =>
      routedRows
        .filter(({ path, guard, file }) => path.endsWith('/new') && isBackOffice(path) && file && guard)
        .filter(({ guard }) => guard && allows(guard, facts))
        .map(({ path, title }) => ({ id: path, label: title, to: path, group: 'Actions', icon: <Icon name="plus" /> })),
    [facts],
  );

  const commands = useMemo((): Command[] => {
    if (typed.trim() === '')
      return [
        ...recent.map(({ to, title }) => ({
          id: `recent ${to}`,
          label: title,
          to,
          group: 'Recent',
          icon: <Icon name="clock" />,
        })),
        ...pages,
      ];
    const foundPages = verb === null ? matchCommands(allPages, typed).slice(0, pagesShown) : [];
    const byName = foundPages.filter(({ label }) => label.toLowerCase().startsWith(typed.trim().toLowerCase()));
    const records = found.map((record) => ({
      id: `${record.kind} ${record.id}`,
      label: record.title,
      detail: record.detail,
      to: pathOf(record, facts),
      group: kindInfo[record.kind].group,
      icon: <OfficeIcon name={kindInfo[record.kind].icon} />,
    }));
    const actions = actionsFor(verb === null ? found.slice(0, 1) : found, verb, facts)
      .slice(0, actionsShown)
      .map(({ label, to, record }) => ({
        id: `${label} ${record.id}`,
        label,
        detail: record.detail,
        to,
        group: 'Actions',
        icon: <Icon name="arrowRight" />,
      }));
    const create = matchCommands(creating, typed.replace(/^(add|create)\b/i, 'new')).slice(0, pagesShown);
    const isCreating = /^(new|add|create)\b/i.test(typed.trim());
    return [
      ...(isCreating ? create : []),
      ...(verb === null ? [] : actions),
      ...byName,
      ...records,
      ...(verb === null ? actions : []),
      ...foundPages.filter((page) => !byName.includes(page)),
      ...(isCreating ? [] : create),
    ];
  }, [typed, verb, found, facts, pages, allPages, creating, recent]);

  return (
    <CommandPalette
      label="Search and commands"
      open={open}
      onClose={() => {
        setTyped('');
        onClose();
      }}
      typed={typed}
      onType={setTyped}
      commands={commands}
      busy={busy}
    />
  );
}

const pageCommands = (menu: readonly MenuGroup[]): Command[] =>
  menu.flatMap(({ title, icon, entries }) =>
    entries.map(({ label, to, keywords }) => ({
      id: to,
      label,
      detail: label === title ? '' : title,
      to,
      keywords: `${title} ${keywords ?? ''}`,
      group: 'Pages',
      icon: <OfficeIcon name={icon} />,
    })),
  );

/** Pages without an entry of their own, such as those of the lead engine, below the entry that leads to them. */
const pagesInside = (menu: readonly MenuGroup[], facts: ActorFacts): Command[] =>
  routedRows.flatMap(({ path, title, guard, file }) => {
    if (!file || !isBackOffice(path) || /[:*]|\/new$/.test(path) || !guard || !allows(guard, facts)) return [];
    const entry = activeEntry(menu, path);
    if (!entry || [entry.to, ...(entry.also ?? [])].includes(path)) return [];
    const group = menu.find(({ entries }) => entries.includes(entry));
    return {
      id: path,
      label: title,
      detail: entry.label,
      to: path,
      keywords: entry.label,
      group: 'Pages',
      icon: <OfficeIcon name={group?.icon ?? 'settings'} />,
    };
  });

/** Results of the last answered text; `busy` until the current one is answered. */
function useFound(q: string): { found: readonly Found[]; busy: boolean } {
  const [answer, setAnswer] = useState<{ q: string; found: readonly Found[] }>({ q: '', found: [] });
  useEffect(() => {
    if (q === '') return setAnswer({ q: '', found: [] });
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call('GET /v1/admin/search', { query: { q }, signal: stop.signal }).then(
        ({ data }) => setAnswer({ q, found: data }),
        () => {
          if (!stop.signal.aborted) setAnswer({ q, found: [] });
        },
      );
    }, typingMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q]);
  return { found: answer.found, busy: answer.q !== q };
}
