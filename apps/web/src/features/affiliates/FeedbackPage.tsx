import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { refusalOf } from '../../platform/api/refusal-of.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Radio } from '../../ui/form/Checkbox.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { Container, Row } from '../../ui/layout/Layout.tsx';
import css from '../partners/apply.module.css';

export const meta = () => [{ title: pageTitle(t('Feedback')) }];

type Loaded = { questions: readonly string[]; problem: string | null };

async function load(api: Call, params: { id?: string; token?: string }): Promise<Loaded> {
  try {
    const { questions } = await api('GET /baol/:id/:token/feedback', {
      params: { id: params.id ?? '', token: params.token ?? '' },
    });
    return { questions, problem: null };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.status === 409 || refusal?.status === 410) return { questions: [], problem: refusal.message };
    throw error;
  }
}
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

export default function FeedbackPage() {
  const { questions, problem } = useLoaderData<typeof loader>() as Loaded;
  const { id = '', token = '' } = useParams();
  const [sent, setSent] = useState(false);
  const [rating, setRating] = useState('');
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    await call('POST /baol/:id/:token/feedback', { params: { id, token }, body: { rating, text: field('text') } });
    setSent(true);
  });
  return (
    <Container width="reading" className={css.page}>
      {problem !== null || sent ? (
        <EmptyState title={problem ?? t('Thank you for your feedback.')} />
      ) : (
        <form method="post" className={css.card} onSubmit={onSubmit} noValidate aria-label={t('Feedback')}>
          <h1>{t('Your feedback')}</h1>
          <FormError message={failure.message} errors={failure.errors} />
          <fieldset className={css.fields}>
            <legend>{questions[0]}</legend>
            <Row>
              {['1', '2', '3', '4', '5'].map((value) => (
                <Radio
                  key={value}
                  name="rating"
                  label={value}
                  value={value}
                  checked={rating === value}
                  onChange={() => setRating(value)}
                />
              ))}
            </Row>
          </fieldset>
          <Textarea label={questions[1] ?? t('Comment')} name="text" rows={5} maxLength={4000} optional />
          <div>
            <Button type="submit" variant="primary" busy={busy} disabled={rating === ''}>
              {t('Send feedback')}
            </Button>
          </div>
        </form>
      )}
    </Container>
  );
}
