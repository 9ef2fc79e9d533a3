import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import css from './dealer.module.css';
import type { Params } from './load-dealer.ts';
import { StatementDocument } from './StatementDocument.tsx';

export const meta = () => [{ title: pageTitle(t('Statement')) }, { name: 'robots', content: 'noindex' }];

async function load(api: Call, params: Params, url: string) {
  const statement = await api('GET /v1/dealers/:id/statements/:statementId', {
    params: { id: params.slug ?? '', statementId: params.id ?? '' },
  });
  return { statement, origin: new URL(url).origin };
}
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  load(context.get(callContext), params, request.url);
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) => load(call, params, request.url);

/** A monthly statement as issued, to print. */
export default function PrintStatementPage() {
  const { statement, origin } = useLoaderData<typeof loader>();
  const { slug = '', id = '' } = useParams();
  return (
    <>
      <div className={css.bar}>
        <Button variant="primary" onClick={() => window.print()}>
          {t('Print')}
        </Button>
        <ButtonLink to={`/api/v1/dealers/${slug}/statements/${id}/pdf`} reloadDocument>
          {t('Download PDF')}
        </ButtonLink>
      </div>
      <StatementDocument statement={statement} origin={origin} />
    </>
  );
}
