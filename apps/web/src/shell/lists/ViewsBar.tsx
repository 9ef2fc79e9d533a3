import { adminMenuKeys } from '@tuneport/domain/identity/permissions';
import { t } from '@tuneport/domain/text/text';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { useUser } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Stack } from '../../ui/layout/Layout.tsx';
import type { ViewContext } from '../../ui/list/ListPage.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Menu, type MenuEntry } from '../../ui/overlay/Menu.tsx';
import css from './ViewsBar.module.css';
import { copyOf, opensWithDefault, useViews, type View, viewLink } from './views.ts';

/** Saved views of a list: tabs, saving, sharing and the default. */
export function ViewsBar({ list, query, choice, choose, normal }: ViewContext) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const user = useUser();
  const mayShare = user ? adminMenuKeys({ role: user.role, flags: user.f }).length > 0 : false;
  const { views, reload } = useViews(user ? list : null);
  const [naming, setNaming] = useState<View | 'new' | null>(null);
  const active = views?.find(({ id }) => String(id) === params.get('view')) ?? null;
  const changed = active ? normal(active.query) !== query || !sameColumns(active.columns, choice) : query !== '';

  const open = (view: View) => {
    choose(view.columns);
    void navigate(viewLink(view), { replace: false });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list is opened, not when its filters change.
  useEffect(() => {
    const standard = views?.find(({ is_default }) => is_default);
    if (!standard || !opensWithDefault(params)) return;
    choose(standard.columns);
    void navigate(viewLink(standard), { replace: true });
  }, [views === null, list]);

  if (!views || (views.length === 0 && query === '')) return null;
  const attempt = async (send: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>) => {
    try {
      await send();
      await reload();
      const action = undo && { label: t('Undo'), onSelect: () => void undo().then(reload) };
      toast(done, action ? { action } : {});
    } catch (error) {
      toast(error instanceof ApiError ? error.message : t('The connection failed. Try again.'), { tone: 'bad' });
    }
  };
  const change = (view: View, body: object, done: string) =>
    void attempt(() => call('PATCH /v1/list-views/:id', { params: { id: view.id }, body }), done);
  const setDefault = (view: View) =>
    void attempt(
      () => call('PUT /v1/list-views/default', { body: { list, view_id: view.is_default ? null : view.id } }),
      view.is_default ? t('The list opens without a view.') : t('The list opens with {name}.', { name: view.name }),
    );
  const entries = (view: View): MenuEntry[] => [
    {
      label: view.is_default ? t('Stop opening with this view') : t('Open the list with this view'),
      onSelect: () => setDefault(view),
    },
    ...(view.mine
      ? ([
          { label: t('Rename view'), onSelect: () => setNaming(view) },
          ...(mayShare
            ? [
                view.shared
                  ? {
                      label: t('Stop sharing'),
                      onSelect: () => change(view, { shared: false }, t('The view is private.')),
                    }
                  : {
                      label: t('Share with staff'),
                      onSelect: () => change(view, { shared: true }, t('Staff can use this view.')),
                    },
              ]
            : []),
          'rule',
          {
            label: t('Delete view'),
            danger: true,
            onSelect: () =>
              void attempt(
                async () => {
                  await call('DELETE /v1/list-views/:id', { params: { id: view.id } });
                  await navigate('?view=all');
                },
                t('View deleted.'),
                () => call('POST /v1/list-views', { body: copyOf(view, list), once: true }),
              ),
          },
        ] satisfies MenuEntry[])
      : []),
  ];
  return (
    <nav className={css.bar} aria-label={t('Saved views')}>
      <Link className={css.tab} to="?view=all" aria-current={active ? undefined : 'page'} discover="none">
        {t('All')}
      </Link>
      {views.map((view) => (
        <Link
          key={view.id}
          className={css.tab}
          to={viewLink(view)}
          aria-current={view === active ? 'page' : undefined}
          discover="none"
          title={view.mine ? undefined : t('Shared by {name}', { name: view.owner })}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            open(view);
          }}
        >
          {view.name}
        </Link>
      ))}
      {active ? (
        <Menu
          label={t('Actions for the view {name}', { name: active.name })}
          icon="dots"
          variant="ghost"
          size="small"
          entries={entries(active)}
        />
      ) : null}
      {changed ? (
        <span className={css.save}>
          {active?.mine ? (
            <Button
              size="small"
              variant="ghost"
              onClick={() => change(active, { query, columns: choice }, t('View updated.'))}
            >
              {t('Update view')}
            </Button>
          ) : null}
          <Button size="small" variant="ghost" onClick={() => setNaming('new')}>
            {t('Save as view')}
          </Button>
        </span>
      ) : null}
      {naming ? (
        <NameDialog
          view={naming === 'new' ? null : naming}
          mayShare={mayShare}
          onClose={() => setNaming(null)}
          send={async (name, shared) => {
            if (naming !== 'new') {
              await call('PATCH /v1/list-views/:id', { params: { id: naming.id }, body: { name } });
              await reload();
              return;
            }
            const body = { list, name, query, columns: { ...choice }, shared };
            const view = await call('POST /v1/list-views', { body, once: true });
            await reload();
            void navigate(viewLink(view));
          }}
        />
      ) : null}
    </nav>
  );
}

const sameColumns = (a: object, b: object) =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

type NameProps = {
  view: View | null;
  mayShare: boolean;
  onClose: () => void;
  send: (name: string, shared: boolean) => Promise<void>;
};

function NameDialog({ view, mayShare, onClose, send }: NameProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await send(name.trim(), shared);
      onClose();
    } catch (error) {
      setProblem(
        error instanceof ApiError ? (error.errors.name?.[0] ?? error.message) : t('The connection failed. Try again.'),
      );
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} locked={busy} title={view ? t('Rename view') : t('Save view')}>
      <form method="post" onSubmit={submit} noValidate>
        <Stack>
          <TextField
            label={t('Name')}
            value={name}
            maxLength={60}
            error={problem}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {!view && mayShare ? (
            <Checkbox
              label={t('Share with staff')}
              hint={t('Only you can see it unless you share it.')}
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          ) : null}
          <div>
            <Button type="submit" variant="primary" busy={busy} disabled={name.trim() === ''}>
              {view ? t('Rename view') : t('Save view')}
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}
