import type { Call, CallReply } from '@tuneport/contract/index';
import { affiliateDiscountMax } from '@tuneport/domain/affiliates/levels';
import { percentText } from '@tuneport/domain/text/percent-text';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyField } from '../../ui/controls/CopyField.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { PartnerTable } from '../partners/PartnerTable.tsx';
import { AffiliateFrame } from './AffiliateFrame.tsx';
import css from './affiliate.module.css';
import { loadAffiliate, type Params } from './load-affiliate.ts';

async function load(api: Call, params: Params) {
  const of = { params: { id: params.id ?? '' } };
  const [affiliate, codes, tags, kit] = await Promise.all([
    loadAffiliate(api, params),
    api('GET /v1/affiliates/:id/discount-codes', of),
    api('GET /v1/affiliates/:id/tracking-tags', of),
    api('GET /v1/affiliates/:id/branding', of),
  ]);
  return { affiliate, codes, tags, links: new Map(kit.links.map(({ label, url }) => [label, url])) };
}
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);
export const meta = () => [{ title: pageTitle(t('Codes and links')) }];

export default function PromotionPage() {
  const { affiliate, codes, tags, links } = useLoaderData<typeof loader>();
  return (
    <AffiliateFrame affiliate={affiliate} title={t('Codes and links')}>
      <div className={css.stack}>
        <Codes id={affiliate.id} codes={codes} currency={affiliate.currency} />
        <Tags id={affiliate.id} tags={tags} links={links} />
      </div>
    </AffiliateFrame>
  );
}

type Code = CallReply<'GET /v1/affiliates/:id/discount-codes'>[number];
type Tag = CallReply<'GET /v1/affiliates/:id/tracking-tags'>[number];

function Codes({ id, codes, currency }: { id: number; codes: readonly Code[]; currency: string }) {
  const { revalidate } = useRevalidator();
  const [ending, setEnding] = useState<Code | null>(null);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    await call('POST /v1/affiliates/:id/discount-codes', {
      params: { id },
      body: { code: field('code'), amount: field('amount'), amountType: field('amountType') as 'percent' },
    });
    toast(t('Code created.'));
    await revalidate();
  });
  return (
    <Card className={css.block}>
      <h2>{t('Discount codes')}</h2>
      <p className={css.quiet}>
        {t('A code at checkout counts before every link. You can give up to {percent}% or {amount} {currency} off.', {
          percent: affiliateDiscountMax.percent,
          amount: affiliateDiscountMax.dollar,
          currency,
        })}
      </p>
      <form method="post" className={css.row} onSubmit={onSubmit} noValidate aria-label={t('New discount code')}>
        <FormError message={failure.message} />
        <TextField label={t('Code')} name="code" maxLength={40} autoComplete="off" error={failure.errors.code} />
        <TextField
          label={t('Discount')}
          name="amount"
          inputMode="decimal"
          defaultValue="10"
          error={failure.errors.amount}
        />
        <NativeSelect
          label={t('Type')}
          name="amountType"
          options={[
            { value: 'percent', label: t('Percent') },
            { value: 'dollar', label: t('Amount') },
          ]}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {t('Create code')}
        </Button>
      </form>
      {codes.length === 0 ? (
        <p>{t('Your codes appear here with their uses.')}</p>
      ) : (
        <PartnerTable
          label={t('Discount codes')}
          heads={[
            t('Code'),
            t('Discount'),
            { label: t('Your share'), end: true },
            { label: t('Orders'), end: true },
            t('Status'),
            { label: t('Actions'), hidden: true, end: true },
          ]}
          rows={codes.map((code) => ({
            key: code.id,
            cells: [
              code.code,
              code.amountType === 'percent'
                ? t('{amount}% off', { amount: Number(code.amount) })
                : t('{amount} {currency} off', { amount: Number(code.amount), currency }),
              percentText(Number(code.share_percent)),
              code.uses,
              code.running ? (
                <StateDot key="state" tone="good">
                  {t('Running')}
                </StateDot>
              ) : (
                <StateDot key="state" hollow>
                  {t('Ended')}
                </StateDot>
              ),
              code.running ? (
                <Button
                  key="end"
                  size="small"
                  aria-label={t('End code {code}', { code: code.code })}
                  onClick={() => setEnding(code)}
                >
                  {t('End code')}
                </Button>
              ) : null,
            ],
          }))}
        />
      )}
      {ending ? (
        <ConfirmDialog
          open
          onClose={() => setEnding(null)}
          title={t('End {code}?', { code: ending.code })}
          confirmLabel={t('End code')}
          danger
          onConfirm={async () => {
            const params = { id, codeId: ending.id };
            await call('DELETE /v1/affiliates/:id/discount-codes/:codeId', { params });
            await revalidate();
          }}
        >
          {t('It gives no discount from now on. Earlier orders still count.')}
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}

const conversion = ({ visits, orders }: Tag) =>
  visits === 0 ? '–' : percentText(Math.round((orders / visits) * 1000) / 10);

function Tags({ id, tags, links }: { id: number; tags: readonly Tag[]; links: ReadonlyMap<string, string> }) {
  const { revalidate } = useRevalidator();
  const [ending, setEnding] = useState<Tag | null>(null);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    await call('POST /v1/affiliates/:id/tracking-tags', { params: { id }, body: { tag: field('tag') } });
    toast(t('Link created.'));
    await revalidate();
  });
  return (
    <Card className={css.block}>
      <h2>{t('Tracking links')}</h2>
      <p className={css.quiet}>
        {t('One link per video, post or event shows what works. A visit counts for 30 days.')}
      </p>
      <form method="post" className={css.row} onSubmit={onSubmit} noValidate aria-label={t('New tracking link')}>
        <FormError message={failure.message} />
        <TextField label={t('Tag')} name="tag" maxLength={64} autoComplete="off" error={failure.errors.tag} />
        <Button type="submit" variant="primary" busy={busy}>
          {t('Create link')}
        </Button>
      </form>
      {tags.length === 0 ? (
        <p>{t('Your links appear here with visits, orders and conversion.')}</p>
      ) : (
        <PartnerTable
          label={t('Tracking links')}
          heads={[
            t('Tag'),
            t('Link'),
            { label: t('Visits'), end: true },
            { label: t('Orders'), end: true },
            { label: t('Conversion'), end: true },
            { label: t('Actions'), hidden: true, end: true },
          ]}
          rows={tags.map((tag) => ({
            key: tag.id,
            cells: [
              tag.tag,
              tag.ended_at === null ? (
                <CopyField
                  key="link"
                  label={t('Link of {tag}', { tag: tag.tag })}
                  value={links.get(tag.tag) ?? tag.path}
                />
              ) : (
                <StateDot key="link" hollow>
                  {t('Ended')}
                </StateDot>
              ),
              tag.visits,
              tag.orders,
              conversion(tag),
              tag.ended_at === null ? (
                <Button
                  key="end"
                  size="small"
                  aria-label={t('End link {tag}', { tag: tag.tag })}
                  onClick={() => setEnding(tag)}
                >
                  {t('End link')}
                </Button>
              ) : null,
            ],
          }))}
        />
      )}
      {ending ? (
        <ConfirmDialog
          open
          onClose={() => setEnding(null)}
          title={t('End {tag}?', { tag: ending.tag })}
          confirmLabel={t('End link')}
          danger
          onConfirm={async () => {
            await call('DELETE /v1/affiliates/:id/tracking-tags/:tagId', { params: { id, tagId: ending.id } });
            await revalidate();
          }}
        >
          {t('The link keeps opening our site, but its visits and orders no longer count.')}
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}
