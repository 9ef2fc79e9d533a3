import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { EarningsOverview } from '../earnings/EarningsOverview.tsx';
import { PartnerTable } from '../partners/PartnerTable.tsx';
import { AffiliateFrame } from './AffiliateFrame.tsx';
import css from './affiliate.module.css';
import { affiliatePaths, loadAffiliate, type Params } from './load-affiliate.ts';

async function load(api: Call, params: Params) {
  const of = { params: { id: params.id ?? '' } };
  const [affiliate, members, earnings, target] = await Promise.all([
    loadAffiliate(api, params),
    api('GET /v1/affiliates/:id/members', of),
    api('GET /v1/affiliates/:id/entry-metrics', of),
    api('GET /v1/affiliates/:id/targets/status', of),
  ]);
  return { affiliate, members, earnings, target };
}
type Loaded = Awaited<ReturnType<typeof load>>;
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);
export const meta = ({ loaderData }: { loaderData?: Loaded }) => [
  { title: pageTitle(loaderData?.affiliate.name ?? t('Affiliate')) },
];

export default function GroupPage() {
  const { affiliate, members, earnings, target } = useLoaderData<typeof loader>();
  return (
    <AffiliateFrame affiliate={affiliate} title={affiliate.name}>
      <div className={css.stack}>
        <EarningsOverview
          earnings={earnings}
          paths={affiliatePaths(affiliate)}
          empty={t('You earn {percent}% of every sale that comes through your codes and links.', {
            percent: Number(affiliate.share_percent),
          })}
        />
        <div className={css.cards}>
          <Target target={target} id={affiliate.id} />
          <Card className={css.block}>
            <h2>{t('People')}</h2>
            <PartnerTable
              label={t('People')}
              heads={[t('Name'), t('E-mail'), t('Since')]}
              rows={members.map((member) => ({
                key: member.user_id,
                cells: [member.name, member.email, <DateText key="since" at={member.since} show="date" />],
              }))}
            />
            <p className={css.quiet}>{t('Contact us to add or remove people.')}</p>
          </Card>
        </div>
      </div>
    </AffiliateFrame>
  );
}

function Target({ target, id }: { target: Loaded['target']; id: number }) {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const ascend = async () => {
    setBusy(true);
    try {
      const { share_percent } = await call('POST /v1/affiliates/:id/targets/ascend', { params: { id } });
      toast(t('You now earn {percent}% of each sale.', { percent: Number(share_percent) }));
      await revalidate();
    } catch (error) {
      toast(errorText(error, t('Something went wrong.')), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card className={css.block}>
      <h2>{t('Level {level}', { level: target.level })}</h2>
      {target.next === null ? (
        <p>{t('You are at the highest level.')}</p>
      ) : (
        <>
          <p>
            {rich('{reached} of {needed} earned in the last 12 months. Level {level} pays {percent}%.', {
              reached: <MoneyText money={target.reached} />,
              needed: <MoneyText money={target.next.needed} />,
              level: target.next.level,
              percent: Number(target.next.share_percent),
            })}
          </p>
          <progress
            className={css.progress}
            value={Math.max(0, Math.min(Number(target.reached.amount), Number(target.next.needed.amount)))}
            max={Number(target.next.needed.amount)}
            aria-label={t('Progress towards the next level')}
          />
          {target.can_ascend ? (
            <div>
              <Button variant="primary" busy={busy} onClick={() => void ascend()}>
                {t('Move up to level {level}', { level: target.next.level })}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Card>
  );
}
