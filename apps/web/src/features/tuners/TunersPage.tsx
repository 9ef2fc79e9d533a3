import type { Call } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { CardLink, Container, Row } from '../../ui/layout/Layout.tsx';
import css from './tuner.module.css';

export const meta = () => [{ title: pageTitle(t('Your tuners')) }];

/** A member of exactly one tuner is redirected to it. */
async function load(api: Call) {
  const { data } = await api('GET /tuners');
  const [only] = data;
  if (data.length === 1 && only) throw redirect(`/tuner/${only.id}`);
  return data;
}

export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = (_: ClientLoaderFunctionArgs) => load(call);

export default function TunersPage() {
  const tuners = useLoaderData<typeof loader>();
  const runsTuners = may(factsOf(useUi()), 'tuners.admin');
  return (
    <Container className={css.page}>
      <Row between>
        <h1>{t('Your tuners')}</h1>
        <ButtonLink to="/tuner/pools">{t('Queues')}</ButtonLink>
      </Row>
      {tuners.length === 0 ? (
        <EmptyState
          title={t('Tuners you belong to appear here.')}
          step={runsTuners ? <ButtonLink to="/admin/tuners">{t('All tuners')}</ButtonLink> : undefined}
        >
          {runsTuners
            ? t('You do not belong to a tuner yourself. The back office lists all of them.')
            : t('Ask us to add you to your company to see its earnings and transfers here.')}
        </EmptyState>
      ) : (
        <ul className={css.tuners}>
          {tuners.map((tuner) => (
            <li key={tuner.id}>
              <CardLink to={`/tuner/${tuner.id}`} discover="none" className={css.tuner ?? ''}>
                <h2>{tuner.name}</h2>
                <span className={css.quiet}>
                  {t('{percent}% of each tune sold', { percent: Number(tuner.share_percent) })}
                </span>
                <span className={css.quiet}>{tuner.brands.map(({ name }) => name).join(', ')}</span>
              </CardLink>
            </li>
          ))}
        </ul>
      )}
    </Container>
  );
}
