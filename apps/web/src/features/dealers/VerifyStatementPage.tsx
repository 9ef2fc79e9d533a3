import type { Call, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { refusalOf } from '../../platform/api/refusal-of.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card, Container } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import css from './dealer.module.css';
import { monthLabel } from './month-label.ts';

type Found = CallReply<'GET /statements/:hash/verify'>;
type Shown = { code: string; found: Found | null; problem: string | null };

async function load(api: Call, url: string): Promise<Shown> {
  const code = (new URL(url).searchParams.get('code') ?? '').trim().toLowerCase();
  if (code === '') return { code, found: null, problem: null };
  if (!/^[0-9a-f]{64}$/.test(code))
    return { code, found: null, problem: t('A code has 64 letters and digits, from 0 to 9 and a to f.') };
  try {
    return { code, found: await api('GET /statements/:hash/verify', { params: { hash: code } }), problem: null };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.status !== 404) throw error;
    return { code, found: null, problem: refusal.message };
  }
}

export const meta = () => [{ title: pageTitle(t('Verify a statement')) }, { name: 'robots', content: 'noindex' }];
export const loader = ({ context, request }: LoaderFunctionArgs) => load(context.get(callContext), request.url);
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => load(call, request.url);

/** Anyone who holds a statement can check that we issued it exactly so. */
export default function VerifyStatementPage() {
  const { code, found, problem } = useLoaderData<typeof loader>();
  return (
    <Container width="reading" className={css.invite}>
      <Card className={css.block}>
        <h1>{t('Verify a statement')}</h1>
        <p>{t('Enter the code at the foot of a statement to see what we issued.')}</p>
        <Form method="get" className={css.form} key={code}>
          <TextField
            label={t('Code')}
            name="code"
            defaultValue={code}
            autoComplete="off"
            spellCheck={false}
            error={problem === null ? undefined : [problem]}
          />
          <Button type="submit" variant="primary">
            {t('Verify statement')}
          </Button>
        </Form>
        {found ? (
          <>
            <Notice tone="good" title={t('This statement is genuine.')}>
              {t('Compare these figures with the document you have.')}
            </Notice>
            <KeyValue
              rows={[
                [t('Number'), found.number],
                [t('Dealer'), found.dealer],
                [t('Month'), monthLabel(found.month)],
                [t('Closing balance'), <MoneyText key="closing" money={found.closing} />],
                [t('Issued'), <DateText key="issued" at={found.issued_at} />],
              ]}
            />
          </>
        ) : null}
      </Card>
    </Container>
  );
}
