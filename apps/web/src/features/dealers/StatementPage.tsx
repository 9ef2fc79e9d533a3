import type { Call } from '@tuneport/contract/index';
import { t, tIn } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { DealerFrame } from './DealerFrame.tsx';
import css from './dealer.module.css';
import { dealerPaths, loadDealer, type Params } from './load-dealer.ts';
import { StatementDocument } from './StatementDocument.tsx';

async function load(api: Call, params: Params, url: string) {
  const { slug = '', id = '' } = params;
  const [dealer, statement] = await Promise.all([
    loadDealer(api, params),
    api('GET /v1/dealers/:id/statements/:statementId', { params: { id: slug, statementId: id } }),
  ]);
  return { dealer, statement, origin: new URL(url).origin };
}

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  {
    title: pageTitle(
      loaderData ? t('Statement {number}', { number: loaderData.statement.body.number ?? '' }) : t('Statement'),
    ),
  },
];
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  load(context.get(callContext), params, request.url);
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) => load(call, params, request.url);

export default function StatementPage() {
  const { dealer, statement, origin } = useLoaderData<typeof loader>();
  const { id = '' } = useParams();
  const { base } = dealerPaths(dealer);
  return (
    <DealerFrame
      dealer={dealer}
      title={t('Statement {number}', { number: statement.body.number ?? '' })}
      crumbs={[
        { label: tIn('account', 'Balance'), to: `${base}/balance` },
        { label: statement.body.number ?? t('Statement') },
      ]}
      action={
        <>
          <ButtonLink to={`/api/v1/dealers/${dealer.id}/statements/${id}/pdf`} reloadDocument>
            {t('Download PDF')}
          </ButtonLink>
          <ButtonLink to={`${base}/print-statement/${id}`} reloadDocument>
            {t('Print statement')}
          </ButtonLink>
        </>
      }
    >
      <Card flush className={css.block}>
        <StatementDocument statement={statement} origin={origin} heading="h2" />
      </Card>
    </DealerFrame>
  );
}
