import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { logFormat } from '@tuneport/domain/tuning/logs/log-format';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { useUser } from '../../../platform/ui-state.ts';
import { useLoginLink } from '../../../shell/use-login-link.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import { rich } from '../../../ui/text/rich.ts';
import graph from '../graph.module.css';
import { type Layout, layoutsOf, readLayout } from '../layout.ts';
import type { OpenLog } from '../open-log.ts';
import css from './panels.module.css';

type Saved = CallReply<'GET /v1/list-views'>['data'];

type Props = {
  open: OpenLog;
  /** The current layout as text. */
  current: string;
  onApply: (layout: Layout) => void;
};

/** Layouts of this account for the logger that wrote the log. One of them can open with every log of it. */
export function LayoutsPanel({ open, current, onApply }: Props) {
  const login = useLoginLink();
  const isSignedIn = useUser() !== null;
  const list = layoutsOf(open.log);
  const [saved, setSaved] = useState<Saved | null>(null);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!isSignedIn) return;
    let isHere = true;
    call('GET /v1/list-views', { query: { list } }).then(
      ({ data }) => isHere && setSaved(data.filter(({ mine }) => mine)),
      () => isHere && setProblem(t('Your layouts could not be loaded. Reload the page to try again.')),
    );
    return () => {
      isHere = false;
    };
  }, [isSignedIn, list]);
  const act = async (work: () => Promise<void>) => {
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(errorText(error, t('Something went wrong. Try again.')));
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      if (name.trim() === '') throw new Error(t('Enter a name for the layout.'));
      const made = await call('POST /v1/list-views', { body: { list, name: name.trim(), query: current }, once: true });
      setSaved((now) => [...(now ?? []), made]);
      setName('');
    });
  };
  const remove = (id: number) =>
    act(async () => {
      await call('DELETE /v1/list-views/:id', { params: { id } });
      setSaved((now) => now?.filter((one) => one.id !== id) ?? null);
    });
  const setDefault = (id: number | null) =>
    act(async () => {
      await call('PUT /v1/list-views/default', { body: { list, view_id: id } });
      setSaved((now) => now?.map((one) => ({ ...one, is_default: one.id === id })) ?? null);
    });
  if (!isSignedIn)
    return (
      <p className={graph.quiet}>
        {rich('<link>Log in</link> to save channels, axes and units as a layout for your logger.', {
          link: (text) => <TextLink {...login}>{text}</TextLink>,
        })}
      </p>
    );
  return (
    <form method="post" className={css.panelForm} onSubmit={save} noValidate>
      <div className={graph.row}>
        <TextField
          label={t('New layout for {format}', { format: logFormat(open.log.format) })}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit">{t('Save layout')}</Button>
      </div>
      <ul className={css.formulas} aria-label={t('Layouts')}>
        {saved?.map((one) => {
          const layout = readLayout(open.log, one.query);
          return (
            <li key={one.id}>
              <Button size="small" disabled={!layout} onClick={() => layout && onApply(layout)}>
                {one.name}
              </Button>
              <Button
                size="small"
                variant="ghost"
                aria-pressed={one.is_default}
                onClick={() => void setDefault(one.is_default ? null : one.id)}
              >
                {one.is_default ? t('Opens with every log') : t('Open with every log')}
              </Button>
              <Button
                size="small"
                variant="ghost"
                icon
                aria-label={t('Delete {name}', { name: one.name })}
                onClick={() => void remove(one.id)}
              >
                <Icon name="trash" />
              </Button>
              {layout ? null : <span className={graph.quiet}>{t('None of its channels is in this log.')}</span>}
            </li>
          );
        })}
      </ul>
      {saved?.length === 0 ? (
        <p className={graph.quiet}>
          {t('A layout keeps channels, computed channels, axes and units for logs of the same logger.')}
        </p>
      ) : null}
      {problem ? (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      ) : null}
    </form>
  );
}
