import type { Call } from '@tuneport/contract/index';
import { affiliateTerms } from '@tuneport/domain/affiliates/terms';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { AffiliateFrame } from './AffiliateFrame.tsx';
import css from './affiliate.module.css';
import { loadAffiliate, type Params } from './load-affiliate.ts';
import { TermsText } from './TermsText.tsx';

async function load(api: Call, params: Params) {
  const [affiliate, versions] = await Promise.all([
    loadAffiliate(api, params),
    api('GET /v1/affiliates/:id/terms', { params: { id: params.id ?? '' } }),
  ]);
  return { affiliate, versions };
}
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);
export const meta = () => [{ title: pageTitle(t('Affiliate terms')) }];

export default function TermsPage() {
  const { affiliate, versions } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const { busy, failure, onSubmit } = useSubmit(async () => {
    const version = affiliate.terms_due ?? '';
    await call('POST /v1/affiliates/:id/terms', { params: { id: affiliate.id }, body: { version } });
    toast(t('Accepted.'));
    await revalidate();
  });
  return (
    <AffiliateFrame affiliate={affiliate} title={t('Terms')}>
      <div className={css.stack}>
        {affiliateTerms.map((terms) => {
          const acceptance = versions.find(({ version }) => version === terms.version);
          return (
            <Card key={terms.version} className={css.block}>
              <TermsText terms={terms} />
              {acceptance?.accepted_at ? (
                <p className={css.quiet}>
                  {acceptance.accepted_by === null
                    ? rich('Accepted {date}', { date: <DateText at={acceptance.accepted_at} /> })
                    : rich('Accepted {date} by {name}', {
                        date: <DateText at={acceptance.accepted_at} />,
                        name: acceptance.accepted_by,
                      })}
                </p>
              ) : terms.version === affiliate.terms_due ? (
                <form method="post" onSubmit={onSubmit} noValidate>
                  <FormError message={failure.message} errors={failure.errors} />
                  <Button type="submit" variant="primary" busy={busy}>
                    {t('Accept version {version}', { version: terms.version })}
                  </Button>
                </form>
              ) : null}
            </Card>
          );
        })}
      </div>
    </AffiliateFrame>
  );
}
