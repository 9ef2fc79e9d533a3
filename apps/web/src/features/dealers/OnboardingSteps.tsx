import type { CallReply } from '@tuneport/contract/index';
import { msg, t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { Button, TextLink } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Card, Row } from '../../ui/layout/Layout.tsx';
import css from './dealer.module.css';
import { type Dealer, dealerPaths } from './load-dealer.ts';

type Steps = CallReply<'GET /v1/dealers/:id/onboarding-progress'>;
type Step = Steps[number]['step'];

const labels: Readonly<Record<Step, { label: string; path: string }>> = {
  billing: { label: msg('Enter your billing information'), path: 'settings#billing' },
  address: { label: msg('Add a shipping address'), path: 'settings#addresses' },
  tools: { label: msg('List the tools you own and your install fees'), path: 'settings#tools' },
  specializations: { label: msg('Choose your specializations'), path: 'settings#specializations' },
  member: { label: msg('Invite a colleague'), path: 'group#invite' },
  purchase: { label: msg('Make your first purchase'), path: '' },
};

/** Shown until all six steps are done. */
export function OnboardingSteps({ dealer, steps }: { dealer: Dealer; steps: Steps }) {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState<Step | null>(null);
  if (steps.every(({ done }) => done)) return null;
  const { base } = dealerPaths(dealer);
  const mark = async (step: Step, done: boolean) => {
    setBusy(step);
    try {
      await call('PATCH /v1/dealers/:id/onboarding-progress', { params: { id: dealer.id }, body: { step, done } });
      await revalidate();
    } catch (error) {
      toast(errorText(error, t('Nothing was changed. Try again.')), { tone: 'bad' });
    } finally {
      setBusy(null);
    }
  };
  return (
    <Card className={css.block}>
      <Row between>
        <h2>{t('Set up your dealer account')}</h2>
        <span className={css.quiet}>
          {t('{done} of {all} done', {
            done: steps.filter(({ done }) => done).length,
            all: steps.length,
          })}
        </span>
      </Row>
      <ol className={css.steps}>
        {steps.map(({ step, done, found }) => (
          <li key={step}>
            {done ? (
              <span className={css.done}>{t(labels[step].label)}</span>
            ) : (
              <TextLink to={labels[step].path === '' ? '/' : `${base}/${labels[step].path}`} discover="none">
                {t(labels[step].label)}
              </TextLink>
            )}
            {dealer.may_manage && !found ? (
              <Button
                size="small"
                variant="ghost"
                busy={busy === step}
                aria-label={`${done ? t('Reopen') : t('Skip')}: ${t(labels[step].label)}`}
                onClick={() => void mark(step, !done)}
              >
                {done ? t('Reopen') : t('Skip')}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
    </Card>
  );
}
