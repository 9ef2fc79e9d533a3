import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useParams,
} from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import css from './dealer.module.css';
import type { Params } from './load-dealer.ts';
import { StatementDocument } from './StatementDocument.tsx';

export const meta = () => [{ title: pageTitle(t('Statement')) }, { name: 'robots', content: 'noindex' }];

function rangeOf(api: Call, id: string, search: URLSearchParams) {
  const query = Object.fromEntries(
    ['start', 'end', 'currency'].flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  return api('GET /v1/dealers/:id/statements/range', { params: { id }, query });
}

async function load(api: Call, params: Params, url: string) {
  const statement = await rangeOf(api, params.slug ?? '', new URL(url).searchParams);
  return { statement, origin: new URL(url).origin };
}
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  load(context.get(callContext), params, request.url);
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) => load(call, params, request.url);

/** A statement over any days, to print. */
export default function PrintStatementRangePage() {
  const { statement, origin } = useLoaderData<typeof loader>();
  const { slug = '' } = useParams();
  const { search } = useLocation();
  return (
    <>
      <div className={css.bar}>
        <Button variant="primary" onClick={() => window.print()}>
          {t('Print')}
        </Button>
        <ButtonLink to={`/api/v1/dealers/${slug}/statements/range/pdf${search}`} reloadDocument>
          {t('Download PDF')}
        </ButtonLink>
      </div>
      <StatementDocument statement={statement} origin={origin} />
    </>
  );
}
