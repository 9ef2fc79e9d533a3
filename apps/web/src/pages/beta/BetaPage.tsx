import type { Call } from '@tuneport/contract/index';
import { type BetaProgramState, betaParticipantMachine, betaProgramMachine } from '@tuneport/domain/beta/beta-states';
import { stateLabel, stateTone } from '@tuneport/domain/states/machine';
import { msg, t, tIn } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { contentMeta } from '../../features/content/content-meta.ts';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import css from './beta.module.css';

const load = async (call: Call, url: URL) => ({ programs: await call('GET /beta-programs'), origin: url.origin });
export const loader = ({ context, url }: LoaderFunctionArgs) => load(context.get(callContext), url);
export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => load(call, url);

const about = msg('Try new tunes and tools before everyone else, and tell us what you find.');

export const meta = ({ loaderData }: { loaderData?: { origin: string } }) =>
  contentMeta({ title: t('Beta programs'), description: t(about), origin: loaderData?.origin ?? '', path: '/beta' });

export default function BetaPage() {
  const { programs } = useLoaderData<typeof loader>();
  return (
    <Container className={css.page}>
      <h1>{t('Beta programs')}</h1>
      <p className={css.lead}>{t(about)}</p>
      {programs.length === 0 ? (
        <EmptyState
          title={t('No beta program is open')}
          step={<ButtonLink to="/blog">{t('Read the blog')}</ButtonLink>}
        >
          {t('New programs appear here. We also announce them in the newsletter.')}
        </EmptyState>
      ) : (
        <ul className={css.list}>
          {programs.map((program) => (
            <li key={program.id} className={css.card}>
              <h2>
                <Link to={`/beta/${program.id}`}>{program.name}</Link>
              </h2>
              <p className={css.facts}>
                <ProgramState state={program.state} />
                {program.membership ? (
                  <span>
                    {t('You: {state}', { state: t(stateLabel(betaParticipantMachine, program.membership.state)) })}
                  </span>
                ) : null}
              </p>
              {program.summary ? <p>{program.summary}</p> : null}
              <p className={css.quiet}>
                {seatsText(program)}
                {program.ends_at ? (
                  <>, {rich('until {date}', { date: <DateText at={program.ends_at} show="date" /> })}</>
                ) : null}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Container>
  );
}

export const seatsText = ({ seats, free_seats }: { seats: number; free_seats: number }) =>
  free_seats === 0
    ? t('All {seats} places are taken', { seats })
    : t('{free_seats} of {seats} places free', { free_seats, seats });

/** "Open" alone is the verb in the catalogue. */
export const ProgramState = ({ state }: { state: BetaProgramState }) =>
  state === 'open' ? (
    <StateDot tone={stateTone(betaProgramMachine, state)}>{tIn('state', 'Open')}</StateDot>
  ) : (
    <StateBadge machine={betaProgramMachine} state={state} />
  );
